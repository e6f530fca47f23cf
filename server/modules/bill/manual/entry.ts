import type { Source, Vehicle } from '@lobby/shared/billing/billing-input.ts';
import { servicePeriod } from '@lobby/shared/billing/dates.ts';
import { charge, Uncountable } from '@lobby/shared/billing/engine.ts';
import { figuresOf } from '@lobby/shared/billing/items.ts';
import { monthPeriod, type Period } from '@lobby/shared/billing/periods.ts';
import type { Version } from '@lobby/shared/billing/version.ts';
import { type BILL_MODES, paymentState } from '@lobby/shared/modules/bill.ts';
import { isRead } from '@lobby/shared/modules/billing-service.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { usage } from '@lobby/shared/modules/usage.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import type { Values } from '../../../kit/records/typed-behaviour.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { versionsBy } from '../../tariff/index.ts';
import { type ReadByBill, usesByBill } from '../../usage/index.ts';
import { failDateOrder } from '../dates.ts';
import { loadLabels } from '../run/plan.ts';
import type { BillValues, ServiceDoc, UnitDoc } from '../types.ts';

export const MOST = 2_000_000_000;

/** Calculation mode of a manual bill: as given, else inferred from its values. */
export function modeOf({ mode, createdFor, amount, newIndex }: BillValues): (typeof BILL_MODES)[number] {
  if (createdFor === 'DEBT') return 'AMOUNT';
  if (mode) return mode;
  if (typeof amount === 'number') return 'AMOUNT';
  return typeof newIndex === 'number' ? 'INDEX' : 'QUANTITY';
}

/** Data shared by the manual bills of one service and month. */
export interface Known {
  service: ServiceDoc;
  month: string;
  period: Period;
  versions: readonly Version[];
  units: ReadonlyMap<string, UnitDoc>;
  living: ReadonlyMap<string, number>;
  labels: (unit: UnitDoc) => string[];
  /** For metered services: previous indexes, and the resulting usage. */
  uses: Awaited<ReturnType<typeof usesByBill>> | null;
}

/** Loads tariff versions, units, residents and usage for all units at once. */
export async function loadKnown(
  ctx: Ctx,
  { service, month }: Pick<Known, 'service' | 'month'>,
  unitIds: readonly string[],
): Promise<Known> {
  const { projectId } = ctx;
  const units = await loadRefs(projectId, unit, unitIds);
  const [versions, people, labels, uses] = await Promise.all([
    versionsBy(projectId, [service.tariffId]),
    records(residency).find(ctx, { unitId: { $in: unitIds }, living: true }, { only: ['unitId'] }),
    loadLabels(projectId, [...units.values()]),
    isRead(service.source) && !service.usageOf ? usesByBill(ctx, service._id, month, [...units.keys()]) : null,
  ]);
  const homes = Map.groupBy(people, ({ unitId }) => unitId);
  return {
    service,
    month,
    units,
    labels,
    uses,
    period: servicePeriod(service, month),
    versions: versions.get(service.tariffId ?? '') ?? [],
    living: new Map([...homes].map(([unitId, residents]) => [unitId, residents.length])),
  };
}

/** The tariff version in force at the end of a month. */
export const lastVersion = async (
  { projectId }: Ctx,
  { tariffId }: ServiceDoc,
  month: string,
): Promise<Version | undefined> =>
  ((await versionsBy(projectId, [tariffId])).get(tariffId ?? '') ?? [])
    .filter(({ effectiveFrom }) => effectiveFrom <= monthPeriod(month).end)
    .toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1))
    .at(-1);

const sourceOf = ({ source }: ServiceDoc): Source => (source === 'METER' ? 'NUMBER' : (source ?? 'FIXED'));

/** Anonymous vehicles for the whole month, one per place. */
const places = (quantity: number): Vehicle[] =>
  Array.from({ length: Math.max(1, Math.round(quantity)) }, (_, n) => ({ plate: `${n + 1}`, start: '1900-01-01' }));

/** Default quantity if none is given. */
function usualQuantity({ service, living, units }: Known, unitId: string): number {
  const home = units.get(unitId);
  if (service.source === 'PEOPLE') return living.get(unitId) ?? 0;
  return service.source === 'AREA' ? (home?.useArea ?? home?.area ?? 0) : 1;
}

/** Usage of a unit by its manual bill; null for services without meters. */
export function readOf({ uses }: Known, values: BillValues & { _id?: string }): ReadByBill | null {
  const mode = modeOf(values);
  if (mode === 'AMOUNT') return null;
  if (!uses && mode === 'INDEX') failFields({ mode: { code: 'INVALID_INDEX' } }, 'INVALID_INDEX');
  return uses?.read(values.unitId ?? '', { ...values, mode }, values._id) ?? null;
}

/** Discount that replaces the tariff's; requires a reason. */
export function givenDiscount({ discountType: type, discountPercent, discountAmount, changeReason }: BillValues) {
  if (!type) return null;
  const value = (type === 'PERCENT' ? discountPercent : discountAmount) ?? 0;
  if (value > 0 && !changeReason) failFields({ changeReason: { code: 'REQUIRED' } });
  return { type, value } as const;
}

/** Runs the billing engine; its errors are reported at the matching field. */
function chargeFor(facts: Known, values: BillValues, quantity: number) {
  const { service, period, versions, labels } = facts;
  const unitId = values.unitId ?? '';
  const home = facts.units.get(unitId);
  const dates = { start: values.periodStart ?? null, end: values.periodEnd ?? null };
  if (dates.start && dates.end && dates.end < dates.start)
    failDateOrder('periodEnd', { earlier: dates.start, later: dates.end });
  const part = dates.start || dates.end;
  try {
    return charge({
      versions,
      quantity,
      source: sourceOf(service),
      unitName: service.unitName,
      unit: { type: home?.type, labels: home ? labels(home) : [] },
      people: facts.living.get(unitId) ?? 0,
      vehicles: service.source === 'VEHICLE' ? places(quantity) : [],
      period: { type: part ? 'PART_OF_MONTH' : 'ONE_MONTH', ...period },
      ...(part && { use: dates }),
      discount: givenDiscount(values),
    });
  } catch (error) {
    if (!(error instanceof Uncountable)) throw error;
    const { code } = error;
    // The given dates lie outside the service's period.
    if (code === 'PERIOD_NOT_MET')
      return dates.end && dates.end < period.start
        ? failDateOrder('periodStart', { earlier: period.start, later: dates.end })
        : failDateOrder('periodStart', { earlier: dates.start ?? period.end, later: period.end });
    return fail(code, { fields: { [code === 'NO_TARIFF' ? 'serviceId' : 'quantity']: { code } } });
  }
}

/** Old and new meter index, and whether the meter rolled over. */
type Indexes = Pick<Values<typeof usage>, 'oldIndex' | 'newIndex' | 'rolled'>;

/** Amounts of a manual bill by the tariff, from a quantity or a meter index. */
export function figuresBy(facts: Known, values: BillValues & { _id?: string }) {
  const { period, service, versions } = facts;
  const read = readOf(facts, values);
  const quantity = Number(read?.values.usageNumber ?? values.quantity ?? usualQuantity(facts, values.unitId ?? ''));
  if (quantity === 0 && service.source === 'AREA') failFields({ quantity: { code: 'NO_AREA' } }, 'NO_AREA');
  const charged = chargeFor(facts, values, quantity);
  if (values.discountType === 'FIXED' && (values.discountAmount ?? 0) > charged.gross)
    failFields({ discountAmount: { code: 'INVALID_DISCOUNT' } }, 'INVALID_DISCOUNT');
  const figures = figuresOf(charged);
  if (figures.total > MOST) failFields({ quantity: { code: 'AMOUNT_TOO_LARGE' } }, 'AMOUNT_TOO_LARGE');
  const last = versions.find(({ id }) => id === charged.versions.at(-1)?.id);
  const { oldIndex = null, newIndex = null, rolled = false } = (read?.values ?? {}) as Indexes;
  const coefficient = values.coefficient ?? read?.meter?.coefficient ?? 1;
  return {
    ...figures,
    quantity,
    oldIndex,
    newIndex,
    rolled,
    originalTotal: figures.total,
    remaining: figures.total,
    amount: figures.net,
    readings: read?.meter ? [{ meter: read.meter.code, coefficient, oldIndex, newIndex, used: quantity }] : [],
    vatRate: last?.vatKind === 'RATE' ? last.vat : 0,
    vatIncluded: last?.vatIncluded ?? false,
    surchargeTax: last?.surchargeTax ?? 0,
    periodStart: values.periodStart ?? period.start,
    periodEnd: values.periodEnd ?? period.end,
    paymentState: paymentState(figures.total, 0),
  };
}
