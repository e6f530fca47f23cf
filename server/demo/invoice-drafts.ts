import { lineOf } from '@lobby/shared/billing/invoice-line.ts';
import { sumsOf } from '@lobby/shared/billing/invoice-sums.ts';
import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import type { bill } from '@lobby/shared/modules/bill.ts';
import { invoice, NO_INVOICE_NAME } from '@lobby/shared/modules/invoice.ts';
import type { invoiceBuyer } from '@lobby/shared/modules/invoice-buyer.ts';
import type { invoiceItem } from '@lobby/shared/modules/invoice-item.ts';
import { taxMessage } from '@lobby/shared/modules/tax-message.ts';
import { invoiceClaimCollection, invoicedBill, rulesOf } from '../modules/invoice/index.ts';
import { codesOf, idsOf, type Made, type Row, recordOf } from './documents.ts';
import { invoiceOfDemo } from './invoice-rules.ts';
import type { Site } from './sites.ts';

/** So many units have drafts of their bills. */
const UNITS = 24;

interface From {
  items: readonly Made<typeof invoiceItem>[];
  buyers: readonly Made<typeof invoiceBuyer>[];
  bills: readonly Made<typeof bill>[];
  at: Date;
}

const copyOf = (buyer: Made<typeof invoiceBuyer>): Partial<Made<typeof invoice>> =>
  buyer.noInvoice
    ? { buyerId: buyer._id, buyerType: 'INDIVIDUAL', buyerName: NO_INVOICE_NAME }
    : {
        buyerId: buyer._id,
        buyerType: buyer.issuerType,
        buyerName: buyer.name,
        buyerAddress: buyer.address,
        buyerCompany: buyer.companyName,
        buyerTaxCode: buyer.taxCode,
        buyerBudgetCode: buyer.budgetCode,
      };

/** Drafts of the month that most was billed of, one for each of some units. */
export function draftInvoicesOf(site: Site, { items, buyers, bills, at }: From): Made<typeof invoice>[] {
  const itemOf = new Map(items.flatMap(item => item.serviceIds.map(id => [id, item] as const)));
  const buyerOf = new Map(buyers.flatMap(buyer => buyer.unitIds.map(id => [id, buyer] as const)));
  const open = bills.filter(
    ({ status, type, createdFor, total, adjusted }) =>
      status === 'ACTIVE' && type === 'NORMAL' && createdFor === 'SERVICE' && total > 0 && !adjusted,
  );
  const months = [...Map.groupBy(open, ({ month }) => month)].toSorted(([a, one], [b, other]) =>
    one.length === other.length ? (a < b ? 1 : -1) : other.length - one.length,
  );
  const [month, own] = months[0] ?? ['', []];
  const byUnit = Map.groupBy(own, ({ unitId }) => unitId);
  const [id, codeOf] = [idsOf('invoice', site.key), codesOf(invoice.prefix)];
  return [...byUnit].slice(0, UNITS).flatMap(([unitId, owed], n) => {
    const buyer = buyerOf.get(unitId);
    const lines = owed.flatMap(one => {
      const item = itemOf.get(one.serviceId);
      return item ? [lineOf(rulesOf(item), invoicedBill(one))] : [];
    });
    if (!buyer || lines.length === 0) return [];
    const sums = sumsOf(lines, false);
    return [
      recordOf(invoice, site.id, id(n), at, {
        code: codeOf(at),
        unitId,
        month,
        ...copyOf(buyer),
        ...sums,
        items: lines.map(line => ({ ...line, price: Math.round(line.price * 10_000) / 10_000 })),
        paymentText: invoiceOfDemo.paymentText,
        totalWords: amountInWords(sums.total, 'vi'),
      }),
    ];
  });
}

/** Each bill stands in one invoice. */
export const claimsOf = (site: Site, drafts: readonly Made<typeof invoice>[]): Row[] =>
  drafts.flatMap(({ _id, items }) =>
    items.flatMap(({ billId }): Row[] =>
      billId ? [[invoiceClaimCollection.name, { _id: billId, projectId: site.id, invoiceId: _id }]] : [],
    ),
  );

const DIGITS = '0123456789ABCDEF';
const messageIdOf = (n: number) =>
  `K${invoiceOfDemo.sellerTaxCode}${Array.from({ length: 32 }, (_, at) => DIGITS[(at * 7 + n * 5 + 3) % 16]).join('')}`;

/** The registration that was sent once, and the answer that something was missing. */
export function messagesOf(site: Site): Made<typeof taxMessage>[] {
  const id = idsOf('tax-message', site.key);
  const [asked, answer] = [messageIdOf(0), messageIdOf(1)];
  const at = (hours: number) => new Date(site.founded.getTime() + hours * 3_600_000);
  const reasons = 'Thiếu thông tin chứng thư số';
  return [
    recordOf(taxMessage, site.id, id(0), at(1), {
      at: at(1),
      type: '100',
      direction: 'OUT',
      messageId: asked,
      attempts: 1,
      status: 'ANSWERED',
    }),
    recordOf(taxMessage, site.id, id(1), at(2), {
      at: at(2),
      type: '102',
      direction: 'IN',
      messageId: answer,
      replyTo: asked,
      reasons,
      status: 'ANSWERED',
    }),
  ];
}
