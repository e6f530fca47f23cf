import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { type DateRule, firstOf, planDates, ruleDates } from '@lobby/shared/modules/plan-dates.ts';
import { expect, it } from 'vitest';

const rule = (given: Partial<DateRule>): DateRule => ({
  frequency: 'MONTHLY',
  interval: 1,
  weekdays: [],
  monthDays: [],
  nth: null,
  startsOn: '2026-01-31',
  endsOn: null,
  count: null,
  ...given,
});
const always = () => true;
const days = (given: Partial<DateRule>, most = 4) => firstOf(ruleDates(rule(given)), most);

it('keeps to the end of a month that is too short', () => {
  expect(days({ monthDays: [31] })).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
  expect(days({ monthDays: ['LAST', 31], startsOn: '2026-02-01' }, 2)).toEqual(['2026-02-28', '2026-03-31']);
});

it('knows the second Tuesday, and weeks from Monday on', () => {
  expect(days({ nth: '2', weekdays: [2], startsOn: '2026-01-01' }, 3)).toEqual([
    '2026-01-13',
    '2026-02-10',
    '2026-03-10',
  ]);
  const weekly = { frequency: 'WEEKLY', interval: 2, weekdays: [4, 1], startsOn: '2026-01-07' } as const;
  expect(days(weekly)).toEqual(['2026-01-08', '2026-01-19', '2026-01-22', '2026-02-02']);
  expect(days({ frequency: 'YEARLY', startsOn: '2028-02-29' }, 3)).toEqual(['2028-02-29', '2029-02-28', '2030-02-28']);
});

it('ends after so many, or on its last day', () => {
  expect(days({ frequency: 'DAILY', interval: 3, count: 2 }, 9)).toEqual(['2026-01-31', '2026-02-03']);
  expect(days({ frequency: 'DAILY', endsOn: '2026-02-01' }, 9)).toEqual(['2026-01-31', '2026-02-01']);
});

it('moves a day on which nobody works, past no other day of the plan', () => {
  const second = rule({ monthDays: [2], startsOn: '2026-08-01' });
  const works = (day: string) => day !== '2026-09-02';
  expect(firstOf(planDates(second, 'NEXT_WORKING_DAY', works), 2)).toEqual([
    { date: '2026-08-02' },
    { date: '2026-09-03', movedFrom: '2026-09-02' },
  ]);
  expect(firstOf(planDates(second, 'PREVIOUS_WORKING_DAY', works), 2)[1]).toEqual({
    date: '2026-09-01',
    movedFrom: '2026-09-02',
  });
  expect(firstOf(planDates(second, 'SKIP', works), 2)[1]).toEqual({ date: '2026-10-02' });
  const daily = rule({ frequency: 'DAILY', startsOn: '2026-09-01', count: 3 });
  expect(firstOf(planDates(daily, 'NEXT_WORKING_DAY', works), 9)).toEqual([
    { date: '2026-09-01' },
    { date: '2026-09-03' },
  ]);
  expect(firstOf(planDates(daily, 'KEEP', always), 9)).toHaveLength(3);
});

/** 400 days around Tết 2028 and its leap day, each with its calendar data computed independently. */
const YEAR = Array.from({ length: 400 }, (_, n) => {
  const at = new Date(Date.UTC(2027, 11, 1) + n * DAY_MS);
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
  const length = [31, year % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  const day = [year, month, date].map(part => String(part).padStart(2, '0')).join('-');
  return { day, n, weekday: at.getUTCDay(), month, date, length };
});
type CalendarDay = (typeof YEAR)[number];
/** Non-working days: Sundays, Tết (25 to 31 January 2028), 30 April, 1 May and 2 September. */
const isFree = ({ day, weekday }: Pick<CalendarDay, 'day' | 'weekday'>) =>
  weekday === 0 || (day >= '2028-01-25' && day <= '2028-01-31') || /-(04-30|05-01|09-02)$/.test(day);

const RULES: readonly (readonly [string, Partial<DateRule>, (day: CalendarDay) => boolean])[] = [
  ['every day', { frequency: 'DAILY' }, () => true],
  ['every third day', { frequency: 'DAILY', interval: 3 }, ({ n }) => n % 3 === 0],
  ['Monday and Thursday', { frequency: 'WEEKLY', weekdays: [1, 4] }, ({ weekday }) => weekday === 1 || weekday === 4],
  ['the 15th', { monthDays: [15] }, ({ date }) => date === 15],
  ['the 31st', { monthDays: [31] }, ({ date, length }) => date === length],
  ['the 29th', { monthDays: [29] }, ({ date, length }) => date === Math.min(29, length)],
  ['second Tuesday', { nth: '2', weekdays: [2] }, ({ weekday, date }) => weekday === 2 && date > 7 && date < 15],
  ['last Friday', { nth: 'LAST', weekdays: [5] }, ({ weekday, date, length }) => weekday === 5 && date > length - 7],
  ['quarterly', { interval: 3, monthDays: [1] }, ({ month, date }) => date === 1 && month % 3 === 0],
];

it.each(RULES)('agrees for a year through Tết and a leap day with a calendar on paper: %s', (_name, given, isDue) => {
  const end = YEAR.at(-1)?.day ?? '';
  const whole = rule({ ...given, startsOn: '2027-12-01', endsOn: end });
  const due = YEAR.filter(isDue);
  expect([...ruleDates(whole)]).toEqual(due.map(({ day }) => day));
  const works = (day: string) => !isFree({ day, weekday: new Date(`${day}T00:00:00Z`).getUTCDay() });
  const kept = due.filter(day => !isFree(day)).map(({ day }) => ({ date: day }));
  expect([...planDates(whole, 'SKIP', works)]).toEqual(kept);
  const moved = due.flatMap((day, n) => {
    if (!isFree(day)) return [{ date: day.day }];
    const to = YEAR.find(one => one.n > day.n && !isFree(one));
    const next = due[n + 1];
    return to && (!next || to.n < next.n) ? [{ date: to.day, movedFrom: day.day }] : [];
  });
  const told = [...planDates(whole, 'NEXT_WORKING_DAY', works)].filter(({ date }) => date <= end);
  expect(told).toEqual(moved);
  expect(told.every(({ date }) => works(date))).toBe(true);
  expect(new Set(told.map(({ date }) => date)).size).toBe(told.length);
});
