import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { numberIn } from '../../kit/base/numbers.ts';
import type { Route } from '../../kit/http/route.ts';
import { A4, type Pdf } from '../../kit/paper/pdf.ts';
import { type Columns, downFrom, MARGIN, RIGHT, writeHead, writeRow, writeSigners } from '../../kit/paper/table.ts';
import { fieldOf, type Loaded } from '../../kit/store/records.ts';
import { paperRoute } from '../../platform/projects/paper/paper.ts';
import type { Project } from '../../platform/projects/projects.ts';

const ROWS = 26;
const AT = { no: MARGIN, name: 66, code: 260, unit: 330, quantity: 420, price: 485, amount: RIGHT } as const;
const COLUMNS: Columns<keyof typeof AT> = { at: AT, figures: ['quantity', 'price', 'amount'] };

interface SlipRow {
  name: string;
  code: string;
  unit: string;
  quantity: number;
  price: number | null;
  amount: number | null;
}

/** Content of a printed stock document. */
export interface Slip {
  title: string;
  head: string;
  facts: readonly string[];
  rows: readonly SlipRow[];
  total: number;
  signers: readonly string[];
}

/** Draws a stock document: lines with quantity, price and amount, the total in words, signatures. */
async function draw(ctx: Ctx, pdf: Pdf, project: Project, slip: Slip): Promise<void> {
  const { language } = ctx;
  const say = (key: string) => text(ctx, `stock-document.${key}`);
  const figure = (n: number | null) => (n === null ? '' : numberIn(language, n));
  const { rows, total } = slip;
  for (let at = 0; at < rows.length; at += ROWS)
    await pdf.page(language, sheet => {
      const top = MARGIN + 8;
      const down = downFrom(top);
      sheet.text(project.name, MARGIN, top, { size: 12, weight: 700 });
      sheet.text(project.address ?? '', MARGIN, down(14), { size: 9 });
      sheet.text(slip.title, A4.width / 2, down(34), { size: 17, weight: 700, align: 'middle' });
      sheet.text(slip.head, A4.width / 2, down(18), { align: 'middle' });
      down(8);
      for (const fact of slip.facts)
        for (const part of sheet.lines(fact, RIGHT - MARGIN)) sheet.text(part, MARGIN, down(17));
      writeHead(sheet, COLUMNS, name => say(`paper.${name}`), down(24), 9);
      for (const [n, row] of rows.slice(at, at + ROWS).entries()) {
        const [name = ''] = sheet.lines(row.name, AT.code - AT.name - 6);
        const cells = {
          no: `${at + n + 1}`,
          name,
          code: row.code,
          unit: row.unit,
          quantity: figure(row.quantity),
          price: figure(row.price),
          amount: figure(row.amount),
        };
        writeRow(sheet, COLUMNS, cells, down(17));
      }
      if (at + ROWS < rows.length) return;
      sheet.text(`${say('fields.total')}: ${figure(total)} VND`, RIGHT, down(26), { weight: 700, align: 'end' });
      const words = `${say('paper.words')}: ${amountInWords(total, language, project.billing?.amountWords)}`;
      for (const part of sheet.lines(words, RIGHT - MARGIN)) sheet.text(part, MARGIN, down(17));
      writeSigners(sheet, slip.signers, down(36));
    });
}

/** A day in the format of documents. */
export const paperDay = (day: string | null): string => (day ?? '').split('-').toReversed().join('/');

/** `GET /:id/print`: stock document as PDF. */
export const slipRoute = <const D extends Definition>(
  definition: D,
  slipOf: (ctx: Ctx, doc: Loaded<D>) => Promise<Slip>,
): Route =>
  paperRoute({
    definition,
    summary: `A ${definition.name} on paper, in the language asked for`,
    nameOf: doc => String(fieldOf(doc, 'code') ?? definition.name),
    async read(ctx, doc) {
      const slip = await slipOf(ctx, doc);
      return (pdf, project) => draw(ctx, pdf, project, slip);
    },
  });
