import { randomInt } from 'node:crypto';
import type { InvoiceLine } from '@lobby/shared/billing/invoice-line.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import type { InvoiceConfig } from '@lobby/shared/modules/invoice-config.ts';
import { invoiceItem } from '@lobby/shared/modules/invoice-item.ts';
import { invoiceSeries } from '@lobby/shared/modules/invoice-series.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { taxMessage } from '@lobby/shared/modules/tax-message.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { open } from '../../../kit/privacy/personal.ts';
import { build } from '../../../kit/records/records.ts';
import type { Action } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { faultsOf } from '../compile/faults.ts';
import { assertAgreement } from '../compile/originals.ts';
import { readiness } from '../compile/ready.ts';
import { assertInvoicing, invoiceConfig } from '../config/config.ts';
import { loadSecret, loadSigning } from '../config/secrets.ts';
import { type InvoiceDocument, NOBODY, type Party, type Related } from '../message/document.ts';
import { newMessageId, senderOf, writeInvoice } from '../message/envelope.ts';
import { keepXml } from '../message/tax-xml.ts';
import { assertNotAdjusted, linesIn } from './adjustments.ts';
import { assertNotBelowZero, syncChain } from './chain.ts';
import { markInvoiced } from './marks.ts';

/** Throws REFERENCE_NOT_SUITABLE with the reason. */
function failSeries(fault: 'closed' | 'otherServices'): never {
  const code = 'REFERENCE_NOT_SUITABLE';
  return failFields({ seriesId: { code, params: { why: `invoice-series.faults.${fault}` } } }, code);
}

/** The series of a draft; must be active, of this year and of the same environment. */
async function seriesFor(
  ctx: Ctx,
  id: string | null,
  config: InvoiceConfig,
  lines: readonly InvoiceLine[],
): Promise<Doc<typeof invoiceSeries>> {
  const year = Number(todayOf(ctx).slice(0, 4));
  const series = await records(invoiceSeries).get(ctx, id);
  // A wrong year is the more specific error.
  if (series && series.year !== year) fail('SERIES_YEAR', { symbol: series.symbol, year });
  if (series?.active !== true || series.environment !== config.environment) return failSeries('closed');
  await assertServed(ctx, series, lines);
  return series;
}

/** Services of each line, by its bill or receipt, else by its item. */
async function loadServices(ctx: Ctx, lines: readonly InvoiceLine[]): Promise<string[][]> {
  const idsIn = (name: 'billId' | 'receiptId' | 'itemId') => [...new Set(lines.flatMap(line => line[name] ?? []))];
  const [bills, receipts, items] = await Promise.all([
    records(bill).find(ctx, { _id: { $in: idsIn('billId') } }),
    records(receipt).find(ctx, { _id: { $in: idsIn('receiptId') } }),
    records(invoiceItem).find(ctx, { _id: { $in: idsIn('itemId') } }),
  ]);
  const ofBill = new Map(bills.map(({ _id, serviceId }) => [_id, serviceId]));
  const ofReceipt = new Map(receipts.map(({ _id, surplusServiceId }) => [_id, surplusServiceId]));
  const ofItem = new Map(items.map(({ _id, serviceIds }) => [_id, serviceIds]));
  return lines.map(({ billId, receiptId, itemId }) => {
    const serviceId = billId ? ofBill.get(billId) : receiptId ? ofReceipt.get(receiptId) : null;
    return serviceId ? [serviceId] : [...(ofItem.get(itemId ?? '') ?? [])];
  });
}

/** Refuses a series restricted to other services. */
async function assertServed(ctx: Ctx, series: Doc<typeof invoiceSeries>, all: readonly InvoiceLine[]): Promise<void> {
  if (series.purpose !== 'SERVICE_GROUP' && series.purpose !== 'SERVICES') return;
  const lines = all.filter(({ nature }) => nature !== 'NOTE');
  const lineServices = await loadServices(ctx, lines);
  const services = await records(service).find(ctx, { _id: { $in: lineServices.flat() } });
  const groups = new Set(series.groups.map(({ serviceGroup }) => serviceGroup));
  const ids = new Set(series.serviceIds);
  const taken = new Set(
    services
      .filter(({ _id, group }) => (series.purpose === 'SERVICES' ? ids.has(_id) : groups.has(group)))
      .map(({ _id }) => _id),
  );
  if (!lineServices.every(serviceIds => serviceIds.some(id => taken.has(id)))) failSeries('otherServices');
}

/** Throws the first reason why the project cannot issue invoices. */
export async function assertReady(ctx: Ctx): Promise<void> {
  const missing = (await readiness(ctx)).find(({ ok }) => !ok);
  if (!missing) return;
  if (missing.step === 'feature') assertInvoicing(ctx);
  if (missing.step === 'registration') fail('INVOICE_NOT_REGISTERED');
  if (missing.step === 'seller') fail('INVOICE_SELLER_NOT_FOUND');
  if (missing.step === 'signature' && missing.hint === 'expired') fail('CERTIFICATE_EXPIRED');
  if (missing.step === 'signature' && missing.hint === 'foreign')
    fail('CERTIFICATE_INVALID', { why: 'invoice-config.certificate.faults.foreign' });
  if (missing.step !== 'series') fail('INVOICE_PROVIDER_NOT_CONFIGURED');
}

const SECRET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const newSecret = () => Array.from({ length: 10 }, () => SECRET[randomInt(SECRET.length)]).join('');

/** Seller as accepted by the tax office. */
const sellerOf = (config: InvoiceConfig): Party => ({
  ...NOBODY,
  company: config.acceptedSeller?.name ?? config.sellerName,
  taxCode: config.acceptedSeller?.taxCode ?? config.sellerTaxCode,
  address: config.acceptedSeller?.address ?? config.sellerAddress,
  phone: config.sellerPhone,
  email: config.sellerEmail,
  account: config.sellerAccount,
  bank: config.sellerBank,
});

const plain = ({ projectId }: Ctx, value: string | null): string | null => (value ? open(projectId, value) : null);
const buyerOf = (ctx: Ctx, doc: Doc<typeof invoice>): Party => ({
  ...NOBODY,
  name: doc.buyerName || null,
  company: doc.buyerCompany || null,
  budgetCode: doc.buyerBudgetCode || null,
  taxCode: doc.buyerTaxCode || plain(ctx, doc.buyerOwnTaxCode),
  address: plain(ctx, doc.buyerAddress),
  email: plain(ctx, doc.buyerEmail),
  identityCard: plain(ctx, doc.buyerIdentityCard),
});

/** Reference to the invoice that is changed. */
async function loadRelated(ctx: Ctx, doc: Doc<typeof invoice>): Promise<Related | null> {
  if (doc.kind === 'ORIGINAL' || doc.kind === null) return null;
  const how = doc.kind === 'REPLACEMENT' ? 1 : 2;
  const reason = doc.reason ?? '';
  if (!doc.originalId) {
    assertAgreement(doc, doc);
    const { originalForm: form, originalSymbol: symbol, originalNumber: number, originalDate: date } = doc;
    if (!form || !symbol || !number || !date) return fail('ORIGINAL_INVOICE_NOT_FOUND');
    return { how, form, symbol, number, date, reason };
  }
  const { projectId } = ctx;
  const original = await records(invoice).get({ projectId }, doc.originalId);
  if (!original?.number || !original.form || !original.symbol || !original.invoiceDate)
    return fail('ORIGINAL_INVOICE_NOT_FOUND');
  if (doc.kind === 'ADJUST_DOWN') {
    const { subTotal, vatAmount, total } = doc;
    await assertNotBelowZero(ctx, original, {
      subTotal,
      vatAmount,
      total,
    });
  }
  return {
    how,
    form: original.form,
    symbol: original.symbol,
    number: original.number,
    date: original.invoiceDate,
    reason,
  };
}

async function loadDocument(
  ctx: Ctx,
  doc: Doc<typeof invoice>,
  series: Doc<typeof invoiceSeries>,
  config: InvoiceConfig,
  secretCode: string,
) {
  const made: Omit<InvoiceDocument, 'number'> = {
    form: series.form,
    symbol: series.symbol,
    date: todayOf(ctx),
    secretCode,
    paymentText: doc.paymentText ?? 'TM/CK',
    note: doc.note || null,
    seller: sellerOf(config),
    buyer: buyerOf(ctx, doc),
    lines: linesIn(doc),
    vatLines: doc.vatLines.map(({ rate, amount, vat }) => ({ rate: rate ?? '', amount: amount ?? 0, vat: vat ?? 0 })),
    totalWords: doc.totalWords ?? '',
    sums: {
      subTotal: doc.subTotal,
      vatAmount: doc.vatAmount,
      total: doc.total,
      surchargeTotal: doc.surchargeTotal,
      discountTotal: doc.discountTotal,
    },
    related: await loadRelated(ctx, doc),
    lowers: doc.kind === 'ADJUST_DOWN',
  };
  return made;
}

/** Assigns the next number as the last statement of the transaction; concurrent issues conflict. */
const numberOf = (ctx: Ctx, series: Doc<typeof invoiceSeries>, day: string): Change => ({
  definition: invoiceSeries,
  action: 'update',
  update: {
    doc: series,
    set: { used: true, lastDate: day },
    inc: { lastNumber: 1 },
    while: { lastNumber: series.lastNumber, active: true },
    keepVersion: true,
  },
  note: { before: null, after: { lastNumber: series.lastNumber + 1, by: ctx.actor.name } },
});

/** Issues a draft: validates it, assigns a number, and queues the signed document. */
export const issue: Action<typeof invoice, 'issue'> = async (ctx, doc, { seriesId }) => {
  const config = await invoiceConfig(ctx.projectId);
  const faults = faultsOf(doc, buyerOf(ctx, doc), config);
  const [first] = Object.values(faults);
  if (first) failFields(faults, first.code);
  await assertNotAdjusted(ctx, doc);
  await assertReady(ctx);
  // A refused invoice keeps its number and series.
  const series = await seriesFor(ctx, doc.number ? doc.seriesId : seriesId, config, linesIn(doc));
  const day = todayOf(ctx);
  if (series.lastDate && series.lastDate > day) fail('SERIES_YEAR', { symbol: series.symbol, year: series.lastDate });
  const number = doc.number || series.lastNumber + 1;
  if (number > series.to || number < series.from) fail('SERIES_FULL', { symbol: series.symbol });
  const signing = await loadSigning(ctx, config);
  if (!signing) return fail('INVOICE_PROVIDER_NOT_CONFIGURED');
  const secretCode = doc.secretCode || newSecret();
  const content = await loadDocument(ctx, doc, series, config, secretCode);
  const taxCode = config.sellerTaxCode ?? fail('INVOICE_SELLER_NOT_FOUND');
  const sender = senderOf(await loadSecret<string>(ctx, `sender.${config.environment}`), taxCode);
  const messageId = newMessageId(sender);
  const withCode = series.symbol.startsWith('C');
  const sending = { from: sender, taxCode, messageId, withCode };
  const xml = writeInvoice({ ...content, number }, doc._id, sending, signing, ctx.now);
  const message = await build(
    ctx,
    taxMessage,
    {
      at: ctx.now.toISOString(),
      type: withCode ? '200' : '203',
      direction: 'OUT',
      messageId,
      invoiceId: doc._id,
      seriesId: series._id,
      number,
      nextAt: ctx.now.toISOString(),
    },
    true,
  );
  const { name, company: sellerName, taxCode: sellerTaxCode, address: sellerAddress } = content.seller;
  // Without the office's code it is published when signed, and so the original changes now.
  const chained = withCode ? null : await syncChain(ctx, doc);
  return {
    set: {
      form: series.form,
      symbol: series.symbol,
      number,
      fullNumber: `${series.symbol}-${number}`,
      seriesId: series._id,
      secretCode,
      invoiceDate: day,
      syncStatus: 'SYNCHRONIZING',
      taxStatus: 'NOT_SUBMITTED',
      refusal: null,
      hasProblem: false,
      issuedAt: ctx.now,
      issuedById: ctx.employeeId,
      sellerName: sellerName ?? name,
      sellerTaxCode,
      sellerAddress,
      // Without the office's code an invoice is valid once signed.
      ...(!withCode && { status: 'PUBLISHED' }),
    },
    ...(chained && { also: chained.also }),
    with: [
      {
        definition: taxMessage,
        action: 'create',
        insert: message,
        also: session => keepXml(ctx.projectId, message._id, xml, session),
      },
      ...(chained?.with ?? []),
      ...(await markInvoiced(ctx, doc, { syncStatus: 'SYNCHRONIZING', symbol: series.symbol, number })),
      ...(doc.number ? [] : [numberOf(ctx, series, day)]),
    ],
  };
};

/** Cancels issuing as long as nothing was sent. */
export const cancelIssue: Action<typeof invoice, 'cancel-issue'> = async (ctx, doc) => {
  const { projectId } = ctx;
  const message = await records(taxMessage).first(
    { projectId },
    { invoiceId: doc._id, direction: 'OUT', status: { $ne: 'CANCELLED' } },
    { sort: { at: -1 } },
  );
  if (!message) return { set: { syncStatus: 'CANCELLED' } };
  if (message.status !== 'QUEUED' || message.attempts > 0)
    fail('TAX_MESSAGE_ALREADY_ANSWERED', { why: 'tax-message.left' });
  return {
    set: { syncStatus: 'CANCELLED' },
    with: [
      {
        definition: taxMessage,
        action: 'withdraw',
        update: { doc: message, set: { status: 'CANCELLED', nextAt: null }, while: { status: 'QUEUED' } },
      },
      ...(await markInvoiced(ctx, doc, { syncStatus: 'CANCELLED' })),
    ],
  };
};
