import { describe, expect, it } from 'vitest';
import { formatsOf, spanOf, urgencyOf } from '../../client/kit/i18n/format.ts';

const vi = formatsOf('vi', 'Asia/Ho_Chi_Minh');
const NBSP = '\u00a0';

describe('dates', () => {
  it('are written in the time zone of the project, not of the browser', () => {
    expect(vi.dateTime('2026-11-20T18:30:00Z')).toBe('21/11/2026 01:30');
    expect(formatsOf('vi', 'Asia/Tokyo').dateTime('2026-11-20T18:30:00Z')).toBe('21/11/2026 03:30');
  });
  it.each(['vi', 'en', 'ja', 'zh', 'ko'] as const)('are DD/MM/YYYY in %s', language => {
    expect(formatsOf(language, 'Asia/Ho_Chi_Minh').date('2026-11-05T03:00:00Z')).toBe('05/11/2026');
  });
  it('write midnight as 00:00', () => {
    expect(vi.time('2026-11-20T17:00:00Z')).toBe('00:00');
  });
  it('are as short as is clear', () => {
    const now = Date.parse('2026-11-21T03:00:00Z');
    expect(vi.when('2026-11-21T01:12:00Z', now)).toBe('08:12');
    expect(vi.when('2026-11-20T01:12:00Z', now)).toBe('20/11');
    expect(vi.when('2025-11-20T01:12:00Z', now)).toBe('20/11/2025');
  });
  it('of the calendar are only turned round', () => {
    expect(vi.day('2026-11-30')).toBe('30/11/2026');
    expect(vi.day('2026-11')).toBe('11/2026');
  });
});

describe('numbers', () => {
  it('of money carry dots and the sign', () => {
    expect(vi.money(1_234_567)).toBe(`1.234.567${NBSP}₫`);
    expect(vi.money(-1000)).toBe(`-1.000${NBSP}₫`);
    expect(formatsOf('en', 'Asia/Ho_Chi_Minh').money(1_234_567)).toBe(`1,234,567${NBSP}₫`);
  });
  it('of counts grow short', () => {
    expect(vi.count(1207)).toBe('1.207');
    expect(vi.count(12_345)).toBe('12,3k');
  });
});

describe('due times', () => {
  const minute = 60_000;
  it.each([
    [20_000, 'minute', 1],
    [59 * minute, 'minute', 59],
    [-35 * minute, 'minute', 35],
    [125 * minute, 'hour', 2],
    [49 * 60 * minute, 'day', 2],
  ])('say %d ms as %s %d', (ms, unit, count) => {
    expect(spanOf(ms)).toEqual({ unit, count });
  });
  it.each([
    [61, 'far'],
    [60, 'soon'],
    [0, 'soon'],
    [-1, 'past'],
  ])('%d minutes away are %s', (minutes, urgency) => {
    expect(urgencyOf(minutes * minute, 0)).toBe(urgency);
  });
});
