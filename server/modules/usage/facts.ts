import { servicePeriod } from '@lobby/shared/billing/dates.ts';
import type { Period } from '@lobby/shared/billing/periods.ts';
import { addMonths } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { isRead, service } from '@lobby/shared/modules/billing-service.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { usage, usageKey } from '@lobby/shared/modules/usage.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { type Doc, records, type Where } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import { billingSettings } from '../../platform/billing/settings.ts';
import { wrong } from './count.ts';

/** Months searched back for the last reading of a meter. */
const MONTHS_BACK = 24;

/** A service with readings, and the period of one of its months. */
export interface MonthOf {
  service: Doc<typeof service>;
  month: string;
  period: Period;
  outlierPercent: number;
}

/** Loads a service with readings for a month; refused if it has none, or in the future. */
export async function loadMonth(ctx: Ctx, serviceId: string | null, month: string): Promise<MonthOf> {
  const target = await needRef(ctx, service, serviceId ?? '', 'serviceId');
  if (!isRead(target.source) || target.usageOf) failFields({ serviceId: { code: 'REFERENCE_NOT_SUITABLE' } });
  const period = servicePeriod(target, month);
  if (period.start > todayOf(ctx)) wrong('month', 'INVALID_FEE_MONTH');
  const { outlierPercent } = await billingSettings(ctx.projectId);
  return { service: target, month, period, outlierPercent };
}

/** Subject of a usage: a meter, or a unit. */
export interface Whose {
  meter: Doc<typeof meter> | null;
  unitId: string;
}

/** Usages of a subject around a month. */
export interface Around {
  before: Doc<typeof usage>[];
  same: Doc<typeof usage> | null;
  next: Doc<typeof usage> | null;
  /** Code of the bill of the month. */
  bill: string | null;
}

export const keyOf = ({ meter: meterDoc, unitId }: Whose, serviceId: string, month: string) =>
  usageKey({ meterId: meterDoc?._id, unitId, serviceId }, month);

/** Loads these for many subjects at once. */
export async function loadFacts(
  { projectId }: Ctx,
  { service, month }: Pick<MonthOf, 'service' | 'month'>,
  whose: readonly Whose[],
): Promise<(whose: Whose) => Around> {
  const scope = { projectId, deletedAt: null };
  const unitIds = [...new Set(whose.map(({ unitId }) => unitId))];
  const [usages, bills] = await Promise.all([
    records(usage).find(
      { projectId },
      { ...scope, serviceId: service._id, unitId: { $in: unitIds }, month: { $gte: addMonths(month, -MONTHS_BACK) } },
      { sort: { month: -1 }, patience: 10_000 },
    ),
    records(bill).find(
      { projectId },
      {
        ...scope,
        unitId: { $in: unitIds },
        serviceId: service._id,
        month,
        createdFor: 'SERVICE',
        type: 'NORMAL',
        status: { $in: ['DRAFT', 'ACTIVE'] },
        repeatable: false,
      },
      { only: ['unitId', 'code'] },
    ),
  ]);
  const byReader = Map.groupBy(usages, doc => doc.meterId ?? doc.unitId);
  const billed = new Map(bills.map(({ unitId, code }) => [unitId, code ?? '']));
  return place => {
    const all = byReader.get(place.meter?._id ?? place.unitId) ?? [];
    return {
      before: all.filter(of => of.month < month),
      same: all.find(of => of.month === month) ?? null,
      next: all.findLast(of => of.month > month) ?? null,
      bill: billed.get(place.unitId) ?? null,
    };
  };
}

/** Meters of a service that were installed during a month. */
export const loadMeters = (
  projectId: string,
  serviceId: string,
  period: Period,
  more: Where<typeof meter> = {},
): Promise<Doc<typeof meter>[]> =>
  records(meter).find(
    { projectId },
    {
      serviceId,
      startDate: { $lte: period.end },
      $or: [{ live: true }, { removedAt: { $gte: period.start } }],
      ...more,
    },
    { sort: { code: 1 }, patience: 10_000 },
  );
