import type { InvoiceLine } from '@lobby/shared/billing/invoice-line.ts';
import { sumsOf } from '@lobby/shared/billing/invoice-sums.ts';
import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import {
  changeInvoiceSettings,
  invoiceSettings,
  invoiceSteps,
  signInvoiceSample,
  takeCertificate,
} from '@lobby/shared/modules/invoice-config.contract.ts';
import {
  INVOICE_CONFIG,
  INVOICE_CONFIG_PATH,
  type InvoiceConfig,
  isTaxCode,
} from '@lobby/shared/modules/invoice-config.ts';
import { E_INVOICE } from '@lobby/shared/modules/invoice-item.ts';
import { invoiceSeries } from '@lobby/shared/modules/invoice-series.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { assertWritable, build } from '../../../kit/records/records.ts';
import { records } from '../../../kit/store/records.ts';
import { drawnTo } from '../../../platform/projects/paper/paper.ts';
import { keptVersion, toldIn } from '../../../platform/settings/kept-settings.ts';
import { readiness } from '../compile/ready.ts';
import { drawInvoice } from '../papers/paper.ts';
import { taxCodeOf } from '../sign/certificate.ts';
import { P12Invalid, readP12, type Signing } from '../sign/p12.ts';
import { signatureOf, signedBy } from '../sign/xades.ts';
import { at, canonical, el, parseXml } from '../xml/node.ts';
import { invoiceConfig, keepConfig, sellerChanged, standConfig } from './config.ts';
import { keepSecret, keepSigning, loadSigning } from './secrets.ts';

const shown = ({ acceptedSeller: _told, ...config }: InvoiceConfig, version: number) => ({
  ...config,
  sellerChanged: sellerChanged({ ...config, acceptedSeller: _told }),
  version,
});

const read = route(invoiceSettings, {
  flags: ['read'],
  run: async ({ projectId }) => shown(await invoiceConfig(projectId), await keptVersion(projectId, 'invoice')),
});

/** Throws CERTIFICATE_INVALID with the reason. */
function failCertificate(field: 'signer' | 'file', fault: 'sandbox' | 'unreadable' | 'foreign'): never {
  const code = 'CERTIFICATE_INVALID';
  return failFields({ [field]: { code, params: { why: `invoice-config.certificate.faults.${fault}` } } }, code);
}

/** Maximum length of a mail address at the tax office. */
const MOST_OF_EMAIL = 50;
/** Validates tax code, mail address, and that the sandbox certificate is not used live. */
function assertConfigFits(config: InvoiceConfig): void {
  if (config.sellerEmail && config.sellerEmail.length > MOST_OF_EMAIL)
    failFields({ sellerEmail: { code: 'TOO_LONG', params: { max: MOST_OF_EMAIL } } });
  if (config.sellerTaxCode && !isTaxCode(config.sellerTaxCode))
    failFields({ sellerTaxCode: { code: 'TAX_CODE_INVALID' } }, 'TAX_CODE_INVALID');
  if (config.environment === 'LIVE' && config.signer === 'SANDBOX') failCertificate('signer', 'sandbox');
}

/** Refuses to change the source of invoices while drafts exist. */
async function assertNoDrafts(ctx: Ctx): Promise<void> {
  const count = await records(invoice).count(ctx, { status: 'DRAFT', 'items.billId': { $gt: '' } });
  if (count === 0) return;
  const code = 'INVOICE_DRAFTS_EXIST';
  failFields({ compileFrom: { code, params: { count } } }, code);
}

/** Refuses to switch between series with and without the office's code while the old ones are active. */
async function assertSeriesFit(ctx: Ctx, { environment, withCode }: InvoiceConfig): Promise<void> {
  const all = await records(invoiceSeries).find(ctx, { active: true, environment }, { only: ['symbol'] });
  const used = all.find(({ symbol }) => symbol?.startsWith(withCode ? 'C' : 'K'));
  if (!used) return;
  const code = 'SERIES_ACTIVE';
  failFields({ withCode: { code, params: { symbol: used.symbol } } }, code);
}

const write = route(changeInvoiceSettings, {
  flags: ['write'],
  async run(ctx, { body }) {
    const { version: based, senderCode, credentials: account, ...rest } = body;
    const changes = toldIn(rest);
    assertWritable(ctx, INVOICE_CONFIG, changes);
    const before = await invoiceConfig(ctx.projectId);
    const after = { ...before, ...changes };
    assertConfigFits(after);
    if (after.compileFrom !== before.compileFrom) await assertNoDrafts(ctx);
    if (after.withCode !== before.withCode) await assertSeriesFit(ctx, before);
    const at = ctx.now.toISOString();
    // A different environment has its own tax office, where the project is not registered yet.
    const moved = after.environment !== before.environment;
    const { version: next, ...held } = await keepConfig(ctx, based, before, {
      ...after,
      ...(moved && { registration: 'NOT_REGISTERED', acceptedAt: null, acceptedSeller: null, refusal: null }),
      ...(senderCode !== undefined && { senderCodeAt: at }),
      ...(account !== undefined && { credentialsAt: at }),
    });
    if (senderCode !== undefined) await keepSecret(ctx, `sender.${held.environment}`, senderCode);
    if (account !== undefined) await keepSecret(ctx, `credentials.${held.environment}`, account);
    return shown(held, next);
  },
});

const SAMPLE_LINE: InvoiceLine = {
  itemId: null,
  code: 'DIEN',
  name: 'Tiền điện sinh hoạt',
  unit: 'kWh',
  quantity: 320,
  price: 2520.3125,
  amount: 806_500,
  nature: 'GOODS',
  taxRate: '8',
  vat: 64_520,
  surchargeCode: null,
  surchargeName: null,
  surchargeAmount: 0,
  billId: null,
  receiptId: null,
};

const certificateOf = ({ certificate }: Signing) => ({
  subject: certificate.subject.split('\n').join(', ').slice(0, 400),
  serial: certificate.serialNumber,
  from: new Date(certificate.validFrom).toISOString(),
  to: new Date(certificate.validTo).toISOString(),
});

const certificate = route(takeCertificate, {
  flags: ['write'],
  status: 200,
  async run(ctx, { body: { file, password } }) {
    const config = await invoiceConfig(ctx.projectId);
    const signing = await readP12(Buffer.from(file, 'base64'), password).catch(error => {
      if (!(error instanceof P12Invalid)) throw error;
      return null;
    });
    if (!signing) return failCertificate('file', 'unreadable');
    if (!config.sellerTaxCode || taxCodeOf(signing.certificate) !== config.sellerTaxCode)
      return failCertificate('file', 'foreign');
    if (new Date(signing.certificate.validTo) <= ctx.now)
      return failFields({ file: { code: 'CERTIFICATE_EXPIRED' } }, 'CERTIFICATE_EXPIRED');
    await keepSigning(ctx, 'file', signing);
    await standConfig(ctx, () => ({ certificate: certificateOf(signing), signer: 'FILE' }));
    return certificateOf(signing);
  },
});

const check = route(invoiceSteps, {
  flags: ['read'],
  async run(ctx) {
    const steps = await readiness(ctx);
    return { ready: steps.every(({ ok }) => ok), steps };
  },
});

/** Signs a sample like an invoice, and verifies it like a recipient. */
export async function signSample(ctx: Ctx): Promise<{ subject: string }> {
  const config = await invoiceConfig(ctx.projectId);
  if (!config.sellerTaxCode || !config.sellerName) return fail('INVOICE_SELLER_NOT_FOUND');
  const signing = await loadSigning(ctx, config);
  if (!signing) return fail('INVOICE_PROVIDER_NOT_CONFIGURED');
  if (new Date(signing.certificate.validTo) <= ctx.now) return fail('CERTIFICATE_EXPIRED');
  const sample = el('DLHDon', [el('Ten', config.sellerName)], { Id: 'sample' });
  const signature = signatureOf(sample, signing, 'sample-signature', ctx.now);
  const root = parseXml(canonical(el('HDon', [sample, signature])));
  const [signed, by] = [at(root, 'DLHDon'), at(root, 'Signature')];
  const authority = signed && by && signedBy(root, by, signed);
  if (!authority) return fail('CERTIFICATE_INVALID');
  return { subject: authority.subject.split('\n').join(', ') };
}

const test = route(signInvoiceSample, {
  flags: ['sync'],
  run: ctx => signSample(ctx),
});

/** Sample of a printed invoice. */
const template = route({
  method: 'get',
  path: `${INVOICE_CONFIG_PATH}/template/preview`,
  summary: 'A sample of the printed invoice: its seller, its look, its lines',
  module: E_INVOICE,
  flags: ['read'],
  answer: 'application/pdf',
  async run(ctx, { res }) {
    const sums = sumsOf([SAMPLE_LINE], false);
    const sample = await build(ctx, invoice, {
      buyerName: 'Nguyễn Văn A',
      buyerType: 'INDIVIDUAL',
      items: [SAMPLE_LINE],
      ...sums,
      totalWords: amountInWords(sums.total, 'vi'),
      paymentText: 'TM/CK',
    });
    await drawnTo(ctx, res, 'invoice', pdf => drawInvoice(ctx, pdf, sample));
  },
});

export const configRoutes: readonly Route[] = [read, write, certificate, check, test, template];
