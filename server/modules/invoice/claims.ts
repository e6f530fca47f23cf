import type { InvoiceLine } from '@lobby/shared/billing/invoice-line.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import type { SyncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { fail } from '../../kit/base/errors.ts';
import { type Collection, db, type Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { VersionConflict } from '../../kit/store/save.ts';

/**
 * Claims of invoiced sources by key: a whole bill (its id), the part of a bill paid by a receipt (`<receipt>:<bill>`), or an advance (`<receipt>:`).
 * A bill with invoiced parts also has a row that counts them, so that it cannot be invoiced as a whole.
 */
interface Claim {
  _id: string;
  projectId: string;
  invoiceId: string | null;
  receiptId?: string | null;
  parts?: number;
}
export const invoiceClaimCollection: Collection = {
  name: 'invoice-claims',
  indexes: [{ key: { projectId: 1, invoiceId: 1 } }, { key: { projectId: 1, receiptId: 1 } }],
};
const claims = () => db().collection<Claim>(invoiceClaimCollection.name);

/** Source of a line: a bill, a receipt, or the part of a bill paid by a receipt. */
export type Source = Pick<InvoiceLine, 'billId' | 'receiptId'>;

/** Claim key of a source; null for manual lines. */
export const claimKey = ({ billId, receiptId }: Source): string | null =>
  receiptId ? `${receiptId}:${billId ?? ''}` : billId;

const turnOf = (projectId: string) => `invoice claims ${projectId}`;

/** Throws a conflict if a bill or receipt was cancelled meanwhile. */
async function assertStanding(projectId: string, sources: readonly Source[], session: Session): Promise<void> {
  const billIds = [...new Set(sources.flatMap(({ billId, receiptId }) => (billId && !receiptId ? [billId] : [])))];
  const receiptIds = [...new Set(sources.flatMap(({ receiptId }) => receiptId ?? []))];
  const of = { projectId };
  const bills = await records(bill)
    .in(session)
    .count(of, { _id: { $in: billIds }, status: 'ACTIVE' });
  const receipts = await records(receipt)
    .in(session)
    .count(of, { _id: { $in: receiptIds }, status: 'NOT_CANCELED' });
  if (bills < billIds.length || receipts < receiptIds.length) throw new VersionConflict();
}

/** Claims the sources of an invoice; fails on the unique key if another invoice has one of them. */
export async function claimSources(
  projectId: string,
  invoiceId: string,
  sources: readonly Source[],
  session: Session,
): Promise<void> {
  const claiming = sources.filter(source => claimKey(source) !== null);
  if (claiming.length === 0) return;
  await serializeBy(turnOf(projectId), session);
  await assertStanding(projectId, claiming, session);
  await claims().insertMany(
    claiming.map(source => ({
      _id: claimKey(source) ?? '',
      projectId,
      invoiceId,
      receiptId: source.receiptId ?? null,
    })),
    { session },
  );
  for (const { billId, receiptId } of claiming)
    if (billId && receiptId)
      // Fails on the unique key if the whole bill is claimed.
      await claims().updateOne(
        { _id: billId, projectId, parts: { $gte: 0 } },
        { $inc: { parts: 1 }, $setOnInsert: { invoiceId: null } },
        { upsert: true, session },
      );
}

/** Releases the claims of an invoice. */
export async function freeSources(projectId: string, invoiceId: string, session: Session): Promise<void> {
  await serializeBy(turnOf(projectId), session);
  const held = await claims().find({ projectId, invoiceId }, { session }).toArray();
  await claims().deleteMany({ projectId, invoiceId }, { session });
  for (const { _id } of held) {
    const billId = _id.split(':')[1];
    if (!billId) continue;
    await claims().updateOne({ _id: billId, projectId }, { $inc: { parts: -1 } }, { session });
    await claims().deleteOne({ _id: billId, projectId, parts: 0 }, { session });
  }
}

/** Moves the claims of a replaced invoice to its replacement. */
export const moveClaims = async (projectId: string, from: string, to: string, session: Session): Promise<void> =>
  void (await claims().updateMany({ projectId, invoiceId: from }, { $set: { invoiceId: to } }, { session }));

/** Returns those of the keys that are invoiced. */
export async function findClaimed(
  projectId: string,
  keys: readonly string[],
  session: Session | null = null,
): Promise<Set<string>> {
  const rows = await claims()
    .find({ projectId, _id: { $in: [...keys] } }, { ...(session && { session }), projection: { _id: 1 } })
    .toArray();
  return new Set(rows.map(({ _id }) => _id));
}

/** Bills and receipts behind an invoice, including the adjustments contained in its amounts. */
export async function standsOn(
  projectId: string,
  { _id, items: lines }: Doc<typeof invoice>,
): Promise<{ billIds: string[]; receiptIds: string[] }> {
  const held = await claims().find({ projectId, invoiceId: _id }).toArray();
  const whole = held.flatMap(({ _id: key, receiptId }) => (receiptId ? [] : [key]));
  return {
    billIds: [...new Set([...lines.flatMap(({ billId }) => billId ?? []), ...whole])],
    receiptIds: [...new Set(lines.flatMap(({ receiptId }) => receiptId ?? []))],
  };
}

/** Invoice state of receipts that are invoiced as advances or by their payments. */
export async function invoicedReceipts(
  projectId: string,
  receiptIds: readonly string[],
): Promise<Map<string, Pick<SyncReceipt, 'eInvoice' | 'eInvoiceNumber'>>> {
  const held = await claims()
    .find({ projectId, receiptId: { $in: [...receiptIds] } })
    .toArray();
  const invoices = await records(invoice).find(
    { projectId },
    { _id: { $in: held.flatMap(({ invoiceId }) => invoiceId ?? []) }, number: { $ne: null } },
    { only: ['syncStatus', 'fullNumber'] },
  );
  const byId = new Map(invoices.map(doc => [doc._id, doc]));
  return new Map(
    held.flatMap(({ receiptId, invoiceId }) => {
      const doc = byId.get(invoiceId ?? '');
      return doc && receiptId
        ? [[receiptId, { eInvoice: doc.syncStatus, eInvoiceNumber: doc.fullNumber }] as const]
        : [];
    }),
  );
}

/** Invoice of each wholly invoiced bill. */
export async function invoiceOfBills(projectId: string, session: Session): Promise<Map<string, string>> {
  const rows = await claims()
    .find({ projectId, invoiceId: { $ne: null }, receiptId: null }, { session })
    .toArray();
  return new Map(rows.map(({ _id, invoiceId }) => [_id, invoiceId ?? '']));
}

/** Invoice of a wholly invoiced bill, or null. */
export const claimantOf = async (projectId: string, billId: string): Promise<string | null> =>
  (await claims().findOne({ projectId, _id: billId }))?.invoiceId ?? null;

/** Returns the ids of those bills that are invoiced as a whole. */
export async function claimedWhole(projectId: string, billIds: readonly string[]): Promise<Set<string>> {
  const rows = await claims()
    .find({ projectId, _id: { $in: [...billIds] }, parts: { $exists: false } }, { projection: { _id: 1 } })
    .toArray();
  return new Set(rows.map(({ _id }) => _id));
}

/** Refuses to change or cancel an invoiced bill: it must be adjusted instead. */
export async function assertNotInvoiced(projectId: string, billId: string): Promise<void> {
  if ((await findClaimed(projectId, [billId])).size > 0) fail('BILL_INVOICED');
}

/** The same check within the cancelling transaction, serialised with concurrent invoicing. */
export async function holdUninvoiced(projectId: string, billId: string, session: Session): Promise<void> {
  await serializeBy(turnOf(projectId), session);
  if ((await findClaimed(projectId, [billId], session)).size > 0) fail('BILL_INVOICED');
}

/** Refuses to cancel an invoiced receipt, within the cancelling transaction. */
export async function holdUninvoicedReceipt(
  projectId: string,
  { _id: receiptId, code }: { _id: string; code: string | null },
  session: Session,
): Promise<void> {
  await serializeBy(turnOf(projectId), session);
  if (await claims().findOne({ projectId, receiptId }, { session })) fail('SYNCED_RECEIPT_CANNOT_BE_DELETED', { code });
}

/** Returns the ids of those receipts that are invoiced as advances. */
export async function invoicedAhead(projectId: string, receiptIds: readonly string[]): Promise<Set<string>> {
  const keys = await findClaimed(
    projectId,
    receiptIds.map(receiptId => `${receiptId}:`),
  );
  return new Set([...keys].map(key => key.slice(0, -1)));
}
