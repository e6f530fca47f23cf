import { A4, type Sheet } from '../../../kit/paper/pdf.ts';
import { drawQr } from '../../../kit/paper/qr.ts';
import type { Project } from '../../../platform/projects/projects.ts';

const MARGIN = 56;
const RIGHT = A4.width - MARGIN;

/** Draws the project's name and address at the top; returns the y position below. */
export function letterhead(
  sheet: Sheet,
  { name, address }: Pick<Project, 'name' | 'address'>,
  margin = MARGIN,
): number {
  const [top, right] = [40, A4.width - margin];
  sheet.text(name, margin, top, { size: 10, weight: 700 });
  if (address) sheet.text(sheet.lines(address, right - margin, { size: 8 })[0] ?? '', margin, top + 12, { size: 8 });
  sheet.line(margin, top + 20, right, top + 20);
  return top + 20;
}

/** Writes lines downwards on a page. */
export function writer(sheet: Sheet, top = MARGIN - 12) {
  let y = top + 24;
  return {
    line(text: string, by = 18, how: Parameters<Sheet['text']>[3] = {}) {
      for (const part of text.split('\n').flatMap(paragraph => sheet.lines(paragraph, RIGHT - MARGIN, how))) {
        sheet.text(part, MARGIN, y, how);
        y += by;
      }
    },
    square(content: string, size: number) {
      drawQr(sheet, content, MARGIN, y, size);
      y += size + 20;
    },
    /** Current y position. */
    at: () => y,
    skip(by: number) {
      y += by;
    },
  };
}
