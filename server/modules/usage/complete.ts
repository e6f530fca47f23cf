import { meter } from '@lobby/shared/modules/meter.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { usage, usageKey } from '@lobby/shared/modules/usage.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { DoneOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { assertMonthNotLocked } from '../lock-date/index.ts';
import { compareUsage, monthsFrom, usedOf, wrong } from './count.ts';
import { type Around, loadFacts, loadMeters, loadMonth, type MonthOf, type Whose } from './facts.ts';
import { syncLastReading } from './last-read.ts';

type UsageValues = Values<typeof usage>;
/** A reading as given. */
export type Given = Pick<
  UsageValues,
  'oldIndex' | 'newIndex' | 'usageNumber' | 'rolled' | 'note' | 'periodStart' | 'periodEnd'
>;
/** A usage as counted. */
export type Counted = ReturnType<typeof countUsage>;

/** Subject of a usage: the named meter, the only one of the unit, or the unit itself. */
async function loadWhose(
  ctx: Ctx,
  values: Pick<UsageValues, 'meterId' | 'unitId' | 'serviceId' | 'month'>,
): Promise<Whose & { serviceId: string }> {
  const { meterId, unitId, serviceId } = values;
  if (meterId) {
    const meterDoc = await needRef(ctx, meter, meterId, 'meterId');
    if (serviceId && serviceId !== meterDoc.serviceId) wrong('serviceId', 'METER_NOT_OF_SERVICE');
    if (unitId && unitId !== meterDoc.unitId) failFields({ unitId: { code: 'REFERENCE_NOT_SUITABLE' } });
    return { meter: meterDoc, unitId: meterDoc.unitId, serviceId: meterDoc.serviceId };
  }
  if (!unitId) return wrong('unitId', 'REQUIRED');
  if (!serviceId) return wrong('serviceId', 'REQUIRED');
  const of = { unitId, serviceId };
  const { service, period } = await loadMonth(ctx, serviceId, values.month ?? '');
  if (service.source === 'NUMBER') return { ...of, meter: null };
  const [first, ...others] = await loadMeters(ctx.projectId, of.serviceId, period, { unitId, live: true });
  return first && others.length === 0 ? { ...of, meter: first } : wrong('meterId', 'REQUIRED');
}

/** Refuses months before a meter was installed or after it was removed. */
function assertMeterThere({ period }: MonthOf, { meter }: Whose): void {
  if (!meter) return;
  if (period.end < meter.startDate) wrong('month', 'INVALID_FEE_MONTH');
  if (meter.removedAt && period.start > meter.removedAt) fail('METER_REMOVED');
}

/** Old index: the previous new index, or the start index of the meter. */
export const oldIndexOf = ({ meter }: Whose, { before }: Pick<Around, 'before'>): number | null =>
  meter ? (before[0]?.newIndex ?? meter.startIndex) : null;

/** Default time of reading: the last day of its period, but not in the future. */
export const readOn = (ctx: Ctx, end: string): Date => {
  const noon = new Date(`${end}T05:00:00Z`);
  return noon < ctx.now ? noon : ctx.now;
};

/** Calculates a usage: old index, quantity, and comparison with earlier months. */
export function countUsage(of: MonthOf, whose: Whose, facts: Around, input: Given) {
  const { meter, unitId } = whose;
  assertMeterThere(of, whose);
  const last = facts.before[0];
  const months = meter && last ? monthsFrom(last.month, of.month) : 1;
  const begun = oldIndexOf(whose, facts);
  const oldIndex = meter ? (input.oldIndex ?? begun) : null;
  if (meter && oldIndex !== begun && !input.note) wrong('note', 'REQUIRED');
  const quantity = input.usageNumber;
  const used = meter
    ? usedOf(meter, { ...input, oldIndex })
    : (quantity ?? wrong('usageNumber', 'USAGE_NUMBER_INVALID'));
  const serviceId = of.service._id;
  return {
    meterId: meter?._id ?? null,
    unitId,
    serviceId,
    month: of.month,
    oldIndex,
    newIndex: meter ? (input.newIndex ?? null) : null,
    rolled: meter !== null && input.rolled === true,
    usageNumber: used,
    months,
    ...compareUsage(used, months, facts.before, of.outlierPercent),
    periodStart: input.periodStart ?? of.period.start,
    periodEnd: input.periodEnd ?? of.period.end,
    once: usageKey({ meterId: meter?._id, unitId, serviceId }, of.month),
  };
}

/** Refuses an outlier until it is confirmed. */
export function confirmedBy(
  ctx: Ctx,
  counted: Pick<Doc<typeof usage>, 'outlier' | 'usageNumber' | 'averageUsage' | 'change' | 'meterId'>,
  input: { confirmed?: boolean | null | undefined; meterId?: string | null | undefined },
  stored: Doc<typeof usage> | null,
): Pick<UsageValues, 'confirmed' | 'confirmedBy'> {
  const { outlier, usageNumber, averageUsage, change } = counted;
  if (!outlier) return { confirmed: false, confirmedBy: null };
  if (stored?.confirmed && stored.usageNumber === usageNumber) return {};
  const params = { usage: usageNumber ?? 0, average: averageUsage ?? 0, percent: change ?? 0 };
  if (!input.confirmed) wrong(input.meterId || counted.meterId ? 'newIndex' : 'usageNumber', 'USAGE_OUTLIER', params);
  return { confirmed: true, confirmedBy: ctx.employeeId };
}

/** The next month continues from this one's index, unless it is billed. */
export function continueNextMonth(
  next: Doc<typeof usage> | null,
  whose: Whose,
  was: number | null,
  now: number | null,
  percent: number,
): Change[] {
  if (!next || !whose.meter || was === now || next.oldIndex !== was) return [];
  if (next.state === 'BILLED') fail('USAGE_LATER_MONTH_BILLED', { month: next.month });
  const values = { ...next, oldIndex: now };
  const usageNumber = usedOf(whose.meter, values);
  const average = next.averageUsage;
  const change = average ? Math.round(((usageNumber - average) / average) * 10_000) / 100 : null;
  const set = { oldIndex: now, usageNumber, change, outlier: change !== null && Math.abs(change) > percent };
  return [{ definition: usage, action: 'update', update: { doc: next, set } }];
}

const loadBlock = async (ctx: Ctx, unitId: string) => (await needRef(ctx, unit, unitId, 'unitId')).blockId;

/** Fields set on a new reading, or a repeated one. */
export const stamps = async (
  ctx: Ctx,
  of: Pick<Counted, 'unitId' | 'periodEnd'>,
  input: Pick<UsageValues, 'readAt'>,
): Promise<Pick<UsageValues, 'blockId' | 'readAt' | 'readerId'>> => ({
  blockId: await loadBlock(ctx, of.unitId),
  readAt: input.readAt ?? readOn(ctx, of.periodEnd),
  readerId: ctx.employeeId,
});

/** Completes a usage from any source. */
export async function completeUsage(ctx: Ctx, { kind, values, doc }: RequestOf<typeof usage>): Promise<UsageValues> {
  if (doc?.state === 'BILLED') fail('USAGE_BILLED');
  const months = [...new Set([doc?.month, values.month].flatMap(month => month ?? []))];
  for (const month of months) await assertMonthNotLocked(ctx, month, 'month');
  if (kind === 'remove' || kind === 'restore') return values;
  const whole: UsageValues = { ...doc, ...values };
  // Another unit or service means another meter.
  if (doc && !values.meterId && ('unitId' in values || 'serviceId' in values)) whole.meterId = null;
  const month = whole.month ?? '';
  // A meter determines its unit and service.
  const named = values.meterId ? { ...values, month: whole.month } : whole;
  const { serviceId, ...whose } = await loadWhose(ctx, named);
  const of = await loadMonth(ctx, serviceId, month);
  const facts = (await loadFacts(ctx, of, [whose]))(whose);
  if (facts.bill !== null) fail('UNIT_HAS_FEE_THIS_MONTH', { bill: facts.bill });
  const figures = countUsage(of, whose, facts, whole);
  const confirmed = confirmedBy(ctx, figures, values, doc);
  const stamped = doc
    ? {}
    : { ...(await stamps(ctx, figures, values)), source: kind === 'import' ? ('IMPORT' as const) : ('KEYED' as const) };
  return { ...values, ...figures, ...stamped, ...confirmed };
}

/** Updates the next month, which begins at this one's index. */
export async function moveNext(ctx: Ctx, done: DoneOf<typeof usage>): Promise<Change[]> {
  const { doc, before } = done;
  const usageDoc = doc ?? before;
  if (!usageDoc?.meterId) return [];
  const read = await needRef(ctx, meter, usageDoc.meterId, 'meterId');
  const next = await records(usage).find(
    ctx,
    { meterId: usageDoc.meterId, month: { $gt: usageDoc.month } },
    { sort: { month: 1 }, limit: 1 },
  );
  const { outlierPercent } = await loadMonth(ctx, usageDoc.serviceId, usageDoc.month);
  const [was, now] = [
    before && !before.deletedAt ? before.newIndex : usageDoc.oldIndex,
    doc ? doc.newIndex : usageDoc.oldIndex,
  ];
  return [
    ...continueNextMonth(next[0] ?? null, { meter: read, unitId: usageDoc.unitId ?? '' }, was, now, outlierPercent),
    ...(await syncLastReading(ctx, read, done)),
  ];
}
