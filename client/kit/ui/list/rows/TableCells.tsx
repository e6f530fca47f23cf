import { cellClass } from '../../layout/row.ts';
import { type Column, isCode, NUMBERS } from '../columns/columns.ts';
import { CheckCell } from './CheckCell.tsx';
import { cellContent } from './cells.tsx';
import { GridCell } from './GridCell.tsx';
import { RowPresence } from './RowPresence.tsx';
import { stuckClass, titleClass } from './row-look.ts';
import type { CellsProps, RowView } from './row-view.ts';

function lookOf(column: Column, view: RowView) {
  if (column.field === view.definition.title) return 'control';
  if (column.kind === 'month') return 'end';
  if (NUMBERS.has(column.kind)) return 'number';
  return isCode(view.definition, column.field) ? 'code' : 'text';
}

/** Cells of a row with all columns. */
export function TableCells({ row, view, selected }: CellsProps) {
  const { columns, definition } = view;
  return (
    <>
      {view.selects && <CheckCell row={row} view={view} selected={selected} />}
      {columns.map((column, index) => {
        const look = lookOf(column, view);
        const first = index === 0 && !view.selects;
        const stuck = index === 0 && view.scrolls;
        const name = cellClass({ look, first, last: index === columns.length - 1 });
        const content = cellContent(column, row, view);
        return (
          <GridCell
            key={column.field}
            at={index + (view.selects ? 2 : 1)}
            stuck={stuck ? (view.selects ? 'second' : 'first') : undefined}
            className={stuck ? `${name} ${stuckClass()}` : name}
          >
            {column.field === definition.title ? (
              <span className={titleClass()}>
                <span className="cut" data-title="" data-code={isCode(definition, column.field) ? '' : undefined}>
                  {content}
                </span>
                <RowPresence id={row.id} />
              </span>
            ) : stuck ? (
              <span className="cut">{content}</span>
            ) : (
              content
            )}
          </GridCell>
        );
      })}
    </>
  );
}
