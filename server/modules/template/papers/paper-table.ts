import { linesOf, widthOf } from '../../../kit/paper/letters.ts';
import type { Sheet, Written } from '../../../kit/paper/pdf.ts';
import { type Block, type Frame, HAIR, INK, MUTED, RULE } from './blocks.ts';

/** A column with its heading; the second language is smaller below. */
export interface TableColumn<Name extends string> {
  name: Name;
  head: string;
  below: string;
  /** Whether its text is right-aligned with tabular digits. */
  figure: boolean;
}
export type Cells<Name extends string> = Partial<Record<Name, string>>;

/** A row with details in smaller rows that stay with it. */
export interface TableRow<Name extends string> {
  cells: Cells<Name>;
  below?: readonly Cells<Name>[];
}
export interface Table<Name extends string> {
  columns: readonly TableColumn<Name>[];
  rows: readonly TableRow<Name>[];
  total?: Cells<Name>;
  /** Column with the total of a row; the last by default. */
  strong?: Name;
  carries?: Carries<Name>;
}

/** A running figure that each page takes over from the one before: its column, and the words for both ends of a page. */
export interface Carries<Name extends string> {
  column: Name;
  label: Name;
  over: string;
  forward: string;
}

/** Padding at each side of a column, relative to the font size. */
const PAD = 0.5;
/** Smallest legible font size; below it text is wrapped. */
const LEAST = 6;

interface Placed<Name extends string> extends TableColumn<Name> {
  from: number;
  width: number;
}

/** Share of the table that the first column may take before the font shrinks. */
const NAME_SHARE = 0.16;

/** Whether a column has the totals of rows. */
const isStrong = <Name extends string>(
  name: Name,
  n: number,
  all: readonly unknown[],
  strong: Name | undefined,
): boolean => (strong ? name === strong : n === all.length - 1);

const wordsOf = (text: string) => text.split(/[ \n]/);

/** Column widths by content; spare room goes to text columns, which are also wrapped first. */
function placed<Name extends string>(frame: Frame, { columns, rows, total, strong }: Table<Name>, letter: number) {
  const { left, right, language } = frame;
  const used = columns.filter(({ name }) =>
    rows.some(({ cells, below = [] }) => [cells, ...below].some(row => row[name])),
  );
  const wide = (text: string, weight: 400 | 600, figure: boolean, size = letter) =>
    Math.max(0, ...text.split('\n').map(line => widthOf(line, size, weight, language, figure)));
  const measured = used.map((column, n) => {
    const { name, head, figure } = column;
    const weight = n === 0 ? 600 : 400;
    const texts = rows.map(({ cells }) => cells[name] ?? '');
    // Detail rows may begin in the first column and continue to the next non-empty one.
    const beneath = n === 0 ? [] : rows.flatMap(({ below = [] }) => below.map(cells => cells[name] ?? ''));
    const heads = wordsOf(head).map(word => wide(word, 400, false, letter - 0.75));
    const sums = total?.[name] && n > 0 ? [wide(total[name], 600, figure)] : [];
    const widths = [
      ...texts.map(text => wide(text, isStrong(name, n, used, strong) ? 600 : weight, figure)),
      ...beneath.map(text => wide(text, 400, figure, letter - 0.75)),
    ];
    const words = [...texts, ...beneath].flatMap(text => wordsOf(text).map(word => wide(word, weight, figure)));
    const fixed = Math.max(0, ...heads, ...sums);
    const natural = Math.max(fixed, ...widths);
    // The first column is not wrapped to single words.
    const least = n === 0 ? [...words, Math.min(natural, (right - left) * NAME_SHARE)] : words;
    const named = wide(head, 400, false, letter - 0.75);
    return { column, natural, named, least: Math.max(fixed, ...(figure ? widths : least)) };
  });
  const gap = letter * PAD * 2;
  const gaps = Math.max(0, used.length - 1) * gap;
  const room = right - left - gaps;
  const sum = (of: (column: (typeof measured)[number]) => number) =>
    measured.reduce((all, column) => all + of(column), 0);
  const [wanted, least] = [sum(column => column.natural), sum(column => column.least)];
  const share = wanted > least ? Math.max(0, Math.min(1, (room - least) / (wanted - least))) : 1;
  let spare = Math.max(0, room - wanted);
  // Spare room goes first to headings that would be wrapped.
  const grown = measured.map(({ named, natural }) => {
    const more = Math.min(spare, Math.max(0, named - natural));
    spare -= more;
    return more;
  });
  const flexible = measured.filter(({ column }) => !column.figure).length || measured.length;
  let at = left;
  const places = measured.map(({ column, natural, least: min }, n): Placed<Name> => {
    const extra = !column.figure || flexible === measured.length ? spare / flexible : 0;
    const width = min + (natural - min) * share + (grown[n] ?? 0) + extra;
    const from = at;
    at += width + gap;
    return { ...column, from, width };
  });
  return { places, fits: least <= room };
}

/** Largest font size at which a table fits. */
function laidOut<Name extends string>(frame: Frame, table: Table<Name>) {
  for (let letter = frame.letter; ; letter -= 0.5) {
    const { places, fits } = placed(frame, table, letter);
    if (fits || letter - 0.5 < LEAST) return { places, letter };
  }
}

/** Text within its columns, from an upper edge; the first text of a detail row continues over empty columns. */
function cellsBlock<Name extends string>(
  { language }: Frame,
  places: readonly Placed<Name>[],
  cells: Cells<Name>,
  how: {
    size: number;
    bold: 'ends' | 'all' | 'none';
    color: Written['color'];
    pad: number;
    inset?: number;
    strong?: Name | undefined;
    role?: 'TH' | 'TD';
  },
): Block {
  const { size, bold, color, pad, inset = 0, strong, role = 'TD' } = how;
  const step = size * 1.34;
  const written = places.map(({ name, from, width, figure }, n) => {
    const text = cells[name] ?? '';
    const ends = n === 0 || isStrong(name, n, places, strong);
    const weight = bold === 'all' || (bold === 'ends' && ends) ? (600 as const) : (400 as const);
    const next = places.findIndex((place, at) => at > n && cells[place.name]);
    const until = places[(next < 0 ? places.length : next) - 1];
    const runsOn = n === 0 && bold !== 'ends' && until;
    const indent = n === 0 ? inset : 0;
    const x = figure ? from + width : from + indent;
    const room = (runsOn ? until.from + until.width - from : width) - indent + 0.01;
    const lines = text ? text.split('\n').flatMap(line => linesOf(line, room, size, weight, language, figure)) : [];
    return { lines, x, how: { size, weight, color, figures: figure, align: figure ? 'end' : 'start' } as const };
  });
  const most = Math.max(1, ...written.map(({ lines }) => lines.length));
  return {
    height: most * step + 2 * pad,
    draw(sheet, y) {
      sheet.part('TR', () => {
        for (const { lines, x, how: style } of written)
          sheet.part(role, () => {
            for (const [n, line] of lines.entries()) sheet.text(line, x, y + pad + size * 0.98 + n * step, style);
          });
      });
    },
  };
}

const stacked = (blocks: readonly Block[]): Block => ({
  height: blocks.reduce((sum, { height }) => sum + height, 0),
  draw(sheet: Sheet, y: number) {
    let at = y;
    for (const block of blocks) {
      block.draw(sheet, at);
      at += block.height;
    }
  },
});

/** A table as blocks: rows with their details, head repeated on every page, totals at the end. */
export function tableBlocks<Name extends string>(frame: Frame, table: Table<Name>): Block[] {
  const { places, letter } = laidOut(frame, table);
  const { left, right } = frame;
  const small = letter - 0.75;
  const named = (of: (column: Placed<Name>) => string) =>
    Object.fromEntries(places.map(place => [place.name, of(place)])) as Cells<Name>;
  const quiet = { size: small, bold: 'none', color: MUTED } as const;
  const heads = [
    cellsBlock(
      frame,
      places,
      named(({ head }) => head),
      { ...quiet, pad: 2.5, role: 'TH' },
    ),
    ...(places.some(({ below }) => below)
      ? [
          cellsBlock(
            frame,
            places,
            named(({ below }) => below),
            { ...quiet, size: small - 1.25, pad: 1, role: 'TH' },
          ),
        ]
      : []),
  ];
  const names = stacked(heads);
  const head: Block = {
    height: names.height,
    draw(sheet, y) {
      names.draw(sheet, y);
      sheet.line(left, y + names.height, right, y + names.height, 0.75, RULE);
    },
  };
  const { carries } = table;
  const ruled = (words: string, figure: string | undefined): Block => {
    const cells = { [carries?.label ?? '']: words, [carries?.column ?? '']: figure } as Cells<Name>;
    const block = cellsBlock(frame, places, cells, { size: letter, bold: 'all', color: INK, pad: 3.2 });
    return {
      ...block,
      draw(sheet, y) {
        sheet.line(left, y, right, y, 0.5, HAIR);
        block.draw(sheet, y);
      },
    };
  };
  /** Lines around a page break at row n: `over` closes a page that ends with the row, `under` heads a page that begins with it. */
  const carriedAt = (n: number): { over?: Block; under: Block } => {
    if (!carries) return { under: head };
    const figureOf = (row: number) => table.rows[row]?.cells[carries.column];
    return {
      over: ruled(carries.over, figureOf(n)),
      under: n > 0 ? stacked([head, ruled(carries.forward, figureOf(n - 1))]) : head,
    };
  };
  const rows = table.rows.flatMap(({ cells, below = [] }, n): Block[] => {
    const parts = [
      cellsBlock(frame, places, cells, {
        size: letter,
        bold: 'ends',
        color: INK,
        pad: below.length > 0 ? 2.6 : 3.2,
        strong: table.strong,
      }),
      ...below.map(row => cellsBlock(frame, places, row, { ...quiet, pad: 0.8, inset: 10 })),
      ...(below.length > 0 ? [{ height: 2.4, draw: () => {} }] : []),
    ];
    const whole = stacked(parts);
    const { over, under } = carriedAt(n);
    const blocks = whole.height > (frame.bottom - frame.top) / 2 ? parts : [whole];
    return blocks.map((block, at) => ({
      height: block.height,
      under,
      ...(over && { closing: over }),
      draw(sheet, y) {
        if (n > 0 && at === 0) sheet.line(left, y, right, y, 0.5, HAIR);
        block.draw(sheet, y);
      },
    }));
  });
  const within = (block: Block): Block => ({
    ...block,
    draw: (sheet, y) => sheet.part('Table', () => block.draw(sheet, y), table),
  });
  if (!table.total) return [head, ...rows].map(within);
  const sums = cellsBlock(frame, places, table.total, { size: letter, bold: 'all', color: INK, pad: 3.6 });
  const total: Block = {
    height: sums.height,
    under: head,
    draw(sheet, y) {
      sheet.line(left, y, right, y, 0.75, RULE);
      sums.draw(sheet, y);
    },
  };
  return [head, ...rows, total].map(within);
}
