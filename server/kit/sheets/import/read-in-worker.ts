import { parentPort, workerData } from 'node:worker_threads';
import * as reader from '@e965/xlsx';
import {
  type CellObject,
  CFB,
  type ParsingOptions,
  type Range,
  read,
  utils,
  type WorkBook,
  type WorkSheet,
} from '@e965/xlsx';
import { dayOf } from '@lobby/shared/kit/dates.ts';
import { hasMacros, isZip, TooHeavy } from '../../files/archive.ts';
import type { Cell, Sheet, SheetRow } from './cells.ts';
import { unpackBook } from './unpack-book.ts';

/** Columns beyond this are nobody's. */
const MOST_COLUMNS = 100;
/** Lines of a sheet, empty ones too; a table that goes on below them is refused, never cut. */
const MOST_LINES = 200_000;

const { body, mostRows } = workerData as { body: Uint8Array; mostRows: number };

/** The library's types leave out its function for parts that are unpacked already. */
const { parse_zip } = reader as unknown as { parse_zip: (parts: unknown, options: ParsingOptions) => WorkBook };
/** Stubs: formulas without a result are cells without a value, which are told of. */
const OPTIONS = { dense: true, cellDates: true, UTC: true, sheetRows: MOST_LINES, sheetStubs: true } as const;

parentPort?.postMessage(
  await loadSheets(Buffer.from(body.buffer, body.byteOffset, body.byteLength)).catch(error =>
    error instanceof TooHeavy ? 'heavy' : null,
  ),
);

/** The sheets of a workbook; `macros` where it carries any. */
async function loadSheets(bytes: Buffer): Promise<Sheet[] | 'macros'> {
  const book = isZip(bytes) ? await readParts(bytes) : read(bytes, { ...OPTIONS, type: 'buffer' });
  if (book === 'macros') return book;
  return book.SheetNames.flatMap((name): Sheet[] => {
    const sheet = book.Sheets[name];
    return sheet ? [{ name, rows: rowsOf(sheet) }] : [];
  });
}

/** An .xlsx, unpacked here and not by the library, which would unpack whatever stands in it. */
async function readParts(bytes: Buffer): Promise<WorkBook | 'macros'> {
  const parts = await unpackBook(bytes);
  if (hasMacros(parts)) return 'macros';
  const box = CFB.utils.cfb_new();
  // Some books have neither, and the library insists on both.
  for (const name of ['xl/styles.xml', 'xl/sharedstrings.xml'])
    if (!parts.has(name)) CFB.utils.cfb_add(box, name, Buffer.from('<none/>'));
  for (const [name, part] of parts) {
    CFB.utils.cfb_add(box, name, part);
    parts.delete(name);
  }
  return parse_zip(box, { ...OPTIONS });
}

/** The lines that hold anything. Throws `TooHeavy` where the sheet goes on below what was read, or has more of them than anybody imports. */
function rowsOf(sheet: WorkSheet): SheetRow[] {
  if (!sheet['!ref']) return [];
  if (sheet['!fullref'] && utils.decode_range(sheet['!fullref']).e.r >= MOST_LINES) throw new TooHeavy();
  const first = utils.decode_range(sheet['!ref']).s.r;
  const rows: (CellObject | undefined)[][] = sheet['!data'] ?? [];
  fillDown(rows, sheet['!merges'] ?? []);
  const found: SheetRow[] = [];
  for (const [at, row] of rows.entries()) {
    if (!row || at < first) continue;
    const cells = Array.from({ length: Math.min(row.length, MOST_COLUMNS) }, (_, n) => cellOf(row[n]));
    if (!cells.some(cell => cell !== null && cell !== '')) continue;
    found.push({ row: at + 1, cells });
    // The caller says how many there may be: one more than that is enough to know.
    if (found.length > mostRows + 200) break;
  }
  return found;
}

/** A cell that stands for several lines says the same in each of them. */
function fillDown(rows: (CellObject | undefined)[][], merges: readonly Range[]): void {
  for (const { s, e } of merges) {
    const cell = rows[s.r]?.[s.c];
    if (!cell || s.r === e.r || s.c >= MOST_COLUMNS) continue;
    for (let at = s.r + 1; at <= Math.min(e.r, rows.length - 1, s.r + mostRows); at++) {
      rows[at] ??= [];
      const line = rows[at];
      if (line) line[s.c] = cell;
    }
  }
}

function cellOf(cell: CellObject | undefined): Cell {
  if (!cell) return null;
  if (cell.t === 'z' || cell.v === undefined || cell.v === null)
    // Its program has not worked the formula out, and nobody knows what it would say.
    return cell.f ? { fault: `=${cell.f}`, code: 'IMPORT_FORMULA_EMPTY' } : null;
  if (cell.t === 'e') return { fault: cell.w ?? '#ERROR!' };
  if (cell.v instanceof Date) return dayCell(cell.v, cell.w);
  if (typeof cell.v === 'number' && showsZeros(cell.v, cell.w ?? '')) return cell.w ?? null;
  return typeof cell.v === 'string' && cell.v.trim() === '' ? null : cell.v;
}

/** What the cell shows is what counts: a number with its leading zeros is a code, in groups too. */
function showsZeros(value: number, shown: string): boolean {
  return /^0[\d\s.-]*\d$/.test(shown) && Number(shown.replace(/[\s.-]/g, '')) === value;
}

/** The day alone: a time is of no use to any field that is filled from a list, and none before 1900 was ever typed as a date. */
function dayCell(at: Date, shown = ''): Cell {
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1900) return { fault: shown, code: 'DATE_INVALID' };
  return { day: dayOf(at, 'UTC') };
}
