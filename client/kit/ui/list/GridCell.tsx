import type { ReactNode } from 'react';

/** Rows that are drawn only where one looks cannot stand in a `<table>`: it is one by its roles. `index` from 1, the head's. */
export function asRow(index: number, selected?: boolean) {
  return { role: 'row', 'aria-rowindex': index, 'aria-selected': selected } as const;
}

interface GridCellProps {
  /** Names a column. */
  head?: boolean;
  /** From 1. */
  at: number;
  sort?: 'ascending' | 'descending';
  /** Stays while the columns scroll sideways: the first thing in its row, or the second. */
  stuck?: 'first' | 'second';
  /** The grid hears clicks here as choosing the row. */
  check?: boolean;
  /** Field of a head that can be dragged. */
  field?: string;
  className?: string;
  children: ReactNode;
}

/** A cell; keys walk the grid by rows, so that cells never have the focus themselves. */
export function GridCell({ head, at, sort, stuck, check, field, className, children }: GridCellProps) {
  const role = { role: head ? 'columnheader' : 'gridcell', 'aria-colindex': at, 'aria-sort': sort } as const;
  return (
    <div {...role} data-stuck={stuck} data-check={check ? '' : undefined} data-field={field} className={className}>
      {children}
    </div>
  );
}
