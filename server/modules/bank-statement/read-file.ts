import { createHash } from 'node:crypto';
import { decodeText, readStatementText, type StatementFormat } from '@lobby/shared/billing/statement/read.ts';
import { type Statement, statementOf } from '@lobby/shared/billing/statement/statement.ts';
import { countRows, findMapping, isWhole, type Mapping, readTable } from '@lobby/shared/billing/statement/table.ts';
import type { bankAccount } from '@lobby/shared/modules/fund.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { isZip } from '../../kit/files/archive.ts';
import { isOldOffice } from '../../kit/files/old-office.ts';
import { shown } from '../../kit/sheets/import/cells.ts';
import { readBook } from '../../kit/sheets/import/read-book.ts';
import type { Doc } from '../../kit/store/records.ts';
import { findKeptMapping } from './profile.ts';

export const MOST_LINES = 5000;
const MOST_BYTES = 5_000_000;

export interface ReadFile {
  format: StatementFormat;
  hash: string;
  /** Rows of the table; null for formats without one. */
  rows: string[][] | null;
  mapping: Mapping | null;
  /** Null if no column mapping is known. */
  statement: Statement | null;
  /** Number of lines that should be movements, including unreadable ones. */
  count: number;
}

/** The longest sheet of a workbook; rows keep their positions. */
async function readSheet(ctx: Ctx, body: Buffer, signal: AbortSignal): Promise<string[][]> {
  const sheets = await readBook(body, signal, ctx.userId);
  const longest = sheets.reduce<(typeof sheets)[number] | null>(
    (best, sheet) => (best && best.rows.length >= sheet.rows.length ? best : sheet),
    null,
  );
  const rows: string[][] = [];
  for (const { row, cells } of longest?.rows ?? []) rows[row - 1] = cells.map(cell => shown(cell));
  return Array.from(rows, row => row ?? []);
}

/**
 * Reads a bank file of any supported format. Columns come from `given`, else from the mapping kept for this account, else from the headings. Throws
 * `STATEMENT_FORMAT_INVALID`, `STATEMENT_EMPTY` or `STATEMENT_TOO_LONG`.
 */
export async function readFile(
  ctx: Ctx,
  {
    body,
    account: { _id: bankAccountId, accountNumber },
    given,
    signal,
  }: { body: Buffer; account: Doc<typeof bankAccount>; given: Mapping | null; signal: AbortSignal },
): Promise<ReadFile> {
  if (body.length > MOST_BYTES) fail('STATEMENT_TOO_LONG', { max: MOST_LINES });
  const hash = createHash('sha256').update(body).digest('hex');
  const isBook = isZip(body) || isOldOffice(body);
  const file = isBook
    ? ({ format: 'XLSX', rows: await readSheet(ctx, body, signal) } as const)
    : readStatementText(decodeText(body));
  if (!file) return fail('STATEMENT_FORMAT_INVALID');
  if ('statements' in file) {
    const { format } = file;
    const statement = statementOf(file.statements, accountNumber);
    const count = statement.lines.length + statement.leftOut.length;
    return { format, hash, rows: null, mapping: null, statement: checked(statement, count), count };
  }
  const { format, rows } = file;
  const guess = findMapping(rows);
  const mapping = given ?? (await findKeptMapping(ctx, bankAccountId, rows, guess.heading)) ?? guess;
  if (!isWhole(mapping)) return { format, hash, rows, mapping, statement: null, count: countRows(rows, mapping) };
  const count = countRows(rows, mapping);
  return { format, hash, rows, mapping, statement: checked(readTable(rows, mapping), count), count };
}

function checked(statement: Statement, count: number): Statement {
  if (count === 0) fail('STATEMENT_EMPTY');
  if (count > MOST_LINES) fail('STATEMENT_TOO_LONG', { max: MOST_LINES });
  return statement;
}
