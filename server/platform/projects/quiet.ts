import { dayOf, startOfDay } from '@lobby/shared/kit/dates.ts';
import { isQuiet } from '@lobby/shared/modules/sending-settings.ts';
import type { Project } from './projects.ts';

const HOUR_MS = 3_600_000;

/** Hours in which nobody gets a short message, whatever a project sets (the rule for advertising by phone, kept for all). */
const isNight = (hour: number) => hour >= 22 || hour < 7;

/**
 * When a message that can wait goes out: at once, or when the project's quiet hours are over; `byPhone` never at night. Where no hour is left, by day
 * alone counts.
 */
export function sendTime(project: Project, now: Date, byPhone = false): Date {
  const { timeZone } = project;
  const from = startOfDay(dayOf(now, timeZone), timeZone).getTime();
  const first = Math.floor((now.getTime() - from) / HOUR_MS);
  for (const closed of [
    (hour: number) => isQuiet(project, hour) || (byPhone && isNight(hour)),
    (hour: number) => byPhone && isNight(hour),
  ])
    for (let hours = first; hours <= first + 24; hours++)
      if (!closed(hours % 24)) return hours === first ? now : new Date(from + hours * HOUR_MS);
  return now;
}
