import { type InvoiceLine, rateText } from '@lobby/shared/billing/invoice-line.ts';
import { surchargesOf } from '@lobby/shared/billing/invoice-sums.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import { printedTaxCode } from '@lobby/shared/kit/tax-code-text.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { text } from '../../../kit/base/messages.ts';
import { drawParts, MARGIN, type Part, RIGHT, ROOM, wordsFor } from '../../../kit/paper/parts.ts';
import { A4, type Pdf, type Written } from '../../../kit/paper/pdf.ts';
import { drawQr } from '../../../kit/paper/qr.ts';
import { holdKeys } from '../../../kit/privacy/person-keys.ts';
import { maskOf, open } from '../../../kit/privacy/personal.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { invoiceConfig } from '../config/config.ts';
import { linesIn } from '../issue/adjustments.ts';
import { qrTextOf } from '../message/document.ts';

type Invoice = Doc<typeof invoice>;

/** Right edges of a line's columns; the name column starts after the number. */
const AT = {
  no: MARGIN + 16,
  name: MARGIN + 24,
  unit: MARGIN + 232,
  quantity: MARGIN + 290,
  price: MARGIN + 366,
  amount: MARGIN + 446,
  rate: RIGHT,
} as const;
const NAME_ROOM = 168;
const QR_SIZE = 84;

const figure = (value: number, places = 0) =>
  new Intl.NumberFormat('vi', { maximumFractionDigits: places }).format(value);
const dayOf = (day: string) => day.split('-').toReversed().join('/');

/** File name of an invoice: its number, else its code. */
export const nameOf = ({ symbol, number, code }: Pick<Invoice, 'symbol' | 'number' | 'code'>): string =>
  symbol && number ? `${symbol}-${number}` : (code ?? '');

/** Whether personal data is unmasked: for the household itself, and staff with the permission. */
const isPlain = (ctx: Ctx): boolean => ctx.kind !== 'staff' || can(ctx, invoice.code, 'readEncrypted');

type Personal = 'buyerOwnTaxCode' | 'buyerAddress' | 'buyerIdentityCard';
function readPersonal(ctx: Ctx, doc: Invoice, name: Personal): string {
  const sealed = doc[name];
  if (!sealed) return '';
  const field: Field = invoice.fields[name];
  return (isPlain(ctx) ? open(ctx.projectId, sealed) : maskOf(ctx.projectId, field, sealed)) ?? '';
}

/** Original invoice as named on an invoice that changes it. */
async function loadOriginal(ctx: Ctx, doc: Invoice) {
  if (doc.originalId) return records(invoice).get(ctx, doc.originalId);
  const { originalForm: form, originalSymbol: symbol, originalNumber: number, originalDate: invoiceDate } = doc;
  return number ? { form, symbol, number, invoiceDate } : null;
}

/** Draws a printed invoice; drafts and sandbox invoices are marked as invalid. */
export async function drawInvoice(ctx: Ctx, pdf: Pdf, doc: Invoice): Promise<void> {
  await holdKeys([doc]);
  const config = await invoiceConfig(ctx.projectId);
  // Vietnamese by law, whatever the reader's language.
  const speech = { ...ctx, language: 'vi' as const };
  const say = (key: string, params?: Record<string, unknown>) => text(speech, `invoice.paper.${key}`, params);
  const { wrapped, words } = wordsFor(speech);
  const isDraft = doc.status === 'DRAFT';
  const original = await loadOriginal(ctx, doc);

  const centred = (line: string, how: Written, step: number, before = 0): Part => ({
    height: before + step,
    draw: (sheet, y) => sheet.text(line, A4.width / 2, y + before + 10, { ...how, align: 'middle' }),
  });
  const fact = (label: string, value: string | null | undefined): Part[] =>
    value ? [words(`${label}: ${value}`, {}, 14)] : [];
  const rule: Part = { height: 9, draw: (sheet, y) => sheet.line(MARGIN, y + 5, RIGHT, y + 5, 0.5) };

  const sellerTaxCode = doc.sellerTaxCode ?? config.sellerTaxCode ?? '';
  const seller = [
    words(doc.sellerName ?? config.sellerName ?? '', { size: 13, weight: 700 }, 17),
    ...fact(say('taxCode'), printedTaxCode(sellerTaxCode)),
    ...fact(say('address'), doc.sellerAddress ?? config.sellerAddress),
    ...fact(say('phone'), config.sellerPhone),
    ...fact(say('account'), [config.sellerAccount, config.sellerBank].filter(Boolean).join(' · ')),
  ];
  const isNumbered = doc.number !== null && doc.number !== undefined;
  const title: Part[] = [
    centred(say(doc.form === '2' ? 'titleSales' : 'title'), { size: 16, weight: 700 }, 20, 8),
    centred(say(isDraft ? 'draft' : 'printed'), { size: 10 }, 14),
    ...(doc.status === 'REPLACED' ? [centred(say('replaced'), { size: 12, weight: 700 }, 16)] : []),
    ...(doc.invoiceDate ? [centred(say('date', { day: dayOf(doc.invoiceDate) }), { size: 10 }, 14)] : []),
    ...(isNumbered
      ? [
          centred(
            say('number', {
              form: doc.form ?? '',
              symbol: doc.symbol ?? '',
              number: String(doc.number ?? '').padStart(8, '0'),
            }),
            { size: 11, weight: 700 },
            16,
          ),
        ]
      : []),
    ...(doc.taxCodeOfInvoice ? [centred(say('officeCode', { code: doc.taxCodeOfInvoice }), { size: 9 }, 13)] : []),
    ...(original
      ? [
          centred(
            say(doc.kind === 'REPLACEMENT' ? 'replaces' : 'adjusts', {
              form: original.form ?? '',
              symbol: original.symbol ?? '',
              number: String(original.number ?? '').padStart(8, '0'),
              day: dayOf(original.invoiceDate ?? ''),
            }),
            { size: 9 },
            13,
          ),
        ]
      : []),
  ];
  const buyer = [
    ...fact(say('buyer'), doc.buyerName),
    ...fact(say('company'), doc.buyerCompany),
    ...fact(say('taxCode'), printedTaxCode(doc.buyerTaxCode ?? readPersonal(ctx, doc, 'buyerOwnTaxCode'))),
    ...fact(say('address'), readPersonal(ctx, doc, 'buyerAddress')),
    ...fact(say('budgetCode'), doc.buyerBudgetCode),
    ...fact(say('identityCard'), readPersonal(ctx, doc, 'buyerIdentityCard')),
    ...fact(say('payment'), doc.paymentText),
  ];
  const sign = doc.kind === 'ADJUST_DOWN' ? -1 : 1;
  const lines = linesIn(doc);
  const sums: [label: string, value: number][] = [
    [say('subTotal'), doc.subTotal],
    ...doc.vatLines.map((vatLine): [string, number] => [
      say('vat', { rate: rateText(vatLine.rate ?? '') }),
      vatLine.vat ?? 0,
    ]),
    ...surchargesOf(lines).map((surcharge): [string, number] => [surcharge.name, sign * surcharge.amount]),
    [say('total'), doc.total],
  ];
  const parts: Part[] = [
    ...seller,
    ...title,
    rule,
    ...buyer,
    rule,
    headPart(say),
    rule,
    ...lines.map((line, n) => linePart(line, n, sign, wrapped(line.name, NAME_ROOM, { size: 9 }))),
    rule,
    ...sums.map(([label, value], n) => sumPart(label, value, n === sums.length - 1)),
    words(`${say('words')}: ${doc.totalWords ?? ''}`, { size: 10 }, 14, 4),
    ...fact(say('note'), doc.note),
    signPart(say, doc),
    ...(isDraft || !doc.secretCode ? [] : [words(say('lookUp', { code: doc.secretCode }), { size: 9 }, 12, 10)]),
  ];
  const qr = isDraft ? null : qrTextOf(doc);
  // QR code beside the seller, at the top of the first page.
  if (qr) parts.unshift({ height: 0, draw: (sheet, y) => drawQr(sheet, qr, RIGHT - QR_SIZE + 8, y - 12, QR_SIZE) });
  const head = isNumbered ? `${doc.symbol} · ${doc.number}` : (doc.code ?? '');
  await drawParts(speech, pdf, head, parts, config.environment === 'SANDBOX' ? say('sandbox') : undefined);
}

type Say = (key: string, params?: Record<string, unknown>) => string;

const headPart = (say: Say): Part => ({
  height: 14,
  draw(sheet, y) {
    const how = { size: 8, weight: 700 } as const;
    sheet.text(say('item'), AT.name, y + 9, how);
    for (const name of ['no', 'unit', 'quantity', 'price', 'amount', 'rate'] as const)
      sheet.text(say(name), AT[name], y + 9, { ...how, align: 'end' });
  },
});

const linePart = (line: InvoiceLine, n: number, sign: 1 | -1, name: readonly string[]): Part => ({
  height: Math.max(name.length, 1) * 12 + 3,
  draw(sheet, y) {
    const how = { size: 9, align: 'end' } as const;
    sheet.text(String(n + 1), AT.no, y + 10, how);
    for (const [at, part] of name.entries()) sheet.text(part, AT.name, y + 10 + at * 12, { size: 9 });
    if (line.nature === 'NOTE') return;
    sheet.text(line.unit ?? '', AT.unit, y + 10, how);
    sheet.text(figure(line.quantity, 3), AT.quantity, y + 10, how);
    sheet.text(figure(sign * line.price, 6), AT.price, y + 10, how);
    sheet.text(figure(sign * (line.nature === 'DISCOUNT' ? -line.amount : line.amount)), AT.amount, y + 10, how);
    sheet.text(rateText(line.taxRate), AT.rate, y + 10, how);
  },
});

const sumPart = (label: string, value: number, isTotal: boolean): Part => ({
  height: isTotal ? 18 : 15,
  draw(sheet, y) {
    const how = { size: isTotal ? 11 : 10, weight: isTotal ? 700 : 400, align: 'end' } as const;
    sheet.text(label, AT.price, y + 11, how);
    sheet.text(figure(value), RIGHT, y + 11, how);
  },
});

/** Signature fields: handwritten for the buyer, electronic for the seller. */
const signPart = (say: Say, doc: Invoice): Part => ({
  height: 70,
  draw(sheet, y) {
    const [left, right] = [MARGIN + ROOM / 4, MARGIN + (ROOM * 3) / 4];
    sheet.text(say('signBuyer'), left, y + 20, { size: 10, weight: 700, align: 'middle' });
    sheet.text(say('signSeller'), right, y + 20, { size: 10, weight: 700, align: 'middle' });
    if (doc.status === 'DRAFT' || !doc.invoiceDate) return;
    sheet.text(say('signedBy', { name: doc.sellerName ?? '' }), right, y + 40, { size: 9, align: 'middle' });
    sheet.text(say('signedOn', { day: dayOf(doc.invoiceDate) }), right, y + 53, { size: 9, align: 'middle' });
  },
});
