import { expect, it } from 'vitest';
import { heldColumns } from '../../../client/kit/ui/figures/held-columns.ts';
import { leadingEmpty } from '../../../client/kit/ui/figures/newest.ts';

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
