import type { Day } from '@lobby/shared/kit/dates.ts';
import { isIn } from '@lobby/shared/kit/is-in.ts';
import { type Account, type DocumentType, type EntryKind, UNIT_ACCOUNTS } from '@lobby/shared/modules/ledger.ts';

export type Bucket = 'OPENING' | 'CURRENT';

/** One side of an entry in VND; exactly one of `debit` and `credit` is positive. */
export interface Line {
  account: Account;
  unitId?: string | null;
  serviceId?: string | null;
  amenityId?: string | null;
  fundId?: string | null;
  method?: string | null;
  category?: string | null;
  bucket?: Bucket | null;
  part?: 'PRINCIPAL' | 'INTEREST' | null;
  billId?: string | null;
  bookingId?: string | null;
  depositId?: string | null;
  debit?: number | null;
  credit?: number | null;
}

/** Any document with entries. */
export interface Document {
  _id: string;
  version: number;
  code?: string | null;
  /** Identifies a document without code. */
  name?: string | null;
  accountingDate?: Day | null;
  unitId?: string | null;
}

/** Effect of a document on the books. */
export interface Posting {
  kind: EntryKind;
  /** Accounting date. */
  day: Day;
  type: DocumentType;
  /** Its code is read on saving, as some documents get theirs only then. */
  doc: Document;
  /** Default unit of the lines. */
  unitId?: string | null;
  lines: readonly Line[];
  /** Distinguishes entries of one document and kind; usually the document's version. */
  occurrence?: number | string;
  reversesId?: string;
  /** Further date that must not be locked: that of the reversed entry. */
  before?: Day;
  text?: string;
}

type Side = 'debit' | 'credit';
const sum = (lines: readonly Line[], side: Side, account?: Account) =>
  lines.reduce((total, line) => total + (!account || line.account === account ? (line[side] ?? 0) : 0), 0);

/** Drops empty lines; throws a programming error if debits and credits differ. */
export function balanceLines(lines: readonly Line[]): { lines: Line[]; total: number } {
  const filled = lines.filter(({ debit, credit }) => (debit ?? 0) !== 0 || (credit ?? 0) !== 0);
  for (const line of filled) {
    const [debit, credit] = [line.debit ?? 0, line.credit ?? 0];
    if (![debit, credit].every(Number.isSafeInteger) || debit < 0 || credit < 0 || (debit > 0 && credit > 0))
      throw new Error('a line of an entry has one side, a whole number above 0');
    if (isOfUnit(line) && !line.unitId) throw new Error(`a line of ${line.account} names no unit`);
  }
  const total = sum(filled, 'debit');
  if (!Number.isSafeInteger(total) || total !== sum(filled, 'credit'))
    throw new Error(`an entry does not balance: ${JSON.stringify(filled)}`);
  return { lines: filled, total };
}

export const isOfUnit = ({ account }: Line): boolean => isIn(account, UNIT_ACCOUNTS);

/** Adds the default unit to lines of unit accounts. */
export const ofUnit = (lines: readonly Line[], unitId?: string | null): Line[] =>
  lines.map(line => (isOfUnit(line) && unitId && !line.unitId ? { ...line, unitId } : line));

/** Swaps debit and credit of each line. */
export const reverseLines = (lines: readonly Line[]): Line[] =>
  lines.map(({ debit, credit, ...line }) => ({ ...line, debit: credit ?? 0, credit: debit ?? 0 }));

/** Splits a withdrawal from a unit's account: the opening part is used first (rules.md 5). */
export function splitByBucket(line: Line, opening: number): Line[] {
  if (line.bucket) return [line];
  const amount = line.debit ?? 0;
  if (amount === 0) return [{ ...line, bucket: 'CURRENT' }];
  const first = Math.min(amount, Math.max(opening, 0));
  const parts: Line[] = [
    { ...line, bucket: 'OPENING', debit: first },
    { ...line, bucket: 'CURRENT', debit: amount - first },
  ];
  return parts.filter(({ debit }) => (debit ?? 0) > 0);
}

export interface Effect {
  owed: number;
  balance: number;
  balanceOpening: number;
  advance: number;
  deposit: number;
}

/** Effect of lines on a unit's debt, balance, advances and deposits. */
export function effectOf(lines: readonly Line[]): Effect {
  const held = (account: Account, of: readonly Line[] = lines) =>
    sum(of, 'credit', account) - sum(of, 'debit', account);
  const opening = lines.filter(({ bucket }) => bucket === 'OPENING');
  return {
    owed: -held('RECEIVABLE') || 0,
    balance: held('UNIT_ACCOUNT'),
    balanceOpening: held('UNIT_ACCOUNT', opening),
    advance: held('ADVANCE'),
    deposit: held('DEPOSIT'),
  };
}
