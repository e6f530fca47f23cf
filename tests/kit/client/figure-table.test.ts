import { expect, it } from 'vitest';
import { heldColumns } from '../../../client/kit/ui/figures/held-columns.ts';
import { leadingEmpty } from '../../../client/kit/ui/figures/newest.ts';
import { ticksOf } from '../../../client/kit/ui/figures/ticks.ts';

interface Row {
  total: number;
  disputed: number;
}

it('a table of figures leaves out what no row holds, where its column gives way', () => {
  const cell = ({ disputed }: Row) => (disputed ? String(disputed) : '');
  const columns = [{ key: 'total' }, { key: 'disputed', gives: true, cell }];
  const shown = (...rows: Row[]) => heldColumns<Row, (typeof columns)[number]>(columns, rows).map(({ key }) => key);
  expect(shown({ total: 5, disputed: 0 })).toEqual(['total']);
  expect(shown({ total: 5, disputed: 0 }, { total: 5, disputed: 3 })).toEqual(['total', 'disputed']);
  expect(shown({ total: 0, disputed: 0 })).toEqual(['total']);
});

it('times that tell next to nothing give way to those that do, unless one stands alone', () => {
  expect(leadingEmpty([1, 1, 2, 700, 710, 5])).toBe(3);
  expect(leadingEmpty([1, 700, 710])).toBe(0);
  expect(leadingEmpty([300, 700, 0])).toBe(0);
  expect([leadingEmpty([]), leadingEmpty([0, 0])]).toEqual([0, 0]);
});

it('the axis of a chart counts in steps that people count in', () => {
  const of = (...values: (number | null)[]) =>
    ticksOf(
      values.map(now => ({ values: { now, hidden: 9000 } })),
      [{ key: 'now' }],
      false,
    );
  expect(of(203, null, 12)).toEqual([0, 100, 200, 300]);
  expect(of(190)).toEqual([0, 50, 100, 150, 200]);
  expect(of(96)).toEqual([0, 25, 50, 75, 100]);
  expect(of(2, 1)).toEqual([0, 1, 2]);
  expect(of(0)).toEqual([0, 1]);
  expect(of(-30, 70)).toEqual([-50, -25, 0, 25, 50, 75]);
  expect(of(718_400_000)).toEqual([0, 200_000_000, 400_000_000, 600_000_000, 800_000_000]);
  expect(ticksOf([{ values: { paid: 30, owed: 60 } }], [{ key: 'paid' }, { key: 'owed' }], true)).toEqual([
    0, 25, 50, 75, 100,
  ]);
});
