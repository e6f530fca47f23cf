import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { invoiceItem } from './invoice-item.ts';

export const unmappedServices = contract({
  method: 'get',
  path: '/invoice-item/unmapped',
  summary: 'Services whose bills no invoice item stands for',
  module: invoiceItem.code,
  answer: z.array(z.object({ id: z.string(), code: z.string(), name: z.string(), active: z.boolean() })),
});
