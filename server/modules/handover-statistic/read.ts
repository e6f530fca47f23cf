import { addDays, instantAt } from '@lobby/shared/kit/dates.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import type { Split } from '@lobby/shared/modules/handover-statistic.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { type Doc, records } from '../../kit/store/records.ts';

/** Maximum records read for a report. */
const MOST = 100_000;
const MOST_DAYS = 3660;

export interface HandoverQuery {
  from?: string | undefined;
  to?: string | undefined;
  by: 'day' | 'week' | 'month';
  split?: Split | undefined;
  /** Past day: units and defects are shown as of its end. */
  asOf?: string | undefined;
  filter?: { blockId?: string[] | undefined } | undefined;
}
export interface Period {
  from: string | null;
  to: string;
}

/** The requested period; by default from the beginning of the programme to today. */
export function periodIn(ctx: Ctx, { from, to }: HandoverQuery): Period {
  const last = to ?? todayOf(ctx);
  if (from && last < from) failFields({ to: { code: 'END_BEFORE_START' } });
  if (from && addDays(from, MOST_DAYS) < last) fail('REPORT_PERIOD_TOO_LONG');
  return { from: from ?? null, to: last };
}

export const isWithin = ({ from, to }: Period, day: string | null | undefined): boolean =>
  typeof day === 'string' && (from === null || day >= from) && day <= to;

export type UnitRow = Doc<typeof handoverUnit>;
export type Appointment = Doc<typeof handoverSchedule>;
export type Defect = Doc<typeof handoverDefect>;

const filterOf = ({ projectId }: Ctx, { filter }: HandoverQuery) => ({
  projectId,
  deletedAt: null,
  ...(filter?.blockId && { blockId: { $in: filter.blockId } }),
});

/** Units of the programme; for a past day in their state at its end. */
export async function loadUnits(ctx: Ctx, query: HandoverQuery): Promise<UnitRow[]> {
  const all = await records(handoverUnit).find(ctx, filterOf(ctx, query), { limit: MOST, patience: 10_000 });
  const { asOf } = query;
  if (!asOf) return all;
  const end = momentsOf(ctx, { from: null, to: asOf }).to;
  const begun = new Set(
    (await loadAppointments(ctx, query))
      .filter(appointment => appointment.actualAt && appointment.actualAt < end)
      .map(appointment => appointment.handoverId),
  );
  const open = Map.groupBy(
    (await loadDefects(ctx, query)).filter(({ closed }) => !closed),
    ({ handoverId }) => handoverId,
  );
  return all
    .filter(({ createdAt }) => createdAt < end)
    .map(row => {
      const over = typeof row.handedOverOn === 'string' && row.handedOverOn <= asOf;
      const status = over ? 'HANDED_OVER' : begun.has(row._id) ? 'HANDING_OVER' : 'WAITING_HANDOVER';
      const late = !over && typeof row.dueTo === 'string' && row.dueTo < asOf;
      return { ...row, status, late, openDefects: open.get(row._id)?.length ?? 0 };
    });
}

export const loadAppointments = (ctx: Ctx, query: HandoverQuery): Promise<Appointment[]> =>
  records(handoverSchedule).find(ctx, filterOf(ctx, query), { limit: MOST, patience: 10_000 });

/** Defects; for a past day those found by then, open if not yet confirmed or rejected. */
export async function loadDefects(ctx: Ctx, query: HandoverQuery): Promise<Defect[]> {
  const all = await records(handoverDefect).find(ctx, filterOf(ctx, query), { limit: MOST, patience: 10_000 });
  const { asOf } = query;
  if (!asOf) return all;
  const end = momentsOf(ctx, { from: null, to: asOf }).to;
  return all
    .filter(({ foundOn }) => foundOn && foundOn <= asOf)
    .map(defect => {
      const rejectedAt = defect.rejectedAt && defect.rejectedAt < end ? defect.rejectedAt : null;
      const confirmed = typeof defect.confirmedOn === 'string' && defect.confirmedOn <= asOf;
      const repaired = typeof defect.repairedOn === 'string' && defect.repairedOn <= asOf;
      const status = repaired ? 'REPAIRED' : 'NOT_REPAIRED';
      return { ...defect, status, closed: confirmed || rejectedAt !== null, rejectedAt };
    });
}

/** Period as instants, half-open. */
export const momentsOf = (ctx: Ctx, { from, to }: Period) => ({
  from: from ? instantAt(from, 0, ctx.project.timeZone) : new Date(0),
  to: instantAt(addDays(to, 1), 0, ctx.project.timeZone),
});
