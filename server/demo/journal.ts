import { monthOf } from '@lobby/shared/kit/dates.ts';
import type { bill } from '@lobby/shared/modules/bill.ts';
import { type DocumentType, type EntryKind, journalEntry, unitAccount } from '@lobby/shared/modules/ledger.ts';
import { billLines } from '../modules/bill/index.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import type { Site } from './sites.ts';

type Line = Made<typeof journalEntry>['lines'][number];
export const line = (
  account: Line['account'],
  side: 'debit' | 'credit',
  amount: number,
  of: Partial<Line> = {},
): Line => ({
  account,
  unitId: null,
  serviceId: null,
  amenityId: null,
  fundId: null,
  method: null,
  category: null,
  bucket: null,
  part: null,
  billId: null,
  bookingId: null,
  depositId: null,
  debit: null,
  credit: null,
  ...of,
  [side]: amount,
});

/** Reference of a journal line to the principal of a bill. */
export const partOf = ({ _id, serviceId }: Made<typeof bill>): Partial<Line> => ({
  serviceId,
  billId: _id,
  part: 'PRINCIPAL',
});

/** Journal lines of a released bill, with sides swapped for a reversal. */
export const billEntry = (made: Made<typeof bill>, isReversed = false): Line[] =>
  billLines(made).map(({ account, debit, credit, ...of }) =>
    line(account, Boolean(debit) === isReversed ? 'credit' : 'debit', debit || credit || 0, of),
  );

/** Account field of a unit by journal account. */
const HELD: Partial<Record<Line['account'], 'owed' | 'balance' | 'advance' | 'deposit'>> = {
  RECEIVABLE: 'owed',
  UNIT_ACCOUNT: 'balance',
  ADVANCE: 'advance',
  DEPOSIT: 'deposit',
};

/** Builds the journal of a building and the unit accounts that follow from its entries. */
export function journalOf(site: Site) {
  const id = idsOf('journal-entry', site.key);
  const at = (day: string) => new Date(`${day}T03:00:00Z`);
  const entries: Made<typeof journalEntry>[] = [];
  const accounts = new Map<string, Made<typeof unitAccount>>();
  function post(
    kind: EntryKind,
    day: string,
    [documentType, doc]: readonly [DocumentType, { _id: string; code?: string | null }],
    unitId: string | null,
    lines: Line[],
    reversesId: string | null = null,
  ): void {
    const posted = lines.filter(({ debit, credit }) => (debit ?? 0) > 0 || (credit ?? 0) > 0);
    if (posted.length === 0) return;
    const of = posted.map(entryLine => (entryLine.account in HELD ? { ...entryLine, unitId } : entryLine));
    const total = posted.reduce((sum, { debit }) => sum + (debit ?? 0), 0);
    const no = entries.length + 1;
    const made = recordOf(journalEntry, site.id, id(entries.length), at(day), {
      no,
      accountingDate: day,
      month: monthOf(day),
      kind,
      documentType,
      documentId: doc._id,
      documentCode: doc.code ?? null,
      unitIds: unitId ? [unitId] : [],
      total,
      lines: of,
      occurrence: reversesId ?? String(no),
      reversesId,
    });
    entries.push(made);
    if (!unitId) return;
    const account = accounts.get(unitId) ?? recordOf(unitAccount, site.id, unitId, at(day), { unitId });
    for (const { account: name, bucket, debit, credit } of posted) {
      const [held, by] = [HELD[name], (credit ?? 0) - (debit ?? 0)];
      if (held) account[held] += held === 'owed' ? -by : by;
      if (name === 'UNIT_ACCOUNT' && bucket === 'OPENING') account.balanceOpening += by;
    }
    account.lastAt = at(day);
    accounts.set(unitId, account);
  }
  /** Reverses the latest entry of a document, line by line. */
  function undo(kind: EntryKind, day: string, document: Parameters<typeof post>[2], unitId: string | null): void {
    const before = entries.findLast(entry => entry.documentId === document[1]._id);
    if (!before) return;
    const lines = before.lines.map(({ debit, credit, ...rest }) => ({ ...rest, debit: credit, credit: debit }));
    post(kind, day, document, unitId, lines, before._id);
  }
  return { post, undo, entries, accounts };
}
