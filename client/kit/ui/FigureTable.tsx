import type { Key, ReactNode } from 'react';
import { styleClass } from '../../theme/classes.ts';

const boxClass = styleClass({
  overflow: 'auto',
  minH: '0',
  '& table': { w: 'full', borderCollapse: 'collapse', textStyle: 'sm' },
  '& caption': { textAlign: 'start', textStyle: 'sm', fontWeight: 'semibold', px: '3', py: '2' },
  '& th, & td': { px: '3', py: '2', textAlign: 'start', borderBottomWidth: '1px', borderColor: 'border' },
  '& th': { fontWeight: 'medium', color: 'fg.muted', whiteSpace: 'nowrap' },
  '& thead th': { position: 'sticky', top: '0', zIndex: '1', bg: 'bg.subtle' },
  '& tbody th': { color: 'fg', fontWeight: 'normal' },
  '& [data-figure]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  '& tfoot td, & tfoot th': { fontWeight: 'semibold', color: 'fg' },
  '& a': { color: 'accent.fg' },
  '& tr[data-quiet]': { color: 'fg.muted' },
});

export interface FigureColumn<R> {
  key: string;
  label: ReactNode;
  /** At the end of its column, digits under digits. */
  figure?: boolean;
  cell: (row: R) => ReactNode;
  /** Below the column: its sum. */
  foot?: ReactNode;
}

interface FigureTableProps<R> {
  label: string;
  columns: readonly FigureColumn<R>[];
  /** Null while it is asked for. */
  rows: readonly R[] | null;
  keyOf: (row: R) => Key;
}

/** A small table of figures: sums, previews, statements. The first cell of a row names it; without rows there is no table. */
export function FigureTable<R>({ label, columns, rows, keyOf }: FigureTableProps<R>) {
  if (!rows || rows.length === 0) return null;
  const foots = columns.some(({ foot }) => foot !== undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section className={boxClass()} aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ key, label: head, figure }) => (
              <th key={key} scope="col" data-figure={figure ? '' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={keyOf(row)}>
              {columns.map(({ key, figure, cell }, n) =>
                n === 0 ? (
                  <th key={key} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={key} data-figure={figure ? '' : undefined}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        {foots && (
          <tfoot>
            <tr>
              {columns.map(({ key, figure, foot }) => (
                <td key={key} data-figure={figure ? '' : undefined}>
                  {foot}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
