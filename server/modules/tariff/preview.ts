import type { BillingInput } from '@lobby/shared/billing/billing-input.ts';
import { charge, Uncountable } from '@lobby/shared/billing/engine.ts';
import { monthPeriod, PERIOD_TYPES } from '@lobby/shared/billing/periods.ts';
import { DISCOUNTS, FORMULAS, NORMS, PRICINGS, VAT_KINDS } from '@lobby/shared/billing/version.ts';
import { monthOf } from '@lobby/shared/kit/dates.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { versionFrom } from '@lobby/shared/modules/tariff-version.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { records } from '../../kit/store/records.ts';
import { versionsOfTariff } from './current-price.ts';

const money = z.int().min(0).max(2_000_000_000);
const figure = z.number().min(0);
const day = z.iso.date();
const decimal = z.union([z.number(), z.string().max(40)]);
const version = z.strictObject({
  effectiveFrom: day.optional(),
  pricing: z.enum(PRICINGS).optional(),
  unitPrice: money.nullish(),
  priceList: z
    .array(z.strictObject({ key: z.string().max(60), price: money }))
    .max(50)
    .optional(),
  formulaType: z.enum(FORMULAS).nullish(),
  formulaId: idSchema.nullish(),
  tiers: z
    .array(z.strictObject({ from: figure.nullish(), to: figure.nullish(), price: money }))
    .max(20)
    .optional(),
  parts: z
    .array(z.strictObject({ percent: figure, price: money }))
    .max(20)
    .optional(),
  tierPeople: z.int().min(1).max(20).nullish(),
  noPeopleTier: z.int().min(1).max(20).nullish(),
  norm: figure.nullish(),
  normPer: z.enum(NORMS).optional(),
  fixedFee: money.nullish(),
  discountType: z.enum(DISCOUNTS).optional(),
  discountPercent: figure.max(100).nullish(),
  discountAmount: money.nullish(),
  vatKind: z.enum(VAT_KINDS).optional(),
  vat: figure.max(100).nullish(),
  vatIncluded: z.boolean().optional(),
  priceDisplay: z.string().max(20).nullish(),
  surchargeId: idSchema.nullish(),
  surchargeTax: figure.max(100).nullish(),
  source: z.string().max(300).nullish(),
});
const SOURCES = ['METER', 'NUMBER', 'AREA', 'PEOPLE', 'FIXED', 'VEHICLE'] as const;

const body = z.strictObject({
  version: version.optional(),
  tariffId: idSchema.optional(),
  source: z.enum(SOURCES).optional(),
  quantity: z.union([decimal, z.array(decimal).max(20)]).optional(),
  people: decimal.optional(),
  unitId: idSchema.optional(),
  share: decimal.optional(),
  period: z.strictObject({ type: z.enum(PERIOD_TYPES), start: day, end: day }).optional(),
  use: z.strictObject({ start: day.nullish(), end: day.nullish() }).optional(),
  vehicles: z
    .array(
      z.strictObject({ plate: z.string().max(40), type: z.string().max(40).nullish(), start: day, end: day.nullish() }),
    )
    .max(100)
    .optional(),
  cumulative: z.boolean().optional(),
});
type Body = z.infer<typeof body>;

/** Versions to calculate with: the one in the request, or all of a tariff. */
async function versionsFor({ projectId }: Ctx, { version, tariffId }: Body) {
  if (version) {
    const { vat, ...typed } = version;
    return [
      versionFrom({ ...typed, ...(vat != null && { vat }), effectiveFrom: version.effectiveFrom ?? '1900-01-01' }),
    ];
  }
  const scope = { projectId, deletedAt: null };
  if (!tariffId) return failFields({ version: { code: 'REQUIRED' } });
  if (!(await records(tariff).exists({ projectId }, { ...scope, _id: tariffId })))
    return failFields({ tariffId: { code: 'REFERENCE_NOT_FOUND' } });
  return (await versionsOfTariff(projectId, tariffId)).map(versionFrom);
}

async function preview(ctx: Ctx, input: Body) {
  const versions = await versionsFor(ctx, input);
  const { projectId } = ctx;
  const { quantity, people, share, use, vehicles, cumulative, unitId } = input;
  const home = unitId ? await records(unit).get({ projectId }, unitId) : null;
  if (unitId && !home) failFields({ unitId: { code: 'REFERENCE_NOT_FOUND' } });
  const question: BillingInput = {
    versions,
    source: input.source ?? (vehicles ? 'VEHICLE' : 'METER'),
    period: input.period ?? { type: 'ONE_MONTH', ...monthPeriod(monthOf(todayOf(ctx))) },
    ...(quantity !== undefined && { quantity }),
    ...(people !== undefined && { people }),
    ...(share !== undefined && { share }),
    ...(use && { use }),
    ...(vehicles && { vehicles }),
    ...(cumulative !== undefined && { cumulative }),
    ...(home && { unit: { type: home.type, labels: home.labelIds } }),
  };
  try {
    return charge(question);
  } catch (error) {
    if (!(error instanceof Uncountable)) throw error;
    return fail(error.code, { fields: { [FIELDS[error.code]]: { code: error.code } } });
  }
}
const FIELDS = {
  FORMULA_INVALID: 'version',
  QUANTITY_INVALID: 'quantity',
  PERIOD_NOT_MET: 'period',
  NO_TARIFF: 'period',
  AMOUNT_TOO_LARGE: 'quantity',
} as const;

const nullable = z.number().nullable();
const answer = z.object({
  lines: z.array(
    z.object({
      kind: z.string(),
      key: z.string(),
      from: nullable,
      to: nullable,
      days: nullable,
      ofDays: nullable,
      quantity: nullable,
      unitName: z.string().nullable(),
      unitPrice: nullable,
      percent: nullable,
      amount: z.int(),
      versionId: z.string(),
    }),
  ),
  gross: z.int(),
  discount: z.int(),
  net: z.int(),
  surchargeTax: z.int(),
  vat: z.int(),
  total: z.int(),
  allowance: z.number(),
  versions: z.array(z.object({ id: z.string(), from: z.string(), to: z.string(), days: z.int() })),
  notes: z.array(z.string()),
});

/** Calculates a quantity with a price, line by line; nothing is stored. */
export const previewRoute: Route = route({
  method: 'post',
  path: `${tariff.path}/preview`,
  summary: 'What a price would make of a quantity, line by line',
  module: tariff.code,
  flags: ['read'],
  body,
  answer,
  run: (ctx, { body }) => preview(ctx, body),
});
