import { type Day, dayOf, instantAt, startOfDay } from '@lobby/shared/kit/dates.ts';
import type { HandoverScheduleRow } from '@lobby/shared/modules/handover-schedule.ts';
import { zoneNow } from '../../../kit/base/zone.ts';
import { now } from '../../../kit/http/clock.ts';

/** Granularity of dropped times in minutes. */
export const STEP = 15;

/** Calendar day of an instant in the project's time zone. */
export const dayAt = (instant: string): Day => dayOf(new Date(instant), zoneNow());

/** Minutes since midnight of that day. */
export const minutesAt = (instant: string): number =>
  Math.round((Date.parse(instant) - startOfDay(dayAt(instant), zoneNow()).getTime()) / 60_000);

/** Instant of a day and minute in ISO format. */
export const momentOf = (day: Day, minutes: number): string => instantAt(day, minutes, zoneNow()).toISOString();

export const toStep = (minutes: number): number => Math.round(minutes / STEP) * STEP;

/** The time has passed without a start. */
export const isPassed = ({ status, scheduledAt }: Pick<HandoverScheduleRow, 'status' | 'scheduledAt'>): boolean =>
  status === 'PENDING_EXECUTION' && scheduledAt !== null && Date.parse(scheduledAt) < now();
