import { useAtom, useAtomValue } from 'jotai';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox } from '../../controls/Checkbox.tsx';
import { headCellClass, headRowClass } from '../../layout/row.ts';
import { VisuallyHidden } from '../../marks/VisuallyHidden.tsx';
import { ColumnEdge } from '../columns/ColumnEdge.tsx';
import { type Column, cardColumns, NUMBERS } from '../columns/columns.ts';
import { lineClass, step, useColumnDrag } from '../columns/useColumnDrag.ts';
import { useListModel } from '../model/model.ts';
import { extentOf, toggleShown } from '../model/selection.ts';
import { useListWords } from '../model/words.ts';
import { ariaSort, nextSort } from '../sort/sorting.ts';
import { asRow, GridCell } from './GridCell.tsx';
import { NewRows } from './NewRows.tsx';
import { edgedClass, foldedHeadClass, pillLineClass, sortClass, stuckClass } from './row-look.ts';
import type { RowView } from './row-view.ts';

interface HeadProps {
  view: RowView;
  onResize: (field: string, width: number) => void;
  onMove: (field: string, before: string | null) => void;
  onTakeNew: () => void;
}

/** Header of the rows: checkbox, sortable column names, and the button of new rows. */
export function Head({ view, onResize, onMove, onTakeNew }: HeadProps) {
  const { definition, context, columns, mode, selects, scrolls } = view;
  const pill = <NewRows onTake={onTakeNew} />;
  const { line, ...drag } = useColumnDrag(columns, onMove);
  if (mode === 'card')
    return (
      <div {...asRow(1)} className={pillLineClass()}>
        <GridCell head at={1}>
          <VisuallyHidden>{context.t('name')}</VisuallyHidden>
          {pill}
        </GridCell>
      </div>
    );
  const stuck = scrolls && mode === 'table';
  return (
    <div {...asRow(1)} {...(mode === 'table' && drag)} className={headRowClass()}>
      {selects && <CheckHead stuck={stuck} />}
      {mode === 'folded' ? (
        <FoldedHead view={view} pill={pill} />
      ) : (
        columns.map((column, index) => (
          <ColumnHead
            key={column.field}
            column={column}
            label={context.t(`fields.${column.field}`)}
            at={index + (selects ? 2 : 1)}
            last={index === columns.length - 1}
            stuck={stuck && index === 0}
            onResize={width => onResize(column.field, width)}
            onStep={by => step(columns, column.field, by, onMove)}
          >
            {column.field === definition.title && pill}
          </ColumnHead>
        ))
      )}
      {line !== null && <span role="presentation" className={lineClass()} style={{ left: line }} />}
    </div>
  );
}

function CheckHead({ stuck }: { stuck: boolean }) {
  const { list, selection } = useListModel();
  const { ids } = useAtomValue(list.view);
  const [chosen, choose] = useAtom(selection);
  const t = useListWords();
  const extent = extentOf(chosen, ids);
  const name = headCellClass({ first: true });
  return (
    <GridCell head at={1} stuck={stuck ? 'first' : undefined} className={stuck ? `${name} ${stuckClass()}` : name}>
      <Checkbox
        bare
        label={t('kit:list.selectAll')}
        checked={extent === 'shown'}
        indeterminate={extent === 'some'}
        onChange={() => choose(before => toggleShown(before, ids))}
      />
    </GridCell>
  );
}

interface ColumnHeadProps {
  column: Column;
  label: string;
  at: number;
  last: boolean;
  stuck: boolean;
  onResize: (width: number) => void;
  onStep: (by: 1 | -1) => void;
  children?: ReactNode;
}

function ColumnHead({ column, label, at, last, stuck, onResize, onStep, children }: ColumnHeadProps) {
  const { list } = useListModel();
  const { sort } = useAtomValue(list.view);
  const look = NUMBERS.has(column.kind) ? 'number' : 'text';
  const name = headCellClass({ look, sortable: column.sort !== null, last, first: at === 1 });
  return (
    <GridCell
      head
      at={at}
      field={column.field}
      sort={ariaSort(sort, column.sort)}
      stuck={stuck ? (at === 1 ? 'first' : 'second') : undefined}
      className={stuck ? `${name} ${stuckClass()}` : `${name} ${edgedClass()}`}
    >
      <SortButton field={column.sort}>{label}</SortButton>
      {children}
      <ColumnEdge label={label} width={column.width} last={last} onResize={onResize} onStep={onStep} />
    </GridCell>
  );
}

function SortButton({ field, children }: { field: string | null; children: ReactNode }) {
  const { definition, list, change } = useListModel();
  const { sort } = useAtomValue(list.view);
  if (field === null) return <span className="cut">{children}</span>;
  const direction = ariaSort(sort, field);
  return (
    <button type="button" className={sortClass()} onClick={() => change({ sort: nextSort(definition, sort, field) })}>
      <span className="cut">{children}</span>
      {direction && (direction === 'ascending' ? <ArrowUp /> : <ArrowDown />)}
    </button>
  );
}

/** The name of the rows, the button of new ones, and what stands first at their right. */
function FoldedHead({ view, pill }: { view: RowView; pill: ReactNode }) {
  const { definition, context, columns, sums, selects, folded } = view;
  const { day, days } = cardColumns(definition, columns);
  const first = folded ? undefined : (sums[0] ?? day ?? days[0]);
  return (
    <GridCell head at={selects ? 2 : 1} className={foldedHeadClass()}>
      <SortButton field={definition.list.sorts[0] ?? null}>{context.t('name')}</SortButton>
      {pill}
      {first && <span className="cut">{context.t(`fields.${first.field}`)}</span>}
    </GridCell>
  );
}
