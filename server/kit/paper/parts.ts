import type { Language } from '@lobby/shared/kit/languages.ts';
import { linesOf } from './letters.ts';
import { A4, type Pdf, type Raster, type Sheet, type Written } from './pdf.ts';

export const MARGIN = 48;
export const RIGHT = A4.width - MARGIN;
export const ROOM = RIGHT - MARGIN;
const TOP = MARGIN + 24;
const BOTTOM = A4.height - MARGIN;

/** Language of a document. */
interface Speech {
  language: Language;
}

/** A part of a document that is not split over pages: its height, and how it is drawn from `y` down. */
export interface Part {
  height: number;
  draw: (sheet: Sheet, y: number) => void;
}

/** Joins parts, one below the other, that stay on one page. */
export const together = (parts: readonly Part[]): Part => ({
  height: parts.reduce((sum, { height }) => sum + height, 0),
  draw(sheet, y) {
    let at = y;
    for (const part of parts) {
      part.draw(sheet, at);
      at += part.height;
    }
  },
});

/** Creates text parts in a language. */
export function wordsFor({ language }: Speech) {
  const wrapped = (text: string, room: number, { size = 10, weight = 400 }: Written = {}) =>
    text.split('\n').flatMap(line => linesOf(line, room, size, weight, language));
  const words = (text: string, how: Written = {}, step = 14, before = 0): Part => {
    const lines = wrapped(text, ROOM, how);
    return {
      height: before + lines.length * step,
      draw(sheet, y) {
        sheet.part('P', () => {
          for (const [n, line] of lines.entries()) sheet.text(line, MARGIN, y + before + n * step + 10, how);
        });
      },
    };
  };
  return { wrapped, words };
}

/** Size of a picture scaled down to fit. */
export const sizeOf = ({ width, height }: Raster, most: { width: number; height: number }) => {
  const by = Math.min(most.width / width, most.height / height, 1);
  return { width: width * by, height: height * by };
};

/** Pictures side by side, in as many rows as needed. */
export function picturesPart(rasters: readonly Raster[], side = 56): Part[] {
  const each = Math.max(1, Math.floor((ROOM - 8) / (side + 8)));
  const rows = Array.from({ length: Math.ceil(rasters.length / each) }, (_, n) =>
    rasters.slice(n * each, (n + 1) * each),
  );
  return rows.map(row => ({
    height: side + 6,
    draw(sheet, y) {
      for (const [n, raster] of row.entries())
        sheet.picture(raster, MARGIN + 8 + n * (side + 8), y + 2, sizeOf(raster, { width: side, height: side }));
    },
  }));
}

/** Draws parts on as many pages as needed, each with the document's heading. */
export async function drawParts({ language }: Speech, pdf: Pdf, head: string, parts: readonly Part[], across?: string) {
  const pages: Part[][] = [[]];
  let y = TOP;
  for (const part of parts) {
    if (y + part.height > BOTTOM) {
      pages.push([]);
      y = TOP;
    }
    pages.at(-1)?.push(part);
    y += part.height;
  }
  for (const [n, page] of pages.entries())
    await pdf.page(language, sheet => {
      if (across) sheet.across(across);
      sheet.aside(() => {
        sheet.text(head, MARGIN, MARGIN, { size: 9 });
        sheet.text(`${n + 1} / ${pages.length}`, RIGHT, MARGIN, { size: 9, align: 'end' });
      });
      let at = TOP;
      for (const part of page) {
        part.draw(sheet, at);
        at += part.height;
      }
    });
}
