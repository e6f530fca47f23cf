import { bill } from '@lobby/shared/modules/bill.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { syncCode } from '@lobby/shared/modules/sync-code.ts';
import type { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import { USUAL_PAIRS, usualTaxCode } from '@lobby/shared/modules/sync-kinds.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { newId } from '../../../kit/database/database.ts';
import { build } from '../../../kit/records/records.ts';
import { saveNew } from '../../../kit/store/bulk-insert.ts';
import { keysOf } from '../../../kit/store/keys/search-keys.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { invoicedReceipts } from '../../invoice/index.ts';
import { kindsOf, standingDocuments } from '../rows/index.ts';
import { ownOfKind } from './own-records.ts';

const AT_ONCE = 500;

/** The posted documents since the connection's first day. */
async function standing(ctx: Ctx, connection: Doc<typeof syncConnection>) {
  const { projectId } = ctx;
  const cursor = records(journalEntry).each(
    { projectId },
    { accountingDate: { $gte: connection.fromDay } },
    { sort: { accountingDate: 1 } },
  );
  const documents = standingDocuments(kindsOf(connection));
  for await (const entry of cursor) documents.add(entry);
  return documents.all().map(({ values }) => ({ ...values, connectionId: connection._id }));
}

/** Identifies a document among the rows of a connection. */
const documentKey = ({ documentKind, documentId }: Pick<Doc<typeof syncReceipt>, 'documentKind' | 'documentId'>) =>
  `${documentKind}-${documentId}`;

/** Creates the missing sync rows of all documents that a connection sends. */
export async function fillRows(ctx: Ctx, connection: Doc<typeof syncConnection>): Promise<void> {
  const all = await standing(ctx, connection);
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const part = all.slice(at, at + AT_ONCE);
    const queued = await records(syncReceipt).find(
      ctx,
      { documentId: { $in: part.map(({ documentId }) => documentId) } },
      { only: ['documentKind', 'documentId'] },
    );
    const there = new Set(queued.map(documentKey));
    const fresh = part.filter(values => !there.has(documentKey(values)));
    const bills = await records(bill).find(
      ctx,
      { _id: { $in: fresh.map(({ documentId }) => documentId) } },
      { only: ['eInvoice', 'eInvoiceNumber'] },
    );
    const receipts = fresh.flatMap(({ documentKind, documentId }) => (documentKind === 'RECEIPT' ? [documentId] : []));
    const invoiced = new Map([
      ...bills.map(({ _id, eInvoice, eInvoiceNumber }) => [_id, { eInvoice, eInvoiceNumber }] as const),
      ...(await invoicedReceipts(ctx.projectId, receipts)),
    ]);
    const docs = await Promise.all(
      fresh.map(values => build(ctx, syncReceipt, { ...values, ...invoiced.get(values.documentId) }, true)),
    );
    const homes = await records(unit)
      .withRemoved()
      .find(ctx, { _id: { $in: docs.flatMap(({ unitId }) => unitId ?? []) } }, { only: ['code'] });
    const codes = new Map(homes.map(({ _id, code }) => [_id, code]));
    for (const doc of docs) doc.keys = keysOf(syncReceipt, doc, { unitId: codes.get(doc.unitId ?? '') ?? '' }) ?? [];
    if (docs.length > 0)
      await saveNew({ ...ctx, once: null }, newId(), { batches: [[{ definition: syncReceipt, docs }]], answer: null });
  }
}

/** Creates the usual account and tax codes of a project; existing codes are kept. */
export async function fillCodes(ctx: Ctx): Promise<void> {
  const { projectId } = ctx;
  const usual = await Promise.all(
    (['ACCOUNT_PAIR', 'TAX'] as const).map(async kind =>
      (await ownOfKind(projectId, kind)).map(record => ({ kind, own: record })),
    ),
  );
  const wanted = usual.flat().map(({ kind, own: { id, ours, label } }) => {
    const [debit, credit] = USUAL_PAIRS[id] ?? [null, null];
    const code = kind === 'TAX' ? usualTaxCode(id) : null;
    return { kind, ours, label, code, debit, credit, recordId: id, active: true };
  });
  const codes = await records(syncCode).find(ctx, { kind: { $in: ['ACCOUNT_PAIR', 'TAX'] } });
  const isTaken = (candidate: (typeof wanted)[number]) =>
    codes.some(
      ({ kind, recordId, code }) =>
        kind === candidate.kind &&
        (recordId === candidate.recordId || (candidate.code !== null && code === candidate.code)),
    );
  const free = wanted.filter(candidate => !isTaken(candidate));
  const docs = await Promise.all(free.map(values => build(ctx, syncCode, values, true)));
  if (docs.length > 0)
    await saveNew({ ...ctx, once: null }, newId(), { batches: [[{ definition: syncCode, docs }]], answer: null });
}
