import { nextSending } from '@lobby/shared/billing/dates.ts';
import { lastReminderDay, reminderDay } from '@lobby/shared/modules/reminder-days.ts';
import { hoursOn } from '@lobby/shared/modules/working-time.ts';
import { describe, expect, it } from 'vitest';

const OFFICE = '08:00-12:00, 13:00-17:00';
const WEEK = { monday: OFFICE, tuesday: OFFICE, wednesday: OFFICE, thursday: OFFICE, friday: OFFICE };
/** Tết 2027: 5 to 11 February. */
const TET = { startsOn: '2027-02-05', endsOn: '2027-02-11' };
const works = (day: string) =>
  hoursOn({ schedules: [{ ...WEEK, saturday: null, sunday: null }], holidays: [TET] }, day).length > 0;

describe('the day of a reminder', () => {
  it.each([
    ['a Monday stays', '2027-01-15', '2027-01-18'],
    ['a Saturday waits for Monday', '2027-01-20', '2027-01-25'],
    ['the day before Tet stays', '2027-02-01', '2027-02-04'],
    ['the first day of Tet waits for its end', '2027-02-02', '2027-02-12'],
    ['a Sunday within Tet too', '2027-02-04', '2027-02-12'],
    ['the day after Tet stays', '2027-02-09', '2027-02-12'],
  ])('%s', (_name, dueDate, day) => {
    expect(reminderDay(3, dueDate, works)).toBe(day);
  });

  it('is two days before the next notice at the latest', () => {
    expect(lastReminderDay('2027-01-05')).toBe('2027-01-03');
  });

  it.each([
    ['made on its sending day', '2026-11-01', '2026-11-01', 1, '2026-12-01'],
    ['made long after it: the next one is no month away', '2026-11-01', '2026-11-20', 1, '2026-12-01'],
    ['made before it', '2026-11-05', '2026-10-28', 5, '2026-12-05'],
    ['of a project that sends on the last of a month', '2027-01-31', '2027-01-31', 31, '2027-02-28'],
    ['that tells no sending day', null, '2026-11-10', 25, '2026-11-25'],
  ])('knows when the notice after one is sent that was %s', (_name, sendingDate, day, noticeSendingDay, next) => {
    expect(nextSending({ noticeSendingDay }, { day, sendingDate })).toBe(next);
  });
});
