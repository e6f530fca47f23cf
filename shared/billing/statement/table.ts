import { fold } from '../../kit/text-search.ts';
import { type Direction, headingOf, isForeign, readAmount, readDay, readMark } from './cells.ts';
import { type LeftOutReason, type Statement, type StatementLine, saysReversal, wordsOf } from './statement.ts';

/** Columns of a bank's table. */
export const COLUMNS = [
  'day',
  'content',
  'credit',
  'debit',
  'amount',
  'mark',
  'reference',
  'payerAccount',
  'payerName',
  'payerBank',
  'virtualAccount',
  'balance',
  'currency',
] as const;
export type Column = (typeof COLUMNS)[number];

/** Maps columns to their positions. */
export interface Mapping {
  /** Number of the heading line, from 1; 0 if there is none. */
  heading: number;
  /** Column -> index from 0. */
  columns: Partial<Record<Column, number>>;
}

/** Headings used by banks, the most specific first. */
const NAMES: Readonly<Record<Column, readonly string[]>> = {
  day: [
    'ngay gia tri',
    'ngay hieu luc',
    'value date',
    'effective date',
    'ngay giao dich',
    'ngay gio giao dich',
    'thoi gian giao dich',
    'ngay gd',
    'transaction date',
    'tran date',
    'trans date',
    'ngay hach toan',
    'posting date',
    'ngay',
    'date',
    'ngay thang',
    'thoi gian',
  ],
  content: [
    'noi dung giao dich',
    'noi dung chi tiet',
    'noi dung',
    'dien giai',
    'mo ta giao dich',
    'mo ta',
    'chi tiet giao dich',
    'chi tiet',
    'transaction description',
    'transaction details',
    'transactions in detail',
    'description',
    'details',
    'content',
    'remark',
    'remarks',
    'narrative',
  ],
  credit: [
    'so tien ghi co',
    'phat sinh co',
    'ps co',
    'ghi co',
    'tien vao',
    'gui vao',
    'so tien vao',
    'co',
    'credit amount',
    'credit',
    'deposit',
    'deposits',
    'money in',
    'paid in',
  ],
  debit: [
    'so tien ghi no',
    'phat sinh no',
    'ps no',
    'ghi no',
    'tien ra',
    'rut ra',
    'so tien ra',
    'no',
    'debit amount',
    'debit',
    'withdrawal',
    'withdrawals',
    'money out',
    'paid out',
  ],
  amount: ['so tien giao dich', 'so tien', 'phat sinh', 'gia tri', 'transaction amount', 'amount'],
  mark: [
    'no co',
    'ghi no co',
    '+ -',
    '- +',
    'dau',
    'sign',
    'thu chi',
    'vao ra',
    'loai giao dich',
    'loai gd',
    'loai',
    'd c',
    'c d',
    'c n',
    'n c',
    'dr cr',
    'cr dr',
    'debit credit',
    'credit debit',
    'type',
    'chieu',
  ],
  reference: [
    'so tham chieu',
    'ma tham chieu',
    'ma giao dich',
    'so giao dich',
    'ma gd',
    'so gd',
    'so but toan',
    'so chung tu',
    'so ct',
    'reference number',
    'reference no',
    'reference',
    'ref no',
    'ref',
    'transaction id',
    'transaction number',
    'transaction no',
    'doc no',
    'seq no',
  ],
  payerAccount: [
    'tai khoan doi ung',
    'so tai khoan doi ung',
    'tk doi ung',
    'so tk doi ung',
    'tai khoan chuyen',
    'correspondent account',
    'counter account',
    'account',
    'tai khoan',
  ],
  payerName: [
    'ten tai khoan doi ung',
    'ten tk doi ung',
    'ten doi ung',
    'doi tac',
    'nguoi chuyen',
    'don vi thu huong don vi chuyen',
    'don vi chuyen',
    'remitter',
    'correspondent name',
    'counter name',
    'sender',
    'payer',
  ],
  payerBank: [
    'ngan hang doi ung',
    'nh doi tac',
    'ngan hang doi tac',
    'remitter bank',
    'correspondent bank',
    'ngan hang',
  ],
  virtualAccount: ['tai khoan dinh danh', 'tai khoan ao', 'so tai khoan ao', 'virtual account', 'va', 'tk ao'],
  balance: [
    'so du',
    'so du cuoi',
    'so du sau giao dich',
    'so du luy ke',
    'running balance',
    'account balance',
    'balance',
  ],
  currency: ['loai tien', 'loai tien te', 'tien te', 'currency', 'ccy', 'cur', 'ma tien te', 'ngoai te'],
};
const MOST_HEAD = 60;

/** Readings of a heading: the whole text, and each language of `Ngày/ Date`. `Nợ/Có` and `+/-` are one mark, not split. */
function sayings(written: string): string[] {
  const whole = headingOf(written);
  if (NAMES.mark.includes(whole)) return [whole];
  return [
    whole,
    ...written
      .split(/[/\n|]/)
      .map(headingOf)
      .filter(Boolean),
  ];
}

/** Columns named in a heading line, with their index: the most specific name wins, and each index is used once. */
function namedColumns(row: readonly string[]): Partial<Record<Column, number>> {
  const cells = row.map(sayings);
  const columns: Partial<Record<Column, number>> = {};
  const taken = new Set<number>();
  for (const column of COLUMNS)
    for (const name of NAMES[column]) {
      const at = cells.findIndex((words, place) => !taken.has(place) && words.includes(name));
      if (at < 0) continue;
      columns[column] = at;
      taken.add(at);
      break;
    }
  return columns;
}

/** Whether it suffices to read transactions: day, content and an amount. */
export const isWhole = ({ columns }: Mapping): boolean =>
  columns.day !== undefined &&
  columns.content !== undefined &&
  [columns.amount, columns.credit, columns.debit].some(at => at !== undefined);

/** Finds the columns by headings; empty if no known headings are found. */
export function findMapping(rows: readonly (readonly string[])[]): Mapping {
  let best: Mapping = { heading: 0, columns: {} };
  for (const [n, row] of rows.slice(0, MOST_HEAD).entries()) {
    const columns = namedColumns(row);
    const head = { heading: n + 1, columns };
    const isBetter = Object.keys(columns).length > Object.keys(best.columns).length;
    if (isBetter && (isWhole(head) || !isWhole(best))) best = head;
  }
  return Object.keys(best.columns).length >= 2 ? best : { heading: 0, columns: {} };
}

/** Identifies the table layout of a bank: its headings, or the number of columns. */
export const signatureOf = (rows: readonly (readonly string[])[], heading: number): string =>
  heading > 0
    ? (rows[heading - 1] ?? []).map(headingOf).join('|').slice(0, 1000)
    : `columns ${Math.max(0, ...rows.map(row => row.length))}`;

const TOTAL = /\b(tong|cong|so du|total|balance|luy ke|phat sinh trong ky|opening|closing)\b/;
const OPENING = /\b(so du dau|dau ky|opening balance|beginning balance)\b/;
const CLOSING = /\b(so du cuoi|cuoi ky|closing balance|ending balance)\b/;
const ACCOUNT = /\b(?:so tai khoan|so tk|account number|account no|account|tai khoan)[\s.:/a-z]{0,30}?(\d{6,20})\b/;

function lastAmount(row: readonly string[]): number | null {
  for (const cell of row.toReversed()) {
    const read = readAmount(/([\d.,()+-]+(?:\s*(?:VND|đ))?)\s*$/iu.exec(cell)?.[1] ?? '');
    if (read) return read.direction === 'OUT' ? -read.amount : read.amount;
  }
  return null;
}

interface Sides {
  amount: number;
  direction: Direction;
}

/**
 * Amount and direction of a row, or why they are unknown. With `isSigned`, outgoing amounts have a sign, so those without
 * are incoming.
 */
function sidesOf(
  cell: (column: Column) => string,
  has: (column: Column) => boolean,
  isSigned: boolean,
): Sides | LeftOutReason {
  const sideOf = (column: Column) => readAmount(cell(column).trim().replace(/^-?$/, '0'));
  const [out, into] = [sideOf('debit'), sideOf('credit')];
  if (has('debit') || has('credit')) {
    if (!out || !into) return 'AMOUNT';
    if (out.amount > 0 && into.amount > 0) return 'BOTH_SIDES';
    if (out.amount > 0) return { amount: out.amount, direction: 'OUT' };
    // A reversal stands with a minus in its original column.
    if (into.amount > 0) return { amount: into.amount, direction: into.direction === 'OUT' ? 'OUT' : 'IN' };
    if (!has('amount')) return 'NO_AMOUNT';
  }
  const written = cell('amount').trim();
  if (written === '') return 'NO_AMOUNT';
  const read = readAmount(written);
  if (!read) return 'AMOUNT';
  if (read.amount === 0) return 'NO_AMOUNT';
  const mark = has('mark') ? readMark(cell('mark')) : null;
  if (has('mark') && !mark && !read.direction) return 'DIRECTION';
  if (mark && read.direction && mark !== read.direction && !(mark === 'OUT' && read.direction === 'IN'))
    return 'DIRECTION';
  const direction = mark ?? read.direction ?? (isSigned ? 'IN' : null);
  return direction ? { amount: read.amount, direction } : 'DIRECTION';
}

/** Why a row has no readable day: with several cells or an amount, it should have been a transaction. */
function reasonWithoutDay(row: readonly string[], day: string, folded: string, isPaid: boolean): LeftOutReason {
  const cells = row.filter(text => text.trim());
  const isNumbered = cells.length > 2 && cells.every(text => /^\(?\d{1,2}\)?$/.test(text.trim()));
  if (isNumbered || Object.keys(namedColumns(row)).length >= 3) return 'HEADING';
  if (TOTAL.test(folded) && !/\d/.test(day)) return 'TOTAL';
  return cells.length > 2 || /\d/.test(day) || isPaid ? 'DAY' : 'NOTE';
}

/** Parses the transactions of a table; other rows become left out. */
export function readTable(rows: readonly (readonly string[])[], mapping: Mapping): Statement {
  const { heading, columns } = mapping;
  const statement: Statement = { lines: [], leftOut: [], account: null, opening: null, closing: null, closingOn: null };
  const wordsIn = (row: readonly string[]) => row.map(text => text.trim()).filter(Boolean);
  const note = (row: readonly string[], n: number, reason: LeftOutReason) =>
    statement.leftOut.push({ row: n + 1, text: wordsIn(row).join(' | ').slice(0, 300), reason });
  const has = (column: Column) => columns[column] !== undefined;
  const amounts = rows.slice(heading).map(row => readAmount(row[columns.amount ?? -1] ?? ''));
  const isSigned = amounts.some(read => read?.direction);
  for (const [n, row] of rows.entries()) {
    const folded = fold(wordsIn(row).join(' '));
    if (folded === '') continue;
    if (OPENING.test(folded) && !CLOSING.test(folded)) statement.opening ??= lastAmount(row);
    else if (CLOSING.test(folded) && !OPENING.test(folded)) statement.closing = lastAmount(row) ?? statement.closing;
    if (n < heading) {
      if (n < heading - 1) statement.account ??= ACCOUNT.exec(folded.replace(/(?<=\d) (?=\d)/g, ''))?.[1] ?? null;
      continue;
    }
    const cell = (column: Column) => row[columns[column] ?? -1] ?? '';
    const date = readDay(cell('day'));
    if (!date) {
      note(row, n, reasonWithoutDay(row, cell('day').trim(), folded, typeof sidesOf(cell, has, isSigned) !== 'string'));
      continue;
    }
    const sides = isForeign(cell('currency')) ? 'CURRENCY' : sidesOf(cell, has, isSigned);
    if (typeof sides === 'string') {
      note(row, n, sides === 'NO_AMOUNT' && TOTAL.test(folded) ? 'TOTAL' : sides);
      continue;
    }
    const content = wordsOf(cell('content'), 500) ?? '-';
    const balance = readAmount(cell('balance'));
    const line: StatementLine = {
      row: n + 1,
      ...date,
      ...sides,
      content,
      // In a `Ngày / Số CT` column, the number stands below the day.
      reference: wordsOf(has('reference') ? cell('reference') : cell('day').trim().split(/\n/).slice(1).join(' '), 60),
      virtualAccount: wordsOf(cell('virtualAccount').replace(/\s/g, ''), 19),
      payerAccount: wordsOf(cell('payerAccount').replace(/\s/g, ''), 19),
      payerName: wordsOf(cell('payerName'), 150),
      payerBank: wordsOf(cell('payerBank'), 100),
      balanceAfter: balance && (balance.direction === 'OUT' ? -balance.amount : balance.amount),
      isReversal: saysReversal(fold(content)),
    };
    statement.lines.push(line);
  }
  return statement;
}

/** Non-empty rows below the heading, each of which should be a transaction or left out with a reason. */
export const countRows = (rows: readonly (readonly string[])[], { heading }: Mapping): number =>
  rows.slice(heading).filter(row => row.some(text => text.trim())).length;
