import type { InvoiceSums } from '@lobby/shared/billing/invoice-sums.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import type { Session } from '../../../kit/database/database.ts';
import type { Values } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { moveClaims } from '../claims.ts';

/** Changes to the original when an invoice is published: marked as adjusted or replaced; a replacement takes over its bills. */
export async function syncChain(
  { projectId }: Ctx,
  doc: Doc<typeof invoice>,
): Promise<{ with: Change[]; also: (session: Session) => Promise<void> }> {
  const none = { with: [], also: () => Promise.resolve() };
  if (!doc.originalId) return none;
  const original = await records(invoice).get({ projectId }, doc.originalId);
  if (!original) return none;
  const replaces = doc.kind === 'REPLACEMENT';
  const status = replaces ? 'REPLACED' : 'ADJUSTED';
  return {
    with: [
      { definition: invoice, action: replaces ? 'replaced' : 'adjusted', update: { doc: original, set: { status } } },
    ],
    also: session => (replaces ? moveClaims(projectId, original._id, doc._id, session) : Promise.resolve()),
  };
}

const MOST = 100;
/** The original invoice of a chain, followed by all that adjust or replace it, in order. */
export async function loadChain(
  { projectId }: Pick<Ctx, 'projectId'>,
  doc: Doc<typeof invoice>,
): Promise<Doc<typeof invoice>[]> {
  let first = doc;
  for (let n = 0; n < MOST && first.originalId; n++) {
    const before = await records(invoice).get({ projectId }, first.originalId);
    if (!before) break;
    first = before;
  }
  const all = [first];
  for (let ids = [first._id]; ids.length > 0 && all.length < MOST; ) {
    const next = await records(invoice).find(
      { projectId },
      { originalId: { $in: ids } },
      { sort: { createdAt: 1 }, limit: MOST },
    );
    all.push(...next);
    ids = next.map(({ _id }) => _id);
  }
  return all;
}

/** Running total of a chain: adjustments are added (negative if they lower), originals and replacements restart it. */
export const amountAfter = (before: number, { kind, total }: Pick<Doc<typeof invoice>, 'kind' | 'total'>): number =>
  kind === 'ORIGINAL' || kind === 'REPLACEMENT' ? total : before + total;

/** Totals with the sign of the invoice kind: negative for downward adjustments. */
export function signedSums(kind: Values<typeof invoice>['kind'], sums: InvoiceSums): InvoiceSums {
  if (kind !== 'ADJUST_DOWN') return sums;
  const less = (value: number) => (value === 0 ? 0 : -value);
  return {
    subTotal: less(sums.subTotal),
    vatLines: sums.vatLines.map(({ rate, amount, vat }) => ({ rate, amount: less(amount), vat: less(vat) })),
    vatAmount: less(sums.vatAmount),
    surchargeTotal: less(sums.surchargeTotal),
    discountTotal: less(sums.discountTotal),
    total: less(sums.total),
  };
}

type Lowering = Pick<InvoiceSums, 'subTotal' | 'vatAmount' | 'total'>;
/** Refuses an adjustment that would make the published total negative. */
export async function assertNotBelowZero(ctx: Ctx, of: Doc<typeof invoice>, lowered: Lowering): Promise<void> {
  const published = (await loadChain(ctx, of)).filter(
    ({ status, kind }) => status !== 'DRAFT' && kind !== 'ADJUST_INFO',
  );
  for (const name of ['subTotal', 'vatAmount', 'total'] as const) {
    const left = published.reduce((sum, doc) => amountAfter(sum, { kind: doc.kind, total: doc[name] }), 0);
    if (left + lowered[name] < 0)
      failFields({ items: { code: 'INVOICE_TOTAL_INVALID', params: { name: '' } } }, 'INVOICE_TOTAL_INVALID');
  }
}
