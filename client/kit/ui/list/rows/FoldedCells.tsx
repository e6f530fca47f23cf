import { moneyShape } from '@lobby/shared/kit/money.ts';
import { Fragment, type ReactNode } from 'react';
import { styleClass } from '../../../../theme/classes.ts';
import { type Column, cardColumns, told as firstTold, hasStates, isCode } from '../columns/columns.ts';
import { isSaid } from '../model/said.ts';
import { CheckCell } from './CheckCell.tsx';
import { cellContent, momentOf } from './cells.tsx';
import { GridCell } from './GridCell.tsx';
import { RowPresence } from './RowPresence.tsx';
import type { CellsProps } from './row-view.ts';

const contentClass = styleClass({
  gridColumn: 'auto / -1',
  minW: '0',
  h: 'full',
  ps: '1.5',
  pe: '4',
  container: 'folded / inline-size',
});

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

/** Below this width a status stands under the amount instead of in a column of its own. */
const NARROW = '@container folded (max-width: 499px)';

const rowClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: '3',
  alignItems: 'center',
  h: 'full',
  // Rows with text only take the full width.
  '&[data-words]': { gridTemplateColumns: 'minmax(0, 1fr)' },
});
const textClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: '2',
  alignItems: 'center',
  minW: '0',
  '& > [data-here]': { gridColumn: '2', gridRow: '1 / span 2', display: 'flex' },
});
/** Time above the status, and the person beside them. */
const endClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'auto auto',
  columnGap: '2.5',
  alignItems: 'center',
  justifyItems: 'end',
  fontFamily: 'figures',
  whiteSpace: 'nowrap',
  '& > [data-person]': { gridColumn: '2', gridRow: '1 / span 2', display: 'flex' },
  '& > :empty': { display: 'none' },
  '&:not([data-sum]):not(:has(> [data-status])) > :first-child': { gridRow: '1 / span 2' },
  // Amount and due day on two lines, the status in a column of its own.
  '&[data-sum]': {
    gridTemplateColumns: 'auto var(--status, 120px)',
    columnGap: '3',
    '& > [data-status]': { gridColumn: '2', gridRow: '1 / span 2', justifySelf: 'start' },
    '& > :first-child > b': { fontWeight: 'medium' },
    '& > small': { textStyle: 'xs', color: 'fg.muted' },
    '&:not(:has(> [data-status]))': { gridTemplateColumns: 'auto' },
    [NARROW]: {
      gridTemplateColumns: 'auto auto',
      columnGap: '1.5',
      '& > :first-child': { gridColumn: '1 / -1' },
      '& > small': { gridColumn: '1' },
      '& > [data-status]': { gridColumn: '2', gridRow: '2', justifySelf: 'end' },
    },
  },
});

/** Details in a line, divided by dots. Codes are whole; words are cut, and left out with their dot where little would remain. */
const metaClass = styleClass({
  gridColumn: '1',
  display: 'flex',
  flexWrap: 'wrap',
  overflow: 'hidden',
  h: '4',
  minW: '0',
  textStyle: 'xs',
  color: 'fg.muted',
  fontWeight: 'normal',
  '& > span': {
    flex: '1 0 88px',
    maxW: 'max-content',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    '&[data-whole]': { flex: 'none' },
  },
  '& > :empty': { display: 'none' },
  '& > :not(:empty) ~ :not(:empty)::before': { content: '"\u2002·\u2002"' },
});

/** Padding of a column in px, which a folded row does not need. */
const CELL_PADDING = 12;

const isEmpty = (part: ReactNode) => part === null || part === undefined || part === false || part === '';
const isWhole = (part: ReactNode) => typeof part === 'string' && /^\S*\d\S*$/.test(part);

interface FoldedRowProps {
  id: string;
  title: ReactNode;
  /** Unit, code, resident, type, the most distinguishing first; empty ones are left out. */
  meta: readonly ReactNode[];
  person?: ReactNode;
  time?: ReactNode;
  /** Amount above the time, instead of a person. */
  sum?: ReactNode;
  /** Left out where the tab says it already. */
  status?: ReactNode;
  /** Width of the longest status word, in px. */
  statusWidth?: number | undefined;
}

/** A row in two lines: title, then distinguishing details; person, time and status at the right. */
export function FoldedRow({ id, title, meta, person, time, sum, status, statusWidth }: FoldedRowProps) {
  const words = [person, time, sum, status].every(isEmpty);
  return (
    <div className={rowClass()} data-words={words || undefined}>
      <div className={textClass()}>
        <span className="cut" data-title="">
          {title}
        </span>
        <small className={metaClass()}>
          {meta.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line have their place as identity
            <span key={index} data-whole={isWhole(part) ? '' : undefined}>
              {part}
            </span>
          ))}
        </small>
        <span data-here="">
          <RowPresence id={id} />
        </span>
      </div>
      {!words && (
        <div
          className={endClass()}
          data-sum={sum === undefined ? undefined : ''}
          style={statusWidth === undefined ? undefined : { '--status': `${statusWidth}px` }}
        >
          {sum === undefined ? <span>{time}</span> : <span>{sum}</span>}
          {sum !== undefined && <small>{time}</small>}
          {!isEmpty(status) && <span data-status="">{status}</span>}
          {!isEmpty(person) && <span data-person="">{person}</span>}
        </div>
      )}
    </div>
  );
}

/** A two-line row derived from the definition: name, or unit and matter with code; amount and due day; status. */
function PlainFolded({ row, view }: Omit<CellsProps, 'selected'>) {
  const { columns, sums, definition, context } = view;
  const { unit, person, day: deciding, days, state, rest } = cardColumns(definition, columns);
  const draw = (column: Column | undefined) => column && cellContent(column, row, view);
  const [what, more] = rest;
  const title = columns.find(({ field }) => field === definition.title);
  // If a person takes the second line, a month moves to the line of the item that it belongs to.
  const [within, beside] = [person && more?.kind === 'month' ? more : undefined, person ?? more];
  const filled = [unit, what, within].filter(column => column !== undefined && draw(column) !== null);
  const isNamed = title !== undefined && !isCode(definition, title.field) && moneyShape(definition) === null;
  const when = firstTold(days, row) ?? deciding;
  const much = draw(firstTold(sums, row) ?? sums[0]) ?? '';
  const [day, hour] = momentOf(when, row, view);
  // Where the tab says the status, its place is free for the next state, such as how far it is paid.
  const states = [state, ...rest.filter(({ field }) => hasStates(definition, field))];
  const shown = states.find(column => column && !isSaid(context, column.field, row[column.field]));
  return (
    <FoldedRow
      id={row.id}
      title={
        isNamed
          ? draw(title)
          : filled.map((column, at) => (
              <Fragment key={column?.field}>
                {at > 0 && '\u2002'}
                {/* A month that belongs to no item says nothing alone. */}
                {what !== undefined &&
                  column === what &&
                  what.kind === 'month' &&
                  `${context.t(`fields.${what.field}`)} `}
                {column === unit ? <strong>{draw(column)}</strong> : draw(column)}
              </Fragment>
            ))
      }
      meta={isNamed ? [draw(unit), ...rest.filter(column => column !== shown).map(draw)] : [draw(title), draw(beside)]}
      sum={much ? <b>{much}</b> : day}
      time={
        much && day ? (
          <>
            {day} {hour}
          </>
        ) : (
          !much && hour
        )
      }
      statusWidth={shown && shown.width - CELL_PADDING}
      status={draw(shown)}
    />
  );
}
