import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { filterSchema } from '../kit/filter-schema.ts';
import { daySchema, idSchema } from '../kit/schema.ts';
import { STOCK_KINDS, stockDocument } from './stock-document.ts';
import { supply } from './supply.ts';

export const supplyNeed = z.object({
  supplyId: z.string(),
  code: z.string(),
  name: z.string(),
  unitName: z.string(),
  stock: z.number(),
  limit: z.number(),
  ordered: z.number(),
  propose: z.number(),
  open: z.boolean(),
  partnerId: z.string().nullable(),
  lastPrice: z.number().nullable(),
});

export const supplyNeeds = contract({
  method: 'get',
  path: '/supply/needs',
  summary: 'Supplies to buy, and how much of each',
  module: supply.code,
  answer: z.array(supplyNeed),
});

export const supplyTotals = contract({
  method: 'get',
  path: '/supply/totals',
  summary: 'How many supplies a filter finds, and the value of their stock',
  module: supply.code,
  query: () => z.strictObject({ filter: filterSchema(supply).default({}) }),
  answer: z.object({ count: z.int(), value: z.int() }),
});

export const stockDocumentTotals = contract({
  method: 'get',
  path: '/stock-document/totals',
  summary: 'Sums of the stock documents of a filter by kind; of posted ones, where it names no status',
  module: stockDocument.code,
  query: () => z.strictObject({ filter: filterSchema(stockDocument).default({}) }),
  answer: z.array(z.object({ kind: z.enum(STOCK_KINDS), count: z.int(), total: z.int() })),
});

const day = daySchema.optional();

export const stockCard = contract({
  method: 'get',
  path: '/supply/:id/card',
  summary: 'Stock card of a supply',
  module: supply.code,
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ warehouseId: idSchema.optional(), from: day, to: day }),
  answer: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      day: z.string(),
      documentId: z.string(),
      document: z.string(),
      warehouseId: z.string(),
      in: z.number(),
      out: z.number(),
      balance: z.number(),
      value: z.int(),
    }),
  ),
});
