import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { afterWorkingTime, type WorkCalendar, workingTimeBetween } from '@lobby/shared/modules/working-time.ts';
import { describe, expect, it } from 'vitest';

const NONE = { monday: '', tuesday: '', wednesday: '', thursday: '', friday: '', saturday: '', sunday: '' };
const everyDay = (hours: string) =>
  Object.fromEntries(Object.keys(NONE).map(day => [day, hours])) as unknown as typeof NONE;
const OFFICE = { ...everyDay('08:00-12:00, 13:00-17:30'), saturday: '08:00-12:00', sunday: '' };
const GUARDS = everyDay('00:00-06:00, 22:00-24:00');
/** Tết 2027: the last day of the old year and four days of the new one. */
const TET = [{ startsOn: '2027-02-05', endsOn: '2027-02-09' }];

const calendar = (schedules: (typeof NONE)[], holidays = TET): WorkCalendar => ({
  timeZone: 'Asia/Ho_Chi_Minh',
  schedules,
  holidays,
});
const at = (text: string) => new Date(`${text}+07:00`);

// 2026-11-23 is a Monday.
const CASES: [what: string, schedules: (typeof NONE)[], from: string, hours: number, to: string][] = [
  ['within a morning', [OFFICE], '2026-11-23T08:30', 2, '2026-11-23T10:30'],
  ['over the lunch break', [OFFICE], '2026-11-23T11:30', 1, '2026-11-23T13:30'],
  ['to the minute at which the morning ends', [OFFICE], '2026-11-23T10:00', 2, '2026-11-23T12:00'],
  ['begun at lunch', [OFFICE], '2026-11-23T12:15', 1, '2026-11-23T14:00'],
  ['begun before work', [OFFICE], '2026-11-23T05:00', 1, '2026-11-23T09:00'],
  ['begun after work', [OFFICE], '2026-11-23T19:00', 1, '2026-11-24T09:00'],
  ['over a night', [OFFICE], '2026-11-23T17:00', 1, '2026-11-24T08:30'],
  ['over a Sunday', [OFFICE], '2026-11-28T11:30', 1, '2026-11-30T08:30'],
  ['over Tết', [OFFICE], '2027-02-04T17:00', 1, '2027-02-10T08:30'],
  ['begun in Tết', [OFFICE], '2027-02-07T10:00', 4, '2027-02-10T12:00'],
  ['a shift across midnight', [GUARDS], '2026-11-23T23:00', 2, '2026-11-24T01:00'],
  ['a shift across midnight, and the next night', [GUARDS], '2026-11-24T05:00', 2, '2026-11-24T23:00'],
  ['two schedules at once are one clock', [OFFICE, OFFICE], '2026-11-23T11:30', 1, '2026-11-23T13:30'],
  ['schedules that meet', [OFFICE, everyDay('12:00-13:00')], '2026-11-23T11:30', 2, '2026-11-23T13:30'],
  ['without a schedule all day and night', [], '2026-11-23T23:00', 3, '2026-11-24T02:00'],
  ['without a schedule Tết is off', [], '2027-02-04T23:00', 3, '2027-02-10T02:00'],
];

describe('working time', () => {
  it.each(CASES)('%s', (_what, schedules, from, hours, to) => {
    const one = calendar(schedules);
    expect(afterWorkingTime(one, at(from), hours * HOUR_MS)).toEqual(at(to));
    expect(workingTimeBetween(one, at(from), at(to))).toBe(hours * HOUR_MS);
  });

  it.each([
    // Sydney: a Sunday in October has 23 hours, one in April 25.
    [
      'in the morning on which the clocks go forward',
      [everyDay('08:00-17:00')],
      '2026-10-03T21:00Z',
      9,
      '2026-10-04T06:00Z',
    ],
    ['over the night in which they go forward', [], '2026-10-03T14:00Z', 48, '2026-10-05T14:00Z'],
    ['in the morning on which they go back', [everyDay('08:00-17:00')], '2027-04-03T22:00Z', 9, '2027-04-04T07:00Z'],
    ['over the night in which they go back', [], '2027-04-03T13:00Z', 48, '2027-04-05T13:00Z'],
  ] as const)('counts hours as they pass %s', (_what, schedules, from, hours, to) => {
    const sydney = { timeZone: 'Australia/Sydney', schedules, holidays: [] };
    expect(afterWorkingTime(sydney, new Date(from), hours * HOUR_MS)).toEqual(new Date(to));
    expect(workingTimeBetween(sydney, new Date(from), new Date(to))).toBe(hours * HOUR_MS);
  });

  it('never comes where nobody ever works', () => {
    expect(afterWorkingTime(calendar([NONE]), at('2026-11-23T08:00'), HOUR_MS)).toBeNull();
    expect(workingTimeBetween(calendar([NONE]), at('2026-11-23T08:00'), at('2026-12-23T08:00'))).toBe(0);
  });

  it('is none between an instant and an earlier one', () =>
    expect(workingTimeBetween(calendar([OFFICE]), at('2026-11-24T10:00'), at('2026-11-23T10:00'))).toBe(0));
});
