import { z } from 'zod';
import { LINE_NATURES } from '../billing/invoice-line.ts';
import { wordOf } from '../kit/answer-schema.ts';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { INVOICE_KINDS, invoice } from './invoice.ts';
import { INVOICE_CONFIG } from './invoice-config.ts';

export const COMPILE_SOURCES = ['RELEASED', 'PAID', 'PAID_BEFORE'] as const;

export const invoiceChain = contract({
  method: 'get',
  path: '/e-invoice/:id/chain',
  summary: 'An invoice with all that adjusts or replaces it, and what they come to together',
  module: invoice.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      symbol: z.string().nullable(),
      number: z.int().nullable(),
      kind: z.enum(INVOICE_KINDS),
      status: wordOf<keyof typeof invoice.statuses>(),
      total: z.int(),
      after: z.int(),
    }),
  ),
});

export const MOST_ROWS = 2000;
export const compileQuery = z.strictObject({
  /** Released bills, paid parts, or advances; defaults to the project's setting. */
  source: z.enum(COMPILE_SOURCES).optional(),
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'DATE_INVALID'),
  unitIds: z.array(idSchema).min(1).max(MOST_ROWS).optional(),
  serviceIds: z.array(idSchema).min(1).max(50).optional(),
  /** Grouping by unit, buyer or service group; defaults to the project's setting. */
  grouping: z.enum(INVOICE_CONFIG.grouping.options).optional(),
  /** Invoices the rest of bills whose paid part was invoiced as an advance. */
  finalInvoice: z.boolean().optional(),
});
const line = z.object({
  /** Claim key, by which the line can be left out. */
  key: z.string(),
  name: z.string(),
  unit: z.string().nullable(),
  quantity: z.number(),
  price: z.number(),
  amount: z.int(),
  nature: z.enum(LINE_NATURES),
  taxRate: z.string(),
  vat: z.int(),
  surchargeAmount: z.int(),
  billId: z.string().nullable(),
  receiptId: z.string().nullable(),
});
const rowSchema = z.object({
  key: z.string(),
  unitId: z.string(),
  unitCode: z.string(),
  /** Names only; other personal data is not sent. */
  buyer: z.object({ name: z.string().nullable(), company: z.string().nullable(), type: z.string() }).nullable(),
  items: z.array(line),
  subTotal: z.int(),
  vatAmount: z.int(),
  surchargeTotal: z.int(),
  total: z.int(),
  faults: z.array(z.object({ code: z.string(), name: z.string().nullable() })),
});

export const compilePreview = contract({
  method: 'post',
  path: '/e-invoice/compile/preview',
  summary: 'What would be invoiced of a month, invoice by invoice, with what keeps each from it',
  module: invoice.code,
  body: compileQuery,
  answer: z.object({ count: z.int(), rows: z.array(rowSchema) }),
});
