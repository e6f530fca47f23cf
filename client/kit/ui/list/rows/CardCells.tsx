import type { ReactNode } from 'react';
import { styleClass } from '../../../../theme/classes.ts';
import { Checkbox } from '../../controls/Checkbox.tsx';
import { type Column, cardColumns, NUMBERS, rowName, told } from '../columns/columns.ts';
import { cellContent, momentOf } from './cells.tsx';
import { GridCell } from './GridCell.tsx';
import { RowPresence } from './RowPresence.tsx';
import type { CellsProps } from './row-view.ts';

const nothing = () => undefined;
const pickClass = styleClass({
  position: 'absolute',
  insetInlineStart: '4',
  insetBlock: '0',
  display: 'flex',
  alignItems: 'center',
  pointerEvents: 'none',
});

/** The single cell of a card on phones. */
export function CardCells({ row, view, selected }: CellsProps) {
  const { definition, context } = view;
  return (
    <GridCell at={1}>
      {view.selects && (
        <span className={pickClass()}>
          <Checkbox
            bare
            tabIndex={-1}
            checked={selected}
            onChange={nothing}
            label={context.t('kit:list.selectRow', { name: rowName(definition, row, context.t) })}
          />
        </span>
      )}
      {view.card ? view.card(row, view.context) : <PlainCard row={row} view={view} selected={false} />}
    </GridCell>
  );
}

const linesClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  gap: '0.5',
  minW: '0',
  h: 'full',
  '& > div': { display: 'flex', alignItems: 'center', gap: '2', minW: '0', minH: '5', whiteSpace: 'nowrap' },
  '& > div > :last-child:not(:first-child)': { ms: 'auto' },
  '& > div:first-of-type > span': { textStyle: 'xs', flex: 'none', fontFamily: 'figures' },
  '& > div:last-child > span:last-child > :is(strong, b)': { fontFamily: 'figures' },
  '& > div:last-child': { minH: '6', mt: '1' },
  '& strong': { fontWeight: 'semibold' },
  '& b': { fontWeight: 'semibold', minW: '0' },
  // Text shrinks first; the label of a figure may wrap in two lines, but neither is cut.
  '& small, & span:has(> small)': { flexShrink: '1000', minW: '0' },
  '& :has(> [data-figure]), & span:has(> * > [data-figure])': { flexShrink: '1', minW: 'min-content' },
  '& [data-figure]': {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    '& > :first-child': {
      fontWeight: 'normal',
      textStyle: 'xs',
      lineHeight: '14px',
      whiteSpace: 'normal',
      textWrap: 'balance',
      textAlign: 'end',
    },
    '& > :last-child': { flex: 'none' },
  },
  '& > div > [data-aside]': { flex: '0 1 auto', textStyle: 'xs', color: 'fg.muted' },
  '& [data-whole]': { flex: 'none' },
  '& small': { textStyle: 'xs', color: 'fg.muted' },
});

interface CardRowProps {
  id: string;
  /** Heading: what the list is searched and sorted by, such as the unit of a ticket or the name of a resident. */
  lead: ReactNode;
  /** The heading is a code, which must not be cut. */
  coded?: boolean;
  /** Secondary text beside it. */
  note?: ReactNode;
  /** Code of a unit beside it, never cut. */
  unit?: ReactNode;
  time?: ReactNode;
  title: ReactNode;
  /** Labelled content beside it, such as a day that is not the main one. */
  aside?: ReactNode;
  status?: ReactNode;
  /** Beside the status: the type. */
  kind?: ReactNode;
  person?: ReactNode;
}

/** A card of a list on phones: heading and time, title, status and person. */
export function CardRow({ id, lead, coded = false, title, aside, status, kind, person, ...head }: CardRowProps) {
  const { note, unit, time } = head;
  return (
    <div className={linesClass()}>
      <div>
        {coded ? <strong data-whole="">{lead}</strong> : <strong className="cut">{lead}</strong>}
        <small className="cut">{note}</small>
        {unit && <small data-whole="">{unit}</small>}
        <span>{time}</span>
      </div>
      <div>
        <span className="cut">{title}</span>
        {aside && (
          <span className="cut" data-aside="">
            {aside}
          </span>
        )}
      </div>
      <div>
        {status}
        <small className="cut">{kind}</small>
        <span style={{ display: 'inline-flex', gap: 8 }}>
          <RowPresence id={id} />
          {person}
        </span>
      </div>
    </div>
  );
}

/** A card derived from the definition: title, status and the other columns in a line. */
function PlainCard({ row, view }: CellsProps) {
  const { columns, definition, context } = view;
  const { unit, person, day, days, sum, sums, state, rest } = cardColumns(definition, columns, row);
  const [when, much] = [told(days, row), told(sums, row)];
  const draw = (field: string) => {
    const column = [...columns, ...days, ...sums].find(other => other.field === field);
    return column && cellContent(column, row, view);
  };
  const isFigure = (column: Column | undefined): boolean =>
    column !== undefined && NUMBERS.has(column.kind) && column.kind !== 'month';
  /** Figures, days and flags need the name of their column; a month beside its item does not. */
  const named = (column: Column | undefined) => {
    if (!column) return null;
    const word = context.t(`fields.${column.field}`);
    if (column.kind === 'flag') return row[column.field] ? word : null;
    const value = draw(column.field);
    return isFigure(column) && value !== null ? (
      <span data-figure="">
        <span>{word}:</span>
        <span>{value}</span>
      </span>
    ) : (
      value
    );
  };
  // People know a document by its unit; its number stands beside it.
  const home = unit && row[unit.field] ? draw(unit.field) : null;
  const number = definition.title === 'code' && home ? draw('code') : null;
  const isDeciding = when !== undefined && when.field === day?.field;
  const [what, more, least] = rest;
  // Two labelled values, or one and a word, do not fit beside a status.
  const below = much ? much.field !== sum?.field : isFigure(least);
  const above = when && !isDeciding ? when : below || isFigure(more) ? more : undefined;
  return (
    <CardRow
      id={row.id}
      lead={number ? home : draw(definition.title)}
      coded={definition.title === 'code'}
      unit={number ?? home}
      time={
        isDeciding &&
        momentOf(when, row, view)
          .filter(Boolean)
          .map((part, n) => (n > 0 ? [' ', part] : part))
      }
      title={what?.kind === 'month' ? `${context.t(`fields.${what.field}`)} ${draw(what.field) ?? ''}` : named(what)}
      aside={above ? named(above) : null}
      status={state ? draw(state.field) : draw('status')}
      kind={
        above === more || below ? null : person && more?.kind === 'month' ? (
          <>
            {named(more)} · {draw(person.field)}
          </>
        ) : (
          named(more)
        )
      }
      person={
        much ? (
          much.field === sum?.field ? (
            <strong>{draw(much.field)}</strong>
          ) : (
            <b>{named(much)}</b>
          )
        ) : (
          <small className="cut">{named(least)}</small>
        )
      }
    />
  );
}
