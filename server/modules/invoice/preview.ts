import type { InvoiceLine } from '@lobby/shared/billing/invoice-line.ts';
import type { VatLine } from '@lobby/shared/billing/invoice-sums.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { printedTaxCode } from '@lobby/shared/modules/invoice-config.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { A4, openPdf, type Pdf } from '../../kit/paper/pdf.ts';
import { open } from '../../kit/privacy/personal.ts';
import { load } from '../../kit/records/act.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { invoiceConfig } from './config.ts';

const MARGIN = 40;
const RIGHT = A4.width - MARGIN;
const BOTTOM = A4.height - 60;
const number = (value: number, places = 0) =>
  new Intl.NumberFormat('vi', { maximumFractionDigits: places }).format(value);
const rate = (value: string) => (/^\d/.test(value) ? `${value}%` : value);
/** Where the columns of a line end: its number, name, unit, quantity, price, amount, rate. */
const COLUMNS = [MARGIN + 18, MARGIN + 236, MARGIN + 282, MARGIN + 340, MARGIN + 410, MARGIN + 480, RIGHT] as const;
const HEADS = ['no', 'item', 'unit', 'quantity', 'price', 'amount', 'rate'] as const;

const plain = ({ projectId }: Ctx, value: unknown): string =>
  typeof value === 'string' && value !== '' ? (open(projectId, value) ?? '') : '';

/** An invoice on paper, in the printed form: who sells, who buys, line by line, the tax of each rate. */
async function draw(pdf: Pdf, ctx: Ctx, doc: Stored): Promise<void> {
  const config = await invoiceConfig(ctx.projectId);
  const say = (key: string, params?: Record<string, unknown>) =>
    text({ ...ctx, language: 'vi' }, `invoice.${key}`, params);
  const lines = doc.items as InvoiceLine[];
  const vatLines = doc.vatLines as VatLine[];
  const taxCode = printedTaxCode(String(doc.buyerTaxCode ?? '') || plain(ctx, doc.buyerOwnTaxCode));
  let left = [...lines.entries()];
  let page = 0;
  while (left.length > 0 || page === 0) {
    const rest = left;
    left = [];
    page++;
    const first = page === 1;
    await pdf.page('vi', sheet => {
      let y = MARGIN + 12;
      const row = (label: string, value: string, size = 10) => {
        for (const part of sheet.lines(`${label}: ${value}`, RIGHT - MARGIN)) {
          sheet.text(part, MARGIN, y, { size });
          y += 14;
        }
      };
      if (first) {
        sheet.text(say('paper.title'), A4.width / 2, y, { size: 16, weight: 700, align: 'middle' });
        y += 18;
        sheet.text(say('paper.draft'), A4.width / 2, y, { size: 11, align: 'middle' });
        y += 14;
        if (config.environment === 'SANDBOX') {
          sheet.text(say('paper.sandbox'), A4.width / 2, y, { size: 11, weight: 700, align: 'middle' });
          y += 16;
        }
        row(say('paper.seller'), String(config.sellerName ?? ''));
        row(say('paper.taxCode'), printedTaxCode(String(config.sellerTaxCode ?? '')));
        row(say('paper.address'), String(config.sellerAddress ?? ''));
        y += 6;
        row(say('paper.buyer'), String(doc.buyerName ?? ''));
        row(say('paper.company'), String(doc.buyerCompany ?? ''));
        row(say('paper.taxCode'), taxCode);
        row(say('paper.address'), plain(ctx, doc.buyerAddress));
        row(say('paper.payment'), String(doc.paymentText ?? ''));
        y += 8;
      }
      for (const [n, name] of HEADS.entries())
        sheet.text(say(`paper.${name}`), n === 1 ? MARGIN + 24 : (COLUMNS[n] ?? 0), y, {
          size: 9,
          weight: 700 as const,
          ...(n !== 1 && { align: 'end' as const }),
        });
      y += 14;
      for (const [n, line] of rest) {
        const named = sheet.lines(line.name, 205);
        if (y + named.length * 12 > BOTTOM) {
          left.push([n, line]);
          continue;
        }
        const cells = [
          String(n + 1),
          '',
          line.unit ?? '',
          number(line.quantity, 3),
          number(line.price, 4),
          number(line.amount),
        ];
        for (const [at, cell] of [...cells, rate(line.taxRate)].entries())
          if (cell) sheet.text(cell, COLUMNS[at] ?? 0, y, { size: 9, align: 'end' });
        for (const part of named) {
          sheet.text(part, MARGIN + 24, y, { size: 9 });
          y += 12;
        }
        y += 3;
      }
      if (left.length > 0) return;
      y += 8;
      const sum = (label: string, value: number) => {
        sheet.text(label, COLUMNS[4], y, { size: 10, align: 'end' });
        sheet.text(number(value), COLUMNS[5], y, { size: 10, align: 'end' });
        y += 14;
      };
      sum(say('paper.subTotal'), Number(doc.subTotal));
      for (const one of vatLines) sum(say('paper.vat', { rate: rate(one.rate) }), one.vat);
      if (Number(doc.surchargeTotal) > 0) sum(say('paper.surcharge'), Number(doc.surchargeTotal));
      sum(say('paper.total'), Number(doc.total));
      row(say('paper.words'), String(doc.totalWords ?? ''));
      if (doc.note) row(say('paper.note'), String(doc.note));
    });
  }
}

/** `GET /e-invoice/:id/preview`: a draft as it will be printed. */
export const previewRoute: Route = route({
  method: 'get',
  path: `${invoice.path}/:id/preview`,
  summary: 'A draft as it will be printed; what was published has a PDF of its own',
  module: invoice.code,
  flags: ['readDetail'],
  params: z.strictObject({ id: idSchema }),
  answer: 'application/pdf',
  async run(ctx, { params: { id }, res }) {
    const doc = await load(ctx, invoice, id);
    if (doc.status !== 'DRAFT') fail('INVOICE_PUBLISHED_CANNOT_BE_PREVIEWED');
    res.set({ 'Content-Type': 'application/pdf', 'Content-Disposition': `inline; filename="${String(doc.code)}.pdf"` });
    const pdf = openPdf(res, String(doc.code));
    try {
      await draw(pdf, ctx, doc);
      await pdf.close();
    } catch (error) {
      // Whoever asked has left.
      if (!res.destroyed) throw error;
    }
  },
});
