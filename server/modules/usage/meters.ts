import { servicePeriod } from '@lobby/shared/billing/dates.ts';
import { addMonths, monthOf } from '@lobby/shared/kit/dates.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { build, edited } from '../../kit/records/records.ts';
import type { Action, ActionsOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { assertMonthNotLocked } from '../lock-date/index.ts';
import { countUsage, stamps } from './complete.ts';
import { loadFacts, loadMonth } from './facts.ts';

/** Fields that are fixed once bills use readings of the meter. */
const FIXED_BY_BILLS = ['unitId', 'serviceId', 'startIndex', 'startDate', 'digits', 'coefficient'] as const;

/** Refuses a meter for a service without metering, and changes of fields that bills depend on. */
export async function completeMeter(
  ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof meter>,
): Promise<Values<typeof meter>> {
  if (kind === 'remove' || kind === 'restore') return values;
  const { serviceId } = { ...doc, ...values };
  const { source, usageOf } = await needRef(ctx, service, serviceId ?? '', 'serviceId');
  if (source !== 'METER' || usageOf)
    failFields({ serviceId: { code: 'METER_NOT_OF_SERVICE' } }, 'METER_NOT_OF_SERVICE');
  const moved = doc && FIXED_BY_BILLS.find(name => name in values && values[name] !== doc[name]);
  if (moved && (await records(usage).exists(ctx, { meterId: doc?._id, state: 'BILLED' })))
    failFields({ [moved]: { code: 'USAGE_BILLED' } }, 'USAGE_BILLED');
  return values;
}

/** Month of a service that a day belongs to. */
function monthAt(read: Doc<typeof service>, day: string): string {
  const month = monthOf(day);
  return servicePeriod(read, month).end >= day ? month : addMonths(month, 1);
}

/** Final reading of a removed meter: its index on that day ends the month. */
async function lastReading(
  ctx: Ctx,
  doc: Doc<typeof meter>,
  day: string,
  endIndex: number,
): Promise<{ month: string; changes: Change[] }> {
  if (day > todayOf(ctx)) failFields({ date: { code: 'DATE_IN_FUTURE' } });
  if (day < doc.startDate) failFields({ date: { code: 'DATES_REVERSED' } }, 'DATES_REVERSED');
  const month = monthAt(await needRef(ctx, service, doc.serviceId, 'serviceId'), day);
  await assertMonthNotLocked(ctx, month, 'date');
  const of = await loadMonth(ctx, doc.serviceId, month);
  const whose = { meter: doc, unitId: doc.unitId };
  const facts = (await loadFacts(ctx, of, [whose]))(whose);
  if (facts.bill !== null || facts.same?.state === 'BILLED' || facts.next) fail('USAGE_BILLED');
  const input = { ...facts.same, newIndex: endIndex, rolled: false, periodEnd: day };
  const figures = atEnd(() => countUsage(of, whose, facts, input));
  const confirmation = figures.outlier ? { confirmed: true, confirmedBy: ctx.employeeId } : {};
  const values = {
    ...figures,
    ...(await stamps(ctx, figures, { readAt: ctx.now })),
    ...confirmation,
    source: 'REPLACEMENT',
  };
  if (facts.same) {
    const { changed } = await edited(ctx, usage, facts.same, values);
    return { month, changes: [{ definition: usage, action: 'update', update: { doc: facts.same, set: changed } }] };
  }
  return { month, changes: [{ definition: usage, action: 'create', insert: await build(ctx, usage, values) }] };
}

/** Moves errors of the index to the field `endIndex`. */
function atEnd<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { newIndex, ...fields } = (error.data?.fields ?? {}) as Record<string, { code: string }>;
    throw newIndex ? new Refusal(error.code, { ...error.data, fields: { ...fields, endIndex: newIndex } }) : error;
  }
}

const removed = ({ date, endIndex }: { date: string; endIndex: number }, lastMonth: string) => ({
  removedAt: date,
  removedIndex: endIndex,
  lastIndex: endIndex,
  lastMonth,
  live: false,
});

/** Replaces the meter: both count for the month, each with its own coefficient. */
const replace: Action<typeof meter, 'replace'> = async (ctx, doc, input) => {
  const { version: _version, reason: _reason, date, endIndex, code, startIndex, ...kind } = input;
  const { unitId, serviceId, place } = doc;
  const details = Object.fromEntries(Object.entries(kind).filter(([, value]) => value !== null && value !== undefined));
  const values = {
    digits: doc.digits,
    coefficient: doc.coefficient,
    ...details,
    code,
    startIndex,
    unitId,
    serviceId,
    place,
    startDate: date,
    replacesId: doc._id,
    live: true,
  };
  const errors = meter.check?.(values) ?? {};
  if (Object.keys(errors).length > 0) failFields(errors);
  const last = await lastReading(ctx, doc, date, endIndex);
  const insert = await build(ctx, meter, values);
  return {
    set: removed(input, last.month),
    with: [{ definition: meter, action: 'create', insert }, ...last.changes],
  };
};

const dismount: Action<typeof meter, 'dismount'> = async (ctx, doc, input) => {
  const { month, changes } = await lastReading(ctx, doc, input.date, input.endIndex);
  return { set: removed(input, month), with: changes };
};

export const meterActs = { replace, dismount } satisfies ActionsOf<typeof meter>;
