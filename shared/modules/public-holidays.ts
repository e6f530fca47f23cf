import { addDays, type Day, isDay } from '../kit/dates.ts';

/** Public holidays of Vietnam: Labour Code 45/2019/QH14, article 112. */
export const PUBLIC_HOLIDAYS = ['newYear', 'tet', 'hungKings', 'victory', 'labour', 'national'] as const;
export type PublicHoliday = (typeof PUBLIC_HOLIDAYS)[number];

/**
 * Lunar new year and the 10th of the third lunar month, by new moons at UTC+7 (Decision 121/CP of 1967). In 2030 Tết is
 * a day earlier than in calendars for UTC+8.
 */
const LUNAR: Readonly<Record<number, readonly [tet: Day, hungKings: Day]>> = {
  2024: ['2024-02-10', '2024-04-18'],
  2025: ['2025-01-29', '2025-04-07'],
  2026: ['2026-02-17', '2026-04-26'],
  2027: ['2027-02-06', '2027-04-16'],
  2028: ['2028-01-26', '2028-04-04'],
  2029: ['2029-02-13', '2029-04-23'],
  2030: ['2030-02-02', '2030-04-12'],
  2031: ['2031-01-23', '2031-04-01'],
  2032: ['2032-02-11', '2032-04-19'],
  2033: ['2033-01-31', '2033-04-09'],
  2034: ['2034-02-19', '2034-04-28'],
  2035: ['2035-02-08', '2035-04-17'],
};
export const YEARS: readonly number[] = Object.keys(LUNAR).map(Number);

/** A holiday with the days that can be off, and whether each usually is. */
export interface Offer {
  holiday: PublicHoliday;
  days: readonly { day: Day; usual: boolean }[];
}

const daysFrom = (day: Day, first: number, last: number, usual: (n: number) => boolean) =>
  Array.from({ length: last - first + 1 }, (_, n) => ({ day: addDays(day, first + n), usual: usual(first + n) }));

/** Direction of the second day off for the National Day: the one that makes the longer weekend. */
function besideNational(year: number): 1 | -1 {
  const weekday = new Date(Date.UTC(year, 8, 2)).getUTCDay();
  return weekday === 1 || weekday === 4 || weekday === 0 ? 1 : -1;
}

/**
 * Public holidays of a year in order; lunar ones only within the table. Tết usually has five days: the last of the old
 * year and four of the new.
 */
export function publicHolidays(year: number): Offer[] {
  if (!isDay(`${year}-01-01`)) return [];
  const [tet, hungKings] = LUNAR[year] ?? [];
  const oneDay = (holiday: PublicHoliday, day: Day): Offer => ({ holiday, days: [{ day, usual: true }] });
  const beside = besideNational(year);
  const offers: Offer[] = [
    oneDay('newYear', `${year}-01-01`),
    ...(tet ? [{ holiday: 'tet', days: daysFrom(tet, -3, 6, n => n >= -1 && n <= 3) } as const] : []),
    ...(hungKings ? [oneDay('hungKings', hungKings)] : []),
    oneDay('victory', `${year}-04-30`),
    oneDay('labour', `${year}-05-01`),
    { holiday: 'national', days: daysFrom(`${year}-09-02`, -1, 1, n => n === 0 || n === beside) },
  ];
  return offers.toSorted((a, b) => (a.days[0]?.day ?? '').localeCompare(b.days[0]?.day ?? ''));
}

/** Groups days into runs of consecutive days. */
export function runsOf(days: readonly Day[]): { startsOn: Day; endsOn: Day }[] {
  const runs: { startsOn: Day; endsOn: Day }[] = [];
  for (const day of days.toSorted()) {
    const last = runs.at(-1);
    if (last && addDays(last.endsOn, 1) >= day) last.endsOn = day;
    else runs.push({ startsOn: day, endsOn: day });
  }
  return runs;
}
