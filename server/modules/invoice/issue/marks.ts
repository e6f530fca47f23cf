import { bill } from '@lobby/shared/modules/bill.ts';
import type { invoice } from '@lobby/shared/modules/invoice.ts';
import type { SYNC_STATES } from '@lobby/shared/modules/invoice-states.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { standsOn } from '../claims.ts';

/** Sync state, and number if not the stored one. */
interface Mark {
  syncStatus: (typeof SYNC_STATES)[number];
  symbol?: string | null;
  number?: number | null;
}

/** Copies the invoice state to the bills and receipts behind it, and to their sync rows. */
export async function markInvoiced(
  ctx: Ctx,
  doc: Doc<typeof invoice>,
  { syncStatus, symbol = doc.symbol, number = doc.number }: Mark,
): Promise<Change[]> {
  const { billIds, receiptIds } = await standsOn(ctx.projectId, doc);
  if (billIds.length + receiptIds.length === 0) return [];
  const set = { eInvoice: syncStatus, eInvoiceNumber: number ? `${symbol}-${number}` : null };
  const [bills, rows] = await Promise.all([
    records(bill).find(ctx, { _id: { $in: billIds } }),
    records(syncReceipt).find(ctx, {
      documentId: { $in: [...billIds, ...receiptIds] },
      documentKind: { $ne: 'CANCELLATION' },
    }),
  ]);
  return [
    ...bills.map(
      (item): Change => ({ definition: bill, action: 'invoiced', update: { doc: item, set, keepVersion: true } }),
    ),
    ...rows.map(
      (row): Change => ({ definition: syncReceipt, action: 'settle', update: { doc: row, set, keepVersion: true } }),
    ),
  ];
}
