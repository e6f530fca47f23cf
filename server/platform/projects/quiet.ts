import { dayOf, nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import { isQuiet } from '@lobby/shared/modules/sending-settings.ts';
import type { Project } from './projects.ts';

const HOUR_MS = 3_600_000;

/** When a message that can wait goes out: at once, or at the end of the project's quiet hours. */
export function sendTime(project: Project, now: Date): Date {
  const { timeZone, quietTo } = project;
  const today = dayOf(now, timeZone);
  const hour = Math.floor((now.getTime() - startOfDay(today, timeZone).getTime()) / HOUR_MS);
  if (quietTo == null || !isQuiet(project, hour)) return now;
  const day = hour < quietTo ? today : nextDay(today);
  return new Date(startOfDay(day, timeZone).getTime() + quietTo * HOUR_MS);
}
