import type { ReactNode } from 'react';

/** Virtualized rows cannot be in a `<table>`, so roles make it one. `index` starts at 1 with the header. */
export function asRow(index: number, selected?: boolean) {
  return { role: 'row', 'aria-rowindex': index, 'aria-selected': selected } as const;
}

interface GridCellProps {
  /** A column header. */
  head?: boolean;
  /** Column index from 1. */
  at: number;
  sort?: 'ascending' | 'descending';
  /** Stays while columns scroll horizontally, as first or second in its row. */
  stuck?: 'first' | 'second';
  /** Clicks here select the row. */
  check?: boolean;
  /** Field of a draggable header. */
  field?: string;
  className?: string;
  children: ReactNode;
}

/** A cell. Keys navigate by rows, so cells never get the focus. */
export function GridCell({ head, at, sort, stuck, check, field, className, children }: GridCellProps) {
  const role = { role: head ? 'columnheader' : 'gridcell', 'aria-colindex': at, 'aria-sort': sort } as const;
  return (
    <div {...role} data-stuck={stuck} data-check={check ? '' : undefined} data-field={field} className={className}>
      {children}
    </div>
  );
}
