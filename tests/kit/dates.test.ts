import {
  addDays,
  addMonths,
  dayOf,
  daysBetween,
  isDay,
  isInstant,
  lastDayOf,
  mondayOf,
  nextDay,
  startOfDay,
  today,
  VIETNAM,
} from '@lobby/shared/kit/dates.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const ZONES = ['Asia/Ho_Chi_Minh', 'Asia/Tokyo', 'UTC', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];

describe('a day', () => {
  it.each(['2026-11-30', '2024-02-29', '2000-02-29', '1970-01-01', '2099-12-31'])('%s is one', text => {
    expect(isDay(text)).toBe(true);
  });

  it.each([
    '2026-02-29',
    '0135-09-22',
    '9999-12-31',
    '2026-02-31',
    '2026-13-01',
    '2026-00-10',
    '2026-11-00',
    '2026-11-31',
    '1900-02-29',
    '2026-1-1',
    '26-11-30',
    '2026/11/30',
    '2026-11-30T00:00:00Z',
    ' 2026-11-30',
    '',
    'today',
  ])('%j is none', text => {
    expect(isDay(text)).toBe(false);
  });

  it.each([
    ['2026-11-30', '2026-12-01'],
    ['2026-12-31', '2027-01-01'],
    ['2024-02-28', '2024-02-29'],
    ['2026-02-28', '2026-03-01'],
  ])('after %s is %s', (day, next) => {
    expect(nextDay(day)).toBe(next);
  });
});

describe('an instant', () => {
  it.each([
    ['1900-01-01T00:00:00Z', true],
    ['2999-12-31T23:59:59Z', true],
    ['2026-11-22T08:00:00+07:00', true],
    ['1900-01-01T00:00:00+07:00', false],
    ['1899-12-31T23:59:59Z', false],
    ['3000-01-01T00:00:00Z', false],
    ['0020-02-29T00:00:00Z', false],
    ['9999-12-31T23:59:59Z', false],
  ])('%s: %s', (text, is) => {
    expect(isInstant(text)).toBe(is);
  });
});

describe('a day in a time zone', () => {
  it.each([
    ['2026-11-20T16:59:59Z', 'Asia/Ho_Chi_Minh', '2026-11-20'],
    ['2026-11-20T17:00:00Z', 'Asia/Ho_Chi_Minh', '2026-11-21'],
    ['2026-11-20T17:00:00Z', 'UTC', '2026-11-20'],
    ['2026-01-01T04:59:59Z', 'America/New_York', '2025-12-31'],
  ])('%s in %s is %s', (at, zone, day) => {
    expect(dayOf(new Date(at), zone)).toBe(day);
  });

  it.each([
    ['2026-11-21', 'Asia/Ho_Chi_Minh', '2026-11-20T17:00:00.000Z'],
    ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
    ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
  ])('%s in %s begins at %s', (day, zone, at) => {
    expect(startOfDay(day, zone).toISOString()).toBe(at);
  });

  it('begins when the day before ends, on every day and everywhere', () => {
    const at = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(at, fc.constantFrom(...ZONES), (instant, zone) => {
        const day = dayOf(instant, zone);
        expect(isDay(day)).toBe(true);
        const begins = startOfDay(day, zone);
        expect(dayOf(begins, zone)).toBe(day);
        expect(dayOf(new Date(begins.getTime() - 1), zone)).not.toBe(day);
        expect(startOfDay(nextDay(day), zone).getTime()).toBeGreaterThan(instant.getTime());
      }),
      { numRuns: 500 },
    );
  });
});

describe('a calendar', () => {
  it.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-03-01', -1, '2027-02-28'],
    ['2026-11-27', 365, '2027-11-27'],
  ])('counts from %s by %i days to %s', (day, days, then) => {
    expect(addDays(day, days)).toBe(then);
    expect(daysBetween(day, then)).toBe(days);
  });

  it.each([
    ['2026-11', 2, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-11-27', -12, '2025-11-27'],
  ])('counts from %s by %i months to %s', (from, months, then) => expect(addMonths(from, months)).toBe(then));

  it('knows the last day of a month and the Monday of a week', () => {
    expect([lastDayOf('2026-02'), lastDayOf('2028-02'), lastDayOf('2026-12')]).toEqual([
      '2026-02-28',
      '2028-02-29',
      '2026-12-31',
    ]);
    expect(['2026-11-23', '2026-11-27', '2026-11-29'].map(mondayOf)).toEqual([
      '2026-11-23',
      '2026-11-23',
      '2026-11-23',
    ]);
  });

  it('says the day it is in a zone: late in the evening in UTC it is tomorrow in Vietnam', () => {
    const late = new Date('2026-12-31T17:30:00Z');
    expect([today(VIETNAM, late), today('UTC', late)]).toEqual(['2027-01-01', '2026-12-31']);
  });
});
