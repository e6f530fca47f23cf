import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { supply, warehouse } from '@lobby/shared/modules/supply.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { A4, openPdf, type Pdf } from '../../kit/paper/pdf.ts';
import { load } from '../../kit/records/act.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { type Project, projects } from '../../platform/projects/projects.ts';

const MARGIN = 40;
const RIGHT = A4.width - MARGIN;
const ROWS = 26;
const SIGNERS = ['signMaker', 'signOther', 'signKeeper', 'signAccountant', 'signHead'] as const;
/** Where each column begins, or ends where it holds numbers. */
const COLUMNS = {
  no: MARGIN,
  name: MARGIN + 26,
  code: 260,
  unit: 330,
  quantity: 420,
  price: 485,
  amount: RIGHT,
} as const;
const NUMBERS: readonly string[] = ['quantity', 'price', 'amount'];

interface Line {
  supplyId: string;
  quantity: number;
  unitPrice: number | null;
  amount: number | null;
}

/** A slip of what came in or went out: each supply with its quantity, price and amount, the whole in words, who signs. */
async function draw(ctx: Ctx, pdf: Pdf, doc: Stored, project: Project): Promise<void> {
  const { language, projectId } = ctx;
  const say = (key: string, params?: Record<string, unknown>) => text(ctx, `${stockDocument.name}.${key}`, params);
  const figure = (n: number | null) =>
    n === null ? '' : new Intl.NumberFormat(language === 'vi' ? 'vi' : 'en', { maximumFractionDigits: 3 }).format(n);
  const lines = doc.lines as Line[];
  const ids = lines.map(({ supplyId }) => supplyId);
  const known = await loadRefs(projectId, supply, ids);
  const places = await loadRefs(projectId, warehouse, [String(doc.warehouseId), String(doc.toWarehouseId ?? '')]);
  const day = String(doc.documentDate).split('-').toReversed().join('/');
  const from = places.get(String(doc.warehouseId))?.name;
  const to = places.get(String(doc.toWarehouseId ?? ''))?.name;
  for (let at = 0; at < lines.length; at += ROWS)
    await pdf.page(language, sheet => {
      let y = MARGIN + 8;
      const down = (by: number) => {
        y += by;
        return y;
      };
      sheet.text(project.name, MARGIN, y, { size: 12, weight: 700 });
      sheet.text(project.address ?? '', MARGIN, down(14), { size: 9 });
      sheet.text(say(`paper.${doc.kind}`), A4.width / 2, down(34), { size: 17, weight: 700, align: 'middle' });
      const head = `${say('paper.date', { day })} · ${doc.code ?? say('statuses.DRAFT')}`;
      sheet.text(head, A4.width / 2, down(18), { align: 'middle' });
      if (doc.status === 'CANCELLED')
        sheet.text(say('statuses.CANCELLED'), A4.width / 2, down(20), { size: 13, weight: 700, align: 'middle' });
      sheet.text(`${say('fields.warehouseId')}: ${[from, to].filter(Boolean).join(' → ')}`, MARGIN, down(26));
      y += 24;
      for (const [name, x] of Object.entries(COLUMNS))
        sheet.text(say(`paper.${name}`), x, y, {
          size: 9,
          weight: 700,
          align: NUMBERS.includes(name) ? 'end' : 'start',
        });
      for (const [n, { supplyId, quantity, unitPrice, amount }] of lines.slice(at, at + ROWS).entries()) {
        const own = known.get(supplyId);
        const price = unitPrice ?? (amount !== null && quantity > 0 ? Math.round(amount / quantity) : null);
        y += 17;
        const [name = ''] = sheet.lines(String(own?.name ?? ''), COLUMNS.code - COLUMNS.name - 6);
        const cells = { no: `${at + n + 1}`, name, code: String(own?.code ?? ''), unit: String(own?.unitName ?? '') };
        const numbers = { quantity: figure(quantity), price: figure(price), amount: figure(amount) };
        for (const [column, said] of Object.entries({ ...cells, ...numbers }))
          sheet.text(said, COLUMNS[column as keyof typeof COLUMNS], y, {
            ...{ size: 9, align: NUMBERS.includes(column) ? 'end' : 'start' },
          });
      }
      if (at + ROWS < lines.length) return;
      const total = Number(doc.total);
      sheet.text(`${say('fields.total')}: ${figure(total)} VND`, RIGHT, down(26), { weight: 700, align: 'end' });
      const words = `${say('paper.words')}: ${amountInWords(total, language, project.billing?.amountWords)}`;
      for (const part of sheet.lines(words, RIGHT - MARGIN)) sheet.text(part, MARGIN, down(17));
      y += 36;
      const room = (RIGHT - MARGIN) / SIGNERS.length;
      for (const [n, who] of SIGNERS.entries())
        sheet.text(say(`paper.${who}`), MARGIN + room * (n + 0.5), y, { size: 9, weight: 700, align: 'middle' });
    });
}

/** A document of stock on paper. */
export const printRoute: Route = route({
  method: 'get',
  path: `${stockDocument.path}/:id/print`,
  summary: 'A document of stock on paper, in the language asked for',
  module: stockDocument.code,
  flags: ['read'],
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ lang: z.enum(LANGUAGES).optional() }),
  answer: 'application/pdf',
  async run(ctx, { params: { id }, query, res }) {
    const doc = await load(ctx, stockDocument, id);
    const project = (await projects().findOne({ _id: ctx.projectId })) ?? fail('NOT_FOUND');
    const name = `${doc.code ?? stockDocument.name}.pdf`;
    res.set({ 'Content-Type': 'application/pdf', 'Content-Disposition': `attachment; filename="${name}"` });
    const pdf = openPdf(res, project.name);
    try {
      await draw({ ...ctx, language: query.lang ?? ctx.language }, pdf, doc, project);
      await pdf.close();
    } catch (error) {
      // Whoever asked has left.
      if (!res.destroyed) throw error;
    }
  },
});
