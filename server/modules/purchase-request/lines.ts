import { OPEN_REQUESTS, purchaseRequest } from '@lobby/shared/modules/purchase-request.ts';
import type { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { amountAt, quantityOf, unitsOf } from '@lobby/shared/modules/stock-math.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';

export type RequestLine = Doc<typeof purchaseRequest>['lines'][number];

export const estimateOf = (lines: readonly { quantity: number; estimatedPrice?: number | null }[]): number =>
  lines.reduce((sum, { quantity, estimatedPrice }) => sum + amountAt(quantity, estimatedPrice), 0);

/** Status and progress of a request after a receipt or its reversal. */
export function afterReceived(lines: RequestLine[]) {
  const full = lines.filter(line => unitsOf(line.received) >= unitsOf(line.quantity)).length;
  const whole = lines.length > 0 && full === lines.length;
  return {
    lines,
    receivedPercent: lines.length > 0 ? Math.floor((full * 100) / lines.length) : 0,
    status: whole ? ('RECEIVED' as const) : ('ORDERED' as const),
    ...(whole && { late: false }),
  };
}

/** Changes to the purchase request that a posted or reversed receipt names. */
export async function receivedChanges(
  { projectId }: Ctx,
  receipt: Doc<typeof stockDocument>,
  back = false,
): Promise<Change[]> {
  if (!receipt.purchaseRequestId) return [];
  const doc = await records(purchaseRequest).get({ projectId }, receipt.purchaseRequestId);
  if (!doc) return [];
  const brought = new Map(receipt.lines.map(line => [line.supplyId, unitsOf(line.quantity)]));
  const lines = doc.lines.map(line => {
    const units = line.supplyId ? (brought.get(line.supplyId) ?? 0) : 0;
    return { ...line, received: quantityOf(Math.max(0, unitsOf(line.received) + (back ? -units : units))) };
  });
  const { status, ...set } = afterReceived(lines);
  // A closed or cancelled request keeps its status.
  const goesOn = doc.status === 'ORDERED' || doc.status === 'RECEIVED';
  return [
    {
      definition: purchaseRequest,
      action: 'received',
      update: { doc, set: { ...set, ...(goesOn && { status }) } },
    },
  ];
}

/** Supplies in open requests, with the quantity ordered and not yet received. */
export async function openLines(projectId: string, session?: Session) {
  const docs = await records(purchaseRequest)
    .in(session)
    .find({ projectId }, { status: { $in: [...OPEN_REQUESTS] } }, { only: ['lines', 'status'], patience: 2000 });
  const open = new Set<string>();
  const ordered = new Map<string, number>();
  for (const doc of docs)
    for (const { supplyId, quantity, received } of doc.lines) {
      if (!supplyId) continue;
      open.add(supplyId);
      const left = Math.max(0, unitsOf(quantity) - unitsOf(received));
      if (doc.status === 'ORDERED') ordered.set(supplyId, (ordered.get(supplyId) ?? 0) + left);
    }
  return { open, ordered: (id: string) => quantityOf(ordered.get(id) ?? 0) };
}
