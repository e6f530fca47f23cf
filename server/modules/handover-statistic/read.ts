import { addDays, dayOf, instantAt } from '@lobby/shared/kit/dates.ts';
import { type HandoverDefect, handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { type HandoverSchedule, handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { type HandoverUnit, handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

/** Records that are read for a report at most. */
const MOST = 100_000;
const MOST_DAYS = 3660;

export interface Asked {
  from?: string | undefined;
  to?: string | undefined;
  by: 'day' | 'week' | 'month';
  split: 'partner' | 'category';
  filter?: { blockId?: string[] | undefined } | undefined;
}
export interface Period {
  from: string | null;
  to: string;
}

/** The days that are asked for; the whole programme where none are. */
export function periodIn(ctx: Ctx, { from, to }: Asked): Period {
  const last = to ?? dayOf(ctx.now, ctx.project.timeZone);
  if (from && last < from) failFields({ to: { code: 'END_BEFORE_START' } });
  if (from && addDays(from, MOST_DAYS) < last) fail('REPORT_PERIOD_TOO_LONG');
  return { from: from ?? null, to: last };
}

export const isWithin = ({ from, to }: Period, day: unknown): boolean =>
  typeof day === 'string' && (from === null || day >= from) && day <= to;

type Of<T> = Omit<T, 'id'> & Stored;
export type UnitRow = Of<HandoverUnit>;
export type Appointment = Of<HandoverSchedule>;
export type Defect = Of<HandoverDefect>;

const own = ({ projectId }: Ctx, { filter }: Asked) => ({
  projectId,
  deletedAt: null,
  ...(filter?.blockId && { blockId: { $in: filter.blockId } }),
});

export const unitsOf = (ctx: Ctx, asked: Asked): Promise<UnitRow[]> =>
  modelOf(handoverUnit).find(own(ctx, asked)).limit(MOST).maxTimeMS(10_000).lean<UnitRow[]>();

export const appointmentsOf = (ctx: Ctx, asked: Asked): Promise<Appointment[]> =>
  modelOf(handoverSchedule).find(own(ctx, asked)).limit(MOST).maxTimeMS(10_000).lean<Appointment[]>();

export const defectsOf = (ctx: Ctx, asked: Asked): Promise<Defect[]> =>
  modelOf(handoverDefect).find(own(ctx, asked)).limit(MOST).maxTimeMS(10_000).lean<Defect[]>();

/** The days of a period as moments. */
export const momentsOf = (ctx: Ctx, { from, to }: Period) => ({
  from: from ? instantAt(from, 0, ctx.project.timeZone) : new Date(0),
  to: instantAt(addDays(to, 1), 0, ctx.project.timeZone),
});
