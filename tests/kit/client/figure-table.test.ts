import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { type FigureColumn, FigureTable } from '../../../client/kit/ui/FigureTable.tsx';

interface Row {
  id: string;
  total: number;
  disputed: number;
}

const columns: FigureColumn<Row>[] = [
  { key: 'id', label: 'Unit', cell: ({ id }) => id },
  { key: 'total', label: 'Total', as: 'number' },
  {
    key: 'disputed',
    label: 'Disputed',
    figure: true,
    gives: true,
    cell: ({ disputed }) => (disputed ? String(disputed) : ''),
  },
];
const drawn = (rows: Row[]) =>
  renderToStaticMarkup(createElement(FigureTable<Row>, { label: 'Debts', rows, columns, keyOf: ({ id }) => id }));

it('a table of figures leaves out what no row holds, where its column gives way', () => {
  const none = drawn([{ id: 'A-01', total: 5, disputed: 0 }]);
  expect([none.includes('Total'), none.includes('Disputed')]).toEqual([true, false]);
  const some = drawn([
    { id: 'A-01', total: 5, disputed: 0 },
    { id: 'A-02', total: 5, disputed: 3 },
  ]);
  expect(some).toContain('Disputed');
});
