import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Response } from 'express';
import type { Ctx } from '../context.ts';
import { neutral, XLSX } from '../export.ts';
import { text } from '../messages.ts';
import type { ImportRow } from '../records.ts';
import { isNothing, NOTHING, placeOf, type SheetRow, shown } from './cells.ts';
import { type Head, labelOf } from './columns.ts';
import { newBook } from './new-book.ts';
import { faultsOf } from './preview.ts';

const RED = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFDE9E7' } } as const;

/** Answers the rows that were sent, with what is wrong in a last column and the cells it is about in red; mended, it can be imported as it is. */
export async function writeMarked(
  ctx: Ctx,
  definition: Definition,
  head: Head,
  rows: readonly ImportRow[],
  sheet: readonly SheetRow[],
  res: Response,
): Promise<void> {
  const faults = Map.groupBy(faultsOf(ctx, head, rows, sheet), fault => fault.row);
  const book = await newBook();
  const page = book.addWorksheet(text(ctx.language, `${definition.name}.plural`).slice(0, 31));
  const width = head.columns.length;
  page.addRow([...head.columns.map(column => column.header), text(ctx.language, 'import.faults')]).font = {
    bold: true,
  };
  for (const { row, cells } of sheet) {
    if (row <= head.row) continue;
    const found = faults.get(row) ?? [];
    const line = page.addRow([
      ...head.columns.map(({ column }) => {
        const cell = cells[placeOf(column)];
        return isNothing(cell) ? NOTHING : neutral(shown(cell));
      }),
      found.map(({ field, message }) => `${labelOf(ctx.language, definition, field)}: ${message}`).join('\n'),
    ]);
    for (const fault of found) {
      const at = head.columns.findIndex(({ column }) => column === fault.column);
      line.getCell(at < 0 ? width + 1 : at + 1).fill = RED;
    }
  }
  page.columns.forEach(column => {
    column.numFmt = '@';
    column.width = 20;
  });
  res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="${definition.name}s-marked.xlsx"` });
  await book.xlsx.write(res);
  res.end();
}
