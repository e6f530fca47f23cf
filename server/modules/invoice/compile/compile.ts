import { createHash } from 'node:crypto';
import { type InvoiceLine, lineOf, ratesDiffer } from '@lobby/shared/billing/invoice-line.ts';
import { type InvoiceSums, outOfTolerance, sumsOf } from '@lobby/shared/billing/invoice-sums.ts';
import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { type invoice, NO_INVOICE_NAME } from '@lobby/shared/modules/invoice.ts';
import type { invoiceBuyer } from '@lobby/shared/modules/invoice-buyer.ts';
import type { InvoiceConfig } from '@lobby/shared/modules/invoice-config.ts';
import type { invoiceItem } from '@lobby/shared/modules/invoice-item.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { holdKeys } from '../../../kit/privacy/person-keys.ts';
import { open } from '../../../kit/privacy/personal.ts';
import type { Values } from '../../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { claimKey, type Source } from '../claims.ts';
import { loadBuyers, loadHeads } from '../config/buyers.ts';
import { itemsByService, itemsWithoutService, rulesOf } from '../config/items.ts';
import { type CompileQuery, type CompileSource, loadParts, type Part } from './sources.ts';

/** Reason why a row cannot be invoiced. */
export interface RowFault {
  code: string;
  name: string | null;
}
/** An invoice to be created. */
export interface CompiledRow {
  key: string;
  unitId: string;
  /** Units of all its lines. */
  unitIds: string[];
  unitCode: string;
  buyer: Values<typeof invoice> | null;
  items: InvoiceLine[];
  sums: InvoiceSums;
  faults: RowFault[];
  /** Adjustments included in its lines, by bill. */
  adjustments: ReadonlyMap<string, readonly string[]>;
}

/** All sources of a row: its lines and the adjustments of their bills. */
export const sourcesIn = ({ items, adjustments }: CompiledRow): Source[] => [
  ...items,
  ...items
    .flatMap(({ billId }) => (billId && adjustments.get(billId)) || [])
    .map(billId => ({ billId, receiptId: null })),
];

const plainOf = (projectId: string, value: string | null): string | null => (value ? open(projectId, value) : null);

/** Copy of a buyer as stored on an invoice. */
export async function copyOf(projectId: string, doc: Doc<typeof invoiceBuyer>): Promise<Values<typeof invoice>> {
  await holdKeys([doc]);
  if (doc.noInvoice === true) return { buyerId: doc._id, buyerType: 'INDIVIDUAL', buyerName: NO_INVOICE_NAME };
  return {
    buyerId: doc._id,
    buyerType: doc.issuerType,
    buyerName: doc.name,
    buyerCompany: doc.companyName,
    buyerTaxCode: doc.taxCode,
    buyerBudgetCode: doc.budgetCode,
    buyerOwnTaxCode: plainOf(projectId, doc.ownTaxCode),
    buyerAddress: plainOf(projectId, doc.address),
    buyerIdentityCard: plainOf(projectId, doc.identityCard),
    buyerEmail: plainOf(projectId, doc.email),
  };
}

/** Buyer of a unit's invoices, else its householder; null if there is neither. */
async function buyersFor(ctx: Ctx, unitIds: readonly string[]) {
  const [buyers, heads] = await Promise.all([loadBuyers(ctx, unitIds), loadHeads(ctx, unitIds)]);
  return async (unitId: string): Promise<Values<typeof invoice> | null> => {
    const buyer = buyers.get(unitId);
    if (buyer) return copyOf(ctx.projectId, buyer);
    const head = heads.get(unitId);
    return head ? { buyerType: 'INDIVIDUAL', buyerName: head.name } : null;
  };
}

const keyOf = (parts: readonly unknown[]) => createHash('sha256').update(parts.join('|')).digest('hex').slice(0, 24);

/** Chooses the invoice item of a service, matching the kind of revenue. */
function itemChooser(
  items: ReadonlyMap<string, Doc<typeof invoiceItem>>,
  others: readonly Doc<typeof invoiceItem>[],
  source: CompileSource,
) {
  const unfit = source === 'PAID_BEFORE' ? 'NORMAL' : 'PAID_BEFORE';
  const general =
    source === 'PAID_BEFORE' ? others.find(({ revenueType }) => revenueType === 'PAID_BEFORE') : undefined;
  return (serviceId: string): Doc<typeof invoiceItem> | undefined => {
    const item = items.get(serviceId);
    return item && item.revenueType !== unfit ? item : general;
  };
}

/** Rows to be invoiced, one per invoice, each with the faults that prevent it. */
export async function compileRows(ctx: Ctx, query: CompileQuery, config: InvoiceConfig): Promise<CompiledRow[]> {
  const parts = await loadParts(ctx, query);
  const unitIds = [...new Set(parts.map(({ unitId }) => unitId))];
  const serviceIds = [...new Set(parts.map(({ serviceId }) => serviceId))];
  const [items, others, buyerOf, units, services] = await Promise.all([
    itemsByService(ctx),
    itemsWithoutService(ctx),
    buyersFor(ctx, unitIds),
    loadRefs(ctx.projectId, unit, unitIds),
    loadRefs(ctx.projectId, service, serviceIds),
  ]);
  const itemOf = itemChooser(items, others, query.source);
  const copies = new Map<string, Values<typeof invoice> | null>();
  for (const unitId of unitIds) copies.set(unitId, await buyerOf(unitId));
  const grouping = query.grouping ?? config.grouping;
  const groupOf = ({ unitId, serviceId }: Part): string => {
    if (grouping === 'SERVICE_GROUP') return keyOf([unitId, services.get(serviceId)?.group]);
    const buyerId = copies.get(unitId)?.buyerId;
    return grouping === 'BUYER' && buyerId ? keyOf([buyerId]) : keyOf([unitId]);
  };
  const rows = [...Map.groupBy(parts, groupOf)].map(([key, group]): CompiledRow => {
    const unitId = group[0]?.unitId ?? '';
    const faults: RowFault[] = [];
    // Sources that are already invoiced or unsuitable do not block the rest of the row.
    const done: RowFault[] = [];
    const lines: InvoiceLine[] = [];
    const adjusted = new Map<string, readonly string[]>();
    for (const { serviceId, billId, receiptId, amounts, fault, adjustments = [] } of group) {
      if (billId) adjusted.set(billId, adjustments);
      const name = services.get(serviceId)?.name ?? '';
      const item = itemOf(serviceId);
      if (fault) done.push({ code: fault, name });
      else if (!item) faults.push({ code: 'INVOICE_ITEM_MISSING', name });
      else if (ratesDiffer(rulesOf(item), amounts)) faults.push({ code: 'INVOICE_TAX_RATE_DIFFERS', name });
      else lines.push({ ...lineOf(rulesOf(item), amounts), billId, receiptId });
    }
    const buyer = copies.get(unitId) ?? null;
    if (!buyer) faults.push({ code: 'INVOICE_BUYER_NOT_FOUND', name: null });
    const off = outOfTolerance(lines, config.amountTolerance);
    if (off >= 0) faults.push({ code: 'INVOICE_TOTAL_INVALID', name: lines[off]?.name ?? null });
    if (lines.length === 0) faults.push(...done);
    if (lines.length === 0 && faults.length === 0) faults.push({ code: 'INVOICE_NO_ITEMS', name: null });
    const unitCode = units.get(unitId)?.code ?? '';
    return {
      key,
      unitId,
      unitIds: [...new Set(group.map(part => part.unitId))],
      unitCode,
      buyer,
      items: lines,
      sums: sumsOf(lines, false),
      faults: distinct(faults),
      adjustments: adjusted,
    };
  });
  return rows.toSorted((a, b) => (a.unitCode < b.unitCode ? -1 : a.unitCode > b.unitCode ? 1 : 0));
}

/** Removes duplicate faults, as when two bills of a service lack the same item. */
const distinct = (faults: readonly RowFault[]): RowFault[] => [
  ...new Map(faults.map(fault => [`${fault.code} ${fault.name}`, fault])).values(),
];

/** Removes lines from a row; they can be invoiced later. */
export function withoutLines(row: CompiledRow, keys: readonly string[]): CompiledRow {
  const items = row.items.filter(line => !keys.includes(claimKey(line) ?? ''));
  if (items.length === row.items.length) return row;
  const none: RowFault[] = items.length === 0 ? [{ code: 'INVOICE_NO_ITEMS', name: null }] : [];
  return { ...row, items, sums: sumsOf(items, false), faults: [...row.faults, ...none] };
}

/** A row with a different buyer. */
export const madeOutTo = (row: CompiledRow, buyer: Values<typeof invoice>): CompiledRow => ({
  ...row,
  buyer,
  faults: row.faults.filter(({ code }) => code !== 'INVOICE_BUYER_NOT_FOUND'),
});

/** Values of a row's draft invoice. */
export const draftOf = (
  row: CompiledRow,
  { month, source }: CompileQuery,
  config: InvoiceConfig,
): Values<typeof invoice> => ({
  kind: 'ORIGINAL',
  revenueType: source === 'PAID_BEFORE' ? 'PAID_BEFORE' : 'NORMAL',
  unitId: row.unitId,
  month,
  paymentText: config.paymentText,
  ...row.buyer,
  items: row.items,
  ...row.sums,
  totalWords: wordsOf(row.sums.total),
});

export const wordsOf = (total: number): string => amountInWords(total, 'vi').slice(0, 255);
