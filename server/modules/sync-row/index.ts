import type { DocumentType, EntryKind } from '@lobby/shared/modules/ledger.ts';
import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import { SYNC_KINDS, type SyncKind } from '@lobby/shared/modules/sync-kinds.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { db, type Session } from '../../kit/database/database.ts';
import { build } from '../../kit/records/records.ts';
import { writeEvents } from '../../kit/store/events.ts';
import type { Doc } from '../../kit/store/records.ts';
import { records } from '../../kit/store/records.ts';
import { type Change, eventOf } from '../../kit/store/save.ts';
import { collectionOf, keysOf } from '../../kit/store/schema.ts';

/** The kind by which the accounting software knows a document of ours. */
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
/** Money that arrives, or that a correction moves to the account of its unit, is no word of the document that it was taken by; other movements of accounts are none of their own. */
const APART: readonly EntryKind[] = ['SETTLE', 'SETTLE_CANCEL', 'OFFSET', 'OFFSET_CANCEL', 'ADJUST_SURPLUS'];
const SENT = ['SUCCESS', 'SYNCED', 'OUT_OF_SYNC'];

/** The kind of what an entry of the journal tells of; null where the other side does not get it. */
export function syncKindOf(type: DocumentType, kind: EntryKind): SyncKind | null {
  if (APART.includes(kind)) return null;
  // A surplus that is taken out of a receipt again leaves it as it is.
  if (kind === 'ADJUST_CANCEL' && type !== 'bill') return null;
  if (type === 'account-movement' && kind !== 'ADVANCE_TRANSFER' && kind !== 'TRANSFER_CANCEL') return null;
  return KIND_OF[type] ?? null;
}

/** A line of an entry as far as sums of documents need it. */
interface Moved {
  account: string;
  debit?: number | null;
  credit?: number | null;
}
/** What lines of the journal add to a document: of a bill what its unit owes by them, below 0 where they lower that; of all else what moves. */
export const amountOf = (documentKind: string, lines: readonly Moved[]): number =>
  lines.reduce((sum, { account, debit, credit }) => {
    if (documentKind !== 'BILL') return sum + (debit ?? 0);
    return account === 'RECEIVABLE' ? sum + (debit ?? 0) - (credit ?? 0) : sum;
  }, 0);

/** The connection that takes documents of a project, or will take them again. */
export const standingConnection = (projectId: string): Promise<Doc<typeof syncConnection> | null> =>
  records(syncConnection).first({ projectId }, { status: { $in: ['ACTIVE', 'PAUSED'] } }, { sort: { status: 1 } });

/** What a connection sends. */
export const kindsOf = ({ kinds }: Doc<typeof syncConnection>): SyncKind[] => {
  const named = new Set((Array.isArray(kinds) ? kinds : []).map(one => String(one.kind)));
  return SYNC_KINDS.filter(kind => named.has(kind));
};

/** A document of money, as its entry knows it. */
interface Posted {
  _id: string;
  code?: unknown;
  accountingDate?: unknown;
  unitId?: unknown;
}

interface SyncSource {
  kind: EntryKind;
  type: DocumentType;
  doc: Posted;
  day: string;
  unitId?: string | null;
  reversesId?: string;
}

/** What a row begins with. */
export const firstOf = <M extends object>(
  documentKind: string,
  doc: { id: string; code: string | null; day: string },
  more: M,
) => ({
  documentKind,
  documentId: doc.id,
  documentCode: doc.code,
  accountingDate: doc.day,
  once: `${documentKind}-${doc.id}`,
  edition: 1,
  attempts: 0,
  touched: 0,
  hasError: false,
  cancelled: false,
  ...more,
});

/** An entry of the journal, as far as it tells of a document. */
interface Entry {
  _id: string;
  kind: string;
  documentType: string;
  documentId: string | null;
  documentCode: string | null;
  accountingDate: string | null;
  unitIds: readonly string[] | null;
  reversesId?: string | null;
  lines: readonly Moved[] | null;
}
/** What entries of the journal leave of each document of these kinds, in their order: of one that was taken back nothing. */
export function standingDocuments<E extends Entry>(kinds: readonly SyncKind[]) {
  const found = new Map<string, { kind: SyncKind; parts: { entry: Omit<E, 'lines'>; amount: number }[] }>();
  const gone = new Set<string>();
  return {
    add(entry: E): void {
      const kind = syncKindOf(entry.documentType as DocumentType, entry.kind as EntryKind);
      if (entry.reversesId) gone.add(entry.reversesId);
      else if (kind && kinds.includes(kind)) {
        const key = `${kind}-${entry.documentId}`;
        const own = found.get(key) ?? { kind, parts: [] };
        const { lines, ...rest } = entry;
        own.parts.push({ entry: rest, amount: amountOf(kind, lines ?? []) });
        found.set(key, own);
      }
    },
    all: () =>
      [...found.values()].flatMap(({ kind, parts }) => {
        const standing = parts.filter(({ entry }) => !gone.has(entry._id));
        const first = standing[0]?.entry;
        if (!first) return [];
        const { documentId: id, documentCode: code, accountingDate: day, unitIds } = first;
        const more = {
          unitId: unitIds?.length === 1 ? (unitIds[0] ?? null) : null,
          amount: standing.reduce((sum, { amount }) => sum + amount, 0),
        };
        return [{ kind, first, values: firstOf(kind, { id: String(id), code, day: String(day) }, more) }];
      }),
  };
}

/** What is done to the row of a document by its entry in the books, in the transaction of the entry itself; null where nobody is told. */
export async function onPosting(
  ctx: Ctx,
  told: SyncSource,
  lines: readonly Moved[],
): Promise<NonNullable<Change['also']> | null> {
  const documentKind = syncKindOf(told.type, told.kind);
  if (!documentKind) return null;
  const connection = await standingConnection(ctx.projectId);
  if (!connection) return null;
  return session => follow(ctx, connection, documentKind, told, amountOf(documentKind, lines), session);
}

const rows = () => db().collection<Doc<typeof syncReceipt>>(collectionOf(syncReceipt));

async function follow(
  ctx: Ctx,
  connection: Doc<typeof syncConnection>,
  documentKind: SyncKind,
  { kind, doc, day, unitId, reversesId }: SyncSource,
  amount: number,
  session: Session,
): Promise<void> {
  const { projectId } = ctx;
  const row = await rows().findOne({ projectId, documentId: doc._id, documentKind, deletedAt: null }, { session });
  const insert = (of: string, day: string, values: object) =>
    add(
      ctx,
      firstOf(of, { id: doc._id, code: codeOf(doc), day }, { connectionId: connection._id, ...values }),
      session,
    );
  const cancels = CANCELS.includes(kind);
  if (!row) {
    const dated = String(doc.accountingDate ?? day);
    const wanted = kindsOf(connection).includes(documentKind) && dated >= connection.fromDay;
    if (wanted && !cancels && !reversesId) await insert(documentKind, day, { unitId: unitId ?? unitOf(doc), amount });
    return;
  }
  if (cancels) {
    if (row.cancelled === true) return;
    // What was never sent has nothing to be taken back.
    if (row.status === 'NONE') return change(ctx, row, { deletedAt: ctx.now }, session);
    if (SENT.includes(String(row.status)) && connection.sendCancellations === false)
      fail('SYNCED_RECEIPT_CANNOT_BE_DELETED', { code: row.documentCode });
    await change(ctx, row, { status: 'CHANGED', cancelled: true, hasError: false, errorCode: null }, session);
    await insert('CANCELLATION', day, { unitId: row.unitId, amount: row.amount, status: 'PENDING', nextAt: ctx.now });
    return;
  }
  // What takes an entry of a bill back is below 0 by itself.
  const less = reversesId && documentKind !== 'BILL';
  const sum = { amount: Number(row.amount) + (less ? -amount : amount) };
  if (!SENT.includes(String(row.status))) return change(ctx, row, sum, session);
  await change(ctx, row, { ...sum, status: 'CHANGED', edition: Number(row.edition) + 1 }, session);
}

const codeOf = (doc: Posted): string | null => (doc.code ? String(doc.code) : null);
const unitOf = (doc: Posted): string | null => (typeof doc.unitId === 'string' ? doc.unitId : null);

async function add(ctx: Ctx, values: Record<string, unknown>, session: Session): Promise<void> {
  const insert = await build(ctx, syncReceipt, values, true);
  const home = values.unitId
    ? await records(unit)
        .withRemoved()
        .first(ctx, { _id: values.unitId }, { only: ['code'] })
    : null;
  insert.keys = keysOf(syncReceipt, insert, home ? { unitId: home.code } : {}) ?? [];
  await rows().insertOne(insert, { session });
  await writeEvents([eventOf(ctx, { definition: syncReceipt, action: 'create', insert }, insert)], session);
}

async function change(
  ctx: Ctx,
  doc: Doc<typeof syncReceipt>,
  set: Record<string, unknown>,
  session: Session,
): Promise<void> {
  const { projectId, _id } = doc;
  const update: object = { $set: { ...set, updatedAt: ctx.now }, $inc: { version: 1, touched: 1 } };
  const after = await rows().findOneAndUpdate({ projectId, _id }, update, { session, returnDocument: 'after' });
  if (!after) return;
  await writeEvents(
    [
      eventOf(
        ctx,
        { definition: syncReceipt, action: set.deletedAt ? 'remove' : 'settle', update: { doc, set } },
        after,
      ),
    ],
    session,
  );
}
