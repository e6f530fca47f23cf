import { describe, expect, it } from 'vitest';
import { cellsOf, paintCells } from '../../client/modules/utility/form/painted.ts';
import { countIn, frequencyIn, ruleOf } from '../../client/modules/utility-booking/series/repeats.ts';

const monday = (from: string, to: string) => ({ weekday: '1', from, to });

describe('a painted week', () => {
  it('joins what touches into one line and leaves other days alone', () => {
    const sunday = { weekday: '0', from: '06:00', to: '22:00' };
    const lines = paintCells([sunday], '1', { from: 16, to: 19, on: true });
    expect(lines).toEqual([sunday, monday('08:00', '10:00')]);
    expect(paintCells(lines, '1', { from: 23, to: 20, on: true })).toEqual([sunday, monday('08:00', '12:00')]);
    expect(paintCells(lines, '1', { from: 47, to: 47, on: true })).toContainEqual(monday('23:30', '24:00'));
  });

  it('is wiped in the middle as two lines, and wiped whole as none', () => {
    const lines = [monday('08:00', '12:00')];
    expect(paintCells(lines, '1', { from: 18, to: 19, on: false })).toEqual([
      monday('08:00', '09:00'),
      monday('10:00', '12:00'),
    ]);
    expect(paintCells(lines, '1', { from: 0, to: 47, on: false })).toEqual([]);
  });

  it('is not painted over a line that begins or ends within half an hour', () => {
    const lines = [monday('08:15', '12:00')];
    expect(cellsOf(lines, '1')).toBeNull();
    expect(paintCells(lines, '1', { from: 0, to: 3, on: true })).toEqual(lines);
    expect(cellsOf(lines, '2')?.some(Boolean)).toBe(false);
  });
});

it('a rule says how often and how many times; none where it does not repeat', () => {
  const rule = ruleOf('WEEKLY', 8);
  expect([rule, frequencyIn(rule), countIn(rule)]).toEqual(['FREQ=WEEKLY;COUNT=8', 'WEEKLY', 8]);
  expect([ruleOf('', 8), frequencyIn('')]).toEqual(['', '']);
});
