import { describe, expect, it } from 'vitest';
import { anchoredTop, topShowing } from '../../../client/kit/ui/list/anchor.ts';

const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `r${from + n}`);
const place = (list: readonly (string | null)[], id: string, rowHeight: number, top: number) =>
  list.indexOf(id) * rowHeight - top;

describe('scrolling that keeps its place', () => {
  it('stays at the top, where new rows slide in', () => {
    expect(anchoredTop({ ids: ids(1, 50), rowHeight: 36, top: 0 }, ids(0, 50), 36, null)).toBe(0);
  });

  it('keeps the first shown row where it is when rows come or go above', () => {
    const before = { ids: ids(0, 100), rowHeight: 36, top: 370 };
    const more = ['new', ...before.ids];
    const fewer = before.ids.slice(3);
    for (const next of [more, fewer]) {
      const top = anchoredTop(before, next, 36, null);
      expect(place(next, 'r10', 36, top)).toBe(place(before.ids, 'r10', 36, before.top));
    }
  });

  it.each([0, 36, 72, 90, 360, 371])(
    'keeps the opened row under the pointer when all rows change their height, from %i',
    from => {
      const before = { ids: ids(0, 100), rowHeight: 36, top: from };
      const opened = `r${Math.ceil(from / 36) + 9}`;
      const top = anchoredTop(before, before.ids, 44, opened);
      // No row is torn below the head.
      expect(top % 44).toBe(0);
      const pointer = place(before.ids, opened, 36, from) + 18;
      const folded = place(before.ids, opened, 44, top);
      expect(folded).toBeLessThanOrEqual(pointer);
      expect(folded + 44).toBeGreaterThanOrEqual(pointer);
      const back = anchoredTop({ ...before, rowHeight: 44, top }, before.ids, 36, opened);
      expect(back % 36).toBe(0);
      if (from % 36 === 0) expect(back).toBe(from);
    },
  );

  it('never scrolls above the top, and does without the row that it held', () => {
    expect(anchoredTop({ ids: ids(0, 9), rowHeight: 44, top: 4 }, ids(0, 9), 36, 'r8')).toBe(0);
    expect(anchoredTop({ ids: ids(0, 100), rowHeight: 36, top: 370 }, ids(50, 100), 36, null)).toBe(370);
    expect(anchoredTop({ ids: [null, null], rowHeight: 36, top: 40 }, [null, null], 36, null)).toBe(40);
  });

  it('brings a row into view with the least movement', () => {
    expect(topShowing(2, 36, 100, 400)).toBe(72);
    expect(topShowing(5, 36, 100, 400)).toBe(100);
    expect(topShowing(20, 36, 100, 400)).toBe(21 * 36 - 400);
  });
});
