import type { Asked as Question, Source } from '@lobby/shared/billing/asked.ts';
import { charge, Uncountable } from '@lobby/shared/billing/engine.ts';
import { figuresOf } from '@lobby/shared/billing/items.ts';
import { monthPeriod, type Period } from '@lobby/shared/billing/periods.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { bill, billKey, paymentState } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { newId } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { build, refuseForbidden } from '../../kit/records/records.ts';
import { saveNew } from '../../kit/store/save-new.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { refuseLocked } from '../lock-date/index.ts';
import { versionsBy } from '../tariff/index.ts';
import { amountFigures } from './edit.ts';

const MOST_UNITS = 500;
/** Whole blocks are this many units at most. */
const MOST_BILLS = 5000;

const body = z.strictObject({
  unitIds: z.array(idSchema).max(MOST_UNITS).default([]),
  blockIds: z.array(idSchema).max(50).default([]),
  serviceId: idSchema,
  month: fieldSchema({ kind: 'month', required: true }) as z.ZodString,
  dueDate: (fieldSchema({ kind: 'date' }) as z.ZodType<string | null>).optional(),
  content: (fieldSchema(bill.fields.content) as z.ZodType<string | null>).optional(),
  /** VND before VAT for each unit; without it the tariff says what it costs. */
  amount: (fieldSchema({ kind: 'money', min: 1 }) as z.ZodType<number | null>).optional(),
  vatRate: (fieldSchema({ kind: 'percent' }) as z.ZodType<number | null>).optional(),
  /** How much of it, where the tariff is asked; without it one, or the area of the unit. */
  quantity: (fieldSchema({ kind: 'decimal', min: 0.001 }) as z.ZodType<number | null>).optional(),
});
type Asked = z.infer<typeof body>;

const skips = z.array(z.object({ unitId: z.string(), reason: z.enum(['ALREADY_BILLED', 'NO_AREA']) }));
const planned = z.object({
  bills: z.array(z.object({ unitId: z.string(), quantity: z.number(), total: z.int() })),
  skipped: skips,
  total: z.int(),
});

interface One {
  unitId: string;
  quantity: number;
  total: number;
  values: Record<string, unknown>;
}

const areaOf = (doc: Stored) => Number(doc.useArea ?? doc.area ?? 0);

const sourceOf = (of: Stored | null): Source =>
  of?.source === 'METER' ? 'NUMBER' : ((of?.source ?? 'FIXED') as Source);
/** So many places, of the whole month. */
const vehicles = (of: Stored | null, quantity: number) =>
  of?.source === 'VEHICLE'
    ? Array.from({ length: Math.max(1, Math.round(quantity)) }, (_, n) => ({ plate: `${n + 1}`, start: '1900-01-01' }))
    : [];

/** What the engine says of a whole month; a service without a price is named at its field. */
function counted({ unit, ...own }: Omit<Question, 'period' | 'unit'> & { unit: Stored }, period: Period) {
  try {
    const facts = { type: unit.type as string | null };
    return figuresOf(charge({ ...own, unit: facts, period: { type: 'ONE_MONTH', ...period } }));
  } catch (error) {
    if (!(error instanceof Uncountable)) throw error;
    const { code } = error;
    return fail(code, { fields: { [code === 'NO_TARIFF' ? 'serviceId' : 'quantity']: { code } } });
  }
}

/** What the bills of some units would be: of an amount, or by the tariff of the service. */
async function planManual(
  ctx: Ctx,
  asked: Asked,
): Promise<{ bills: One[]; skipped: z.infer<typeof skips>; total: number }> {
  const { projectId } = ctx;
  const { serviceId, month } = asked;
  const own = { projectId, deletedAt: null };
  const period = monthPeriod(month);
  await refuseLocked(ctx, 'receivable', period.end, 'month');
  const of = await modelOf(service)
    .findOne({ ...own, _id: serviceId })
    .lean<Stored>();
  if (!of) failFields({ serviceId: { code: 'REFERENCE_NOT_FOUND' } });
  const named = [...new Set(asked.unitIds)];
  if (named.length + asked.blockIds.length === 0)
    failFields({ unitIds: { code: 'EMPTY_APARTMENT_SELECTED' } }, 'EMPTY_APARTMENT_SELECTED');
  const units = await modelOf(unit)
    .find({ ...own, $or: [{ _id: { $in: named } }, { blockId: { $in: asked.blockIds } }] })
    .sort({ 'sorted.code': 1, code: 1 })
    .limit(MOST_BILLS)
    .maxTimeMS(10_000)
    .lean<Stored[]>();
  const ids = units.map(({ _id }) => _id);
  if (named.some(id => !ids.includes(id))) failFields({ unitIds: { code: 'REFERENCE_NOT_FOUND' } });
  const keys = ids.map(id => billKey(id, serviceId, month));
  const known = await modelOf(bill)
    .find({ ...own, 'uniq.once': { $in: keys } }, { unitId: 1 })
    .maxTimeMS(5000)
    .lean<Stored[]>();
  const billed = new Set(known.map(({ unitId }) => unitId));
  const versions = asked.amount ? [] : ((await versionsBy(projectId, [of?.tariffId])).get(String(of?.tariffId)) ?? []);
  const people = asked.amount
    ? []
    : await modelOf(residency)
        .find({ ...own, unitId: { $in: ids }, living: true }, { unitId: 1 })
        .lean<Stored[]>();
  const living = Map.groupBy(people, ({ unitId }) => String(unitId));
  const bills: One[] = [];
  const skipped: z.infer<typeof skips> = [];
  for (const doc of units) {
    const quantity = asked.quantity ?? (of?.source === 'AREA' ? areaOf(doc) : 1);
    if (billed.has(doc._id)) skipped.push({ unitId: doc._id, reason: 'ALREADY_BILLED' });
    else if (asked.amount) {
      const values = amountFigures({ amount: asked.amount, vatRate: asked.vatRate });
      bills.push({ unitId: doc._id, quantity: 1, total: values.total, values: { ...values, vatRate: asked.vatRate } });
    } else if (quantity === 0) skipped.push({ unitId: doc._id, reason: 'NO_AREA' });
    else {
      const people = living.get(doc._id)?.length ?? 0;
      const own = { versions, quantity, people, unitName: of?.unitName as string | null };
      const figures = counted({ ...own, vehicles: vehicles(of, quantity), source: sourceOf(of), unit: doc }, period);
      const { total } = figures;
      const values = { ...figures, quantity, remaining: total, paymentState: paymentState(total, 0) };
      bills.push({ unitId: doc._id, quantity, total, values });
    }
  }
  return { bills, skipped, total: bills.reduce((sum, one) => sum + one.total, 0) };
}

const planRoute = route({
  method: 'post',
  path: `${bill.path}/manual/preview`,
  summary: 'What bills by hand would be, without making them',
  module: bill.code,
  flags: ['read'],
  body,
  answer: planned,
  async run(ctx, { body: asked }) {
    const { bills, ...rest } = await planManual(ctx, asked);
    return { ...rest, bills: bills.map(({ unitId, quantity, total }) => ({ unitId, quantity, total })) };
  },
});

const makeRoute = route({
  method: 'post',
  path: `${bill.path}/manual`,
  summary: 'Make drafts of one service and month for some units, of an amount or by the tariff',
  module: bill.code,
  flags: ['write'],
  creates: true,
  body,
  answer: z.object({ made: z.int(), total: z.int(), skipped: skips }),
  async run(ctx, { body: asked }) {
    refuseForbidden(ctx, bill.fields, { content: asked.content });
    const { bills, skipped, total } = await planManual(ctx, asked);
    const { serviceId, month, dueDate, content } = asked;
    const { start: periodStart, end: periodEnd } = monthPeriod(month);
    const docs = await Promise.all(
      bills.map(({ unitId, values }) =>
        build(ctx, bill, {
          ...{ unitId, serviceId, month, dueDate, content, periodStart, periodEnd, createType: 'MANUAL' },
          ...{ amount: asked.amount ?? values.net, once: billKey(unitId, serviceId, month) },
          ...values,
        }),
      ),
    );
    const answer = { made: docs.length, total, skipped };
    await saveNew(ctx, newId(), { batches: [[{ definition: bill, docs }]], answer });
    return answer;
  },
});

/** Bills written by hand, for many units at once. */
export const manualRoutes: readonly Route[] = [planRoute, makeRoute];
