import { HOUR, MINUTE, ZONE } from './plans.ts';

/** A time to meet, an hour or two ahead and within working hours, as it is written: `14h`, `10h30`. */
export function meetingAfter(at: Date): string {
  const local = new Date(Math.ceil((at.getTime() + ZONE + 50 * MINUTE) / (30 * MINUTE)) * 30 * MINUTE);
  const hour = local.getUTCHours();
  if (hour < 8 || hour >= 21) return '8h30 sáng mai';
  return local.getUTCMinutes() === 0 ? `${hour}h` : `${hour}h${local.getUTCMinutes()}`;
}

/** The hours from 22 to 7 become the last three quarters of an evening shift, in their order; nights that began in one stay. */
export function awake(at: number, from: number): number {
  const evening = Math.floor((at + ZONE + 2 * HOUR) / (24 * HOUR)) * 24 * HOUR - ZONE - 2 * HOUR;
  const into = at - evening;
  return from < evening && into < 9 * HOUR ? evening + Math.floor(into / 12) : at;
}
