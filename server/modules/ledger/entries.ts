import type { Day } from '@lobby/shared/kit/dates.ts';
import type { Account, EntryKind } from '@lobby/shared/modules/ledger.ts';

/** One side of an entry, VND; exactly one of `debit` and `credit` is above 0. */
export interface Line {
  account: Account;
  serviceId?: string | null;
  fundId?: string | null;
  debit?: number;
  credit?: number;
}

/** What a document does to the books. */
export interface Posting {
  entry: EntryKind;
  /** The accounting date. */
  day: Day;
  /** The code of the document; of one that gets it as it is saved, what tells it then. */
  source: string | (() => string);
  unitId?: string | null;
  lines: readonly Line[];
}

const sum = (lines: readonly Line[], side: 'debit' | 'credit', account?: Account) =>
  lines.reduce((total, line) => total + (!account || line.account === account ? (line[side] ?? 0) : 0), 0);

/** The lines that say something; refuses an entry whose debits are not its credits: that is a fault of ours. */
export function balanced(lines: readonly Line[]): { lines: Line[]; amount: number } {
  const own = lines.filter(({ debit = 0, credit = 0 }) => debit !== 0 || credit !== 0);
  for (const { debit = 0, credit = 0 } of own)
    if (![debit, credit].every(Number.isSafeInteger) || debit < 0 || credit < 0 || (debit > 0 && credit > 0))
      throw new Error('a line of an entry has one side, a whole number above 0');
  const amount = sum(own, 'debit');
  if (amount !== sum(own, 'credit')) throw new Error(`an entry does not balance: ${JSON.stringify(own)}`);
  return { lines: own, amount };
}

/** The same entry the other way round. */
export const reversed = (lines: readonly Line[]): Line[] =>
  lines.map(({ debit, credit, ...line }) => ({ ...line, debit: credit ?? 0, credit: debit ?? 0 }));

/** What an entry does to what a unit owes, has, has paid ahead and has left as a deposit. */
export const effectOf = (
  lines: readonly Line[],
): { owed: number; balance: number; advance: number; deposit: number } => ({
  owed: sum(lines, 'debit', 'RECEIVABLE') - sum(lines, 'credit', 'RECEIVABLE'),
  balance: sum(lines, 'credit', 'UNIT_ACCOUNT') - sum(lines, 'debit', 'UNIT_ACCOUNT'),
  advance: sum(lines, 'credit', 'ADVANCE') - sum(lines, 'debit', 'ADVANCE'),
  deposit: sum(lines, 'credit', 'DEPOSIT') - sum(lines, 'debit', 'DEPOSIT'),
});
