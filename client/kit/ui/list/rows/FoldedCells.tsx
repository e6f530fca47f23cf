import { moneyShape } from '@lobby/shared/kit/money.ts';
import { Fragment, type ReactNode } from 'react';
import { styleClass } from '../../../../theme/classes.ts';
import { type Column, cardColumns, told as firstTold, isCode } from '../columns/columns.ts';
import { CheckCell } from './CheckCell.tsx';
import { cellContent } from './cells.tsx';
import { GridCell } from './GridCell.tsx';
import { RowPresence } from './RowPresence.tsx';
import { foldedTracks } from './row-look.ts';
import type { CellsProps } from './row-view.ts';

const contentClass = styleClass({ gridColumn: 'auto / -1', minW: '0', h: 'full', ps: '1.5', pe: '4' });

/** The two cells of a folded row. */
export function FoldedCells({ row, view, selected }: CellsProps) {
  return (
    <>
      {view.selects && <CheckCell row={row} view={view} selected={selected} />}
      <GridCell at={view.selects ? 2 : 1} className={contentClass()}>
        {view.folded ? view.folded(row, view.context) : <PlainFolded row={row} view={view} />}
      </GridCell>
    </>
  );
}

const rowClass = styleClass({
  display: 'grid',
  gridTemplateColumns: foldedTracks,
  alignItems: 'center',
  gap: '2',
  h: 'full',
  '& > :nth-child(2)': { display: 'flex', justifyContent: 'center' },
  '& > :nth-child(3)': { display: 'flex', justifyContent: 'flex-end', minW: '0' },
  '& > :nth-child(4)': { minW: '0' },
  // Amount and due day on two lines.
  '&[data-sum]': {
    gridTemplateColumns: 'minmax(0, 1fr) auto var(--status, 120px)',
    columnGap: '3',
    '& > :nth-child(2)': {
      display: 'grid',
      justifyItems: 'end',
      whiteSpace: 'nowrap',
      '& > :first-child': { fontWeight: 'medium' },
      '& > small': { textStyle: 'xs', color: 'fg.muted' },
    },
    '& > :nth-child(3)': { justifyContent: 'flex-start' },
  },
  // Rows with text only take the full width.
  '&[data-words]': { gridTemplateColumns: 'minmax(0, 1fr)' },
});
const textClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: '2',
  alignItems: 'center',
  minW: '0',
  '& > small': { gridColumn: '1', textStyle: 'xs', color: 'fg.muted', fontWeight: 'normal' },
  '& > [data-here]': { gridColumn: '2', gridRow: '1 / span 2', display: 'flex' },
});

/** Without other words, the day stands above its time. */
const dayClass = styleClass({
  display: 'block',
  w: 'min-content',
  ms: 'auto',
  textAlign: 'end',
  lineHeight: '17px',
  whiteSpace: 'normal',
});

/** Padding of a column in px, which a folded row does not need. */
const CELL_PADDING = 12;

interface FoldedRowProps {
  id: string;
  title: ReactNode;
  /** Code, unit, resident, type; empty ones are left out. */
  meta: readonly ReactNode[];
  person?: ReactNode;
  time?: ReactNode;
  /** Amount above the time, instead of a person. */
  sum?: ReactNode;
  status?: ReactNode;
  /** Width of the longest status word, in px. */
  statusWidth?: number | undefined;
}

/** A row in two lines: title, then distinguishing details; person, time and status at the right. */
export function FoldedRow({ id, title, meta, person, time, sum, status, statusWidth }: FoldedRowProps) {
  const style = statusWidth === undefined ? undefined : { '--status': `${statusWidth}px` };
  const words = person === undefined && time === undefined && status === undefined;
  const told = meta.filter(part => part !== null && part !== undefined && part !== '');
  return (
    <div
      className={rowClass()}
      data-words={words || undefined}
      data-sum={sum === undefined ? undefined : ''}
      style={style}
    >
      <div className={textClass()}>
        <span className="cut" data-title="">
          {title}
        </span>
        <small className="cut">
          {told.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line have their place as identity
            <span key={index}>
              {index > 0 && '\u2002·\u2002'}
              {part}
            </span>
          ))}
        </small>
        <span data-here="">
          <RowPresence id={id} />
        </span>
      </div>
      {sum !== undefined ? (
        <>
          <span>
            <span>{sum}</span>
            <small>{time}</small>
          </span>
          <span>{status}</span>
        </>
      ) : (
        !words && (
          <>
            <span>{person}</span>
            <span>{time}</span>
            <span>{status}</span>
          </>
        )
      )}
    </div>
  );
}

/** A two-line row derived from the definition: name, or unit and matter with code; amount and due day; status. */
function PlainFolded({ row, view }: Omit<CellsProps, 'selected'>) {
  const { columns, definition } = view;
  const { unit, person, day: deciding, days, sums, sum, state, rest } = cardColumns(definition, columns);
  const draw = (column: Column | undefined) => column && cellContent(column, row, view);
  const [what, more] = rest;
  const title = columns.find(({ field }) => field === definition.title);
  // If a person takes the second line, a month moves to the line of the item that it belongs to.
  const [within, beside] = person && more?.kind === 'month' ? [more, person] : [undefined, more];
  const told = [unit, what, within].filter(column => column !== undefined && draw(column) !== null);
  const isNamed = title !== undefined && !isCode(definition, title.field) && moneyShape(definition) === null;
  const day = draw(firstTold(days, row) ?? deciding);
  const much = draw(firstTold(sums, row) ?? sum) ?? '';
  return (
    <FoldedRow
      id={row.id}
      title={
        isNamed
          ? draw(title)
          : told.map((column, at) => (
              <Fragment key={column?.field}>
                {at > 0 && '\u2002'}
                {column === unit ? <strong>{draw(column)}</strong> : draw(column)}
              </Fragment>
            ))
      }
      meta={isNamed ? [draw(unit), draw(what), draw(more)] : [draw(title), draw(beside)]}
      sum={much || <span className={dayClass()}>{day}</span>}
      time={much ? day : ''}
      statusWidth={state && state.width - CELL_PADDING}
      status={draw(state)}
    />
  );
}
