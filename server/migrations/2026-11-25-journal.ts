import { dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import {
  type Account,
  type DocumentType,
  type EntryKind,
  journalEntry,
  unitAccount,
} from '@lobby/shared/modules/ledger.ts';
import { clockNow } from '../kit/database/clock.ts';
import { db, newId } from '../kit/database/database.ts';
import { codeCollection } from '../kit/store/codes.ts';
import { eventCollection } from '../kit/store/events.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import { bucketed, isOfUnit, type Line, ofUnit, reversed } from '../modules/ledger/entries.ts';
import { DOCUMENTS } from '../modules/ledger/read.ts';
import type { Migration } from './migrate.ts';

const ACCOUNTS: Readonly<Record<string, Partial<Line> & { account: Account }>> = {
  VAT: { account: 'VAT_PAYABLE' },
  SURCHARGE: { account: 'SURCHARGE_TAX_PAYABLE' },
  INTEREST: { account: 'INTEREST_INCOME' },
  OTHER_INCOME: { account: 'REVENUE', category: 'OTHER' },
  OPENING: { account: 'OPENING_BALANCE' },
};

const KINDS: Readonly<Record<string, EntryKind>> = {
  BILL: 'BILL_RELEASE',
  INTEREST: 'INTEREST_POST',
  DEDUCTION: 'RECEIPT',
  DEDUCTION_CANCEL: 'RECEIPT_CANCEL',
  TRANSFER: 'ADVANCE_TRANSFER',
  REFUND: 'PAYSLIP',
  REFUND_CANCEL: 'PAYSLIP_CANCEL',
  DEPOSIT: 'RECEIPT',
  DEPOSIT_REFUND: 'PAYSLIP',
  DEPOSIT_KEPT: 'DEPOSIT_FORFEIT',
  DEPOSIT_CANCEL: 'RECEIPT_CANCEL',
  FUND_TRANSFER_CANCEL: 'TRANSFER_CANCEL',
};

type Known = Map<string, { type: DocumentType; doc: Stored }>;
const all = (name: Parameters<typeof collectionOf>[0], query: object = {}) =>
  db().collection<Stored>(collectionOf(name)).find(query);

/** What kind an entry is now: some were told apart by their document alone. */
function kindOf(old: string, { type, doc }: { type: DocumentType; doc: Stored }): EntryKind {
  if (old === 'ADJUSTMENT') return doc.type === 'ADJUST_UP' ? 'ADJUST_UP' : 'ADJUST_DOWN';
  if (old === 'BILL_CANCEL' && doc.type !== 'NORMAL') return 'ADJUST_CANCEL';
  if (old === 'BILL_CANCEL' && doc.createdFor === 'INTEREST') return 'INTEREST_CANCEL';
  if (old === 'OPENING') {
    if (type === 'deposit') return 'OPENING_DEPOSIT';
    return doc.toServiceId ? 'OPENING_ADVANCE' : 'OPENING_ACCOUNT';
  }
  return KINDS[old] ?? (old as EntryKind);
}

async function documents(projectId: unknown): Promise<Known> {
  const known: Known = new Map();
  for (const [type, definition] of Object.entries(DOCUMENTS))
    for await (const doc of all(definition, { projectId }))
      if (doc.code && type !== 'fund') known.set(String(doc.code), { type: type as DocumentType, doc });
  return known;
}

const held = (one: Line) => `${one.unitId} ${one.account === 'ADVANCE' ? one.serviceId : ''}`;

type Opening = Map<string, number>;

/** The lines of an entry with the names of now, the unit that they are about, and which part of its money they move. */
function linesOf(entry: Stored, kind: EntryKind, doc: Stored, opening: Opening): Line[] {
  const part = doc.createdFor === 'INTEREST' ? 'INTEREST' : 'PRINCIPAL';
  const named = (entry.lines as Line[]).map(line => ({ ...line, ...ACCOUNTS[line.account] }));
  return ofUnit(named, entry.unitId as string | null).flatMap((line): Line[] => {
    if (line.account === 'RECEIVABLE') return [{ ...line, part }];
    if (line.account !== 'UNIT_ACCOUNT' && line.account !== 'ADVANCE') return [line];
    return bucketed(kind.startsWith('OPENING_') ? { ...line, bucket: 'OPENING' } : line, opening.get(held(line)) ?? 0);
  });
}

function count(opening: Opening, lines: readonly Line[]): void {
  for (const one of lines)
    if (one.bucket === 'OPENING')
      opening.set(held(one), (opening.get(held(one)) ?? 0) + (one.credit ?? 0) - (one.debit ?? 0));
}

/** The journal of a project with the names and parts that entries have now, written again in the order in which they were made. */
async function renewed(projectId: unknown): Promise<void> {
  const known = await documents(projectId);
  const opening: Opening = new Map();
  const standing = new Map<string, { id: string; lines: Line[] }>();
  const journal = db().collection<Stored>(collectionOf(journalEntry));
  let no = 0;
  for await (const entry of all(journalEntry, { projectId, kind: { $exists: false } }).sort({ createdAt: 1, _id: 1 })) {
    const of = known.get(String(entry.source));
    if (!of) throw new Error(`no document ${entry.source} of entry ${entry.code}`);
    const kind = kindOf(String(entry.entry), of);
    const before = kind.endsWith('_CANCEL') ? standing.get(of.doc._id) : undefined;
    const lines = before ? reversed(before.lines) : linesOf(entry, kind, of.doc, opening);
    count(opening, lines);
    if (!before) standing.set(of.doc._id, { id: entry._id, lines });
    const reversesId = before?.id ?? null;
    const once = `${of.doc._id}:${kind}:${entry._id}`;
    await journal.updateOne(
      { _id: entry._id },
      {
        $set: {
          no: ++no,
          accountingDate: entry.day,
          month: String(entry.day).slice(0, 7),
          kind,
          documentType: of.type,
          documentId: of.doc._id,
          documentCode: entry.source,
          total: entry.amount,
          lines,
          unitIds: [...new Set(lines.filter(isOfUnit).map(({ unitId }) => String(unitId)))],
          text: null,
          actor: null,
          reversesId,
          once,
          'uniq.once': fold(once),
          ...(reversesId && { 'uniq.reversesId': reversesId }),
        },
        $unset: { entry: '', day: '', source: '', unitId: '', amount: '', code: '' },
      },
    );
  }
  for await (const doc of all(fund, { projectId, deletedAt: null, opening: { $gt: 0 } })) {
    if (await journal.findOne({ projectId: doc.projectId, documentId: doc._id, kind: 'OPENING_FUND' })) continue;
    await journal.insertOne(openingOf(doc, ++no));
  }
  const counters = db().collection<{ _id: string; n: number }>(codeCollection.name);
  await counters.updateOne({ _id: `${projectId}:${journalEntry.name}` }, { $max: { n: no } }, { upsert: true });
  await keepOpenings(projectId, opening);
}

/** What a fund began with, which stood beside the books. */
function openingOf(doc: Stored, no: number): Stored {
  const day = String(doc.openingDay ?? dayOf(doc.createdAt, VIETNAM));
  const total = Number(doc.opening);
  const once = `${doc._id}:OPENING_FUND:1`;
  const lines: Line[] = [
    { account: 'FUND', fundId: doc._id, debit: total },
    { account: 'OPENING_BALANCE', credit: total },
  ];
  return {
    _id: newId(),
    projectId: doc.projectId,
    version: 1,
    createdAt: clockNow(),
    updatedAt: clockNow(),
    deletedAt: null,
    no,
    accountingDate: day,
    month: day.slice(0, 7),
    kind: 'OPENING_FUND',
    documentType: 'fund',
    documentId: doc._id,
    documentCode: doc.code,
    unitIds: [],
    total,
    lines,
    text: null,
    actor: null,
    reversesId: null,
    once,
    uniq: { once: fold(once) },
  };
}

async function keepOpenings(projectId: unknown, opening: ReadonlyMap<string, number>): Promise<void> {
  for (const definition of [unitAccount, serviceAdvance])
    await db()
      .collection<Stored>(collectionOf(definition))
      .updateMany(
        { projectId: String(projectId), balanceOpening: { $exists: false } },
        { $set: { balanceOpening: 0 } },
      );
  for (const [key, balanceOpening] of opening) {
    const [unitId = '', serviceId = ''] = key.split(' ');
    const [definition, query] = serviceId
      ? ([serviceAdvance, { unitId, serviceId }] as const)
      : ([unitAccount, { unitId }] as const);
    await db()
      .collection<Stored>(collectionOf(definition))
      .updateOne({ projectId: String(projectId), ...query }, { $set: { balanceOpening } });
  }
}

/** Entries name their kind, document, units and parts as the books ask for; what funds began with is on the books too. */
export const entriesOfJournal: Migration = {
  name: '2026-11-25 entries of the journal',
  async run() {
    const projects = await db().collection(collectionOf(journalEntry)).distinct('projectId');
    const withFunds = await db().collection(collectionOf(fund)).distinct('projectId');
    for (const projectId of new Set([...projects, ...withFunds])) await renewed(projectId);
    await db()
      .collection(eventCollection.name)
      .updateMany({ module: 'ACCOUNTING', entity: journalEntry.name }, { $set: { module: journalEntry.code } });
  },
};
