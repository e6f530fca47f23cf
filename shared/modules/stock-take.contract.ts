import { z } from 'zod';
import { fileSchema, wordOf } from '../kit/answer-schema.ts';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import type { Found, LineState } from './stock-take.ts';
import { stockTake } from './stock-take.ts';

const word = z.string().nullable();
const figure = z.number().nullable();
const lineSchema = z.object({
  id: z.string(),
  supplyId: word,
  warehouseId: word,
  assetId: word,
  name: z.string(),
  itemCode: word,
  placeId: word,
  state: wordOf<LineState>(),
  extra: z.boolean(),
  found: wordOf<Found>().nullable(),
  foundPlaceId: word,
  condition: word,
  note: word,
  images: z.array(fileSchema),
  /** Book stock is hidden in blind counts, and so are the counts of others. */
  expected: figure.optional(),
  bookAtCount: figure.optional(),
  final: figure.optional(),
  difference: figure.optional(),
  worth: figure.optional(),
  counts: z.array(z.object({ quantity: figure, found: word, byId: word, at: z.string(), decides: z.boolean() })),
});

export const stockTakeLines = contract({
  method: 'get',
  path: '/stock-take/:id/lines',
  summary: 'Lines of a count; who counts blindly does not see what the books say',
  module: stockTake.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(lineSchema),
});
