import { Checkbox } from '../../controls/Checkbox.tsx';
import { cellClass } from '../../layout/row.ts';
import { rowName } from '../columns/columns.ts';
import { GridCell } from './GridCell.tsx';
import { stuckClass } from './row-look.ts';
import type { CellsProps } from './row-view.ts';

const nothing = () => undefined;

/** Checkbox of a row; the grid handles its clicks, with Shift for ranges. */
export function CheckCell({ row, view, selected }: CellsProps) {
  const { definition, context, scrolls, mode } = view;
  const stuck = scrolls && mode === 'table';
  const name = cellClass({ look: 'control', first: true });
  return (
    <GridCell at={1} check stuck={stuck ? 'first' : undefined} className={stuck ? `${name} ${stuckClass()}` : name}>
      <Checkbox
        bare
        tabIndex={-1}
        checked={selected}
        onChange={nothing}
        label={context.t('kit:list.selectRow', { name: rowName(definition, row, context.t) })}
      />
    </GridCell>
  );
}
