import { handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { text } from '../../../kit/base/messages.ts';
import type { Route } from '../../../kit/http/route.ts';
import { A4, type Pdf } from '../../../kit/paper/pdf.ts';
import { type Columns, downFrom, MARGIN, RIGHT, writeHead, writeSigners } from '../../../kit/paper/table.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { paperRoute } from '../../../platform/projects/paper/paper.ts';
import { inLanguage } from '../units/ready-made.ts';

const BOTTOM = A4.height - MARGIN - 40;
const STEP = 17;
/** X positions of the columns. */
const AT = { item: MARGIN, quantity: 300, found: 345, pass: 395, fail: 430, none: 465, note: 500 } as const;
const COLUMNS: Columns<keyof typeof AT> = { at: AT };

/** A line of the sheet: a room, or an item to inspect. */
type PaperRow = { room: string } | { item: string; quantity: number; required: boolean };

/** Rooms and items of the template. */
async function loadRows(ctx: Ctx, doc: Doc<typeof handoverTemplate>): Promise<PaperRow[]> {
  const { lines } = doc;
  const rooms = await loadRefs(
    ctx.projectId,
    propertyRoom,
    lines.map(({ roomId }) => roomId),
  );
  const items = await loadRefs(
    ctx.projectId,
    propertyItem,
    lines.map(({ itemId }) => itemId),
  );
  const order = [...rooms.values()].toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));
  return order.flatMap(room => [
    { room: inLanguage(room.name, ctx.language) },
    ...lines
      .filter(({ roomId }) => roomId === room._id)
      .map(({ itemId, quantity, required }) => {
        const item = items.get(itemId);
        const make = [item?.brand, item?.model].filter(Boolean).join(' ');
        const unit = item?.unitName ? ` (${inLanguage(item.unitName, ctx.language)})` : '';
        return {
          item: `${inLanguage(item?.name ?? '', ctx.language)}${unit}${make ? ` · ${make}` : ''}`,
          quantity,
          required,
        };
      }),
  ]);
}

/** Splits rows into pages; a room heading stays with its first item. */
export function pagesOf(rows: readonly PaperRow[], most: number): PaperRow[][] {
  const pages: PaperRow[][] = [[]];
  for (const [n, row] of rows.entries()) {
    const next = rows[n + 1];
    const wants = 'room' in row && next && 'item' in next ? 2 : 1;
    if ((pages.at(-1)?.length ?? 0) + wants > most) pages.push([]);
    pages.at(-1)?.push(row);
  }
  return pages;
}

/** Draws a blank inspection sheet with checkboxes and signature fields. */
async function draw(ctx: Ctx, pdf: Pdf, project: string, doc: Doc<typeof handoverTemplate>): Promise<void> {
  const say = (key: string) => text(ctx, `handover-template.paper.${key}`);
  const pages = pagesOf(await loadRows(ctx, doc), Math.floor((BOTTOM - MARGIN - 90) / STEP));
  for (const [n, page] of pages.entries())
    await pdf.page(ctx.language, sheet => {
      const top = MARGIN + 8;
      const down = downFrom(top);
      sheet.text(project, MARGIN, top, { size: 11, weight: 700 });
      sheet.text(`${n + 1} / ${pages.length}`, RIGHT, top, { size: 9, align: 'end' });
      sheet.text(say('title'), A4.width / 2, down(26), { size: 16, weight: 700, align: 'middle' });
      sheet.text(doc.name, A4.width / 2, down(16), { align: 'middle' });
      sheet.text(say('head'), MARGIN, down(20), { size: 9 });
      writeHead(sheet, COLUMNS, say, down(18));
      for (const row of page) {
        const y = down(STEP);
        if ('room' in row) sheet.text(row.room, MARGIN, y, { weight: 700 });
        else {
          const [name = ''] = sheet.lines(`${row.required ? '' : `(${say('optional')}) `}${row.item}`, 240, {
            size: 9,
          });
          sheet.text(name, AT.item + 8, y, { size: 9 });
          sheet.text(String(row.quantity), AT.quantity, y, { size: 9 });
          for (const x of [AT.pass, AT.fail, AT.none]) {
            sheet.line(x, y - 8, x + 9, y - 8);
            sheet.line(x, y + 1, x + 9, y + 1);
            sheet.line(x, y - 8, x, y + 1);
            sheet.line(x + 9, y - 8, x + 9, y + 1);
          }
        }
        sheet.line(MARGIN, y + 4, RIGHT, y + 4, 0.3);
      }
      if (n + 1 < pages.length) return;
      writeSigners(sheet, ['owner', 'employee'].map(say), BOTTOM + 20, 10);
    });
}

/** `GET /handover/template/:id/print`: a template as a blank inspection sheet. */
export const sheetRoute: Route = paperRoute({
  definition: handoverTemplate,
  summary: 'A template on paper as an empty inspection sheet, in the language asked for',
  nameOf: () => 'handover-sheet',
  read: async (ctx, doc) => (pdf, project) => draw(ctx, pdf, project.name, doc),
});
