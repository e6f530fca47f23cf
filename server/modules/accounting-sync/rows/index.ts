import type { DocumentType, EntryKind } from '@lobby/shared/modules/ledger.ts';
import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import { SYNC_KINDS, type SyncKind } from '@lobby/shared/modules/sync-kinds.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import type { Session } from '../../../kit/database/database.ts';
import { build } from '../../../kit/records/records.ts';
import type { Values } from '../../../kit/records/typed-behaviour.ts';
import { insertBeside, updateBeside } from '../../../kit/store/beside.ts';
import { writeEvents } from '../../../kit/store/events.ts';
import { keysOf } from '../../../kit/store/keys/search-keys.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import { type Change, eventOf } from '../../../kit/store/save.ts';

/** Document types by their kind in the accounting software. */
const KIND_OF: Readonly<Partial<Record<DocumentType, SyncKind>>> = {
  bill: 'BILL',
  receipt: 'RECEIPT',
  payslip: 'PAYSLIP',
  'fund-transfer': 'FUND_TRANSFER',
  'account-movement': 'ADVANCE',
  deposit: 'DEPOSIT',
};
const CANCELS: readonly EntryKind[] = [
  'BILL_CANCEL',
  'ADJUST_CANCEL',
  'INTEREST_CANCEL',
  'RECEIPT_CANCEL',
  'PAYSLIP_CANCEL',
  'TRANSFER_CANCEL',
];
/** Settlements, offsets and adjustment surpluses are not part of the document's amount; other account movements are not sent. */
const APART: readonly EntryKind[] = ['SETTLE', 'SETTLE_CANCEL', 'OFFSET', 'OFFSET_CANCEL', 'ADJUST_SURPLUS'];
const SENT = ['SUCCESS', 'SYNCED', 'OUT_OF_SYNC'];

/** Kind of the document of a journal entry; null if it is not sent. */
export function syncKindOf(type: DocumentType, kind: EntryKind): SyncKind | null {
  if (APART.includes(kind)) return null;
  // Cancelling an adjustment's surplus leaves the receipt as it is.
  if (kind === 'ADJUST_CANCEL' && type !== 'bill') return null;
  if (type === 'account-movement' && kind !== 'ADVANCE_TRANSFER' && kind !== 'TRANSFER_CANCEL') return null;
  return KIND_OF[type] ?? null;
}

/** Part of a journal line needed for document amounts. */
interface Moved {
  account: string;
  debit?: number | null;
  credit?: number | null;
}
/** Amount of journal lines for a document: for a bill the change of the debt, for others the debits. */
export const amountOf = (documentKind: string, lines: readonly Moved[]): number =>
  lines.reduce((sum, { account, debit, credit }) => {
    if (documentKind !== 'BILL') return sum + (debit ?? 0);
    return account === 'RECEIVABLE' ? sum + (debit ?? 0) - (credit ?? 0) : sum;
  }, 0);

/** The active connection of a project, else a paused one. */
export const standingConnection = (projectId: string): Promise<Doc<typeof syncConnection> | null> =>
  records(syncConnection).first({ projectId }, { status: { $in: ['ACTIVE', 'PAUSED'] } }, { sort: { status: 1 } });

/** Kinds that a connection sends. */
export const kindsOf = ({ kinds }: Doc<typeof syncConnection>): SyncKind[] => {
  const named = new Set(kinds.map(kind => kind.kind));
  return SYNC_KINDS.filter(kind => named.has(kind));
};

/** A financial document of a journal entry. */
interface Posted {
  _id: string;
  code?: string | null;
  accountingDate?: string | null;
  unitId?: string | null;
}

interface SyncSource {
  kind: EntryKind;
  type: DocumentType;
  doc: Posted;
  day: string;
  unitId?: string | null;
  reversesId?: string;
}

type SentKind = NonNullable<Doc<typeof syncReceipt>['documentKind']>;
/** Initial fields of a row. */
export const firstOf = <M extends object>(
  documentKind: SentKind,
  doc: { id: string; code: string | null; day: string },
  more: M,
) => ({
  documentKind,
  documentId: doc.id,
  documentCode: doc.code,
  accountingDate: doc.day,
  edition: 1,
  attempts: 0,
  touched: 0,
  hasError: false,
  cancelled: false,
  ...more,
});

/** A journal entry with its document. */
interface Entry {
  _id: string;
  kind: EntryKind;
  documentType: DocumentType;
  documentId: string | null;
  documentCode: string | null;
  accountingDate: string | null;
  unitIds: readonly string[] | null;
  reversesId?: string | null;
  lines: readonly Moved[] | null;
}
/** Collects the amounts of documents of these kinds from journal entries, in order; reversed ones are left out. */
export function standingDocuments<E extends Entry>(kinds: readonly SyncKind[]) {
  const groups = new Map<string, { kind: SyncKind; parts: { entry: Omit<E, 'lines'>; amount: number }[] }>();
  const gone = new Set<string>();
  return {
    add(entry: E): void {
      const kind = syncKindOf(entry.documentType, entry.kind);
      if (entry.reversesId) gone.add(entry.reversesId);
      else if (kind && kinds.includes(kind)) {
        const key = `${kind}-${entry.documentId}`;
        const group = groups.get(key) ?? { kind, parts: [] };
        const { lines, ...rest } = entry;
        group.parts.push({ entry: rest, amount: amountOf(kind, lines ?? []) });
        groups.set(key, group);
      }
    },
    all: () =>
      [...groups.values()].flatMap(({ kind, parts }) => {
        const standing = parts.filter(({ entry }) => !gone.has(entry._id));
        const first = standing[0]?.entry;
        if (!first) return [];
        const { documentId: id, documentCode: code, accountingDate: day, unitIds } = first;
        const more = {
          unitId: unitIds?.length === 1 ? (unitIds[0] ?? null) : null,
          amount: standing.reduce((sum, { amount }) => sum + amount, 0),
        };
        return [{ kind, first, values: firstOf(kind, { id: id ?? '', code, day: day ?? '' }, more) }];
      }),
  };
}

/** Updates the row of a document in the transaction of its entry; null if nothing is sent. */
export async function onPosting(
  ctx: Ctx,
  source: SyncSource,
  lines: readonly Moved[],
): Promise<NonNullable<Change['also']> | null> {
  const documentKind = syncKindOf(source.type, source.kind);
  if (!documentKind) return null;
  const connection = await standingConnection(ctx.projectId);
  if (!connection) return null;
  return session => follow(ctx, connection, documentKind, source, amountOf(documentKind, lines), session);
}

async function follow(
  ctx: Ctx,
  connection: Doc<typeof syncConnection>,
  documentKind: SyncKind,
  { kind, doc, day, unitId, reversesId }: SyncSource,
  amount: number,
  session: Session,
): Promise<void> {
  const row = await records(syncReceipt).in(session).first(ctx, { documentId: doc._id, documentKind });
  const insert = (of: SentKind, day: string, values: Values<typeof syncReceipt>) =>
    add(
      ctx,
      firstOf(of, { id: doc._id, code: codeOf(doc), day }, { connectionId: connection._id, ...values }),
      session,
    );
  const cancels = CANCELS.includes(kind);
  if (!row) {
    const dated = doc.accountingDate ?? day;
    const wanted = kindsOf(connection).includes(documentKind) && dated >= connection.fromDay;
    if (wanted && !cancels && !reversesId) await insert(documentKind, day, { unitId: unitId ?? unitOf(doc), amount });
    return;
  }
  if (cancels) {
    if (row.cancelled === true) return;
    // Documents never sent need no cancellation.
    if (row.status === 'NONE') return change(ctx, row, { deletedAt: ctx.now }, session);
    if (SENT.includes(row.status) && connection.sendCancellations === false)
      fail('SYNCED_RECEIPT_CANNOT_BE_DELETED', { code: row.documentCode });
    await change(ctx, row, { status: 'CHANGED', cancelled: true, hasError: false, errorCode: null }, session);
    await insert('CANCELLATION', day, { unitId: row.unitId, amount: row.amount, status: 'PENDING', nextAt: ctx.now });
    return;
  }
  // Reversing entries of bills have negative amounts themselves.
  const less = reversesId && documentKind !== 'BILL';
  const sum = { amount: (row.amount ?? 0) + (less ? -amount : amount) };
  if (!SENT.includes(row.status)) return change(ctx, row, sum, session);
  await change(ctx, row, { ...sum, status: 'CHANGED', edition: row.edition + 1 }, session);
}

const codeOf = (doc: Posted): string | null => doc.code || null;
const unitOf = (doc: Posted): string | null => doc.unitId ?? null;

async function add(ctx: Ctx, values: Values<typeof syncReceipt>, session: Session): Promise<void> {
  const insert = await build(ctx, syncReceipt, values, true);
  const home = values.unitId
    ? await records(unit)
        .withRemoved()
        .first(ctx, { _id: values.unitId }, { only: ['code'] })
    : null;
  insert.keys = keysOf(syncReceipt, insert, home ? { unitId: home.code } : {}) ?? [];
  await insertBeside(syncReceipt, [insert], session);
  await writeEvents([eventOf(ctx, { definition: syncReceipt, action: 'create', insert }, insert)], session);
}

async function change(
  ctx: Ctx,
  doc: Doc<typeof syncReceipt>,
  set: Partial<Doc<typeof syncReceipt>>,
  session: Session,
): Promise<void> {
  const action = set.deletedAt ? 'remove' : 'settle';
  await updateBeside(ctx, syncReceipt, doc, set, { action, session, add: { touched: 1 }, isChange: true });
}
