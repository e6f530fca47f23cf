import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { A4, openPdf, type Pdf } from '../../kit/paper/pdf.ts';
import { load } from '../../kit/records/act.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { type Project, projects } from '../../platform/projects/projects.ts';

const MARGIN = 40;
const RIGHT = A4.width - MARGIN;
const ROWS = 26;
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
type Column = keyof typeof COLUMNS;
const NUMBERS: readonly string[] = ['quantity', 'price', 'amount'];
const alignOf = (column: string) => (NUMBERS.includes(column) ? ('end' as const) : ('start' as const));

interface SlipRow {
  name: string;
  code: string;
  unit: string;
  quantity: number;
  price: number | null;
  amount: number | null;
}

/** What a paper of supplies says: its heading, the facts above the rows, the rows, and who signs. */
export interface Slip {
  title: string;
  head: string;
  facts: readonly string[];
  rows: readonly SlipRow[];
  total: number;
  signers: readonly string[];
}

/** Draws a paper of supplies: each with its quantity, price and amount, the whole in words, who signs. */
async function draw(ctx: Ctx, pdf: Pdf, project: Project, slip: Slip): Promise<void> {
  const { language } = ctx;
  const say = (key: string) => text(ctx, `stock-document.${key}`);
  const numbers = new Intl.NumberFormat(language === 'vi' ? 'vi' : 'en', { maximumFractionDigits: 3 });
  const figure = (n: number | null) => (n === null ? '' : numbers.format(n));
  const { rows, total } = slip;
  for (let at = 0; at < rows.length; at += ROWS)
    await pdf.page(language, sheet => {
      let y = MARGIN + 8;
      const down = (by: number) => {
        y += by;
        return y;
      };
      sheet.text(project.name, MARGIN, y, { size: 12, weight: 700 });
      sheet.text(project.address ?? '', MARGIN, down(14), { size: 9 });
      sheet.text(slip.title, A4.width / 2, down(34), { size: 17, weight: 700, align: 'middle' });
      sheet.text(slip.head, A4.width / 2, down(18), { align: 'middle' });
      down(8);
      for (const fact of slip.facts)
        for (const part of sheet.lines(fact, RIGHT - MARGIN)) sheet.text(part, MARGIN, down(17));
      down(24);
      for (const [name, x] of Object.entries(COLUMNS))
        sheet.text(say(`paper.${name}`), x, y, { size: 9, weight: 700, align: alignOf(name) });
      for (const [n, row] of rows.slice(at, at + ROWS).entries()) {
        down(17);
        const [name = ''] = sheet.lines(row.name, COLUMNS.code - COLUMNS.name - 6);
        const cells: Record<Column, string> = {
          ...{ no: `${at + n + 1}`, name, code: row.code, unit: row.unit },
          ...{ quantity: figure(row.quantity), price: figure(row.price), amount: figure(row.amount) },
        };
        for (const [column, said] of Object.entries(cells))
          sheet.text(said, COLUMNS[column as Column], y, { size: 9, align: alignOf(column) });
      }
      if (at + ROWS < rows.length) return;
      sheet.text(`${say('fields.total')}: ${figure(total)} VND`, RIGHT, down(26), { weight: 700, align: 'end' });
      const words = `${say('paper.words')}: ${amountInWords(total, language, project.billing?.amountWords)}`;
      for (const part of sheet.lines(words, RIGHT - MARGIN)) sheet.text(part, MARGIN, down(17));
      down(36);
      const room = (RIGHT - MARGIN) / slip.signers.length;
      for (const [n, who] of slip.signers.entries())
        sheet.text(who, MARGIN + room * (n + 0.5), y, { size: 9, weight: 700, align: 'middle' });
    });
}

/** A day as papers write it. */
export const paperDay = (day: unknown): string => String(day).split('-').toReversed().join('/');

/** `GET /:id/print`: a record on paper, in the language asked for. */
export const slipRoute = (definition: Definition, slipOf: (ctx: Ctx, doc: Stored) => Promise<Slip>): Route =>
  route({
    method: 'get',
    path: `${definition.path}/:id/print`,
    summary: `A ${definition.name} on paper, in the language asked for`,
    module: definition.code,
    flags: ['read'],
    params: z.strictObject({ id: idSchema }),
    query: z.strictObject({ lang: z.enum(LANGUAGES).optional() }),
    answer: 'application/pdf',
    async run(ctx, { params: { id }, query, res }) {
      const reader = { ...ctx, language: query.lang ?? ctx.language };
      const doc = await load(ctx, definition, id);
      const slip = await slipOf(reader, doc);
      const project = (await projects().findOne({ _id: ctx.projectId })) ?? fail('NOT_FOUND');
      const name = `${doc.code ?? definition.name}.pdf`;
      res.set({ 'Content-Type': 'application/pdf', 'Content-Disposition': `attachment; filename="${name}"` });
      const pdf = openPdf(res, project.name);
      try {
        await draw(reader, pdf, project, slip);
        await pdf.close();
      } catch (error) {
        // Whoever asked has left.
        if (!res.destroyed) throw error;
      }
    },
  });
