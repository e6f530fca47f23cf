import type { Key, ReactNode } from 'react';
import { styleClass } from '../../../theme/classes.ts';
import type { Formats } from '../../i18n/format.ts';
import { useFormats } from '../../i18n/formats.ts';
import { Unbroken } from '../marks/Unbroken.tsx';
import { heldColumns } from './held-columns.ts';

/** Each row as a block, in as many columns as fit. */
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
  // A long value wraps at the end of its line; its label stays whole.
  '& [data-label]::before': { content: 'attr(data-label)', flex: 'none', color: 'fg.subtle', fontWeight: 'normal' },
  '& [data-label] > *': { textAlign: 'end' },
  '& td:empty': { display: 'none' },
  // The words of a button end where other values end.
  '& td > button': { me: '-2.5' },
} as const;

const boxClass = styleClass({
  overflow: 'auto',
  minH: '0',
  '& table': { w: 'full', borderCollapse: 'collapse', textStyle: 'sm', fontFamily: 'figures' },
  '& caption': { textAlign: 'start', textStyle: 'sm', fontWeight: 'semibold', px: '3', py: '2' },
  '& th, & td': { px: '3', py: '2', textAlign: 'start', borderBottomWidth: '1px', borderColor: 'border' },
  '& th': { fontWeight: 'medium', color: 'fg.muted', whiteSpace: 'nowrap' },
  '& thead th': { position: 'sticky', top: '0', zIndex: '1', bg: 'bg' },
  // Names wrap, so that the figures beside them stay in view.
  '& tbody th': {
    color: 'fg',
    fontWeight: 'normal',
    whiteSpace: { base: 'normal', md: 'nowrap' },
    minW: { base: '88px', md: 'auto' },
  },
  // The row header stays in view while columns scroll.
  '&:not([data-plain]) :is(tbody th, tfoot td:first-of-type)': { position: 'sticky', insetInlineStart: '0', bg: 'bg' },
  '& [data-figure]': { textAlign: 'end', fontFamily: 'figures', whiteSpace: 'nowrap' },
  // The digits of a figure that opens something stand below its head.
  '& [data-figure] > button': { me: '-2.5' },
  // So do the words of a name.
  '& td:not([data-figure]) > button': { ms: '-2.5' },
  '& tfoot td, & tfoot th': { fontWeight: 'semibold', color: 'fg' },
  '& a': { color: 'accent.fg' },
  '& tr[data-quiet]': { color: 'fg.muted' },
  // In a drawer: full width, with each row as a block if there is no room for columns.
  '&[data-plain]': {
    containerType: 'inline-size',
    // Such a container gets no width from its content, so beside a label it would collapse.
    w: 'full',
    '& + &': { mt: '4' },
    '& th, & td': { px: '0', py: '0.5', pe: '4', borderWidth: '0' },
    '& th:last-child, & td:last-child': { pe: '0' },
    // Text columns keep a minimum width; the table scrolls if that is too much.
    '& td:not([data-figure])': { minW: '72px' },
    '& thead th': { textStyle: 'xs', fontWeight: 'medium', color: 'fg.subtle', bg: 'transparent' },
    '& tfoot td': { borderTopWidth: '1px', borderColor: 'border' },
  },
  // A name and a few figures: limited width, so that the eye can follow the row.
  '&[data-narrow] table': { maxW: 'calc(320px + var(--figures) * 160px)' },
  // A fixed width aligns the figures of several tables below each other.
  '&[data-narrow] thead th[data-figure]': { w: { base: '112px', md: '160px' } },
  // Many columns: two-line headers, and smaller gaps.
  '&[data-dense]': {
    '& th, & td': { px: '2' },
    '& thead th': { whiteSpace: 'normal', verticalAlign: 'bottom', minW: '80px' },
  },
  // Aligned with the page's title and charts.
  '&:not([data-plain])': { mx: '4' },
  '&:not([data-plain]) :is(th, td):first-child': { ps: '0' },
  '&:not([data-plain]) :is(th, td):last-child': { pe: '0' },
  '&[data-cards]': { containerType: 'inline-size' },
  '@container (max-width: 420px)': { '& table[data-stacks]': stacked },
  '@container (max-width: 760px)': { '& table[data-stacks=many]': stacked },
});

interface Head {
  label: ReactNode;
  /** Right-aligned, with tabular digits. */
  figure?: boolean;
  /** Total below the column. */
  foot?: ReactNode;
  /** See `heldColumns`. */
  gives?: boolean;
}
/** A column renders its cells itself, or shows a figure of the row by its key. */
export type FigureColumn<R> = Head &
  (
    | { key: string; as?: undefined; cell: (row: R) => ReactNode }
    | { key: keyof R & string; as: 'money' | 'number' | 'day'; cell?: undefined }
  );

/** Content of a cell; empty if the value is unknown. */
function drawn<R>(column: FigureColumn<R>, row: R, formats: Formats): ReactNode {
  if (column.cell) {
    const content = column.cell(row);
    if (typeof content !== 'string') return content;
    // Cards omit empty values, and lay out their cells in a row: one element keeps the words of a value together.
    return content === '' ? null : (
      <span>
        <Unbroken>{content}</Unbroken>
      </span>
    );
  }
  const value: unknown = row[column.key];
  if (typeof value === 'number') return column.as === 'money' ? formats.money(value) : formats.number(value);
  return typeof value === 'string' ? formats.day(value) : '';
}

const isFigure = <R,>({ figure, as }: FigureColumn<R>) => (figure || as !== undefined ? '' : undefined);
const nameOf = ({ label }: Head) => (typeof label === 'string' && label ? label : undefined);
/** Maximum number of columns side by side on a phone and in a drawer; figures never wrap, so each counts twice from the third on. */
const FEW = 4;
const MANY = 7;
/** Tables with more columns get smaller gaps. */
const DENSE = 5;
const stacksAt = <R,>(columns: readonly FigureColumn<R>[], cards: boolean) => {
  const figures = columns.filter(column => isFigure(column) !== undefined).length;
  const weight = columns.length + Math.max(0, figures - 2);
  // On a page, names beside figures that never wrap would be left a word a line.
  if ((cards ? weight : columns.length) > MANY) return 'many';
  return weight > FEW ? '' : undefined;
};

interface FigureTableProps<R> {
  label: string;
  columns: readonly FigureColumn<R>[];
  /** Null while loading. */
  rows: readonly R[] | null;
  keyOf: (row: R, at: number) => Key;
  /** Lines of a record in a drawer: without frame, stacked if there is no room for columns. */
  plain?: boolean;
  /** Rows contain buttons: if there is no room for columns, each row becomes a card. */
  cards?: boolean;
}

/** A small table of figures: sums, previews, statements. The first cell names its row; without rows nothing is rendered. */
export function FigureTable<R>({ label, columns: all, rows, keyOf, plain, cards }: FigureTableProps<R>) {
  const formats = useFormats();
  if (!rows || rows.length === 0) return null;
  const columns = heldColumns(all, rows);
  const onlyFigures = columns.slice(1).every(column => isFigure(column) !== undefined);
  const foots = columns.some(({ foot }) => foot !== undefined);
  return (
    <section
      className={boxClass()}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
      tabIndex={0}
      data-plain={plain ? '' : undefined}
      data-dense={!plain && columns.length > DENSE ? '' : undefined}
      data-narrow={!plain && (columns.length < FEW || onlyFigures) ? '' : undefined}
      style={{ '--figures': columns.length - 1 }}
      data-cards={cards ? '' : undefined}
    >
      <table data-stacks={plain || cards ? stacksAt(columns, cards ?? false) : undefined}>
        <thead>
          <tr>
            {columns.map((column, n) => (
              // The first cell names its row, and begins where its head does.
              <th key={column.key} scope="col" data-figure={n === 0 ? undefined : isFigure(column)}>
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
