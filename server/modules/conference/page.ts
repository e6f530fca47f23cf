import { A4, type Sheet } from '../../kit/paper/pdf.ts';
import { drawQr } from '../../kit/paper/qr.ts';

const MARGIN = 56;
const RIGHT = A4.width - MARGIN;

/** Writes lines of a page one under the other. */
export function writer(sheet: Sheet) {
  let y = MARGIN + 12;
  return {
    line(said: string, by = 18, how: Parameters<Sheet['text']>[3] = {}) {
      for (const part of said.split('\n').flatMap(one => sheet.lines(one, RIGHT - MARGIN, how))) {
        sheet.text(part, MARGIN, y, how);
        y += by;
      }
    },
    square(content: string, size: number) {
      drawQr(sheet, content, MARGIN, y, size);
      y += size + 20;
    },
    /** How far down the page is written. */
    at: () => y,
    skip(by: number) {
      y += by;
    },
  };
}
