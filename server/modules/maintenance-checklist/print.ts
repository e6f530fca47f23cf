import type { Language } from '@lobby/shared/kit/languages.ts';
import { type Item, itemsIn, optionsIn } from '@lobby/shared/modules/checklist-items.ts';
import { maintenanceChecklist } from '@lobby/shared/modules/maintenance-checklist.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { numberIn } from '../../kit/base/numbers.ts';
import type { Route } from '../../kit/http/route.ts';
import { A4, type Pdf, type Sheet } from '../../kit/paper/pdf.ts';
import { MARGIN, RIGHT } from '../../kit/paper/table.ts';
import type { Doc } from '../../kit/store/records.ts';
import { paperRoute } from '../../platform/projects/paper/paper.ts';

const BOTTOM = A4.height - MARGIN - 60;
const ANSWER = 340;
const LINE = 14;

type Row = { section: string } | { item: Item; n: number };

/** Items with headings of their sections. */
function rowsOf(items: readonly Item[]): Row[] {
  let last = '';
  return items.flatMap((item, at): Row[] => {
    const section = item.section ?? '';
    const begins = section !== last && section !== '';
    last = section;
    return [...(begins ? [{ section }] : []), { item, n: at + 1 }];
  });
}

/** Blank answer field of an item. */
function answerOf(language: Language, say: (key: string) => string, item: Item): string {
  const { kind, unitName, min, max } = item;
  if (kind === 'CHECK') return `[  ] ${say('results.PASS')}   [  ] ${say('results.FAIL')}   [  ] ${say('results.NA')}`;
  if (kind === 'CHOICE')
    return optionsIn(item.options)
      .map(option => `[  ] ${option}`)
      .join('   ');
  if (kind === 'NUMBER') {
    const [from, to] = [min, max].map(bound => (typeof bound === 'number' ? numberIn(language, bound) : null));
    const bounds = from && to ? ` (${from} – ${to})` : '';
    return `.................... ${unitName ?? ''}${bounds}`;
  }
  return `${say(`options.kind.${kind}`)}: ..............................`;
}

/** Draws a row and returns the y position of the next one. */
function drawRow(language: Language, say: (key: string) => string, sheet: Sheet, row: Row, top: number): number {
  if ('section' in row) {
    sheet.text(row.section, MARGIN, top + LINE, { weight: 700 });
    return top + LINE + 6;
  }
  const { item, n } = row;
  const label = sheet.lines(`${n}. ${item.label}${item.required === false ? ` (${say('optional')})` : ''}`, 280, {
    size: 9,
  });
  const answer = sheet.lines(answerOf(language, say, item), RIGHT - ANSWER, { size: 9 });
  for (const [at, line] of label.entries()) sheet.text(line, MARGIN, top + LINE * (at + 1), { size: 9 });
  for (const [at, line] of answer.entries()) sheet.text(line, ANSWER, top + LINE * (at + 1), { size: 9 });
  const bottom = top + LINE * Math.max(label.length, answer.length) + 5;
  sheet.line(MARGIN, bottom, RIGHT, bottom, 0.3);
  return bottom;
}

/** Draws a blank checklist on as many pages as needed. */
async function draw(ctx: Ctx, pdf: Pdf, project: string, doc: Doc<typeof maintenanceChecklist>): Promise<void> {
  const say = (key: string) => text(ctx, `${maintenanceChecklist.name}.${key}`);
  const rows = rowsOf(itemsIn(doc.items));
  let at = 0;
  for (let page = 1; page === 1 || at < rows.length; page++)
    await pdf.page(ctx.language, sheet => {
      sheet.text(project, MARGIN, MARGIN + 8, { size: 11, weight: 700 });
      sheet.text(String(page), RIGHT, MARGIN + 8, { size: 9, align: 'end' });
      sheet.text(doc.name, A4.width / 2, MARGIN + 34, { size: 15, weight: 700, align: 'middle' });
      const edition = `${say('fields.edition')} ${doc.edition} · ${say('paper.head')}`;
      sheet.text(edition, A4.width / 2, MARGIN + 50, { size: 9, align: 'middle' });
      let y = MARGIN + 62;
      if (page === 1)
        for (const line of sheet.lines(doc.description ?? '', RIGHT - MARGIN, { size: 9 })) {
          y += LINE;
          sheet.text(line, MARGIN, y, { size: 9 });
        }
      for (let row = rows[at]; row && y < BOTTOM; row = rows[at]) {
        y = drawRow(ctx.language, say, sheet, row, y);
        at++;
      }
      if (at < rows.length) return;
      sheet.text(say('paper.technician'), MARGIN + 80, BOTTOM + 30, { weight: 700, align: 'middle' });
      sheet.text(say('paper.checker'), RIGHT - 80, BOTTOM + 30, { weight: 700, align: 'middle' });
    });
}

/** `GET /maintenance-checklist/:id/print`: a blank checklist. */
export const listOnPaper: Route = paperRoute({
  definition: maintenanceChecklist,
  summary: 'A list on paper, to be filled in by hand, in the language asked for',
  nameOf: () => 'checklist',
  read: async (ctx, doc) => (pdf, project) => draw(ctx, pdf, project.name, doc),
});
