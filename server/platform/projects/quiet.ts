import { instantAt } from '@lobby/shared/kit/dates.ts';
import { isNight, isQuiet, sendingOf } from '@lobby/shared/modules/sending-settings.ts';
import { clockAt } from '../../kit/base/local-time.ts';
import type { Project } from './projects.ts';

const MINUTES = 24 * 60;

const timeAt = (minute: number) =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/**
 * When a message that can wait is sent: now, or after the project's quiet hours; `byPhone` never at night. If quiet hours
 * cover all of the day, only the night counts. `anyHour` ignores the project's quiet hours, if the recipient asked for that.
 */
export function sendTime(
  { timeZone, sending }: Pick<Project, 'timeZone' | 'sending'>,
  now: Date,
  byPhone = false,
  anyHour = false,
): Date {
  const set = sendingOf(sending);
  const { day, minutes: first } = clockAt(now, timeZone);
  const night = (time: string) => byPhone && isNight(time);
  for (const closed of [(time: string) => (!anyHour && isQuiet(set, time)) || night(time), night])
    for (let minute = first; minute <= first + MINUTES; minute++)
      if (!closed(timeAt(minute))) return minute === first ? now : instantAt(day, minute, timeZone);
  return now;
}
