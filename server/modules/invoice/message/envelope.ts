import { randomBytes } from 'node:crypto';
import type { InvoiceConfig } from '@lobby/shared/modules/invoice-config.ts';
import type { TaxMessageType } from '@lobby/shared/modules/tax-message.ts';
import type { Signing } from '../sign/p12.ts';
import { signatureOf } from '../sign/xades.ts';
import { canonical, el, leaf, type XmlNode } from '../xml/node.ts';
import { dataOf, EDITION, type InvoiceDocument, qrTextOf } from './document.ts';

/** Sender id of the tax office. */
export const OFFICE = 'TCT';

/** New message id, generated before sending. */
export const newMessageId = (sender: string): string => `${sender}${randomBytes(16).toString('hex').toUpperCase()}`;
/** Sender id: the assigned code, else derived from the seller's tax code. */
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

/** Message envelope with its data. */
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

/** Serialises a message in canonical form, so that the signed bytes are sent. */
export const serializeMessage = (message: XmlNode): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${canonical(message)}`;

/** Invoice with the seller's signature. */
const signedInvoice = (data: XmlNode, qr: string, signing: Signing, now: Date): XmlNode =>
  el('HDon', [
    data,
    leaf('DLQRCode', qr),
    el('DSCKS', [el('NBan', [signatureOf(data, signing, `NBan-${data.attributes.Id}`, now)])]),
  ]);

/** Envelope data of an invoice message. */
export interface Sending {
  from: string;
  taxCode: string;
  messageId: string;
  /** Whether the series requires a code from the office. */
  withCode: boolean;
}

/** Signed invoice message; `id` is that of the invoice record. */
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
  return serializeMessage(envelope(head, [signedInvoice(dataOf(document, `HD-${id}`), qr, signing, now)]));
}

/** E-invoice registration (01/ĐKTĐ-HĐĐT): seller, certificate and kinds of invoices. */
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

/** Notice of an error in a published invoice whose amounts and tax code are right (04/SS-HĐĐT). */
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
