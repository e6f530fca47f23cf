import { clockAt } from '../../kit/base/local-time.ts';

const two = (n: number) => String(n).padStart(2, '0');

/** Local time of day, as in `08:12`. */
export function hourText(at: Date | null | undefined, timeZone: string): string {
  if (!at) return '';
  const { minutes } = clockAt(at, timeZone);
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Local date and time, as in `30/11/2026 08:12`. */
export function timeText(at: Date | null | undefined, timeZone: string): string {
  if (!at) return '';
  return `${clockAt(at, timeZone).day.split('-').toReversed().join('/')} ${hourText(at, timeZone)}`;
}
