import { z } from 'zod';
import { daySchema, fieldSchema, idSchema } from '../kit/schema.ts';
import { METHODS } from './voucher.ts';

const MOST = 100_000_000_000;
export const money = fieldSchema({ kind: 'money', min: 1, max: MOST, required: true });
const longText = (max: number) => fieldSchema({ kind: 'longText', max });
const text = (max: number) => fieldSchema({ kind: 'text', max });

/** Payment method: one of the project's methods, or a kind with the fund that takes the money. */
const method = z.strictObject({
  methodId: idSchema.optional(),
  kind: z.enum(METHODS).optional(),
  amount: money,
  fundId: idSchema.optional(),
  reference: text(50).optional(),
});

/** Amount paid of a bill or of its late interest; zero amounts are ignored. */
const allocation = z.strictObject({
  kind: z.enum(['BILL', 'INTEREST']).optional(),
  billId: idSchema,
  amount: z.int('NOT_NATURAL').min(0).max(MOST),
});
/** An allocation in answers. */
export const allocatedPart = z.object({ kind: z.enum(['BILL', 'INTEREST']), billId: z.string(), amount: z.int() });

export const allocations = z.array(allocation).max(200);

/** Amount taken from the unit's account or from an advance. */
const source = z.strictObject({
  from: z.enum(['UNIT_ACCOUNT', 'ADVANCE']),
  serviceId: idSchema.optional(),
  amount: money,
});
const surplus = { surplusTo: z.enum(['UNIT_ACCOUNT', 'ADVANCE']).optional(), surplusServiceId: idSchema.optional() };
const dates = { accountingDate: daySchema.optional(), voucherDate: daySchema.optional() };

const sources = z.array(source).max(20);

export const preview = z.strictObject({
  unitId: idSchema,
  amount: money,
  sources: sources.optional(),
  allocations: allocations.optional(),
  accountingDate: daySchema.optional(),
});

export const single = z.strictObject({
  unitId: idSchema,
  amount: money.optional(),
  payerId: idSchema.optional(),
  payerName: text(150).optional(),
  methods: z.array(method).max(5).default([]),
  sources: sources.optional(),
  allocations: allocations.optional(),
  ...surplus,
  ...dates,
  content: text(250).optional(),
  attachments: z.array(idSchema).max(5).optional(),
  labelIds: z.array(idSchema).max(20).optional(),
  note: longText(1000).optional(),
});
export type Single = z.infer<typeof single>;

const row = z.strictObject({
  unitId: idSchema,
  amount: money.optional(),
  allocations: allocations.optional(),
  payerName: text(150).optional(),
});
export const multi = z.strictObject({
  rows: z.array(row).max(2000),
  methodId: idSchema.optional(),
  kind: z.enum(METHODS).optional(),
  fundId: idSchema.optional(),
  ...surplus,
  ...dates,
  content: text(250).optional(),
});
export type Multi = z.infer<typeof multi>;
export type Row = z.infer<typeof row>;
