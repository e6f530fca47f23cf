import { asset } from '@lobby/shared/modules/asset.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { route } from '../../kit/http/route.ts';
import { records } from '../../kit/store/records.ts';

const PREFIX = 'TS-';
const DIGITS = 5;

/** The next codes after the highest one that follows the pattern. */
export async function nextCodes(ctx: Ctx, count: number): Promise<string[]> {
  const [highest] = await records(asset).find(
    ctx,
    { code: /^TS-\d{5}$/ },
    { only: ['code'], sort: { code: -1 }, limit: 1, patience: 2000 },
  );
  const last = Number((highest?.code ?? '').slice(PREFIX.length)) || 0;
  return Array.from({ length: count }, (_, n) => PREFIX + String(last + n + 1).padStart(DIGITS, '0'));
}

/** `GET /asset/next-code`: suggested code of a new asset; it is not reserved. */
export const nextCodeRoute = route({
  method: 'get',
  path: `${asset.path}/next-code`,
  summary: 'The code that a new asset is offered',
  module: asset.code,
  flags: ['read'],
  answer: z.object({ code: z.string() }),
  run: async ctx => ({ code: (await nextCodes(ctx, 1))[0] ?? '' }),
});
