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
