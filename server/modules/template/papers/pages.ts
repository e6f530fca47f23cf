import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { A4, type Pdf } from '../../../kit/paper/pdf.ts';
import { dayWords } from '../../../kit/sheets/cell.ts';
import { type Block, type Frame, pagesOf } from './blocks.ts';

/** Draws blocks on as many pages as needed, with date and page number. */
export async function drawPages(
  pdf: Pdf,
  ctx: Ctx,
  frame: Frame,
  blocks: readonly Block[],
  size: { width: number; height: number } = A4,
): Promise<void> {
  const pages = pagesOf(frame, blocks);
  const day = dayWords(todayOf(ctx));
  for (const [n, page] of pages.entries())
    await pdf.page(
      ctx.language,
      sheet => {
        let y = frame.top;
        for (const block of page) {
          block.draw(sheet, y);
          y += block.height;
        }
        sheet.aside(() => {
          sheet.text(day, frame.left, frame.bottom + 14, { size: 8 });
          sheet.text(`${n + 1}/${pages.length}`, frame.right, frame.bottom + 14, { size: 8, align: 'end' });
        });
      },
      size,
    );
}
