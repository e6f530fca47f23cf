import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema, inputSchema } from '../kit/schema.ts';
import { utility } from './utility.ts';

const amount = z.int();
const slot = z.strictObject({ from: z.iso.datetime({ offset: true }), to: z.iso.datetime({ offset: true }) });

export const draftPrice = contract({
  method: 'post',
  path: '/utility/price',
  summary: 'What slots cost by the terms of a draft, line by line',
  module: utility.code,
  body: z.strictObject({
    draft: z.strictObject(inputSchema(utility.fields, 'update').shape),
    slots: z.array(slot).min(1).max(48),
    quantity: z.int().min(1).max(10_000).default(1),
  }),
  answer: z.object({
    lines: z.array(
      z.object({
        from: z.string(),
        price: amount,
        factor: z.number(),
        quantity: z.number(),
        amount,
      }),
    ),
    surcharges: z.array(
      z.object({
        name: z.string(),
        price: amount,
        per: z.string(),
        quantity: z.int(),
        amount,
        addedBy: z.string(),
      }),
    ),
    net: amount,
    vat: amount,
    surchargeTax: amount,
    fee: amount,
    surcharge: amount,
    total: amount,
  }),
});

export const doorCode = contract({
  method: 'get',
  path: '/utility/:id/door-code',
  summary: 'The code at the door of an amenity, by which households check in',
  module: utility.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({ code: z.string() }),
});
