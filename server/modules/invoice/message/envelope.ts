import { randomBytes } from 'node:crypto';
import type { InvoiceConfig } from '@lobby/shared/modules/invoice-config.ts';
import type { TaxMessageType } from '@lobby/shared/modules/tax-message.ts';
import type { Signing } from '../sign/p12.ts';
import { signatureOf } from '../sign/xades.ts';
import { canonical, el, leaf, type XmlNode } from '../xml/node.ts';
import { dataOf, EDITION, type InvoiceDocument, qrTextOf } from './document.ts';

/** The name of the tax office among those who send. */
export const OFFICE = 'TCT';

/** An id that no message has: known before the first byte leaves. */
export const newMessageId = (sender: string): string => `${sender}${randomBytes(16).toString('hex').toUpperCase()}`;
/** Who sends: the code that was given, else the seller for itself. */
export const senderOf = (code: string | null, taxCode: string): string => code ?? `K${taxCode}`;

interface Head {
  from: string;
  to: string;
  type: TaxMessageType;
  id: string;
  replyTo?: string;
  taxCode: string;
  count: number;
}

/** A message as it is handed over: who sends what, and the data. */
export const envelope = ({ from, to, type, id, replyTo, taxCode, count }: Head, data: readonly XmlNode[]): XmlNode =>
  el('TDiep', [
    el('TTChung', [
      leaf('PBan', EDITION),
      leaf('MNGui', from),
      leaf('MNNhan', to),
      leaf('MLTDiep', type),
      leaf('MTDiep', id),
      leaf('MTDTChieu', replyTo ?? null),
      leaf('MST', taxCode),
      leaf('SLuong', count),
    ]),
    el('DLieu', data),
  ]);

/** The bytes of a message: canonical, so that what was signed is what is sent. */
export const written = (message: XmlNode): string => `<?xml version="1.0" encoding="UTF-8"?>\n${canonical(message)}`;

/** An invoice with the signature of who sells. */
const signedInvoice = (data: XmlNode, qr: string, signing: Signing, now: Date): XmlNode =>
  el('HDon', [
    data,
    leaf('DLQRCode', qr),
    el('DSCKS', [el('NBan', [signatureOf(data, signing, `NBan-${data.attributes.Id}`, now)])]),
  ]);

/** How the message of an invoice leaves: who sends it, of whose tax code, under which id. */
export interface Sending {
  from: string;
  taxCode: string;
  messageId: string;
  /** Invoices of a series with codes ask for one. */
  withCode: boolean;
}

/** An invoice as the message that takes it to the office, signed. `id` is that of its record. */
export function writeInvoice(
  document: InvoiceDocument,
  id: string,
  { from, taxCode, messageId, withCode }: Sending,
  signing: Signing,
  now: Date,
): string {
  const type = withCode ? '200' : '203';
  const head = { from, to: OFFICE, type, id: messageId, taxCode, count: 1 } as const;
  const { form, symbol, number, date: invoiceDate, secretCode, seller, sums } = document;
  const qr = qrTextOf({
    sellerTaxCode: seller.taxCode,
    form,
    symbol,
    number,
    invoiceDate,
    total: sums.total,
    secretCode,
  });
  return written(envelope(head, [signedInvoice(dataOf(document, `HD-${id}`), qr, signing, now)]));
}

/** Registration of e-invoices (01/ĐKTĐ-HĐĐT): who, by which certificate, which invoices. */
export function registrationOf(
  config: InvoiceConfig,
  signing: Signing,
  now: Date,
  day: string,
  again: boolean,
): XmlNode {
  const { certificate } = signing;
  const data = el(
    'DLTKhai',
    [
      el('TTChung', [
        leaf('PBan', EDITION),
        leaf('MSo', '01/ĐKTĐ-HĐĐT'),
        leaf('Ten', 'Tờ khai đăng ký/thay đổi thông tin sử dụng hóa đơn điện tử'),
        leaf('HThuc', again ? 2 : 1),
        leaf('TNNT', config.sellerName),
        leaf('MST', config.sellerTaxCode),
        leaf('DCLHe', config.sellerAddress),
        leaf('DCTDTu', config.sellerEmail),
        leaf('DTLHe', config.sellerPhone),
        leaf('NLap', day),
      ]),
      el('NDTKhai', [
        el('HTHDon', [leaf('CMa', config.withCode ? 1 : 0), leaf('KCMa', config.withCode ? 0 : 1)]),
        el('PThuc', [leaf('CDDu', 1), leaf('CBTHop', 0)]),
        el('LHDSDung', [leaf('HDGTGT', 1), leaf('HDBHang', 1)]),
        el('DSCTSSDung', [
          el('CTS', [
            leaf('STT', 1),
            leaf('TTChuc', certificate.issuer.split('\n').join(', ').slice(0, 400)),
            leaf('Seri', certificate.serialNumber),
            leaf('TNgay', new Date(certificate.validFrom).toISOString().slice(0, 19)),
            leaf('DNgay', new Date(certificate.validTo).toISOString().slice(0, 19)),
            leaf('HThuc', 1),
          ]),
        ]),
      ]),
    ],
    { Id: 'TKhai' },
  );
  return el('TKhai', [data, el('DSCKS', [el('NNT', [signatureOf(data, signing, 'NNT-TKhai', now)])])]);
}

/** What of a published invoice is wrong, though its amounts and tax code are right (04/SS-HĐĐT). */
export interface Wrong {
  form: string;
  symbol: string;
  number: number;
  date: string;
  code: string | null;
  reason: string;
}
export function noticeOf(config: InvoiceConfig, wrong: Wrong, signing: Signing, now: Date, day: string): XmlNode {
  const data = el(
    'DLTBao',
    [
      leaf('PBan', EDITION),
      leaf('MSo', '04/SS-HĐĐT'),
      leaf('Ten', 'Thông báo hóa đơn điện tử có sai sót'),
      leaf('Loai', 1),
      leaf('TNNT', config.sellerName),
      leaf('MST', config.sellerTaxCode),
      leaf('NTBao', day),
      el('DSHDon', [
        el('HDon', [
          leaf('STT', 1),
          leaf('MCQTCap', wrong.code),
          leaf('KHMSHDon', wrong.form),
          leaf('KHHDon', wrong.symbol),
          leaf('SHDon', wrong.number),
          leaf('Ngay', wrong.date),
          leaf('LADHDDT', 1),
          leaf('TCTBao', 4),
          leaf('LDo', wrong.reason),
        ]),
      ]),
    ],
    { Id: 'TBao' },
  );
  return el('TBao', [data, el('DSCKS', [el('NNT', [signatureOf(data, signing, 'NNT-TBao', now)])])]);
}
