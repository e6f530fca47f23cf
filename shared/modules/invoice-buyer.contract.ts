import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { invoiceBuyer } from './invoice-buyer.ts';

export const ownInvoices = contract({
  method: 'get',
  path: '/e-invoice-buyer/mine',
  summary: 'To whom the invoices of the household are made out (null: its householder), and whether one may take them',
  module: invoiceBuyer.code,
  answer: z.object({
    papers: z.boolean(),
    buyer: z
      .object({
        name: z.string().nullable(),
        companyName: z.string().nullable(),
        taxCode: z.string().nullable(),
        noInvoice: z.boolean(),
      })
      .nullable(),
  }),
});

export const buyerInvoices = contract({
  method: 'get',
  path: '/e-invoice-buyer/:id/invoices',
  summary: 'The newest invoices that are made out to a buyer: drafts follow a correction, published ones do not',
  module: invoiceBuyer.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      symbol: z.string().nullable(),
      number: z.int().nullable(),
      invoiceDate: z.string().nullable(),
      total: z.int(),
      status: z.enum(['DRAFT', 'PUBLISHED', 'ADJUSTED', 'REPLACED']),
    }),
  ),
});

export const unitsWithoutBuyer = contract({
  method: 'get',
  path: '/e-invoice-buyer/without',
  summary: 'Units that no buyer in use has, with whether somebody lives there first',
  module: invoiceBuyer.code,
  answer: z.object({
    count: z.int(),
    units: z.array(z.object({ id: z.string(), code: z.string(), householder: z.boolean() })),
  }),
});
