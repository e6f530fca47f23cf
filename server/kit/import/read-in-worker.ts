import { parentPort, workerData } from 'node:worker_threads';
import { type CellObject, read, utils, type WorkSheet } from '@e965/xlsx';
import type { Cell, SheetRow } from './cells.ts';
import { refuseLies } from './honest-zip.ts';

/** Columns beyond this are nobody's. */
const MOST_COLUMNS = 100;

const { body, mostRows } = workerData as { body: Uint8Array; mostRows: number };
await refuseLies(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
const book = read(body, {
  type: 'array',
  dense: true,
  cellDates: true,
  UTC: true,
  sheetRows: mostRows + 100,
});
const sheets = book.SheetNames.map(name => book.Sheets[name]).filter(sheet => sheet !== undefined);
// Templates carry a sheet of notes: the rows stand in the first sheet that has more than a line.
const chosen = sheets.map(rowsOf).find(rows => rows.length > 1) ?? rowsOf(sheets[0]);
parentPort?.postMessage(chosen);

function rowsOf(sheet: WorkSheet | undefined): SheetRow[] {
  if (!sheet?.['!ref']) return [];
  const first = utils.decode_range(sheet['!ref']).s.r;
  const rows = sheet['!data'] ?? [];
  const found: SheetRow[] = [];
  for (const [at, row] of rows.entries()) {
    if (!row || at < first) continue;
    const cells = Array.from({ length: Math.min(row.length, MOST_COLUMNS) }, (_, n) => cellOf(row[n]));
    if (cells.some(cell => cell !== null && cell !== '')) found.push({ row: at + 1, cells });
  }
  return found;
}

function cellOf(cell: CellObject | undefined): Cell {
  if (!cell || cell.v === undefined || cell.v === null || cell.t === 'z') return null;
  if (cell.t === 'e') return { fault: cell.w ?? '#ERROR!' };
  // The day alone: a time is of no use to any field that is filled from a list.
  if (cell.v instanceof Date)
    return Number.isNaN(cell.v.getTime()) ? { fault: cell.w ?? '' } : { day: cell.v.toISOString().slice(0, 10) };
  return typeof cell.v === 'string' && cell.v.trim() === '' ? null : cell.v;
}
