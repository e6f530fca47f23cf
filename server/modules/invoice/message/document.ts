import { type InvoiceLine, type LineNature, rateText } from '@lobby/shared/billing/invoice-line.ts';
import { surchargesOf, type VatLine } from '@lobby/shared/billing/invoice-sums.ts';
import { printedTaxCode } from '@lobby/shared/kit/tax-code-text.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { el, leaf, type XmlNode } from '../xml/node.ts';

/** Version of the tax office's data formats. */
export const EDITION = '2.1.0';

/** A party of an invoice, unmasked. */
export interface Party {
  name: string | null;
  company: string | null;
  taxCode: string | null;
  address: string | null;
  phone: string | null;
  email: string | null;
  account: string | null;
  bank: string | null;
  budgetCode: string | null;
  identityCard: string | null;
}
/** Empty party. */
export const NOBODY: Party = {
  name: null,
  company: null,
  taxCode: null,
  address: null,
  phone: null,
  email: null,
  account: null,
  bank: null,
  budgetCode: null,
  identityCard: null,
};
/** The invoice that this one changes: 1 replaces it, 2 adjusts it. */
export interface Related {
  how: 1 | 2;
  form: string;
  symbol: string;
  number: number;
  date: string;
  reason: string;
}
export interface InvoiceDocument {
  form: '1' | '2';
  symbol: string;
  number: number;
  date: string;
  secretCode: string;
  paymentText: string;
  note: string | null;
  seller: Party;
  buyer: Party;
  lines: readonly InvoiceLine[];
  vatLines: readonly VatLine[];
  sums: { subTotal: number; vatAmount: number; surchargeTotal: number; discountTotal: number; total: number };
  totalWords: string;
  related: Related | null;
  /** Downward adjustment: the totals are negative already, and the lines are sent as negative amounts. */
  lowers: boolean;
}

interface CodedInvoice {
  sellerTaxCode: string | null;
  form: string | null;
  symbol: string | null;
  number: number | null;
  invoiceDate: string | null;
  total: number;
  secretCode: string | null;
}
/** QR text of an invoice: seller, form, symbol, number, date, total and lookup code. */
export const qrTextOf = ({ sellerTaxCode, form, symbol, number, invoiceDate, total, secretCode }: CodedInvoice) =>
  [sellerTaxCode, form, symbol, number, invoiceDate, total, secretCode].join('|');

/** Maximum lengths of elements by the tax office's format. */
const LENGTHS: Readonly<Record<string, number>> = {
  Ten: 400,
  DChi: 400,
  HVTNMHang: 100,
  MST: 14,
  SDThoai: 20,
  DCTDTu: 50,
  STKNHang: 30,
  TNHang: 400,
  MDVQHNSach: 7,
  CCCDan: 12,
  SHChieu: 20,
  THHDVu: 500,
  MHHDVu: 50,
  DVTinh: 50,
  TgTTTBChu: 255,
  GChu: 255,
  TLPhi: 100,
};

/** Text element; throws instead of truncating, before anything is signed. */
function textElement(name: string, value: string | null | undefined, field: string): XmlNode | null {
  const max = LENGTHS[name];
  if (value && max !== undefined && value.length > max)
    failFields({ [field]: { code: 'INVOICE_TEXT_TOO_LONG', params: { max } } }, 'INVOICE_TEXT_TOO_LONG');
  return leaf(name, value);
}

/** Number as the tax office expects it: plain digits, decimal point, no trailing zeros. */
export function plainNumber(value: number, places = 6): string {
  const text = value.toFixed(places).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}
const NATURES: Readonly<Record<LineNature, number>> = { GOODS: 1, PROMOTION: 2, DISCOUNT: 3, NOTE: 4 };

const seller = (of: Party): XmlNode =>
  el('NBan', [
    textElement('Ten', of.company, 'sellerName'),
    textElement('MST', of.taxCode && printedTaxCode(of.taxCode), 'sellerTaxCode'),
    textElement('DChi', of.address, 'sellerAddress'),
    textElement('SDThoai', of.phone, 'sellerPhone'),
    textElement('DCTDTu', of.email, 'sellerEmail'),
    textElement('STKNHang', of.account, 'sellerAccount'),
    textElement('TNHang', of.bank, 'sellerBank'),
  ]);

const buyer = (of: Party): XmlNode =>
  el('NMua', [
    textElement('Ten', of.company, 'buyer.company'),
    textElement('MST', of.taxCode && printedTaxCode(of.taxCode), 'buyer.taxCode'),
    textElement('DChi', of.address, 'buyer.address'),
    textElement('MDVQHNSach', of.budgetCode, 'buyer.budgetCode'),
    textElement('SDThoai', of.phone, 'buyer.phone'),
    textElement('CCCDan', of.identityCard, 'buyer.identityCard'),
    textElement('DCTDTu', of.email, 'buyer.email'),
    textElement('HVTNMHang', of.name, 'buyer.name'),
    textElement('STKNHang', of.account, 'buyer.account'),
    textElement('TNHang', of.bank, 'buyer.bank'),
  ]);

function line(of: InvoiceLine, n: number, sign: 1 | -1): XmlNode {
  const field = `items.${n}`;
  const note = of.nature === 'NOTE';
  return el('HHDVu', [
    leaf('TChat', NATURES[of.nature]),
    leaf('STT', n + 1),
    textElement('MHHDVu', of.code || null, `${field}.code`),
    textElement('THHDVu', of.name, `${field}.name`),
    textElement('DVTinh', of.unit, `${field}.unit`),
    note ? null : leaf('SLuong', plainNumber(of.quantity, 3)),
    // Always with six decimals, independent of the stored precision.
    note ? null : leaf('DGia', plainNumber((sign * of.amount) / (of.quantity || 1))),
    leaf('ThTien', note ? null : plainNumber(sign * of.amount)),
    leaf('TSuat', note ? null : rateText(of.taxRate)),
  ]);
}

function totals({ vatLines, lines, sums, totalWords, lowers }: InvoiceDocument): XmlNode {
  const sign = lowers ? -1 : 1;
  const amount = (name: string, value: number) => leaf(name, plainNumber(value));
  const fees = surchargesOf(lines);
  return el('TToan', [
    el(
      'THTTLTSuat',
      vatLines.map(vatLine =>
        el('LTSuat', [
          leaf('TSuat', rateText(vatLine.rate)),
          amount('ThTien', vatLine.amount),
          amount('TThue', vatLine.vat),
        ]),
      ),
    ),
    amount('TgTCThue', sums.subTotal),
    amount('TgTThue', sums.vatAmount),
    fees.length === 0
      ? null
      : el(
          'DSLPhi',
          fees.map(fee => el('LPhi', [textElement('TLPhi', fee.name, 'items'), amount('TPhi', sign * fee.amount)])),
        ),
    sums.discountTotal !== 0 ? amount('TTCKTMai', sums.discountTotal) : null,
    amount('TgTTTBSo', sums.total),
    textElement('TgTTTBChu', totalWords, 'totalWords'),
  ]);
}

const related = (of: Related): XmlNode =>
  el('TTHDLQuan', [
    leaf('TCHDon', of.how),
    leaf('LHDCLQuan', 1),
    leaf('KHMSHDCLQuan', of.form),
    leaf('KHHDCLQuan', of.symbol),
    leaf('SHDCLQuan', of.number),
    leaf('NLHDCLQuan', of.date),
    textElement('GChu', of.reason, 'reason'),
  ]);

/** The signed part of an invoice (DLHDon), with elements in the order of the published format. */
export function dataOf(of: InvoiceDocument, id: string): XmlNode {
  if (of.lines.length === 0) fail('INVOICE_NO_ITEMS');
  const sign = of.lowers ? -1 : 1;
  return el(
    'DLHDon',
    [
      el('TTChung', [
        leaf('PBan', EDITION),
        leaf('THDon', of.form === '1' ? 'Hóa đơn giá trị gia tăng' : 'Hóa đơn bán hàng'),
        leaf('KHMSHDon', of.form),
        leaf('KHHDon', of.symbol),
        leaf('SHDon', of.number),
        leaf('NLap', of.date),
        leaf('DVTTe', 'VND'),
        leaf('HTTToan', of.paymentText),
        of.related ? related(of.related) : null,
        el('TTKhac', [
          el('TTin', [leaf('TTruong', 'MaTraCuu'), leaf('KDLieu', 'string'), leaf('DLieu', of.secretCode)]),
          of.note
            ? el('TTin', [leaf('TTruong', 'GhiChu'), leaf('KDLieu', 'string'), textElement('DLieu', of.note, 'note')])
            : null,
        ]),
      ]),
      el('NDHDon', [
        seller(of.seller),
        buyer(of.buyer),
        el(
          'DSHHDVu',
          of.lines.map((item, n) => line(item, n, sign)),
        ),
        totals(of),
      ]),
    ],
    { Id: id },
  );
}
