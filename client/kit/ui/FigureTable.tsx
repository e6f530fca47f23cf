import type { Key, ReactNode } from 'react';
import { styleClass } from '../../theme/classes.ts';
import type { Formats } from '../i18n/format.ts';
import { useFormats } from '../i18n/formats.ts';
import { heldColumns } from './held-columns.ts';
import { Unbroken } from './Unbroken.tsx';

/** Each line as a block of its own, in as many columns as there is room for. */
const stacked = {
  '& thead': { position: 'absolute', w: '1px', h: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  '& tr': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 200px), 1fr))',
    columnGap: '6',
    py: '2',
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
  '& tbody th, & td': {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    justifyContent: 'space-between',
    px: '0',
    py: '0.5',
    borderWidth: '0',
  },
  '& tbody th': { gridColumn: '1 / -1' },
  '& [data-label]::before': { content: 'attr(data-label)', color: 'fg.subtle', fontWeight: 'normal' },
  '& td:empty': { display: 'none' },
} as const;

const boxClass = styleClass({
  overflow: 'auto',
  minH: '0',
  '& table': { w: 'full', borderCollapse: 'collapse', textStyle: 'sm', fontFamily: 'figures' },
  '& caption': { textAlign: 'start', textStyle: 'sm', fontWeight: 'semibold', px: '3', py: '2' },
  '& th, & td': { px: '3', py: '2', textAlign: 'start', borderBottomWidth: '1px', borderColor: 'border' },
  '& th': { fontWeight: 'medium', color: 'fg.muted', whiteSpace: 'nowrap' },
  '& thead th': { position: 'sticky', top: '0', zIndex: '1', bg: 'bg' },
  // Names break where figures beside them would be out of view.
  '& tbody th': {
    color: 'fg',
    fontWeight: 'normal',
    whiteSpace: { base: 'normal', md: 'nowrap' },
    minW: { base: '88px', md: 'auto' },
  },
  // What a row is of stays in view beside columns that go on.
  '&:not([data-plain]) :is(tbody th, tfoot td:first-of-type)': { position: 'sticky', insetInlineStart: '0', bg: 'bg' },
  '& [data-figure]': { textAlign: 'end', fontFamily: 'figures', whiteSpace: 'nowrap' },
  '& tfoot td, & tfoot th': { fontWeight: 'semibold', color: 'fg' },
  '& a': { color: 'accent.fg' },
  '& tr[data-quiet]': { color: 'fg.muted' },
  // In a drawer: from its edges, and where there is no room for columns each line as a block of its own.
  '&[data-plain]': {
    containerType: 'inline-size',
    // Its contents give such a container no width: beside a label it would have none.
    w: 'full',
    '& th, & td': { px: '0', py: '0.5', pe: '4', borderWidth: '0' },
    '& th:last-child, & td:last-child': { pe: '0' },
    // Words keep room for a few of them in a line; the table scrolls where that is too much.
    '& td:not([data-figure])': { minW: '72px' },
    '& thead th': { textStyle: 'xs', fontWeight: 'medium', color: 'fg.subtle', bg: 'transparent' },
    '& tfoot td': { borderTopWidth: '1px', borderColor: 'border' },
  },
  // A name and one or two figures: the eye goes from one to the other.
  '&[data-narrow] table': { maxW: '720px' },
  // Of several, one below the other, the figures stand below each other.
  '&[data-narrow] thead th[data-figure]': { w: { base: '112px', md: '160px' } },
  // Many columns: heads of two lines, and less between the figures.
  '&[data-dense]': {
    '& th, & td': { px: '2' },
    '& thead th': { whiteSpace: 'normal', verticalAlign: 'bottom', minW: '80px' },
  },
  // Its lines begin and end where the page's title and its charts do.
  '&:not([data-plain])': { mx: '4' },
  '&:not([data-plain]) :is(th, td):first-of-type': { ps: '0' },
  '&:not([data-plain]) :is(th, td):last-of-type': { pe: '0' },
  '&[data-cards]': { containerType: 'inline-size' },
  '@container (max-width: 420px)': { '& table[data-stacks]': stacked },
  '@container (max-width: 760px)': { '& table[data-stacks=many]': stacked },
});

interface Head {
  label: ReactNode;
  /** At the end of its column, digits under digits. */
  figure?: boolean;
  /** Below the column: its sum. */
  foot?: ReactNode;
  /** See `heldColumns`. */
  gives?: boolean;
}
/** A column draws its cells itself, or is a figure of the row by the name of its key. */
export type FigureColumn<R> = Head &
  (
    | { key: string; as?: undefined; cell: (row: R) => ReactNode }
    | { key: keyof R & string; as: 'money' | 'number' | 'day'; cell?: undefined }
  );

/** What a cell shows; what nothing is known of stays empty. */
function drawn<R>(column: FigureColumn<R>, row: R, formats: Formats): ReactNode {
  if (column.cell) {
    const said = column.cell(row);
    if (typeof said !== 'string') return said;
    // A card leaves out what is empty.
    return said === '' ? null : <Unbroken>{said}</Unbroken>;
  }
  const value: unknown = row[column.key];
  if (typeof value === 'number') return column.as === 'money' ? formats.money(value) : formats.number(value);
  return typeof value === 'string' ? formats.day(value) : '';
}

const isFigure = <R,>({ figure, as }: FigureColumn<R>) => (figure || as !== undefined ? '' : undefined);
const nameOf = ({ label }: Head) => (typeof label === 'string' && label ? label : undefined);
/** More columns than these do not stand side by side on a phone, more than those not in a drawer; figures never break, so that a third one counts twice. */
const FEW = 4;
const MANY = 7;
/** With more columns than these less stands between them. */
const DENSE = 5;
const stacksAt = <R,>(columns: readonly FigureColumn<R>[]) => {
  const figures = columns.filter(column => isFigure(column) !== undefined).length;
  if (columns.length > MANY) return 'many';
  return columns.length + Math.max(0, figures - 2) > FEW ? '' : undefined;
};

interface FigureTableProps<R> {
  label: string;
  columns: readonly FigureColumn<R>[];
  /** Null while it is asked for. */
  rows: readonly R[] | null;
  keyOf: (row: R, at: number) => Key;
  /** Lines of a record in a drawer: no frame, and one under the other where there is no room for columns. */
  plain?: boolean;
  /** What is done about a line stands in it: where there is no room for columns each line is a card of its own. */
  cards?: boolean;
}

/** A small table of figures: sums, previews, statements. The first cell of a row names it; without rows there is no table. */
export function FigureTable<R>({ label, columns: all, rows, keyOf, plain, cards }: FigureTableProps<R>) {
  const formats = useFormats();
  if (!rows || rows.length === 0) return null;
  const columns = heldColumns(all, rows);
  const foots = columns.some(({ foot }) => foot !== undefined);
  return (
    <section
      className={boxClass()}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
      tabIndex={0}
      data-plain={plain ? '' : undefined}
      data-dense={!plain && columns.length > DENSE ? '' : undefined}
      data-narrow={!plain && columns.length < FEW ? '' : undefined}
      data-cards={cards ? '' : undefined}
    >
      <table data-stacks={plain || cards ? stacksAt(columns) : undefined}>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column.key} scope="col" data-figure={isFigure(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={keyOf(row, at)}>
              {columns.map((column, n) =>
                n === 0 ? (
                  <th key={column.key} scope="row">
                    {drawn(column, row, formats)}
                  </th>
                ) : (
                  <td key={column.key} data-figure={isFigure(column)} data-label={nameOf(column)}>
                    {drawn(column, row, formats)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        {foots && (
          <tfoot>
            <tr>
              {columns.map(column => (
                <td
                  key={column.key}
                  data-figure={isFigure(column)}
                  data-label={isFigure(column) === undefined ? undefined : nameOf(column)}
                >
                  {column.foot}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
