import type { InvoicedBill } from '@lobby/shared/billing/invoice-line.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import type { COMPILE_SOURCES } from '@lobby/shared/modules/invoice.contract.ts';
import type { InvoiceConfig } from '@lobby/shared/modules/invoice-config.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { claimedWhole, claimKey, findClaimed, invoicedAhead, type Source } from '../claims.ts';
import { invoicedBill } from '../config/items.ts';
import { addAdjustment, openAdjustments } from '../issue/adjustments.ts';

type Bill = Doc<typeof bill>;
type Receipt = Doc<typeof receipt>;

/** Released bills, paid parts of bills, or advances. */
export type CompileSource = (typeof COMPILE_SOURCES)[number];

/** Selection of what is invoiced. */
export interface CompileQuery {
  source: CompileSource;
  month: string;
  unitIds?: readonly string[] | undefined;
  serviceIds?: readonly string[] | undefined;
  /** Grouping, if not the project's setting. */
  grouping?: InvoiceConfig['grouping'] | undefined;
  /** Invoices the rest of bills partly paid by an invoiced advance; otherwise they are left out. */
  finalInvoice?: boolean | undefined;
}

/** A line to be invoiced: its source and amounts. */
export interface Part extends Source {
  unitId: string;
  serviceId: string;
  amounts: InvoicedBill;
  fault: 'INVOICE_ALREADY_COMPILED' | 'INVOICE_BILL_UNFIT' | 'INVOICE_PAID_BEFORE' | null;
  /** Adjustments included in the amounts. */
  adjustments?: readonly string[];
}

const MOST = 20_000;
const LIVE_BILL = { status: 'ACTIVE', type: 'NORMAL', createdFor: 'SERVICE', total: { $gt: 0 } } as const;

/** Date range of a month as strings. */
const daysOf = (month: string) => ({ $gte: `${month}-01`, $lte: `${month}-31` });

/** Amounts of a bill with adjustments that preceded its first invoice. */
const adjustedAmounts = (of: Bill, by: readonly Bill[]): InvoicedBill =>
  by.reduce((amounts, adjustment) => addAdjustment(amounts, adjustment), invoicedBill(of));

/** Share of a bill between two amounts of its total; the shares add up to the bill. */
function amountsBetween(of: Bill, from: number, to: number): InvoicedBill {
  const { _id: id, quantity, net, vat, vatRate, surcharge, originalTotal: total } = of;
  const share = (value: number, at: number) => Math.round((value * at) / total);
  const isWhole = from === 0 && to === total;
  if (isWhole) return { id, quantity, net, vat, vatRate, surcharge };
  const [vatPart, extra] = [share(vat, to) - share(vat, from), share(surcharge, to) - share(surcharge, from)];
  return { id, quantity: null, net: to - from - vatPart - extra, vat: vatPart, vatRate, surcharge: extra };
}

/** Part of a bill paid from an advance. */
interface UsedAdvance {
  receiptId: string;
  billId: string;
  amount: number;
}

/** Parts of bills paid from advances, by date; opening balances are not counted. */
function usedIn(receipts: readonly Receipt[], bills: ReadonlyMap<string, Bill>): UsedAdvance[] {
  return receipts.flatMap(({ _id: receiptId, sources, allocations }) =>
    sources
      .filter(({ from }) => from === 'ADVANCE')
      .flatMap(({ serviceId, amount, fromOpening }) => {
        let left = amount - (fromOpening ?? 0);
        return allocations.flatMap(({ billId, amount: paid }): UsedAdvance[] => {
          if (!billId || left <= 0 || bills.get(billId)?.serviceId !== serviceId) return [];
          const taken = Math.min(left, paid);
          left -= taken;
          return [{ receiptId, billId, amount: taken }];
        });
      }),
  );
}

const poolKey = (unitId: string | null, serviceId: string | null) => `${unitId} ${serviceId}`;

/** Parts of bills already invoiced as advances, by receipt and bill: a unit's invoiced advances for a service cover its bills in order of use. */
async function loadAhead(ctx: Ctx, unitIds: readonly string[]): Promise<UsedAdvance[]> {
  const ofUnits = { unitId: { $in: [...unitIds] }, status: 'NOT_CANCELED' } as const;
  const advances = await records(receipt).find(ctx, { ...ofUnits, surplusTo: 'ADVANCE' });
  const invoiced = await invoicedAhead(
    ctx.projectId,
    advances.map(({ _id }) => _id),
  );
  if (invoiced.size === 0) return [];
  const pools = new Map<string, number>();
  for (const { _id, unitId, surplusServiceId, surplus } of advances) {
    if (!invoiced.has(_id)) continue;
    const key = poolKey(unitId, surplusServiceId);
    pools.set(key, (pools.get(key) ?? 0) + surplus);
  }
  const users = await records(receipt).find(
    ctx,
    { ...ofUnits, 'sources.from': 'ADVANCE' },
    { sort: { accountingDate: 1, _id: 1 } },
  );
  const ids = users.flatMap(({ allocations }) => allocations.flatMap(({ billId }) => billId ?? []));
  const bills = new Map((await records(bill).find(ctx, { _id: { $in: ids } })).map(doc => [doc._id, doc]));
  return usedIn(users, bills).flatMap(used => {
    const target = bills.get(used.billId);
    const key = poolKey(target?.unitId ?? null, target?.serviceId ?? null);
    const amount = Math.min(used.amount, pools.get(key) ?? 0);
    pools.set(key, (pools.get(key) ?? 0) - amount);
    return amount > 0 ? [{ ...used, amount }] : [];
  });
}

const inAsked = ({ unitIds, serviceIds }: CompileQuery) => ({
  ...(unitIds && { unitId: { $in: [...unitIds] } }),
  ...(serviceIds && { serviceId: { $in: [...serviceIds] } }),
});

/** Released bills, less what was invoiced as advances. */
async function releasedParts(ctx: Ctx, query: CompileQuery): Promise<Part[]> {
  const bills = await records(bill).find(
    ctx,
    { ...LIVE_BILL, month: query.month, ...inAsked(query) },
    { sort: { unitId: 1, _id: 1 }, limit: MOST },
  );
  const [taken, ahead] = await Promise.all([
    findClaimed(
      ctx.projectId,
      bills.map(({ _id }) => _id),
    ),
    loadAhead(ctx, [...new Set(bills.flatMap(({ unitId }) => unitId ?? []))]),
  ]);
  const changed = await openAdjustments(
    ctx,
    bills.flatMap(({ _id, adjusted }) => (adjusted ? [_id] : [])),
  );
  const before = new Map<string, number>();
  for (const { billId, amount } of ahead) before.set(billId, (before.get(billId) ?? 0) + amount);
  return bills.map((doc): Part => {
    const invoiced = before.get(doc._id) ?? 0;
    const isRest = query.finalInvoice === true && invoiced < doc.originalTotal;
    const by = changed.get(doc._id) ?? [];
    return {
      billId: doc._id,
      receiptId: null,
      unitId: doc.unitId,
      serviceId: doc.serviceId,
      amounts:
        by.length > 0
          ? adjustedAmounts(doc, by)
          : amountsBetween(doc, invoiced > 0 && isRest ? invoiced : 0, doc.originalTotal),
      adjustments: by.map(({ _id }) => _id),
      fault: taken.has(doc._id)
        ? 'INVOICE_ALREADY_COMPILED'
        : doc.adjusted && (invoiced > 0 || by.length === 0)
          ? 'INVOICE_BILL_UNFIT'
          : invoiced > 0 && !isRest
            ? 'INVOICE_PAID_BEFORE'
            : null,
    };
  });
}

/** Parts of bills paid by a month's receipts, each positioned after the earlier payments of its bill. */
async function paidParts(ctx: Ctx, query: CompileQuery): Promise<Part[]> {
  const wanted = await records(receipt).find(
    ctx,
    {
      status: 'NOT_CANCELED',
      accountingDate: daysOf(query.month),
      'allocations.billId': { $ne: null },
      ...(query.unitIds && { unitId: { $in: [...query.unitIds] } }),
    },
    { sort: { unitId: 1, _id: 1 }, limit: MOST },
  );
  const ids = wanted.flatMap(({ allocations }) => allocations.flatMap(({ billId }) => billId ?? []));
  const bills = new Map(
    (await records(bill).find(ctx, { ...LIVE_BILL, ...inAsked(query), _id: { $in: ids } })).map(doc => [doc._id, doc]),
  );
  const all = await records(receipt).find(
    ctx,
    { status: 'NOT_CANCELED', 'allocations.billId': { $in: [...bills.keys()] } },
    { sort: { accountingDate: 1, _id: 1 } },
  );
  const months = new Set(wanted.map(({ _id }) => _id));
  const ahead = await loadAhead(ctx, [...new Set(wanted.flatMap(({ unitId }) => unitId ?? []))]);
  const invoiced = new Map(ahead.map(({ receiptId, billId, amount }) => [`${receiptId}:${billId}`, amount]));
  const places = new Map<string, number>();
  const parts: Part[] = [];
  for (const { _id: receiptId, allocations } of all)
    for (const { billId, amount } of allocations) {
      const target = billId ? bills.get(billId) : undefined;
      if (!target || !billId) continue;
      const from = places.get(billId) ?? 0;
      const to = Math.min(from + amount, target.originalTotal);
      places.set(billId, to);
      const start = from + (invoiced.get(`${receiptId}:${billId}`) ?? 0);
      if (!months.has(receiptId) || start >= to) continue;
      parts.push({
        billId,
        receiptId,
        unitId: target.unitId,
        serviceId: target.serviceId,
        amounts: amountsBetween(target, start, to),
        fault: target.adjusted ? 'INVOICE_BILL_UNFIT' : null,
      });
    }
  return withClaims(ctx, parts);
}

/** Advances of a month; the amount includes VAT at the rate of the service's bills. */
async function advanceParts(ctx: Ctx, query: CompileQuery): Promise<Part[]> {
  const receipts = await records(receipt).find(
    ctx,
    {
      status: 'NOT_CANCELED',
      surplusTo: 'ADVANCE',
      surplus: { $gt: 0 },
      accountingDate: daysOf(query.month),
      ...(query.unitIds && { unitId: { $in: [...query.unitIds] } }),
      ...(query.serviceIds && { surplusServiceId: { $in: [...query.serviceIds] } }),
    },
    { sort: { unitId: 1, _id: 1 }, limit: MOST },
  );
  const rates = await loadRates(ctx, [...new Set(receipts.flatMap(({ surplusServiceId }) => surplusServiceId ?? []))]);
  const parts = receipts.map((doc): Part => {
    const serviceId = doc.surplusServiceId ?? '';
    const vatRate = rates.get(serviceId) ?? 0;
    const net = Math.round((doc.surplus * 100) / (100 + vatRate));
    return {
      billId: null,
      receiptId: doc._id,
      unitId: doc.unitId ?? '',
      serviceId,
      amounts: { id: doc._id, quantity: null, net, vat: doc.surplus - net, vatRate, surcharge: 0 },
      fault: null,
    };
  });
  return withClaims(ctx, parts);
}

/** VAT rate of each service's latest bill. */
async function loadRates(ctx: Ctx, serviceIds: readonly string[]): Promise<Map<string, number>> {
  const services = await records(service).find(ctx, { _id: { $in: [...serviceIds] } });
  const rates = await Promise.all(
    services.map(async ({ _id }) => {
      const last = await records(bill).first(ctx, { ...LIVE_BILL, serviceId: _id }, { sort: { month: -1, _id: -1 } });
      return [_id, last?.vatRate ?? 0] as const;
    }),
  );
  return new Map(rates);
}

async function withClaims({ projectId }: Ctx, parts: readonly Part[]): Promise<Part[]> {
  const [taken, whole] = await Promise.all([
    findClaimed(
      projectId,
      parts.flatMap(part => claimKey(part) ?? []),
    ),
    claimedWhole(
      projectId,
      parts.flatMap(({ billId }) => billId ?? []),
    ),
  ]);
  return parts.map(part => {
    const isTaken = taken.has(claimKey(part) ?? '') || whole.has(part.billId ?? '');
    return isTaken ? { ...part, fault: 'INVOICE_ALREADY_COMPILED' as const } : part;
  });
}

/** Lines to invoice. */
export function loadParts(ctx: Ctx, query: CompileQuery): Promise<Part[]> {
  if (query.source === 'PAID') return paidParts(ctx, query);
  return query.source === 'PAID_BEFORE' ? advanceParts(ctx, query) : releasedParts(ctx, query);
}
