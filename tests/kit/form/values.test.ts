import type { Field } from '@lobby/shared/kit/fields.ts';
import { describe, expect, it } from 'vitest';
import { formatsOf } from '../../../client/kit/i18n/format.ts';
import { readDay, readInstant, readMonth } from '../../../client/kit/ui/form/inputs/dates/days.ts';
import { readDecimal, readWhole } from '../../../client/kit/ui/form/inputs/numbers.ts';
import { readValue, tidy, type Writing, writeValue } from '../../../client/kit/ui/form/values.ts';

const timeZone = 'Asia/Ho_Chi_Minh';
const today = '2026-11-21';
const how: Writing = { formats: formatsOf('vi', timeZone), timeZone, today };

describe('numbers as people type them', () => {
  it.each([
    ['1500000', 1_500_000],
    ['1.500.000', 1_500_000],
    ['1,500,000', 1_500_000],
    ['1 500 000 ₫', 1_500_000],
    ['1\u00a0500', 1500],
    ['-12', -12],
    ['0', 0],
    ['1.50', null],
    ['12,5', null],
    ['1.5000', null],
    ['abc', null],
    ['', null],
  ])('%s is %s', (typed, value) => expect(readWhole(typed)).toBe(value));

  it.each([
    ['12,5', 12.5],
    ['12.25', 12.25],
    ['1.234', 1234],
    ['1.234,5', 1234.5],
    ['99,99 %', 99.99],
    ['-0,5', -0.5],
    ['0.07', 0.07],
    ['12,', null],
    ['1,2,3', null],
    ['x', null],
  ])('%s with decimals is %s', (typed, value) => expect(readDecimal(typed)).toBe(value));
});

describe('dates as people type them', () => {
  it.each([
    ['21/11/2026', '2026-11-21'],
    ['1/2/2026', '2026-02-01'],
    ['21-11-26', '2026-11-21'],
    ['21.11.2026', '2026-11-21'],
    ['21112026', '2026-11-21'],
    ['21/11', '2026-11-21'],
    [' 05 01 2027 ', '2027-01-05'],
    ['31/02/2026', null],
    ['2026-11-21', null],
    ['21/13/2026', null],
    ['mai', null],
  ])('%s is %s', (typed, day) => expect(readDay(typed, today)).toBe(day));

  it.each([
    ['11/2026', '2026-11'],
    ['1-2027', '2027-01'],
    ['13/2026', null],
  ])('%s is the month %s', (typed, month) => expect(readMonth(typed)).toBe(month));

  it.each([
    ['21/11/2026 08:30', '2026-11-21T01:30:00.000Z'],
    ['21/11 8h30', '2026-11-21T01:30:00.000Z'],
    ['21/11/2026 8h', '2026-11-21T01:00:00.000Z'],
    ['21/11/2026', '2026-11-20T17:00:00.000Z'],
    ['21/11/2026 24:00', null],
    ['08:30', null],
  ])('%s is %s', (typed, at) => expect(readInstant(typed, today, timeZone)).toBe(at));

  it('reads the clock of the day on which clocks change', () => {
    expect(readInstant('29/03/2026 12:00', today, 'Europe/Berlin')).toBe('2026-03-29T10:00:00.000Z');
    expect(readInstant('25/10/2026 12:00', today, 'Europe/Berlin')).toBe('2026-10-25T11:00:00.000Z');
  });
});

describe('values of inputs', () => {
  const cases: [Field, unknown, string][] = [
    [{ kind: 'money' }, 1_500_000, '1.500.000'],
    [{ kind: 'percent' }, 12.5, '12,5'],
    [{ kind: 'decimal' }, 74.25, '74,25'],
    [{ kind: 'date' }, '2026-11-21', '21/11/2026'],
    [{ kind: 'month' }, '2026-11', '11/2026'],
    [{ kind: 'instant' }, '2026-11-21T01:30:00.000Z', '21/11/2026 08:30'],
    [{ kind: 'phone' }, '+84912345678', '0912 345 678'],
    [{ kind: 'text', max: 10 }, 'a', 'a'],
    [{ kind: 'ref', to: 'unit' }, 'id', 'id'],
  ];

  it.each(cases)('of kind %o come back as they were written', (field, value, typed) => {
    expect(writeValue(field, value, how)).toBe(typed);
    expect(readValue(field, typed, how)).toEqual({ value });
    expect(tidy(field, typed, how)).toBe(typed);
  });

  it('are made tidy when left, and kept as typed while they are wrong', () => {
    expect(tidy({ kind: 'money' }, '1500000', how)).toBe('1.500.000');
    expect(tidy({ kind: 'phone' }, '+84 912.345.678', how)).toBe('0912 345 678');
    expect(tidy({ kind: 'text', max: 10 }, '  a   b ', how)).toBe('a b');
    expect(tidy({ kind: 'money' }, '12,5', how)).toBe('12,5');
    expect(tidy({ kind: 'date' }, '31/02/2026', how)).toBe('31/02/2026');
    expect(tidy({ kind: 'longText', max: 10 }, 'a \n b', how)).toBe('a \n b');
  });

  it('say what is wrong with what stands for no value', () => {
    expect(readValue({ kind: 'money' }, '12,5', how)).toEqual({ error: { code: 'NOT_NATURAL' } });
    expect(readValue({ kind: 'date' }, 'x', how)).toEqual({ error: { code: 'DATE_INVALID' } });
    expect(readValue({ kind: 'date' }, ' ', how)).toEqual({ value: null });
  });

  it('send files as their ids', () => {
    const file = { id: 'f1', name: 'a', type: 'image/png', size: 1, url: '', thumbUrl: null };
    expect(readValue({ kind: 'files', max: 5 }, [file], how)).toEqual({ value: ['f1'] });
  });
});
