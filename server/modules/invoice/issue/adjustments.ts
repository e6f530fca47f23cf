import { type InvoicedBill, type InvoiceLine, shownPrice } from '@lobby/shared/billing/invoice-line.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { claimantOf, findClaimed, type Source } from '../claims.ts';
import { invoicedBill } from '../config/items.ts';

/** Lines of an invoice; what a line leaves open is nothing. */
export const linesIn = ({ items }: Doc<typeof invoice>): InvoiceLine[] =>
  items.map(item => ({
    ...item,
    code: item.code ?? '',
    price: item.price ?? 0,
    amount: item.amount ?? 0,
    vat: item.vat ?? 0,
    surchargeAmount: item.surchargeAmount ?? 0,
  }));
export const billsIn = (doc: Doc<typeof invoice>): string[] => linesIn(doc).flatMap(({ billId }) => billId ?? []);

export type BillType = Doc<typeof bill>['type'];

/** Adjustments of bills, with whether each is invoiced. */
export async function loadAdjustments({ projectId }: Ctx, billIds: readonly string[], types: readonly BillType[]) {
  const bills = await records(bill).find(
    { projectId },
    { originalId: { $in: billIds }, type: { $in: types }, status: 'ACTIVE' },
  );
  const told = await findClaimed(
    projectId,
    bills.map(({ _id }) => _id),
  );
  return bills.map(doc => ({ doc, told: told.has(doc._id) }));
}

/** Absolute amounts of an adjusting bill. */
export function amountsOf(doc: Doc<typeof bill>): InvoicedBill {
  const of = invoicedBill(doc);
  return { ...of, net: Math.abs(of.net), vat: Math.abs(of.vat), surcharge: Math.abs(of.surcharge) };
}

/** Adds or subtracts an adjustment. */
export function addAdjustment<A extends Pick<InvoicedBill, 'net' | 'vat' | 'surcharge'>>(
  amounts: A,
  doc: Doc<typeof bill>,
): A {
  const { net, vat, surcharge } = amountsOf(doc);
  const sign = doc.type === 'ADJUST_UP' ? 1 : -1;
  return {
    ...amounts,
    net: amounts.net + sign * net,
    vat: amounts.vat + sign * vat,
    surcharge: amounts.surcharge + sign * surcharge,
  };
}

/** Adjustments that are not invoiced yet, by bill. */
export async function openAdjustments(
  ctx: Ctx,
  billIds: readonly string[],
): Promise<Map<string | null, Doc<typeof bill>[]>> {
  const adjustments = await loadAdjustments(ctx, billIds, ['ADJUST_UP', 'ADJUST_DOWN']);
  return Map.groupBy(
    adjustments.flatMap(({ doc, told }) => (told ? [] : [doc])),
    ({ originalId }) => originalId,
  );
}

/** Invoice lines after later adjustments of their bills, and the adjusting bills. */
export async function adjustedLines(
  ctx: Ctx,
  doc: Doc<typeof invoice>,
): Promise<{ lines: InvoiceLine[]; sources: Source[] }> {
  const open = await openAdjustments(ctx, billsIn(doc));
  const lines = linesIn(doc).map(line => {
    const adjusting = (line.billId && open.get(line.billId)) || [];
    if (adjusting.length === 0) return line;
    const before = { net: line.amount, vat: line.vat, surcharge: line.surchargeAmount };
    const { net: amount, vat, surcharge } = adjusting.reduce(addAdjustment, before);
    return { ...line, amount, price: shownPrice(amount / (line.quantity || 1)), vat, surchargeAmount: surcharge };
  });
  const sources = [...open.values()].flat().map(({ _id: billId }) => ({ billId, receiptId: null }));
  return { lines, sources };
}

/** Update of the invoice's flag for open adjustments, assuming that those in `gone` are invoiced or cancelled. */
export async function adjustmentMark(
  ctx: Ctx,
  doc: Doc<typeof invoice>,
  gone: readonly string[],
): Promise<Pick<Partial<Doc<typeof invoice>>, 'toAdjust' | 'hasProblem'>> {
  const open = [...(await openAdjustments(ctx, billsIn(doc))).values()].flat();
  const toAdjust = open.some(({ _id }) => !gone.includes(_id));
  return toAdjust === doc.toAdjust ? {} : { toAdjust, hasProblem: toAdjust };
}

/** Flags the published invoice of an adjusted bill, or clears the flag. */
export async function markToAdjust(
  ctx: Ctx,
  billId: string,
  toAdjust: boolean,
  adjustingId: string,
): Promise<Change[]> {
  const doc = await findPublished(ctx, billId);
  if (!doc) return [];
  const set = toAdjust ? { toAdjust, hasProblem: true } : await adjustmentMark(ctx, doc, [adjustingId]);
  return [{ definition: invoice, action: 'update', update: { doc, set, keepVersion: true } }];
}

async function findPublished(ctx: Ctx, billId: string): Promise<Doc<typeof invoice> | null> {
  const invoiceId = await claimantOf(ctx.projectId, billId);
  return invoiceId ? records(invoice).first(ctx, { _id: invoiceId, status: { $in: ['PUBLISHED', 'ADJUSTED'] } }) : null;
}

/** Refuses an invoice whose bills have adjustments that are not invoiced. */
export async function assertNotAdjusted(ctx: Ctx, doc: Doc<typeof invoice>): Promise<void> {
  const open = await openAdjustments(ctx, billsIn(doc));
  const lines = linesIn(doc);
  const n = lines.findIndex(({ billId }) => billId && open.has(billId));
  if (n < 0) return;
  const code = 'INVOICE_BILL_CHANGED';
  failFields({ [`items.${n}.amount`]: { code, params: { name: lines[n]?.name ?? '' } } }, code);
}
