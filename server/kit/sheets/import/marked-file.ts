import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Response } from 'express';
import type { Ctx } from '../../base/context.ts';
import { text } from '../../base/messages.ts';
import type { ImportRow } from '../../records/behaviour.ts';
import { neutral } from '../cell.ts';
import { XLSX } from '../export.ts';
import { type Cell, writeBook } from '../sheet.ts';
import { isNothing, NOTHING, placeOf, type SheetRow, shown } from './cells.ts';
import { type Head, labelOf } from './columns.ts';
import { faultsOf } from './preview.ts';

/** Column width in characters. */
const WIDTH = 20;

/**
 * Writes the uploaded rows with errors in an extra column and faulty cells in red. Once corrected, the file can be imported
 * as it is.
 */
export async function writeMarked(
  ctx: Ctx,
  definition: Definition,
  head: Head,
  rows: readonly ImportRow[],
  sheet: readonly SheetRow[],
  hidden: ReadonlySet<string>,
  res: Response,
): Promise<void> {
  const faults = Map.groupBy(faultsOf(ctx, definition, head, rows, sheet, hidden), fault => fault.row);
  const wordsOf = (row: number) =>
    (faults.get(row) ?? []).map(({ field, message }) => `${labelOf(ctx, definition, field)}: ${message}`);
  const lineOf = ({ row, cells }: SheetRow): Cell[] => {
    const rowFaults = faults.get(row) ?? [];
    const bad = new Set(rowFaults.map(({ column }) => column));
    return [
      ...head.columns.map(({ column }): Cell => {
        const cell = cells[placeOf(column)];
        return { text: isNothing(cell) ? NOTHING : neutral(shown(cell)), look: bad.has(column) ? 'bad' : 'text' };
      }),
      // Errors without a cell are marked in this column.
      { text: wordsOf(row).join('\n'), look: bad.has(null) ? 'bad' : 'text' },
    ];
  };
  const header = [...head.columns.map(column => column.header), text(ctx.language, 'import.faults')];
  const batches = (function* () {
    yield [
      header.map((words, n): Cell => {
        // Errors of a whole column stand below its header.
        const ofAll = n === header.length - 1 ? wordsOf(head.row) : [];
        return { text: [words, ...ofAll].join('\n'), look: 'bold' };
      }),
    ];
    for (const line of sheet) if (line.row > head.row) yield [lineOf(line)];
  })();
  res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="${definition.name}s-marked.xlsx"` });
  const columns = header.map(() => ({ width: WIDTH, look: 'text' as const }));
  await writeBook(res, [{ name: text(ctx.language, `${definition.name}.plural`), batches, columns }]);
}
