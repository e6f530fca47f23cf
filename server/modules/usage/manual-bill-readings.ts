import { add, decimal, div, sub, toExact } from '@lobby/shared/billing/exact.ts';
import type { meter } from '@lobby/shared/modules/meter.ts';
import { wrapOf } from '@lobby/shared/modules/meter.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { build, edited } from '../../kit/records/records.ts';
import type { Doc } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { type Counted, continueNextMonth, countUsage, oldIndexOf, stamps } from './complete.ts';
import { type MeterOf, usedOf, wrong } from './count.ts';
import { type Around, loadFacts, loadMeters, loadMonth, type MonthOf, type Whose } from './facts.ts';
import { noteReading } from './last-read.ts';

/** Indexes or quantity, as a bill says them. */
interface Given {
  mode?: string | null;
  coefficient?: number | null;
  rolled?: boolean | null;
  oldIndex?: number | null;
  newIndex?: number | null;
  quantity?: number | null;
  note?: string | null;
  content?: string | null;
}
type Told = Pick<Counted, 'oldIndex' | 'newIndex' | 'rolled' | 'usageNumber'>;
/** Digits and coefficient of a usage without a meter. */
const WITHOUT_METER = { digits: 9, coefficient: 1 };

interface Of {
  month: MonthOf;
  whose: Whose;
  /** Whether the unit has several meters: then two indexes do not determine its usage. */
  many: boolean;
  known: Around;
}

/** Usage of a unit in a month, as entered on a manual bill. */
export interface ReadByBill {
  values: Counted;
  meter: Doc<typeof meter> | null;
  /** Stores the usage as billed; the next month continues from its index. */
  changes: (ctx: Ctx, billId: string) => Promise<Change[]>;
}

/** Readings of units in a month, for manual bills. */
export async function usesByBill(ctx: Ctx, serviceId: string, month: string, unitIds: readonly string[]) {
  const at = await loadMonth(ctx, serviceId, month);
  const meters =
    at.service.source === 'METER'
      ? await loadMeters(ctx.projectId, serviceId, at.period, { unitId: { $in: [...unitIds] } })
      : [];
  const byUnit = Map.groupBy(meters, ({ unitId }) => unitId);
  const places = new Map(
    unitIds.map(unitId => {
      const [first, ...others] = byUnit.get(unitId) ?? [];
      return [
        unitId,
        { whose: { unitId, meter: others.length > 0 ? null : (first ?? null) }, many: others.length > 0 },
      ];
    }),
  );
  const aroundOf = await loadFacts(
    ctx,
    at,
    [...places.values()].map(({ whose }) => whose),
  );
  const of = (unitId: string): Of => {
    const { whose, many } = places.get(unitId) ?? fail('NOT_FOUND');
    return { month: at, whose, many, known: aroundOf(whose) };
  };
  return {
    /** Index at which the unit's usage begins. */
    begins: (unitId: string): number | null => begun(of(unitId)),
    read: (unitId: string, input: Given, billId?: unknown): ReadByBill => read(of(unitId), input, billId),
  };
}

const begun = ({ whose, known }: Of): number | null =>
  whose.meter ? oldIndexOf(whose, known) : (known.before[0]?.newIndex ?? null);

/** Indexes or quantity of a usage, as entered. */
function toldBy(of: Of, input: Given): Told {
  const meter: MeterOf = { ...(of.whose.meter ?? WITHOUT_METER) };
  if (typeof input.coefficient === 'number') meter.coefficient = input.coefficient;
  const rolled = input.rolled === true;
  if (input.mode === 'INDEX') {
    if (of.many) wrong('newIndex', 'INVALID_INDEX');
    const indexes = { oldIndex: input.oldIndex ?? begun(of), newIndex: input.newIndex ?? null, rolled };
    return { ...indexes, usageNumber: usedOf(meter, indexes) };
  }
  const usageNumber = input.quantity ?? wrong('quantity', 'REQUIRED');
  const oldIndex = of.whose.meter ? begun(of) : null;
  if (oldIndex === null) return { oldIndex: null, newIndex: null, rolled: false, usageNumber };
  // Calculated new index of the meter, where the next month continues.
  const run = div(toExact(usageNumber), toExact(meter.coefficient ?? 1));
  const end = add(toExact(oldIndex), run);
  const wrap = wrapOf(meter);
  const over = decimal(end) >= wrap;
  return { oldIndex, newIndex: decimal(over ? sub(end, toExact(wrap)) : end), rolled: over, usageNumber };
}

function read(of: Of, input: Given, billId: unknown): ReadByBill {
  const { month, whose, known } = of;
  const { same, next } = known;
  if (same?.state === 'BILLED' && same.billId !== billId) fail('USAGE_BILLED');
  const reading = toldBy(of, input);
  const note = input.note ?? input.content ?? null;
  const values: Counted = {
    ...countUsage(month, whose, known, { ...reading, note }),
    ...reading,
  };
  return {
    values,
    meter: whose.meter,
    async changes(ctx, id) {
      // A manual bill confirms its usage.
      const confirmation = values.outlier ? { confirmed: true, confirmedBy: ctx.employeeId } : { confirmed: false };
      const whole = { ...values, ...confirmation, note: note?.slice(0, usage.fields.note.max) ?? null, source: 'BILL' };
      const was = same ? same.newIndex : values.oldIndex;
      const moved = [
        ...continueNextMonth(next, whose, was, values.newIndex, month.outlierPercent),
        ...noteReading(whose.meter, { month: month.month, newIndex: values.newIndex }),
      ];
      const billed = { billId: id, state: 'BILLED' };
      if (same) {
        const { changed } = await edited(ctx, usage, same, whole);
        return [
          { definition: usage, action: 'update', update: { doc: same, set: { ...changed, ...billed } } },
          ...moved,
        ];
      }
      const insert = await build(ctx, usage, { ...whole, ...(await stamps(ctx, values, {})) });
      return [{ definition: usage, action: 'create', insert: Object.assign(insert, billed) }, ...moved];
    },
  };
}
