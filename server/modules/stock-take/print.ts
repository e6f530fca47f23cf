import type { stockTakeLine } from '@lobby/shared/modules/stock-take.ts';
import { stockTake } from '@lobby/shared/modules/stock-take.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { numberIn } from '../../kit/base/numbers.ts';
import type { Route } from '../../kit/http/route.ts';
import { A4, type Pdf } from '../../kit/paper/pdf.ts';
import { type Columns, downFrom, MARGIN, RIGHT, writeHead, writeRow, writeSigners } from '../../kit/paper/table.ts';
import type { Doc } from '../../kit/store/records.ts';
import { paperRoute } from '../../platform/projects/paper/paper.ts';
import { loadLines } from './figures.ts';
import { isBlind } from './lines.ts';
import { needRight } from './rights.ts';

const ROWS = 34;
const AT = { no: MARGIN, name: 64, itemCode: 250, book: 370, counted: 430, more: 490, less: RIGHT } as const;
const COLUMNS: Columns<keyof typeof AT> = { at: AT, figures: ['book', 'counted', 'more', 'less'] };
const SIGNERS = ['counter', 'keeper', 'accountant', 'head'] as const;

type Cells = Record<keyof typeof AT, string>;

/** A line of the minutes; lines not counted are marked so. */
function cellsOf(ctx: Ctx, take: Doc<typeof stockTake>, line: Doc<typeof stockTakeLine>, no: number): Cells {
  const say = (key: string) => text(ctx, `${stockTake.name}.${key}`);
  const figure = (value: number | null) => (value === null ? '' : numberIn(ctx.language, value));
  const named = { no: String(no), name: line.name ?? '', itemCode: line.itemCode ?? '' };
  const blank = { book: '', counted: '', more: '', less: '' };
  if (line.state !== 'COUNTED') return { ...named, ...blank, counted: say('paper.notCounted') };
  if (take.kind === 'ASSET') return { ...named, ...blank, counted: say(`found.${line.found}`) };
  const difference = line.difference ?? 0;
  return {
    ...named,
    book: figure(line.bookAtCount),
    counted: figure(line.final),
    more: difference > 0 ? figure(difference) : '',
    less: difference < 0 ? figure(-difference) : '',
  };
}

/** Draws the minutes: book stock, count, surplus and shortage, signatures. */
async function draw(ctx: Ctx, pdf: Pdf, project: string, take: Doc<typeof stockTake>): Promise<void> {
  const say = (key: string) => text(ctx, `${stockTake.name}.${key}`);
  const lines = await loadLines(ctx, take._id);
  const pages = Math.max(1, Math.ceil(lines.length / ROWS));
  for (let page = 0; page < pages; page++)
    await pdf.page(ctx.language, sheet => {
      const top = MARGIN + 8;
      const down = downFrom(top);
      sheet.text(project, MARGIN, top, { size: 11, weight: 700 });
      sheet.text(`${page + 1} / ${pages}`, RIGHT, top, { size: 9, align: 'end' });
      sheet.text(say('paper.title'), A4.width / 2, down(30), { size: 16, weight: 700, align: 'middle' });
      sheet.text(`${take.code} · ${take.title}`, A4.width / 2, down(16), { align: 'middle' });
      writeHead(sheet, COLUMNS, name => say(`paper.${name}`), down(24));
      for (const [n, line] of lines.slice(page * ROWS, (page + 1) * ROWS).entries()) {
        const cells = cellsOf(ctx, take, line, page * ROWS + n + 1);
        const [name = ''] = sheet.lines(cells.name, AT.itemCode - AT.name - 6, { size: 9 });
        writeRow(sheet, COLUMNS, { ...cells, name }, down(17));
      }
      if (page < pages - 1) return;
      const signers = SIGNERS.map(who => say(`paper.${who}`));
      writeSigners(sheet, signers, down(40));
    });
}

/** `GET /stock-take/:id/print`: minutes of a stock take. */
export const minutesRoute: Route = paperRoute({
  definition: stockTake,
  summary: 'Minutes of a count on paper, in the language asked for',
  nameOf: take => take.code ?? '',
  async read(ctx, take) {
    needRight(ctx, take.kind, 'read');
    // The minutes contain the book stock.
    if (isBlind(ctx, take)) fail('FORBIDDEN');
    return (pdf, project) => draw(ctx, pdf, project.name, take);
  },
});
