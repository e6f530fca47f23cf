import { type InvoiceLine, shownPrice, writtenRate } from '@lobby/shared/billing/invoice-line.ts';
import { sumsOf, vatOf } from '@lobby/shared/billing/invoice-sums.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { invoiceBuyer } from '@lobby/shared/modules/invoice-buyer.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { edited } from '../../../kit/records/records.ts';
import type { Action, ActionsOf, BehaviourOf, Values } from '../../../kit/records/typed-behaviour.ts';
import { records } from '../../../kit/store/records.ts';
import { claimSources, freeSources } from '../claims.ts';
import { assertInvoicing, invoiceConfig } from '../config/config.ts';
import { adjustedLines, billsIn, linesIn } from '../issue/adjustments.ts';
import { assertNotBelowZero, signedSums } from '../issue/chain.ts';
import { copyOf, wordsOf } from './compile.ts';
import { lineFault } from './faults.ts';
import { originalIn } from './originals.ts';

/** A line as it is given. */
type Typed = { [K in keyof InvoiceLine]?: InvoiceLine[K] | null };

/** Whether a line comes from a bill or receipt. */
const isSourced = ({ billId, receiptId }: Pick<Typed, 'billId' | 'receiptId'>): boolean => Boolean(billId || receiptId);

/**
 * Completes manual lines: the amount defaults to quantity times price, the tax to its rate. A different tax is refused, unless it equals that of
 * `before`, which is recalculated.
 */
export function typedLines(lines: readonly Typed[], before: readonly InvoiceLine[] = []): InvoiceLine[] {
  return lines.map((line, n) => {
    const quantity = line.quantity ?? 1;
    const amount = line.amount ?? Math.round(quantity * (line.price ?? 0));
    // A given amount determines the price.
    const price = line.price || (quantity ? shownPrice(amount / quantity) : 0);
    const taxRate = writtenRate(line.taxRate ?? '0');
    if (taxRate === null) {
      const code = 'TAX_RATE_INVALID';
      return failFields({ [`items.${n}.taxRate`]: { code } }, code);
    }
    const vat = vatOf(taxRate, amount);
    if (typeof line.vat === 'number' && line.vat !== vat && line.vat !== before[n]?.vat)
      failLine(`items.${n}.vat`, 'INVOICE_TOTAL_INVALID', line.name ?? '');
    return {
      itemId: line.itemId ?? null,
      code: line.code ?? '',
      name: line.name ?? '',
      unit: line.unit ?? null,
      quantity,
      price,
      amount,
      nature: line.nature ?? 'GOODS',
      taxRate,
      vat,
      surchargeCode: line.surchargeCode ?? null,
      surchargeName: line.surchargeName ?? null,
      surchargeAmount: line.surchargeAmount ?? 0,
      billId: null,
      receiptId: null,
    };
  });
}

/** Fields of a bill's or receipt's line that cannot change. */
const OF_SOURCE = ['amount', 'vat', 'taxRate', 'surchargeAmount', 'nature', 'billId', 'receiptId'] as const;

/** Throws for a line, with its name. */
const failLine = (field: string, code: string, name = ''): never =>
  failFields({ [field]: { code, params: { name } } }, code);

/** Lines of a draft after an edit; those from bills keep the bill's values. */
function editedLines(typed: readonly Typed[], before: readonly InvoiceLine[]): InvoiceLine[] {
  if (!before.some(isSourced)) return typedLines(typed, before);
  if (typed.length !== before.length) failLine('items', 'INVOICE_BILL_UNFIT');
  return typed.map((line, n) => {
    const old = before[n] ?? failLine('items', 'INVOICE_BILL_UNFIT');
    const other = OF_SOURCE.find(name => line[name] !== undefined && line[name] !== old[name]);
    if (other) failLine(`items.${n}.${other}`, 'INVOICE_BILL_UNFIT', old.name);
    return {
      ...old,
      itemId: line.itemId === undefined ? old.itemId : line.itemId,
      code: line.code === undefined ? old.code : (line.code ?? ''),
      name: line.name ?? old.name,
      unit: line.unit === undefined ? old.unit : line.unit,
      quantity: line.quantity ?? old.quantity,
      price: line.price === undefined ? old.price : (line.price ?? 0),
      surchargeCode: line.surchargeCode === undefined ? old.surchargeCode : line.surchargeCode,
      surchargeName: line.surchargeName === undefined ? old.surchargeName : line.surchargeName,
    };
  });
}

/** Buyer of a draft, copied from the named record. */
async function buyerIn(
  { projectId }: Ctx,
  { buyerId }: Pick<Values<typeof invoice>, 'buyerId'>,
): Promise<Values<typeof invoice>> {
  if (!buyerId) return {};
  const buyer = await records(invoiceBuyer).get({ projectId }, buyerId);
  if (!buyer) failFields({ buyerId: { code: 'INVOICE_BUYER_NOT_FOUND' } }, 'INVOICE_BUYER_NOT_FOUND');
  return buyer ? copyOf(projectId, buyer) : {};
}

export const draftBehaviour = {
  async check(ctx, { kind, values, doc }) {
    if (kind === 'restore') return values;
    if (kind === 'remove') {
      if (doc.number) fail('STATUS_NOT_ALLOWED', { status: doc.status });
      return values;
    }
    if (!doc) assertInvoicing(ctx);
    if (doc && doc.syncStatus === 'SYNCHRONIZING')
      fail('STATUS_NOT_ALLOWED', { status: 'SYNCHRONIZING', version: doc.version });
    if (doc && values.buyerType === null)
      failFields({ buyerType: { code: 'INVOICE_ISSUER_TYPE_INVALID' } }, 'INVOICE_ISSUER_TYPE_INVALID');
    const original = await originalIn(ctx, values, doc);
    const moved = 'buyerId' in values && values.buyerId !== doc?.buyerId;
    const buyer = !doc || moved ? await buyerIn(ctx, values) : {};
    if (doc && !('items' in values)) return { ...values, ...buyer, ...original };
    const typed = values.items ?? [];
    const lines = doc ? editedLines(typed, linesIn(doc)) : typedLines(typed);
    if (lines.length === 0) failFields({ items: { code: 'INVOICE_NO_ITEMS' } }, 'INVOICE_NO_ITEMS');
    if (!doc && typed.some(isSourced)) failLine('items', 'INVOICE_BILL_UNFIT');
    const { paymentText, defaultIssuerType, amountTolerance } = await invoiceConfig(ctx.projectId);
    const fault = lineFault(lines, amountTolerance);
    if (fault) failFields(fault, 'INVOICE_TOTAL_INVALID');
    const byHand = !lines.some(isSourced);
    const whole = sumsOf(lines, byHand);
    if (whole.total < 0) failLine('items', 'INVOICE_TOTAL_INVALID');
    const sums = signedSums(doc ? doc.kind : values.kind, whole);
    if (doc?.kind === 'ADJUST_DOWN' && doc.originalId) await assertNotBelowZero(ctx, doc, sums);
    const usual = doc
      ? {}
      : { paymentText: values.paymentText ?? paymentText, buyerType: values.buyerType ?? defaultIssuerType };
    return { ...values, ...usual, ...buyer, ...original, items: lines, ...sums, totalWords: wordsOf(sums.total) };
  },
  async changes(ctx, { kind, before }) {
    // Deleting an adjusting draft leaves the adjustment without an invoice again.
    if (kind !== 'remove' || !before.originalId || !billsIn(before).length) return [];
    const doc = await records(invoice).get(ctx, before.originalId);
    return doc && before.kind !== 'REPLACEMENT'
      ? [
          {
            definition: invoice,
            action: 'update',
            update: { doc, set: { toAdjust: true, hasProblem: true }, keepVersion: true },
          },
        ]
      : [];
  },
  async inTransaction({ projectId }, session, { kind, before }) {
    if (kind === 'remove') await freeSources(projectId, before._id, session);
  },
} satisfies BehaviourOf<typeof invoice>;

/** Updates a draft with the current buyer record and later adjustments of its bills. */
const refresh: Action<typeof invoice, 'refresh'> = async (ctx, doc) => {
  const buyer = doc.buyerId ? await buyerIn(ctx, { buyerId: doc.buyerId }) : {};
  const { lines, sources } = await adjustedLines(ctx, doc);
  const sums = sumsOf(lines, false);
  const amounts = sources.length > 0 && { items: lines, ...sums, totalWords: wordsOf(sums.total) };
  const { changed } = await edited(ctx, invoice, doc, { ...buyer, ...amounts });
  return { set: changed, also: session => claimSources(ctx.projectId, doc._id, sources, session) };
};

export const draftActs = { refresh } satisfies ActionsOf<typeof invoice>;
