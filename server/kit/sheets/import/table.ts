import type { Definition } from '@lobby/shared/kit/definition.ts';
import { fail } from '../../base/errors.ts';
import type { WordingScope } from '../../base/messages.ts';
import { isBlank, type Sheet, type SheetRow, shown } from './cells.ts';
import { isClosing } from './closing-lines.ts';
import {
  type Chosen,
  type Column,
  columnsOf,
  type Head,
  headingsOf,
  meantBy,
  type Notice,
  stateHeadings,
} from './columns.ts';

/** How many lines are searched for the header, below letterheads and instructions. */
const TITLE_ROWS = 100;

/** The table of a workbook: its header and all lines of its sheet. */
export interface Table {
  head: Head;
  rows: readonly SheetRow[];
}

/**
 * Finds the table: the sheet with the most known headers in one line. Maps its columns, with the user's choices first.
 * Refuses a workbook without rows below a header: `IMPORT_EMPTY`.
 */
export function tableOf(place: WordingScope, definition: Definition, sheets: readonly Sheet[], chosen: Chosen): Table {
  const names = new Map([...headingsOf(place, definition), ...chosen.kept]);
  const countOf = (row: SheetRow) => row.cells.filter(cell => meantBy(names, shown(cell)) !== undefined).length;
  const scores = sheets.map(({ rows }) => Math.max(0, ...rows.slice(0, TITLE_ROWS).map(countOf)));
  const most = Math.max(0, ...scores);
  const sheet = sheets.find(({ rows }, n) => scores[n] === most && rows.length > 1) ?? sheets[0];
  const head = sheet && headerOf(sheet.rows, countOf, most);
  if (!head || sheet.rows.at(-1) === head) return fail('IMPORT_EMPTY');
  const columns = columnsOf(head, names, stateHeadings(place, definition), chosen);
  const isTable = (rows: readonly SheetRow[], score: number) =>
    rows.length > 1 && (score > 1 || rows.some(row => written(row) >= written(head)));
  const left = sheets.filter((other, n) => other !== sheet && isTable(other.rows, scores[n] ?? 0));
  const closing = new Set(sheet.rows.filter(row => row.row > head.row && isClosing(definition, columns, row)));
  const notices: Notice[] = [
    ...left.map(({ name, rows }): Notice => ({ code: 'IMPORT_SHEET_LEFT', params: { name, count: rows.length - 1 } })),
    ...repeated(head, names, columns),
    ...[...closing].map(
      ({ row, cells }): Notice => ({
        code: 'IMPORT_LINE_LEFT',
        params: { row, text: shown(cells.find(cell => !isBlank(cell))).slice(0, 60) },
      }),
    ),
  ];
  return {
    head: { row: head.row, columns: columns.filter(({ header, field }) => header !== '' || field), notices },
    rows: sheet.rows.filter(row => !closing.has(row)),
  };
}

const written = ({ cells }: SheetRow): number => cells.filter(cell => !isBlank(cell)).length;

/** The line with the most known headers; if none is known, the first line as wide as the table. */
function headerOf(rows: readonly SheetRow[], countOf: (row: SheetRow) => number, most: number): SheetRow | undefined {
  const top = rows.slice(0, TITLE_ROWS);
  const widest = Math.max(...top.map(written));
  return top.find(row => (most > 0 ? countOf(row) === most : written(row) === widest));
}

/** Columns whose header means a field that another column fills. */
function repeated(head: SheetRow, names: ReadonlyMap<string, string>, columns: readonly Column[]): Notice[] {
  return columns.flatMap(({ column, header, field }, n) => {
    const meant = meantBy(names, shown(head.cells[n]));
    return meant && !field && columns.some(other => other.field === meant)
      ? [{ code: 'IMPORT_COLUMN_REPEATED' as const, params: { column, header } }]
      : [];
  });
}
