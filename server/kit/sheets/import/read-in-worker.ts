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

/** Columns beyond this are ignored. */
const MOST_COLUMNS = 100;
/** Limit of lines per sheet, empty ones included. A longer table is refused, never cut. */
const MOST_LINES = 200_000;

const { body, mostRows } = workerData as { body: Uint8Array; mostRows: number };

/** The library's types omit its function for unpacked parts. */
const { parse_zip } = reader as unknown as { parse_zip: (parts: unknown, options: ParsingOptions) => WorkBook };
/** `sheetStubs` keeps formulas without a result as cells, so that they can be reported. */
const OPTIONS = { dense: true, cellDates: true, UTC: true, sheetRows: MOST_LINES, sheetStubs: true } as const;

parentPort?.postMessage(
  await loadSheets(Buffer.from(body.buffer, body.byteOffset, body.byteLength)).catch(error =>
    error instanceof TooHeavy ? 'heavy' : null,
  ),
);

/** Parses the sheets of a workbook; `'macros'` for a workbook with macros, which is not read. */
async function loadSheets(bytes: Buffer): Promise<Sheet[] | 'macros'> {
  const book = isZip(bytes) ? await readParts(bytes) : read(bytes, { ...OPTIONS, type: 'buffer' });
  if (book === 'macros') return book;
  return book.SheetNames.flatMap((name): Sheet[] => {
    const sheet = book.Sheets[name];
    return sheet ? [{ name, rows: rowsOf(sheet) }] : [];
  });
}

/** Unpacks an .xlsx here, because the library would unpack every part. */
async function readParts(bytes: Buffer): Promise<WorkBook | 'macros'> {
  const parts = await unpackBook(bytes);
  if (hasMacros(parts)) return 'macros';
  const box = CFB.utils.cfb_new();
  // Some workbooks lack these parts, but the library requires them.
  for (const name of ['xl/styles.xml', 'xl/sharedstrings.xml'])
    if (!parts.has(name)) CFB.utils.cfb_add(box, name, Buffer.from('<none/>'));
  for (const [name, part] of parts) {
    CFB.utils.cfb_add(box, name, part);
    parts.delete(name);
  }
  return parse_zip(box, { ...OPTIONS });
}

/** The non-empty lines. Throws `TooHeavy` if the sheet is longer than what was parsed, or has too many of them. */
function rowsOf(sheet: WorkSheet): SheetRow[] {
  if (!sheet['!ref']) return [];
  if (sheet['!fullref'] && utils.decode_range(sheet['!fullref']).e.r >= MOST_LINES) throw new TooHeavy();
  const first = utils.decode_range(sheet['!ref']).s.r;
  const rows: (CellObject | undefined)[][] = sheet['!data'] ?? [];
  fillDown(rows, sheet['!merges'] ?? []);
  const filled: SheetRow[] = [];
  for (const [at, row] of rows.entries()) {
    if (!row || at < first) continue;
    const cells = Array.from({ length: Math.min(row.length, MOST_COLUMNS) }, (_, n) => cellOf(row[n]));
    if (!cells.some(cell => cell !== null && cell !== '')) continue;
    filled.push({ row: at + 1, cells });
    // The caller checks the limit, so a few rows beyond it are enough.
    if (filled.length > mostRows + 200) break;
  }
  return filled;
}

/** Copies the value of a merged cell to all its lines. */
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
    // The program that wrote the file did not compute the formula, so its value is unknown.
    return cell.f ? { fault: `=${cell.f}`, code: 'IMPORT_FORMULA_EMPTY' } : null;
  if (cell.t === 'e') return { fault: cell.w ?? '#ERROR!' };
  if (cell.v instanceof Date) return dayCell(cell.v, cell.w);
  if (typeof cell.v === 'number' && showsZeros(cell.v, cell.w ?? '')) return cell.w ?? null;
  return typeof cell.v === 'string' && cell.v.trim() === '' ? null : cell.v;
}

/** Whether a number is displayed with leading zeros: it then is a code, possibly in groups, and its displayed text counts. */
function showsZeros(value: number, shown: string): boolean {
  return /^0[\d\s.-]*\d$/.test(shown) && Number(shown.replace(/[\s.-]/g, '')) === value;
}

/** The day of a date cell. Times are dropped, since no importable field needs one. A date before 1900 is a formatting error. */
function dayCell(at: Date, shown = ''): Cell {
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1900) return { fault: shown, code: 'DATE_INVALID' };
  return { day: dayOf(at, 'UTC') };
}
