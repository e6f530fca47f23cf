import { type InvoiceLine, lineOf } from '@lobby/shared/billing/invoice-line.ts';
import { sumsOf } from '@lobby/shared/billing/invoice-sums.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { taxMessage } from '@lobby/shared/modules/tax-message.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import type { Session } from '../../../kit/database/database.ts';
import { serializeBy } from '../../../kit/database/serialize.ts';
import { checkFiles, claimFiles } from '../../../kit/files/files.ts';
import { open } from '../../../kit/privacy/personal.ts';
import { build } from '../../../kit/records/records.ts';
import type { Action, ActionsOf, EffectOf, Values } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { claimSources, type Source } from '../claims.ts';
import { wordsOf } from '../compile/compile.ts';
import { typedLines } from '../compile/drafts.ts';
import { lineFault } from '../compile/faults.ts';
import { assertAgreement } from '../compile/originals.ts';
import { invoiceConfig } from '../config/config.ts';
import { itemsByService, rulesOf } from '../config/items.ts';
import { loadSecret, loadSigning } from '../config/secrets.ts';
import { envelope, newMessageId, noticeOf, OFFICE, senderOf, serializeMessage } from '../message/envelope.ts';
import { keepXml } from '../message/tax-xml.ts';
import { adjustedLines, adjustmentMark, amountsOf, type BillType, billsIn, loadAdjustments } from './adjustments.ts';
import { assertNotBelowZero, signedSums } from './chain.ts';
import { assertReady } from './issue.ts';

/** What a change says of its reason. */
type Agreement = Pick<Values<typeof invoice>, 'reason' | 'agreementNo' | 'agreementOn' | 'agreementFiles'>;

/** Refuses a change while another of the same invoice is a draft, and mixing adjustments and replacements within a chain. */
async function assertChain(
  { projectId }: Ctx,
  doc: Doc<typeof invoice>,
  replaces: boolean,
  session: Session | null = null,
): Promise<void> {
  if (doc.kind !== 'ORIGINAL' && (doc.kind === 'REPLACEMENT') !== replaces) fail('INVOICE_CHAIN_FORM');
  const others = await records(invoice).in(session).find({ projectId }, { originalId: doc._id });
  if (others.some(({ status, kind }) => status === 'DRAFT' || (kind === 'REPLACEMENT') !== replaces))
    fail('INVOICE_CHAIN_FORM');
}

/** Creates the draft that changes an invoice; concurrent drafts are serialised, and the second is refused. */
async function buildDraft(
  ctx: Ctx,
  doc: Doc<typeof invoice>,
  insert: Doc<typeof invoice>,
  sources: readonly Source[],
): Promise<EffectOf<typeof invoice>> {
  const fresh = await checkFiles(ctx, invoice.fields, { agreementFiles: insert.agreementFiles });
  const billIds = sources.flatMap(({ billId }) => billId ?? []);
  return {
    set: doc.toAdjust ? await adjustmentMark(ctx, doc, billIds) : {},
    with: [
      {
        definition: invoice,
        action: 'create',
        insert,
        // Checked before the draft itself is inserted.
        async first(session) {
          await serializeBy(`invoice changes ${doc._id}`, session);
          await assertChain(ctx, doc, insert.kind === 'REPLACEMENT', session);
        },
        async also(session) {
          await claimFiles(fresh, session, { entity: invoice.name, id: insert._id });
          await claimSources(ctx.projectId, insert._id, sources, session);
        },
      },
    ],
  };
}

const plain = ({ projectId }: Ctx, value: string | null) => (value ? open(projectId, value) : null);
/** Values copied from the original invoice. */
const copied = (ctx: Ctx, doc: Doc<typeof invoice>): Partial<Doc<typeof invoice>> => ({
  unitId: doc.unitId,
  month: doc.month,
  buyerId: doc.buyerId,
  buyerType: doc.buyerType,
  buyerName: doc.buyerName,
  buyerCompany: doc.buyerCompany,
  buyerTaxCode: doc.buyerTaxCode,
  buyerBudgetCode: doc.buyerBudgetCode,
  paymentText: doc.paymentText,
  buyerOwnTaxCode: plain(ctx, doc.buyerOwnTaxCode),
  buyerAddress: plain(ctx, doc.buyerAddress),
  buyerIdentityCard: plain(ctx, doc.buyerIdentityCard),
  buyerEmail: plain(ctx, doc.buyerEmail),
});

async function draft(
  ctx: Ctx,
  doc: Doc<typeof invoice>,
  kind: Doc<typeof invoice>['kind'],
  lines: readonly InvoiceLine[],
  input: Agreement,
) {
  const byHand = lines.every(({ billId, receiptId }) => !billId && !receiptId);
  const sums = signedSums(kind, sumsOf(lines, byHand));
  if (kind === 'ADJUST_DOWN') await assertNotBelowZero(ctx, doc, sums);
  const { reason, agreementNo, agreementOn, agreementFiles } = input;
  return build(ctx, invoice, {
    ...copied(ctx, doc),
    kind,
    originalId: doc._id,
    originalForm: doc.form,
    originalSymbol: doc.symbol,
    originalNumber: doc.number,
    originalDate: doc.invoiceDate,
    reason,
    agreementNo,
    agreementOn,
    agreementFiles,
    items: lines,
    ...sums,
    totalWords: wordsOf(sums.total),
  });
}

/** Lines of the bills' adjustments; throws if there are none. */
async function adjustingLines(ctx: Ctx, doc: Doc<typeof invoice>, kind: BillType): Promise<InvoiceLine[]> {
  const adjustments = await loadAdjustments(ctx, billsIn(doc), [kind]);
  const open = adjustments.filter(({ told }) => !told);
  if (open.length === 0) fail('INVOICE_ADJUSTMENT_WITHOUT_BILL');
  const items = await itemsByService(ctx);
  return open.map(({ doc: adjustment }) => {
    const item = items.get(adjustment.serviceId);
    if (!item) return fail('INVOICE_ITEM_MISSING', { name: adjustment.code ?? '' });
    // A difference has no meaningful quantity, such as square metres.
    return lineOf({ ...rulesOf(item), actualQuantity: false, unit: null }, amountsOf(adjustment));
  });
}

/** A text line without amounts. */
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

/** Creates a draft that contains only the difference. */
const adjust: Action<typeof invoice, 'adjust'> = async (ctx, doc, input) => {
  assertAgreement(doc, input);
  await assertChain(ctx, doc, false);
  const { kind } = input;
  const ofBills = billsIn(doc).length > 0;
  const written = input.items ?? [];
  if (written.length > 0 && (ofBills || kind === 'ADJUST_INFO'))
    failFields({ items: { code: 'INVOICE_BILL_UNFIT', params: { name: '' } } }, 'INVOICE_BILL_UNFIT');
  if (kind === 'ADJUST_INFO')
    return buildDraft(ctx, doc, await draft(ctx, doc, kind, [noteOf(input.reason)], input), []);
  // For invoices without bills the user enters the difference.
  if (!ofBills && written.length === 0) failFields({ items: { code: 'INVOICE_NO_ITEMS' } }, 'INVOICE_NO_ITEMS');
  const lines = ofBills ? await adjustingLines(ctx, doc, kind) : typedLines(written);
  const fault = lineFault(lines, (await invoiceConfig(ctx.projectId)).amountTolerance);
  if (fault) failFields(fault, 'INVOICE_TOTAL_INVALID');
  return buildDraft(ctx, doc, await draft(ctx, doc, kind, lines, input), ofBills ? lines : []);
};

/** Creates a draft that replaces the whole invoice, with the current amounts of its bills. */
const replace: Action<typeof invoice, 'replace'> = async (ctx, doc, input) => {
  assertAgreement(doc, input);
  await assertChain(ctx, doc, true);
  const { lines, sources } = await adjustedLines(ctx, doc);
  return buildDraft(ctx, doc, await draft(ctx, doc, 'REPLACEMENT', lines, input), sources);
};

/** Notifies the tax office of a wrong name or address, which needs no new invoice. */
const notifyError: Action<typeof invoice, 'notify-error'> = async (ctx, doc, input) => {
  await assertReady(ctx);
  const config = await invoiceConfig(ctx.projectId);
  const signing = await loadSigning(ctx, config);
  if (!signing) return fail('INVOICE_PROVIDER_NOT_CONFIGURED');
  const taxCode = config.sellerTaxCode ?? fail('INVOICE_SELLER_NOT_FOUND');
  const sender = senderOf(await loadSecret<string>(ctx, `sender.${config.environment}`), taxCode);
  const messageId = newMessageId(sender);
  const { form, symbol, number, invoiceDate: date } = doc;
  if (!form || !symbol || !number || !date) return fail('ORIGINAL_INVOICE_NOT_FOUND');
  const wrong = {
    form,
    symbol,
    number,
    date,
    code: doc.taxCodeOfInvoice,
    reason: `${input.wrong} → ${input.right}`,
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
  const xml = serializeMessage(envelope(head, [data]));
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

export const changeActs = { adjust, replace, 'notify-error': notifyError } satisfies ActionsOf<typeof invoice>;
