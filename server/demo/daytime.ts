import { DAY_MS, HOUR_MS, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { ZONE } from './plans.ts';

/**
 * A time to meet as text (`14h`, `10h30`): the next half hour at least 50 minutes ahead, or tomorrow morning outside of
 * 8 to 21.
 */
export function meetingAfter(at: Date): string {
  const local = new Date(Math.ceil((at.getTime() + ZONE + 50 * MINUTE_MS) / (30 * MINUTE_MS)) * 30 * MINUTE_MS);
  const hour = local.getUTCHours();
  if (hour < 8 || hour >= 21) return '8h30 sáng mai';
  return local.getUTCMinutes() === 0 ? `${hour}h` : `${hour}h${local.getUTCMinutes()}`;
}

/**
 * Moves a night-time instant (22:00 to 7:00) into the last 45 minutes of the evening before, keeping the order, unless
 * `from` lies in the same night.
 */
export function awake(at: number, from: number): number {
  const evening = Math.floor((at + ZONE + 2 * HOUR_MS) / DAY_MS) * DAY_MS - ZONE - 2 * HOUR_MS;
  const into = at - evening;
  return from < evening && into < 9 * HOUR_MS ? evening + Math.floor(into / 12) : at;
}
