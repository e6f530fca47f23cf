import type { Language } from '@lobby/shared/kit/languages.ts';
import { linesOf } from '../../../kit/paper/letters.ts';
import type { Color, Sheet, Size, Written } from '../../../kit/paper/pdf.ts';

/** A part of a document that is not split across pages: its height, and how to draw it from its upper edge. */
export interface Block {
  height: number;
  draw: (sheet: Sheet, y: number) => void;
  /** Repeated at the top of a page that the block begins. */
  under?: Block;
  /** Drawn below where the page ends with it. */
  closing?: Block;
  /** Never alone on a page: preceding blocks move along, up to the last row of a table. */
  follows?: boolean;
  /** A smaller variant, used where the block would begin a page. */
  tight?: Block;
}

/** Colours of text, secondary text and lines. */
export const INK: Color = '#15191C';
export const MUTED: Color = '#56616A';
export const HAIR: Color = '#E4E7EA';
export const RULE: Color = '#87919A';

/** Dimensions of a document by paper size. */
export interface Frame {
  width: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Default font size. */
  letter: number;
  language: Language;
}

export function frameOf({ width, height }: Size, language: Language): Frame {
  const margin = width < 300 ? 10 : width < 500 ? 26 : 36;
  const letter = width < 300 ? 7.5 : width < 500 ? 8 : 9;
  return {
    width,
    left: margin,
    right: width - margin,
    top: margin * 0.75,
    bottom: height - margin * 0.5 - 22,
    letter,
    language,
  };
}

/** Whether the paper is an 80 mm roll. */
export const isNarrow = ({ width }: Frame): boolean => width < 300;

/** Text paragraphs; long lines are wrapped. */
export function wordsBlock(frame: Frame, words: string, how: Written = {}, gap = 6): Block {
  const { left, right, letter, language } = frame;
  const { size = letter, weight = 400, align = 'start', color = INK } = how;
  const lines = words.split('\n').flatMap(line => linesOf(line, right - left, size, weight, language));
  const step = size * 1.4;
  const x = align === 'start' ? left : align === 'end' ? right : (left + right) / 2;
  return {
    height: lines.length * step + gap,
    draw(sheet, y) {
      sheet.part('P', () => {
        for (const [n, line] of lines.entries())
          sheet.text(line, x, y + size + n * step, { size, weight, align, color });
      });
    },
  };
}

export interface Column {
  head: string;
  /** Heading in the second language. */
  below: string;
  share: number;
  figure: boolean;
}

/** A table row with wrapped cells; notes are printed below in small type. */
export function rowBlock(
  frame: Frame,
  columns: readonly Column[],
  cells: readonly string[],
  {
    strong = false,
    notes = [],
    line = HAIR,
    role = 'TD',
  }: { strong?: boolean; notes?: readonly string[]; line?: Color; role?: 'TH' | 'TD' } = {},
): Block {
  const { left, right, letter, language } = frame;
  const weight = strong ? 600 : 400;
  const all = columns.reduce((sum, { share }) => sum + share, 0);
  const [pad, step] = [4, letter * 1.35];
  let at = left;
  const placed = columns.map(({ share, figure }, n) => {
    const [from, width] = [at, ((right - left) * share) / all];
    at += width;
    const lines = linesOf(cells[n] ?? '', width - 2 * pad, letter, weight, language, figure);
    return { x: figure ? from + width - pad : from + pad, figure, lines };
  });
  const small = letter - 1.5;
  const below = notes.flatMap(note => linesOf(note, right - left - 4 * pad, small, 400, language));
  const textHeight = Math.max(1, ...placed.map(({ lines }) => lines.length)) * step;
  const height = textHeight + below.length * small * 1.35 + 2 * pad;
  return {
    height,
    draw(sheet, y) {
      const row = () => {
        for (const { x, figure, lines } of placed)
          sheet.part(role, () => {
            for (const [n, words] of lines.entries())
              sheet.text(words, x, y + pad + letter + n * step - 1, {
                size: letter,
                weight,
                align: figure ? 'end' : 'start',
                figures: figure,
                color: INK,
              });
          });
      };
      sheet.part('Table', () => sheet.part('TR', row), columns);
      for (const [n, words] of below.entries())
        sheet.text(words, left + 3 * pad, y + pad + textHeight + small + n * small * 1.35 - 1, {
          size: small,
          color: MUTED,
        });
      sheet.line(left, y + height, right, y + height, 0.5, line);
    },
  };
}

/** A label with its value beside it. */
export const factBlock = (frame: Frame, label: string, value: string, figure = false): Block =>
  rowBlock(
    frame,
    [
      { head: '', below: '', share: 2, figure: false },
      { head: '', below: '', share: figure ? 1 : 3, figure },
    ],
    [label, value],
  );

/** Room for a signature below its role. */
const SIGN_ROOM = 56;

/** Signatures side by side: the role, room to sign, and the name where it is known. */
export function signBlock(frame: Frame, signers: readonly { role: string; name?: string }[]): Block {
  const { left, right, letter, language } = frame;
  const width = (right - left) / Math.max(1, signers.length);
  const step = letter * 1.4;
  const roles = signers.map(({ role }) => linesOf(role, width - 8, letter, 600, language));
  const head = Math.max(1, ...roles.map(lines => lines.length)) * step;
  return {
    height: 12 + head + SIGN_ROOM + step,
    follows: true,
    draw(sheet, y) {
      for (const [n, { name }] of signers.entries()) {
        const x = left + (n + 0.5) * width;
        sheet.part('P', () => {
          for (const [at, line] of (roles[n] ?? []).entries())
            sheet.text(line, x, y + 12 + letter + at * step, {
              size: letter,
              weight: 600,
              align: 'middle',
              color: INK,
            });
          if (name)
            sheet.text(name, x, y + 12 + head + SIGN_ROOM + letter, { size: letter, align: 'middle', color: INK });
        });
      }
    },
  };
}

/** Head of a table; the second language is smaller below. */
export function headBlock(frame: Frame, columns: readonly Column[]): Block {
  const first = rowBlock(
    frame,
    columns,
    columns.map(({ head }) => head),
    { strong: true, line: RULE, role: 'TH' },
  );
  const second = columns.some(({ below }) => below)
    ? rowBlock(
        { ...frame, letter: frame.letter - 2 },
        columns,
        columns.map(({ below }) => below),
        { line: RULE, role: 'TH' },
      )
    : null;
  return {
    height: first.height + (second?.height ?? 0),
    draw(sheet, y) {
      first.draw(sheet, y);
      second?.draw(sheet, y + first.height);
    },
  };
}

const heightOf = (blocks: readonly Block[]) => blocks.reduce((sum, { height }) => sum + height, 0);

/** Blocks that move to a new page along with a block: no table rows, and at most half a page. */
function takenAlong(page: readonly Block[], room: number): Block[] {
  const since = page.findLastIndex(({ under }) => under) + 1;
  for (let from = Math.max(since, 1); from < page.length; from++) {
    const last = page.slice(from);
    if (heightOf(last) <= room / 2) return last;
  }
  return [];
}

/** A repeated block, marked as artifact. */
const again = (block: Block): Block => ({ ...block, draw: (sheet, y) => sheet.aside(() => block.draw(sheet, y)) });

/** Distributes blocks to pages: none is split, and table heads are repeated. */
export function pagesOf({ top, bottom }: Frame, blocks: readonly Block[]): Block[][] {
  const pages: Block[][] = [];
  const room = bottom - top;
  let page: Block[] = [];
  for (const block of blocks) {
    // Keeps room for the line that would close the page after this block.
    const left = room - heightOf(page) - (block.closing?.height ?? 0);
    if (page.length === 0 || block.height <= left) page.push(block);
    else if (block.tight && block.tight.height <= left) page.push(block.tight);
    else {
      const along = block.follows ? takenAlong(page, room) : [];
      const rest = page.slice(0, page.length - along.length);
      const closing = block.under ? rest.at(-1)?.closing : undefined;
      pages.push(closing ? [...rest, again(closing)] : rest);
      page = [...(block.under ? [again(block.under)] : along), block];
    }
  }
  return [...pages, page];
}
