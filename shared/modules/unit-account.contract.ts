import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { periodQuery } from '../kit/query-schema.ts';
import { idSchema } from '../kit/schema.ts';
import { serviceAdvance } from './account-movement.ts';
import { ADVANCE_FIGURES, ADVANCE_GROUPS, advanceReport } from './advance-report.ts';
import { unitAccount } from './ledger.ts';

export const advanceSuggestions = contract({
  method: 'get',
  path: '/unit-account/advance/suggestions',
  summary: 'What a unit could pay ahead: by service what it has, its last bill, and what so many months come to',
  module: serviceAdvance.code,
  query: z.strictObject({ unitId: idSchema }),
  answer: z.array(
    z.object({
      serviceId: z.string(),
      name: z.string(),
      balance: z.int(),
      openingLeft: z.int(),
      lastBill: z.int(),
      months: z.number().nullable(),
      prepaid: z.boolean(),
      suggestions: z.array(z.object({ months: z.int(), amount: z.int() })),
    }),
  ),
});

export type Name = (typeof ADVANCE_FIGURES)[number];
const figures = Object.fromEntries(ADVANCE_FIGURES.map(name => [name, z.int()])) as Record<Name, z.ZodInt>;
export const advanceQuery = periodQuery.extend({
  group: z.enum(ADVANCE_GROUPS).default('service'),
  serviceId: idSchema.optional(),
});

export const advanceMoves = contract({
  method: 'get',
  path: '/statistics/advance-payment',
  summary: 'What units have paid ahead between two days: by service, unit, block or month',
  module: advanceReport.code,
  query: advanceQuery,
  answer: z.object({
    ...figures,
    group: z.enum(ADVANCE_GROUPS),
    rows: z.array(z.object({ key: z.string(), name: z.string(), ...figures })),
  }),
});

const KINDS = [
  'RECEIPT_SURPLUS',
  'DEDUCTION',
  'REFUND',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'OFFSET_OUT',
  'ADJUST_CREDIT',
  'DEPOSIT_IN',
  'BOOKING_IN',
  'OPENING',
  'REVERSAL',
] as const;
const moved = z.object({
  id: z.string(),
  day: z.string(),
  documentType: z.string(),
  documentId: z.string(),
  documentCode: z.string().nullable(),
  kind: z.enum(KINDS),
  text: z.string().nullable(),
  by: z.string().nullable(),
  in: z.int(),
  out: z.int(),
  opening: z.int(),
  balance: z.int(),
});
const history = z.object({ opening: z.int(), rows: z.array(moved), closing: z.int() });

export const accountHistory = contract({
  method: 'get',
  path: '/unit-account/:id/history',
  summary: 'What moved on the account of a unit between two days',
  module: unitAccount.code,
  params: z.strictObject({ id: idSchema }),
  query: periodQuery.partial(),
  answer: history,
});

export const advanceHistory = contract({
  method: 'get',
  path: '/unit-account/:id/advance/:serviceId/history',
  summary: 'What moved of what a unit has paid ahead for a service, from the first day on',
  module: unitAccount.code,
  params: z.strictObject({ id: idSchema, serviceId: idSchema }),
  query: periodQuery.partial(),
  answer: history,
});
