import type { ReactNode } from 'react';
import { styleClass } from '../../../theme/classes.ts';
import { CheckCell } from './CheckCell.tsx';
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
        {view.folded?.(row, view.context)}
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
  // Rows that have only words take the room of the rest.
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

interface FoldedRowProps {
  id: string;
  title: ReactNode;
  /** Code, unit, resident, type: what is empty is left out. */
  meta: readonly ReactNode[];
  person?: ReactNode;
  time?: ReactNode;
  status?: ReactNode;
}

/** A row of two lines: title, then what tells it apart; person, time and status at the right. */
export function FoldedRow({ id, title, meta, person, time, status }: FoldedRowProps) {
  const words = person === undefined && time === undefined && status === undefined;
  const told = meta.filter(part => part !== null && part !== undefined && part !== '');
  return (
    <div className={rowClass()} data-words={words || undefined}>
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
      {!words && (
        <>
          <span>{person}</span>
          <span>{time}</span>
          <span>{status}</span>
        </>
      )}
    </div>
  );
}
