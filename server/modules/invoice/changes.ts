import { type InvoiceLine, lineOf } from '@lobby/shared/billing/invoice-line.ts';
import { sumsOf } from '@lobby/shared/billing/invoice-sums.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { taxMessage } from '@lobby/shared/modules/tax-message.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { open } from '../../kit/privacy/personal.ts';
import type { Rule } from '../../kit/records/act.ts';
import { build } from '../../kit/records/records.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { todayOf } from '../lock-date/index.ts';
import { claimed, claimKey, claimSources } from './claims.ts';
import { withPrice, wordsOf } from './compile.ts';
import { invoiceConfig } from './config.ts';
import { refuseUnready } from './issue.ts';
import { invoicedBill, itemsByService, rulesOf } from './items.ts';
import { envelope, newMessageId, noticeOf, OFFICE, senderOf, written } from './message/envelope.ts';
import { keepXml } from './message/kept.ts';
import { secretOf, signingOf } from './secrets.ts';

type Values = Record<string, unknown>;
const linesIn = ({ items }: Stored): InvoiceLine[] => (Array.isArray(items) ? (items as InvoiceLine[]) : []);
const billsIn = (doc: Stored): string[] => linesIn(doc).flatMap(({ billId }) => billId ?? []);

/** Refuses a second change while one of the same invoice waits, and one of another kind than the first. */
async function refuseChain({ projectId }: Ctx, doc: Stored, replaces: boolean): Promise<void> {
  const others = await modelOf(invoice).find({ projectId, originalId: doc._id, deletedAt: null }).lean<Stored[]>();
  const form = (kind: unknown) => kind === 'REPLACEMENT';
  if (others.some(({ status, kind }) => status === 'DRAFT' || form(kind) !== replaces)) fail('INVOICE_CHAIN_FORM');
}

/** A company agrees in writing; a person is told. */
function refuseUnagreed(doc: Stored, { agreementNo, agreementOn }: Values): void {
  if (doc.buyerType !== 'ENTERPRISE') return;
  if (!agreementNo) failFields({ agreementNo: { code: 'REQUIRED' } });
  if (!agreementOn) failFields({ agreementOn: { code: 'REQUIRED' } });
}

const plain = ({ projectId }: Ctx, value: unknown) => (typeof value === 'string' ? open(projectId, value) : null);
const COPIED = [
  'unitId',
  'month',
  'buyerId',
  'buyerType',
  'buyerName',
  'buyerCompany',
  'buyerTaxCode',
  'buyerBudgetCode',
  'paymentText',
] as const;
/** What an invoice that changes another one has of it. */
const copied = (ctx: Ctx, doc: Stored): Values => ({
  ...Object.fromEntries(COPIED.map(name => [name, doc[name]])),
  ...Object.fromEntries(
    ['buyerOwnTaxCode', 'buyerAddress', 'buyerIdentityCard', 'buyerEmail'].map(name => [name, plain(ctx, doc[name])]),
  ),
});

async function draft(ctx: Ctx, doc: Stored, kind: string, lines: readonly InvoiceLine[], input: Values) {
  const byHand = lines.every(({ billId, receiptId }) => !billId && !receiptId);
  const sums = sumsOf(lines, byHand);
  const { reason, agreementNo, agreementOn } = input;
  return build(ctx, invoice, {
    ...copied(ctx, doc),
    kind,
    originalId: doc._id,
    reason,
    agreementNo,
    agreementOn,
    items: lines.map(withPrice),
    ...sums,
    totalWords: wordsOf(sums.total),
  });
}

/** The lines of what adjusts the bills of an invoice; refused where nothing does. */
async function adjustingLines(ctx: Ctx, doc: Stored, kind: string): Promise<InvoiceLine[]> {
  const billIds = billsIn(doc);
  const type = kind === 'ADJUST_UP' ? 'ADJUST_UP' : 'ADJUST_DOWN';
  const found = await modelOf(bill)
    .find({ projectId: ctx.projectId, originalId: { $in: billIds }, type, status: 'ACTIVE', deletedAt: null })
    .lean<Stored[]>();
  if (found.length === 0) fail('INVOICE_ADJUSTMENT_WITHOUT_BILL');
  const items = await itemsByService(ctx);
  return found.map(one => {
    const item = items.get(String(one.serviceId));
    if (!item) return fail('INVOICE_ITEM_MISSING', { name: String(one.code) });
    const of = invoicedBill(one);
    const positive = { ...of, net: Math.abs(of.net), vat: Math.abs(of.vat), surcharge: Math.abs(of.surcharge) };
    return lineOf({ ...rulesOf(item), actualQuantity: false }, positive);
  });
}

/** Words alone: nothing of the amounts changes. */
const noteOf = (name: string): InvoiceLine => ({
  itemId: null,
  code: '',
  name,
  unit: null,
  quantity: 1,
  price: 0,
  amount: 0,
  nature: 'NOTE',
  taxRate: 'KCT',
  vat: 0,
  surchargeCode: null,
  surchargeName: null,
  surchargeAmount: 0,
  billId: null,
  receiptId: null,
});

/** A draft that says only what differs. */
const adjust: Rule = async (ctx, doc, input) => {
  refuseUnagreed(doc, input);
  await refuseChain(ctx, doc, false);
  const kind = String(input.kind);
  const ofBills = billsIn(doc).length > 0;
  if (kind === 'ADJUST_INFO') {
    const insert = await draft(ctx, doc, kind, [noteOf(String(input.reason))], input);
    return { with: [{ definition: invoice, action: 'create', insert }] };
  }
  // What was paid ahead is given back by hand, so its lines say how much.
  const lines = ofBills
    ? await adjustingLines(ctx, doc, kind)
    : linesIn(doc).map(line => ({ ...line, receiptId: null }));
  const sources = ofBills ? lines : [];
  const keys = sources.flatMap(one => claimKey(one) ?? []);
  if ((await claimed(ctx.projectId, keys)).size > 0) fail('INVOICE_ALREADY_COMPILED', { name: '' });
  const insert = await draft(ctx, doc, kind, lines, input);
  return {
    with: [
      {
        definition: invoice,
        action: 'create',
        insert,
        also: session => claimSources(ctx.projectId, insert._id, sources, session),
      },
    ],
  };
};

/** A draft that says the whole anew; what it is of bills is what they are now. */
const replace: Rule = async (ctx, doc, input) => {
  refuseUnagreed(doc, input);
  await refuseChain(ctx, doc, true);
  const ids = billsIn(doc);
  const bills = await modelOf(bill)
    .find({ projectId: ctx.projectId, _id: { $in: ids } })
    .lean<Stored[]>();
  // Other amounts come only from what adjusts the bills, and that is told by an invoice that adjusts.
  if (bills.some(({ adjusted }) => adjusted === true)) fail('INVOICE_ADJUSTMENT_WITHOUT_BILL');
  return {
    with: [
      { definition: invoice, action: 'create', insert: await draft(ctx, doc, 'REPLACEMENT', linesIn(doc), input) },
    ],
  };
};

/** Tells the office that a name or an address is wrong: no other invoice is needed for that. */
const notifyError: Rule = async (ctx, doc, input) => {
  await refuseUnready(ctx);
  const config = await invoiceConfig(ctx.projectId);
  const signing = await signingOf(ctx, config);
  if (!signing) return fail('INVOICE_PROVIDER_NOT_CONFIGURED');
  const taxCode = String(config.sellerTaxCode);
  const sender = senderOf(await secretOf<string>(ctx, `sender.${config.environment}`), taxCode);
  const messageId = newMessageId(sender);
  const wrong = {
    form: String(doc.form),
    symbol: String(doc.symbol),
    number: Number(doc.number),
    date: String(doc.invoiceDate),
    code: typeof doc.taxCodeOfInvoice === 'string' ? doc.taxCodeOfInvoice : null,
    reason: String(input.wrong),
  };
  const data = noticeOf(config, wrong, signing, ctx.now, todayOf(ctx));
  const head = { from: sender, to: OFFICE, type: '300', id: messageId, taxCode, count: 1 } as const;
  const message = await build(ctx, taxMessage, {
    at: ctx.now.toISOString(),
    type: '300',
    direction: 'OUT',
    messageId,
    invoiceId: doc._id,
    number: doc.number,
    nextAt: ctx.now.toISOString(),
  });
  const xml = written(envelope(head, [data]));
  return {
    with: [
      {
        definition: taxMessage,
        action: 'create',
        insert: message,
        also: session => keepXml(ctx.projectId, message._id, xml, session),
      },
    ],
  };
};

export const changeActs: Readonly<Record<string, Rule>> = { adjust, replace, 'notify-error': notifyError };
