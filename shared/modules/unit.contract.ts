import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { unit } from './unit.ts';

const place = z.object({ id: idSchema, name: z.string() });
const { shape } = z.object({
  code: z.string(),
  state: z.string(),
  buildStatus: z.string(),
  handoverStatus: z.string(),
});

export const planOfUnits = contract({
  method: 'get',
  path: '/unit/plan',
  summary: 'Blocks, floors and units as the floor plan shows them',
  module: unit.code,
  answer: z.object({
    blocks: z.array(place),
    floors: z.array(place.extend({ blockId: idSchema, order: z.number() })),
    units: z.array(z.object({ id: idSchema, blockId: idSchema, floorId: idSchema, version: z.int(), ...shape })),
  }),
});
