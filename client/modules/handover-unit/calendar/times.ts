import { type Day, dayOf, instantAt, startOfDay } from '@lobby/shared/kit/dates.ts';
import type { HandoverScheduleRow } from '@lobby/shared/modules/handover-schedule.ts';
import { zoneNow } from '../../../kit/base/zone.ts';
import { now } from '../../../kit/http/clock.ts';

/** How finely times are taken from where something is dropped, minutes. */
export const STEP = 15;

/** The day of a moment where the building stands, wherever the browser is. */
export const dayAt = (instant: string): Day => dayOf(new Date(instant), zoneNow());

/** Minutes of that day. */
export const minutesAt = (instant: string): number =>
  Math.round((Date.parse(instant) - startOfDay(dayAt(instant), zoneNow()).getTime()) / 60_000);

/** A moment of a day, as calls carry it. */
export const momentOf = (day: Day, minutes: number): string => instantAt(day, minutes, zoneNow()).toISOString();

export const toStep = (minutes: number): number => Math.round(minutes / STEP) * STEP;

/** Its time has passed, and nobody has begun. */
export const isPassed = ({ status, scheduledAt }: Pick<HandoverScheduleRow, 'status' | 'scheduledAt'>): boolean =>
  status === 'PENDING_EXECUTION' && scheduledAt !== null && Date.parse(scheduledAt) < now();
