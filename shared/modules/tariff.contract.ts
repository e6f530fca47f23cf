import { z } from 'zod';
import { typedAs } from '../kit/answer-schema.ts';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { tariff } from './tariff.ts';
import type { TariffVersionRow } from './tariff-version.ts';

const STATES = ['FUTURE', 'CURRENT', 'PAST'] as const;
interface Standing {
  id: string;
  state: (typeof STATES)[number];
  used: boolean;
}

export const tariffVersions = contract({
  method: 'get',
  path: '/tariff/:id/versions',
  summary:
    'The versions of a tariff, the newest first: to come, in force or past, and whether bills were made with them',
  module: tariff.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(
    typedAs<TariffVersionRow & Standing, Standing>(
      z.looseObject({ id: z.string(), state: z.enum(STATES), used: z.boolean() }),
    ),
  ),
});
