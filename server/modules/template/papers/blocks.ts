import type { Language } from '@lobby/shared/kit/languages.ts';
import { linesOf } from '../../../kit/paper/letters.ts';
import type { Color, Sheet, Size, Written } from '../../../kit/paper/pdf.ts';

/** A part of a paper that stands on one page: how high it is, and how it is drawn from its upper edge. */
export interface Block {
  height: number;
  draw: (sheet: Sheet, y: number) => void;
  /** What stands again at the top of a page that it begins. */
  under?: Block;
  /** Never alone on a page: what stands before it goes along, up to the last row of a table. */
  follows?: boolean;
  /** The same in less room, where the whole would begin a page. */
  tight?: Block;
}

/** The colours of papers: words, what is said beside them, and lines. */
export const INK: Color = '#15191C';
export const MUTED: Color = '#56616A';
export const HAIR: Color = '#E4E7EA';
export const RULE: Color = '#87919A';

/** The measures of a paper by its size. */
export interface Frame {
  width: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The size of its usual letters. */
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

/** A roll of 80 mm. */
export const isNarrow = ({ width }: Frame): boolean => width < 300;

/** Paragraphs of words, none of them cut: long lines are broken. */
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
  /** Its words in the second language. */
  below: string;
  share: number;
  figure: boolean;
}

/** A row of a table, its words wrapped within their columns; notes stand below them in small letters. */
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
  const own = Math.max(1, ...placed.map(({ lines }) => lines.length)) * step;
  const height = own + below.length * small * 1.35 + 2 * pad;
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
        sheet.text(words, left + 3 * pad, y + pad + own + small + n * small * 1.35 - 1, { size: small, color: MUTED });
      sheet.line(left, y + height, right, y + height, 0.5, line);
    },
  };
}

/** The head of a table; a second language stands smaller beneath. */
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

/** What goes along to the page that a block begins: what is no row of a table, and no more than fills half of it. */
function takenAlong(page: readonly Block[], room: number): Block[] {
  const since = page.findLastIndex(({ under }) => under) + 1;
  for (let from = Math.max(since, 1); from < page.length; from++) {
    const last = page.slice(from);
    if (heightOf(last) <= room / 2) return last;
  }
  return [];
}

/** A block that says again what a page before has said. */
const again = (block: Block): Block => ({ ...block, draw: (sheet, y) => sheet.aside(() => block.draw(sheet, y)) });

/** Blocks in pages: none is cut, and a table has its head on each. */
export function pagesOf({ top, bottom }: Frame, blocks: readonly Block[]): Block[][] {
  const pages: Block[][] = [];
  const room = bottom - top;
  let page: Block[] = [];
  for (const block of blocks) {
    const left = room - heightOf(page);
    if (page.length === 0 || block.height <= left) page.push(block);
    else if (block.tight && block.tight.height <= left) page.push(block.tight);
    else {
      const along = block.follows ? takenAlong(page, room) : [];
      pages.push(page.slice(0, page.length - along.length));
      page = [...(block.under ? [again(block.under)] : along), block];
    }
  }
  return [...pages, page];
}
