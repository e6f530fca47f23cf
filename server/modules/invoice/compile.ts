import { createHash } from 'node:crypto';
import { type InvoiceLine, lineOf, ratesDiffer } from '@lobby/shared/billing/invoice-line.ts';
import { type InvoiceSums, outOfTolerance, sumsOf } from '@lobby/shared/billing/invoice-sums.ts';
import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { NO_INVOICE_NAME } from '@lobby/shared/modules/invoice.ts';
import type { InvoiceConfig } from '@lobby/shared/modules/invoice-config.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { holdKeys } from '../../kit/privacy/person-keys.ts';
import { open } from '../../kit/privacy/personal.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { buyersOf, headsOf } from './buyers.ts';
import { claimed } from './claims.ts';
import { invoicedBill, itemsByService, rulesOf } from './items.ts';

/** What is to be invoiced of which month. */
export interface Asked {
  source: 'RELEASED' | 'PAID';
  month: string;
  unitIds?: readonly string[] | undefined;
  serviceIds?: readonly string[] | undefined;
}
/** What keeps a row from becoming an invoice. */
export interface RowFault {
  code: string;
  name: string | null;
}
/** One invoice as it would be. */
export interface CompiledRow {
  key: string;
  unitId: string;
  unitCode: string;
  buyer: Record<string, unknown> | null;
  items: InvoiceLine[];
  sums: InvoiceSums;
  faults: RowFault[];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const plainOf = (projectId: string, value: unknown): string | null =>
  typeof value === 'string' ? open(projectId, value) : null;

/** A buyer as an invoice keeps a copy of it. */
export async function copyOf(projectId: string, doc: Stored): Promise<Record<string, unknown>> {
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

/** Who an invoice of a unit is made out to: its buyer, else its householder; null where nobody is. */
async function buyersFor(ctx: Ctx, unitIds: readonly string[]) {
  const [buyers, heads] = await Promise.all([buyersOf(ctx, unitIds), headsOf(ctx, unitIds)]);
  return async (unitId: string): Promise<Record<string, unknown> | null> => {
    const buyer = buyers.get(unitId);
    if (buyer) return copyOf(ctx.projectId, buyer);
    const head = heads.get(unitId);
    return head ? { buyerType: 'INDIVIDUAL', buyerName: head.name } : null;
  };
}

async function billsOf({ projectId }: Ctx, { source, month, unitIds, serviceIds }: Asked): Promise<Stored[]> {
  return modelOf(bill)
    .find({
      projectId,
      deletedAt: null,
      month,
      status: 'ACTIVE',
      type: 'NORMAL',
      createdFor: 'SERVICE',
      ...(unitIds && { unitId: { $in: [...unitIds] } }),
      ...(serviceIds && { serviceId: { $in: [...serviceIds] } }),
      ...(source === 'PAID' && { paymentState: 'PAID' }),
      total: { $gt: 0 },
    })
    .sort({ unitId: 1, _id: 1 })
    .maxTimeMS(20_000)
    .lean<Stored[]>();
}

const keyOf = (parts: readonly unknown[]) => createHash('sha256').update(parts.join('|')).digest('hex').slice(0, 24);

/** What would be invoiced: one row for each invoice, with what keeps it from being one. */
export async function compiled(ctx: Ctx, asked: Asked, config: InvoiceConfig): Promise<CompiledRow[]> {
  const bills = await billsOf(ctx, asked);
  const unitIds = [...new Set(bills.map(({ unitId }) => String(unitId)))];
  const serviceIds = [...new Set(bills.map(({ serviceId }) => String(serviceId)))];
  const [items, buyerOf, taken, units, services] = await Promise.all([
    itemsByService(ctx),
    buyersFor(ctx, unitIds),
    claimed(
      ctx.projectId,
      bills.map(({ _id }) => _id),
    ),
    loadRefs(ctx.projectId, unit, unitIds),
    loadRefs(ctx.projectId, service, serviceIds),
  ]);
  const copies = new Map<string, Record<string, unknown> | null>();
  for (const unitId of unitIds) copies.set(unitId, await buyerOf(unitId));
  const groupOf = ({ unitId, serviceId }: Stored): string => {
    if (config.grouping === 'SERVICE_GROUP') return keyOf([unitId, services.get(String(serviceId))?.group]);
    const buyerId = copies.get(String(unitId))?.buyerId;
    return config.grouping === 'BUYER' && buyerId ? keyOf([buyerId]) : keyOf([unitId]);
  };
  const rows = [...Map.groupBy(bills, groupOf)].map(([key, own]): CompiledRow => {
    const unitId = String(own[0]?.unitId);
    const faults: RowFault[] = [];
    const lines: InvoiceLine[] = [];
    for (const one of own) {
      const name = textOf(services.get(String(one.serviceId))?.name);
      const item = items.get(String(one.serviceId));
      if (taken.has(one._id)) faults.push({ code: 'INVOICE_ALREADY_COMPILED', name });
      else if (one.adjusted === true) faults.push({ code: 'INVOICE_BILL_UNFIT', name });
      else if (!item) faults.push({ code: 'INVOICE_ITEM_MISSING', name });
      else if (ratesDiffer(rulesOf(item), invoicedBill(one))) faults.push({ code: 'INVOICE_TAX_RATE_DIFFERS', name });
      else lines.push(lineOf(rulesOf(item), invoicedBill(one)));
    }
    const buyer = copies.get(unitId) ?? null;
    if (!buyer) faults.push({ code: 'INVOICE_BUYER_NOT_FOUND', name: null });
    const off = outOfTolerance(lines, config.amountTolerance);
    if (off >= 0) faults.push({ code: 'INVOICE_TOTAL_INVALID', name: lines[off]?.name ?? null });
    if (lines.length === 0 && faults.length === 0) faults.push({ code: 'INVOICE_NO_ITEMS', name: null });
    const unitCode = textOf(units.get(unitId)?.code);
    return { key, unitId, unitCode, buyer, items: lines, sums: sumsOf(lines, false), faults };
  });
  return rows.toSorted((a, b) => (a.unitCode < b.unitCode ? -1 : a.unitCode > b.unitCode ? 1 : 0));
}

/** The values of a draft that a row becomes. */
export const draftOf = (row: CompiledRow, month: string, config: InvoiceConfig): Record<string, unknown> => ({
  kind: 'ORIGINAL',
  unitId: row.unitId,
  month,
  paymentText: config.paymentText,
  ...row.buyer,
  items: row.items.map(withPrice),
  ...row.sums,
  totalWords: wordsOf(row.sums.total),
});

/** Prices are kept by four decimals. */
export const withPrice = (line: InvoiceLine) => ({ ...line, price: Math.round(line.price * 10_000) / 10_000 });
export const wordsOf = (total: number): string => amountInWords(total, 'vi').slice(0, 255);
