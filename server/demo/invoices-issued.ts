import { createHash } from 'node:crypto';
import { lineOf } from '@lobby/shared/billing/invoice-line.ts';
import { sumsOf } from '@lobby/shared/billing/invoice-sums.ts';
import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import { addDays, addMonths, dayOf, HOUR_MS, monthOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import type { bill } from '@lobby/shared/modules/bill.ts';
import { invoice, NO_INVOICE_NAME } from '@lobby/shared/modules/invoice.ts';
import type { invoiceBuyer } from '@lobby/shared/modules/invoice-buyer.ts';
import type { invoiceItem } from '@lobby/shared/modules/invoice-item.ts';
import type { invoiceSeries } from '@lobby/shared/modules/invoice-series.ts';
import type { receipt } from '@lobby/shared/modules/receipt.ts';
import { taxMessage } from '@lobby/shared/modules/tax-message.ts';
import {
  el,
  envelope,
  type InvoiceDocument,
  invoiceClaimCollection,
  invoicedBill,
  leaf,
  NOBODY,
  OFFICE,
  type Party,
  rulesOf,
  serializeMessage,
  taxXmlCollection,
} from '../modules/invoice/index.ts';
import { codesOf, idsOf, type Made, type Row, recordOf } from './documents.ts';
import type { DemoMessage } from './invoice-messages.ts';
import { invoiceOfDemo } from './invoice-rules.ts';
import type { Site } from './sites.ts';

/** Billed months with invoices. */
const MONTHS = 3;
/**
 * Units of the latest month with issued invoices, and further ones with drafts; earlier months are issued completely.
 */
const ISSUED = 96;
const DRAFTS = 24;
/** Number of invoices rejected for an unknown company tax code, and index of the one the tax office asks to review. */
const REJECTED = 2;
const REVIEWED = 23;
/**
 * From this index on, issued invoices of the latest month are pending: the first has an unknown result, two are queued.
 */
const UNSURE = ISSUED - 3;
/** Indexes in the month before: one invoice with a wrong buyer is replaced, one is corrected by a notice. */
const REPLACED = 12;
const CORRECTED = 30;
const REJECTED_WORDS = '30001: Mã số thuế người mua không tồn tại';
const REVIEW_WORDS = 'Đề nghị rà soát thuế suất';

export interface From {
  items: readonly Made<typeof invoiceItem>[];
  buyers: readonly Made<typeof invoiceBuyer>[];
  bills: readonly Made<typeof bill>[];
  /** Receipts of advance payments. */
  ahead: readonly Made<typeof receipt>[];
  /** Series of last year and this year. */
  series: readonly Made<typeof invoiceSeries>[];
  at: Date;
}
type Invoice = Made<typeof invoice>;
type Values = Partial<Invoice>;
/** Reason why an invoice is not accepted: the message of the tax office, or the state of its transmission. */
type Refusal = typeof REJECTED_WORDS | 'REVIEW' | 'UNKNOWN' | 'QUEUED' | null;

const copyOf = (buyer: Made<typeof invoiceBuyer>): Values =>
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

/** Values of an invoice for bills of one unit; null without a buyer or invoiced items. */
function valuesOf({ items, buyers }: From, bills: readonly Made<typeof bill>[]): Values | null {
  const itemOf = new Map(items.flatMap(item => item.serviceIds.map(id => [id, item] as const)));
  const unitId = String(bills[0]?.unitId);
  const buyer = buyers.find(({ unitIds }) => unitIds.includes(unitId));
  const lines = bills.flatMap(doc => {
    const item = itemOf.get(String(doc.serviceId));
    return item ? [lineOf(rulesOf(item), invoicedBill(doc))] : [];
  });
  if (!buyer || lines.length === 0) return null;
  const sums = sumsOf(lines, false);
  return {
    unitId,
    month: String(bills[0]?.month),
    ...copyOf(buyer),
    ...sums,
    items: lines,
    paymentText: invoiceOfDemo.paymentText,
    totalWords: amountInWords(sums.total, 'vi'),
  };
}

/** Values of an invoice for an advance payment, whose amount includes VAT. */
function valuesAhead({ items, buyers }: From, paid: Made<typeof receipt>): Values | null {
  const item = items.find(({ revenueType }) => revenueType === 'PAID_BEFORE');
  const buyer = buyers.find(({ unitIds }) => unitIds.includes(String(paid.unitId)));
  if (!item || !buyer) return null;
  const vatRate = Number(item.taxRate);
  const net = Math.round((paid.surplus * 100) / (100 + vatRate));
  const of = { id: paid._id, quantity: null, net, vat: paid.surplus - net, vatRate, surcharge: 0 };
  const lines = [{ ...lineOf(rulesOf(item), of), billId: null, receiptId: paid._id }];
  const sums = sumsOf(lines, false);
  return {
    unitId: paid.unitId,
    month: monthOf(String(paid.accountingDate)),
    revenueType: 'PAID_BEFORE',
    ...copyOf(buyer),
    ...sums,
    items: lines,
    paymentText: invoiceOfDemo.paymentText,
    totalWords: amountInWords(sums.total, 'vi'),
  };
}

const hexOf = (text: string) => createHash('sha256').update(text).digest('hex').toUpperCase();
const SECRET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** Lookup code printed on an invoice. */
const secretOf = (id: string) =>
  [...Buffer.from(hexOf(`secret ${id}`), 'hex').subarray(0, 10)].map(byte => SECRET[byte % SECRET.length]).join('');
const taxCode = String(invoiceOfDemo.sellerTaxCode);
const messageIdOf = (of: string) => `K${taxCode}${hexOf(of).slice(0, 32)}`;

const seller: Party = {
  ...NOBODY,
  company: invoiceOfDemo.sellerName,
  taxCode,
  address: invoiceOfDemo.sellerAddress,
  phone: invoiceOfDemo.sellerPhone,
};

function documentOf(doc: Invoice, original: Invoice | null): InvoiceDocument {
  return {
    form: '1',
    symbol: String(doc.symbol),
    number: Number(doc.number),
    date: String(doc.invoiceDate),
    secretCode: String(doc.secretCode),
    paymentText: String(doc.paymentText),
    note: null,
    seller,
    buyer: {
      ...NOBODY,
      name: doc.buyerName,
      company: doc.buyerCompany,
      taxCode: doc.buyerTaxCode,
      address: doc.buyerAddress,
      budgetCode: doc.buyerBudgetCode,
    },
    lines: doc.items as unknown as InvoiceDocument['lines'],
    vatLines: doc.vatLines as unknown as InvoiceDocument['vatLines'],
    sums: {
      subTotal: doc.subTotal,
      vatAmount: doc.vatAmount,
      surchargeTotal: doc.surchargeTotal,
      discountTotal: doc.discountTotal,
      total: doc.total,
    },
    totalWords: String(doc.totalWords),
    related: original && {
      how: doc.kind === 'REPLACEMENT' ? 1 : 2,
      form: '1',
      symbol: String(original.symbol),
      number: Number(original.number),
      date: String(original.invoiceDate),
      reason: String(doc.reason),
    },
    lowers: false,
  };
}

/** Invoice fields copied to bills and receipts. */
export type InvoicedMark = Pick<Made<typeof bill>, 'eInvoice' | 'eInvoiceNumber'>;
/** Invoice state and number by bill or receipt id, of the invoice currently valid for each. */
const marksOf = (invoices: readonly Invoice[]): Map<string, InvoicedMark> =>
  new Map(
    invoices
      .filter(({ number, status, kind }) => number && status !== 'REPLACED' && kind !== 'ADJUST_INFO')
      .flatMap(({ items, syncStatus, fullNumber }) =>
        items.flatMap(({ billId, receiptId }) => {
          const id = billId ?? receiptId;
          return id ? [[id, { eInvoice: syncStatus, eInvoiceNumber: fullNumber }] as const] : [];
        }),
      ),
  );

/** Claims that keep a bill or receipt from being invoiced twice; a replacement takes over those of the original. */
export const claimsOf = (site: Site, invoices: readonly Invoice[]): Row[] =>
  invoices
    .filter(({ status }) => status !== 'REPLACED')
    .flatMap(({ _id: invoiceId, items }) =>
      items.flatMap(({ billId, receiptId }): Row[] => {
        const claim = receiptId ? `${receiptId}:` : billId;
        return claim ? [[invoiceClaimCollection.name, { _id: claim, projectId: site.id, invoiceId, receiptId }]] : [];
      }),
    );

/** Registration with the sandbox tax office: refused once, then accepted. */
export function registrationOf(site: Site): { messages: Made<typeof taxMessage>[]; rows: Row[] } {
  const id = idsOf('tax-message', site.key);
  const TURNS = [
    ['100', 'OUT', 1, null],
    ['102', 'IN', 2, 'Thiếu thông tin chứng thư số'],
    ['100', 'OUT', 5, null],
    ['102', 'IN', 5.2, null],
    ['103', 'IN', 6, null],
  ] as const;
  const rows: Row[] = [];
  let requestId = '';
  const messages = TURNS.map(([type, direction, hours, reasons], n) => {
    const at = new Date(site.founded.getTime() + hours * HOUR_MS);
    const messageId = direction === 'OUT' ? messageIdOf(`100 ${n}`) : `${OFFICE}${hexOf(`100 ${n}`).slice(0, 32)}`;
    const replyTo = direction === 'IN' ? requestId : null;
    if (direction === 'OUT') requestId = messageId;
    const [from, to] = direction === 'OUT' ? [`K${taxCode}`, OFFICE] : [OFFICE, `K${taxCode}`];
    const head = { from, to, type, id: messageId, taxCode, count: 1, ...(replyTo && { replyTo }) };
    const data = el(direction === 'OUT' ? 'TKhai' : 'TBao', [leaf('MTLoi', reasons)]);
    rows.push([
      taxXmlCollection.name,
      { _id: id(n), projectId: site.id, xml: serializeMessage(envelope(head, [data])) },
    ]);
    const attempts = direction === 'OUT' ? 1 : 0;
    return recordOf(taxMessage, site.id, id(n), at, {
      at,
      type,
      direction,
      messageId,
      replyTo,
      reasons,
      attempts,
      status: 'ANSWERED',
    });
  });
  return { messages, rows };
}

/** Invoices of the last three billed months with their tax messages. */
export function issuedInvoicesOf(
  site: Site,
  from: From,
): {
  invoices: Invoice[];
  messages: Made<typeof taxMessage>[];
  rows: Row[];
  marks: ReadonlyMap<string, InvoicedMark>;
} {
  const [id, messageId] = [idsOf('invoice', site.key), idsOf('tax-message-invoice', site.key)];
  const codeOf = codesOf(invoice.prefix);
  const today = dayOf(from.at, VIETNAM);
  const invoices: Invoice[] = [];
  const messages: Made<typeof taxMessage>[] = [];
  const rows: Row[] = [];
  const seriesOf = (day: string) => from.series.find(({ year }) => year === Number(day.slice(0, 4))) ?? null;

  type Content = { xml: string } | Pick<Extract<DemoMessage, { at: Date }>, 'invoice' | 'invoiceId' | 'sending' | 'at'>;
  function tell(doc: Invoice, at: Date, values: Partial<Made<typeof taxMessage>>, content: Content) {
    const made = recordOf(taxMessage, site.id, messageId(messages.length), at, {
      at,
      invoiceId: doc._id,
      number: doc.number,
      status: 'ANSWERED',
      ...values,
    });
    messages.push(made);
    rows.push([taxXmlCollection.name, { _id: made._id, projectId: site.id, ...content }]);
  }

  /** Issues an invoice on a day, with the message sent and the answer received. */
  function issue(values: Values, day: string, original: Invoice | null = null, refusal: Refusal = null): Invoice {
    const series = seriesOf(day);
    const at = new Date(`${day}T03:00:00Z`);
    if (series) Object.assign(series, { used: true, lastNumber: series.lastNumber + 1, lastDate: day });
    const invoiceId = id(invoices.length);
    const isReviewed = refusal === 'REVIEW';
    const waits = refusal === 'UNKNOWN' || refusal === 'QUEUED' ? refusal : null;
    const officeCode = hexOf(`office ${invoiceId}`).slice(0, 34);
    const doc = recordOf(invoice, site.id, invoiceId, at, {
      ...values,
      code: codeOf(at),
      form: '1',
      symbol: series?.symbol ?? null,
      number: series?.lastNumber ?? null,
      fullNumber: series ? `${series.symbol}-${series.lastNumber}` : null,
      seriesId: series?._id ?? null,
      secretCode: secretOf(invoiceId),
      invoiceDate: day,
      issuedAt: at,
      sellerName: invoiceOfDemo.sellerName,
      sellerTaxCode: taxCode,
      sellerAddress: invoiceOfDemo.sellerAddress,
      ...(refusal === null
        ? {
            status: 'PUBLISHED',
            syncStatus: 'SYNCHRONIZED',
            taxStatus: 'ACCEPTED',
            taxCodeOfInvoice: officeCode,
          }
        : waits
          ? { status: 'DRAFT', syncStatus: 'SYNCHRONIZING', taxStatus: 'NOT_SUBMITTED' }
          : isReviewed
            ? {
                status: 'DRAFT',
                syncStatus: 'SYNCHRONIZING',
                taxStatus: 'UNDER_REVIEW',
                refusal: REVIEW_WORDS,
                hasProblem: true,
              }
            : { status: 'DRAFT', syncStatus: 'FAILED', taxStatus: 'REJECTED', refusal, hasProblem: true }),
    });
    invoices.push(doc);
    const [out, back] = [messageIdOf(`out ${invoiceId}`), `${OFFICE}${hexOf(`back ${invoiceId}`).slice(0, 32)}`];
    const sending = { from: `K${taxCode}`, taxCode, messageId: out, withCode: true };
    const way = waits
      ? { status: waits, attempts: waits === 'QUEUED' ? 0 : 1, lastError: waits === 'UNKNOWN' ? 'TimeoutError' : null }
      : { attempts: 1 };
    const sent = { type: '200', direction: 'OUT', messageId: out, seriesId: doc.seriesId, ...way } as const;
    tell(doc, at, sent, { invoice: documentOf(doc, original), invoiceId, sending, at });
    if (waits) return doc;
    const type = refusal === null ? '202' : isReviewed ? '302' : '204';
    const later = new Date(at.getTime() + 90_000);
    const content =
      refusal === null ? [el('HDon', [leaf('MCCQT', officeCode)])] : [el('TBao', [leaf('MTLoi', refusal)])];
    const head = { from: OFFICE, to: `K${taxCode}`, type, id: back, replyTo: out, taxCode, count: 1 } as const;
    const heard = { type, direction: 'IN', messageId: back, replyTo: out, reasons: doc.refusal } as const;
    tell(doc, later, heard, { xml: serializeMessage(envelope(head, content)) });
    return doc;
  }

  const open = from.bills.filter(
    ({ status, type, createdFor, total, adjusted }) =>
      status === 'ACTIVE' && type === 'NORMAL' && createdFor === 'SERVICE' && total > 0 && !adjusted,
  );
  const all = [...Map.groupBy(open, ({ month }) => String(month))];
  const most = Math.max(...all.map(([, ofMonth]) => ofMonth.length));
  // Complete billing months only, not those with a few manual bills.
  const months = all
    .filter(([, ofMonth]) => ofMonth.length > most / 2)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .slice(-MONTHS);
  for (const [n, [month, ofMonth]] of months.entries()) {
    const isLast = n === months.length - 1;
    const usual = `${addMonths(month, 1)}-05`;
    const day = usual <= today ? usual : today;
    const homes = [...Map.groupBy(ofMonth, ({ unitId }) => unitId).values()];
    // Earlier months are issued completely, the last one partly.
    const units = isLast ? homes.slice(0, ISSUED + DRAFTS) : homes;
    const before = invoices.length;
    const refused = units
      .slice(0, UNSURE)
      .filter((bills, at) => at !== REVIEWED && valuesOf(from, bills)?.buyerTaxCode)
      .slice(0, REJECTED);
    for (const [at, bills] of units.entries()) {
      const values = valuesOf(from, bills);
      if (!values) continue;
      if (isLast && at >= ISSUED)
        invoices.push(recordOf(invoice, site.id, id(invoices.length), from.at, { code: codeOf(from.at), ...values }));
      else if (isLast && refused.includes(bills)) issue(values, day, null, REJECTED_WORDS);
      else if (isLast && at === REVIEWED) issue(values, day, null, 'REVIEW');
      else if (isLast && at >= UNSURE) issue(values, day, null, at === UNSURE ? 'UNKNOWN' : 'QUEUED');
      else issue(values, day);
    }
    if (n === months.length - 2) correct(invoices.slice(before), day);
  }

  for (const paid of from.ahead) {
    const values = valuesAhead(from, paid);
    if (values) issue(values, String(paid.accountingDate));
  }

  /** Replaces one invoice that names the wrong buyer, and adjusts the text of another. */
  function correct(issued: readonly Invoice[], day: string) {
    const [wrong, worded] = [issued[REPLACED], issued[CORRECTED]];
    const next = addDays(day, 1);
    if (!wrong || !worded) return;
    const {
      _id: originalId,
      unitId,
      month,
      items,
      vatLines,
      subTotal,
      vatAmount,
      total,
      totalWords,
      surchargeTotal,
    } = wrong;
    issue(
      {
        unitId,
        month,
        items,
        vatLines,
        subTotal,
        vatAmount,
        surchargeTotal,
        total,
        totalWords,
        buyerId: wrong.buyerId,
        buyerType: wrong.buyerType,
        buyerName: wrong.buyerName,
        buyerAddress: wrong.buyerAddress,
        buyerCompany: wrong.buyerCompany,
        buyerTaxCode: wrong.buyerTaxCode,
        paymentText: wrong.paymentText,
        kind: 'REPLACEMENT',
        originalId,
        reason: 'Sai tên người mua',
      },
      next,
      wrong,
    );
    Object.assign(wrong, { status: 'REPLACED' });
    const note = {
      ...worded.items[0],
      name: 'Kỳ phí ghi nhầm, đúng là cả tháng',
      nature: 'NOTE',
      quantity: 1,
    } as const;
    const nothing = { price: 0, amount: 0, vat: 0, surchargeAmount: 0, billId: null, taxRate: 'KCT' } as const;
    issue(
      {
        unitId: worded.unitId,
        month: worded.month,
        items: [{ ...note, ...nothing } as unknown as Invoice['items'][number]],
        buyerId: worded.buyerId,
        buyerType: worded.buyerType,
        buyerName: worded.buyerName,
        buyerAddress: worded.buyerAddress,
        buyerCompany: worded.buyerCompany,
        buyerTaxCode: worded.buyerTaxCode,
        paymentText: worded.paymentText,
        totalWords: amountInWords(0, 'vi'),
        kind: 'ADJUST_INFO',
        originalId: worded._id,
        reason: 'Ghi nhầm kỳ phí',
      },
      next,
      worded,
    );
    Object.assign(worded, { status: 'ADJUSTED' });
  }
  const marks = marksOf(invoices);
  for (const doc of from.bills) Object.assign(doc, marks.get(doc._id));
  return { invoices, messages, rows, marks };
}
