import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import { text, type WordingScope } from '../../../kit/base/messages.ts';
import { widthOf } from '../../../kit/paper/letters.ts';
import type { Pdf, Sheet } from '../../../kit/paper/pdf.ts';
import { type Block, type Frame, frameOf, HAIR, isNarrow, MUTED, pagesOf, wordsBlock } from './blocks.ts';
import { both, type ColumnName, type PaperContent, type PaperTable, type Say } from './content.ts';
import { HALF_SCALES, halfOf, scaledSheet } from './halves.ts';
import type { Layout } from './layout.ts';
import { tableBlocks } from './paper-table.ts';
import {
  bankBlock,
  boxBlock,
  factBlocks,
  headBlock,
  markBlock,
  pairsBlock,
  signatureBlocks,
  titleBlock,
} from './parts.ts';

const FIGURES = new Set<ColumnName>([
  'quantity',
  'unitPrice',
  'net',
  'vatRate',
  'rate',
  'vat',
  'amount',
  'in',
  'out',
  'opening',
  'balance',
  'arisen',
  'adjusted',
  'paid',
  'left',
]);
/** Columns left out on an 80 mm roll. */
const WIDE_ONLY = new Set<ColumnName>(['bill', 'fund', 'reference', 'vatRate', 'vat', 'net']);

/** Draws a record as a document: each copy begins a page, unless two are short enough for the halves of one; pages are numbered per copy. */
export async function drawPaper(pdf: Pdf, layout: Layout, content: PaperContent, scope: WordingScope): Promise<void> {
  const [first, second] = layout.languages;
  const usual = frameOf(layout.size, first);
  const say: Say = (key, params) => [
    text({ ...scope, language: first }, `report-template.print.${key}`, params),
    second ? text({ ...scope, language: second }, `report-template.print.${key}`, params) : '',
  ];
  const title = (layout.title ?? say(`titles.${layout.documentType}`, { period: content.period ?? '' })[0]).trim();
  const over = content.cancelled ? 'cancelled' : content.draft ? 'draft' : null;
  const foot = (sheet: Sheet, frame: Frame, { copy, n, of }: Foot) => {
    const size = frame.letter - 0.75;
    const line = frame.bottom + 2;
    sheet.line(frame.left, line, frame.right, line, 0.5, HAIR);
    const copyWords = layout.copies > 1 ? say(`copy${copy}`)[0] : '';
    const page = `${content.code} · ${say('page', { n, of })[0]}`;
    const how = { size, color: MUTED } as const;
    // Footer and page number on one line if there is room, else below each other.
    const room = frame.right - frame.left - widthOf(page, size, 400, first) - 12;
    const footer = [copyWords, layout.footer || content.foot].filter(Boolean).join(' · ');
    const beside = widthOf(footer, size, 400, first) <= room;
    const lines = beside ? [footer] : sheet.lines(footer, frame.right - frame.left, { size });
    const step = beside ? 11 : 8.5;
    const words = () => {
      for (const [row, written] of lines.slice(0, 2).entries())
        sheet.text(written, frame.left, line + step * (row + 1), how);
    };
    // The footer is tagged once; on other pages it is an artifact.
    if (n === of) sheet.part('P', words);
    else sheet.aside(words);
    sheet.aside(() =>
      sheet.text(page, frame.right, line + step * (beside ? 1 : Math.min(lines.length, 2) + 1), {
        ...how,
        align: 'end',
      }),
    );
  };
  const half = halfIn(layout, content, say);
  if (half) {
    const { width, height } = layout.size;
    pdf.call(title);
    return pdf.page(
      first,
      sheet => {
        if (over) sheet.across(say(over)[0]);
        for (const [at, top] of [0, height / 2].entries()) {
          const part = scaledSheet(sheet, half.scale, top);
          // Each copy has tables of its own.
          drawBlocks(part, half.frame, blocksOf(half.frame, half.layout, content, say));
          foot(part, half.frame, { copy: at + 1, n: 1, of: 1 });
        }
        sheet.line(0, height / 2, width, height / 2, 0.5, HAIR);
      },
      layout.size,
    );
  }
  const { frame, pages } = onePage(usual, frame => pagesOf(frame, blocksOf(frame, layout, content, say)));
  for (let copy = 1; copy <= layout.copies; copy++) {
    pdf.call(title);
    for (const [n, blocks] of pages.entries())
      await pdf.page(
        first,
        sheet => {
          if (over) sheet.across(say(over)[0]);
          drawBlocks(sheet, frame, blocks);
          foot(sheet, frame, { copy, n: n + 1, of: pages.length });
        },
        layout.size,
      );
  }
}

interface Foot {
  copy: number;
  n: number;
  of: number;
}

function drawBlocks(sheet: Sheet, frame: Frame, blocks: readonly Block[]): void {
  let y = frame.top;
  for (const block of blocks) {
    block.draw(sheet, y);
    y += block.height;
  }
}

/** Frame and scale of two copies on the halves of a standing sheet; null if one is longer than a half. */
function halfIn(
  layout: Layout,
  content: PaperContent,
  say: Say,
): { scale: number; frame: Frame; layout: Layout } | null {
  const { copies, size, languages } = layout;
  if (copies !== 2 || size.width > size.height || size.width < 500) return null;
  for (const scale of HALF_SCALES) {
    const half = halfOf(size, scale);
    const halved = { ...layout, size: half };
    const whole = frameOf(half, languages[0]);
    const frame = { ...whole, top: whole.top - 7, bottom: whole.bottom + 8 };
    // With the whole room for signatures.
    const needed = blocksOf(frame, halved, content, say).reduce((sum, block) => sum + block.height, 0);
    if (needed <= frame.bottom - frame.top) return { scale, frame, layout: halved };
  }
  return null;
}

/** Smaller letters for a document whose end would stand alone on a second page. */
const SMALLER = [0.5, 1];
function onePage(usual: Frame, pagesIn: (frame: Frame) => Block[][]): { frame: Frame; pages: Block[][] } {
  const pages = pagesIn(usual);
  if (pages.length !== 2 || isNarrow(usual)) return { frame: usual, pages };
  for (const by of SMALLER) {
    const frame = { ...usual, letter: usual.letter - by };
    const fewer = pagesIn(frame);
    if (fewer.length === 1) return { frame, pages: fewer };
  }
  return { frame: usual, pages };
}

function blocksOf(frame: Frame, layout: Layout, content: PaperContent, say: Say): Block[] {
  // Charts stand beside the first transfer only.
  const paid = content.transfers?.length
    ? content.transfers.map((transfer, n) => ({ ...content, ...transfer, ...(n > 0 && { charts: [] }) }))
    : [content];
  const bank = layout.showBank ? paid.filter(part => part.bank).map(part => bankBlock(frame, layout, part, say)) : [];
  const { tables, standing } = content;
  return [
    headBlock(frame, layout, content),
    titleBlock(frame, layout, content, say),
    ...(layout.intro ? [wordsBlock(frame, layout.intro)] : []),
    ...factBlocks(frame, content, say),
    ...(layout.qr === 'TOP' ? bank : []),
    ...tables
      .filter(({ title }) => title !== 'debts' || layout.showDebts)
      .flatMap(table => tableOf(frame, layout, table, say)),
    pairsBlock(frame, layout, content, say, wordsOf(layout, content, say)),
    ...(standing ? [boxBlock(frame, standing)] : []),
    ...(layout.qr !== 'TOP' ? bank : []),
    ...(content.mark ? [markBlock(frame, content.mark)] : []),
    ...clauseBlocks(frame, layout, content, say),
    ...(layout.closing ? [wordsBlock(frame, layout.closing)] : []),
    ...signatureBlocks(frame, layout, content, say),
  ];
}

const GAP = 10;
function tableOf(frame: Frame, layout: Layout, table: PaperTable, say: Say): Block[] {
  const { title, params, beside = '', rows, total, strong, heads = {}, carries, notes = [] } = table;
  if (rows.length === 0) return [];
  const { left, right, letter } = frame;
  const names: readonly ColumnName[] = table.columns ?? layout.columns;
  const columns = names
    .filter(name => !isNarrow(frame) || !WIDE_ONLY.has(name))
    .map(name => {
      const [head, below] = say(`columns.${name}`);
      const ownTitle = heads[name];
      return { name, head: ownTitle ?? head, below: ownTitle === undefined ? below : '', figure: FIGURES.has(name) };
    });
  const carried = carries && { ...carries, over: both(say('carriedOver')), forward: both(say('broughtForward')) };
  const [head, ...body] = tableBlocks(frame, {
    columns,
    rows,
    ...(total && { total }),
    ...(strong && { strong }),
    ...(carried && { carries: carried }),
  });
  const named = title ? both(say(`tables.${title}`, params)) : '';
  // Keeps the title together with the first row.
  const [first, ...others] = body;
  if (!head || !first) return [];
  const high = named ? letter + 1.5 + GAP + 4 : GAP;
  const begin: Block = {
    height: high + head.height + first.height,
    ...(first.closing && { closing: first.closing }),
    draw(sheet, y) {
      if (named) {
        sheet.part('H2', () => sheet.text(named, left, y + high - 4, { size: letter + 1.5, weight: 600 }));
        sheet.text(beside, right, y + high - 4, { size: letter - 0.75, align: 'end', color: MUTED });
      }
      head.draw(sheet, y + high);
      first.draw(sheet, y + high + head.height);
    },
  };
  const small = { size: letter - 0.75, color: MUTED } as const;
  return [begin, ...others, ...notes.map(note => wordsBlock(frame, note, small, 1))];
}

/** Clauses in small type; in Vietnamese too if the document is in other languages. */
function clauseBlocks(frame: Frame, { languages }: Layout, { clauses = [] }: PaperContent, say: Say): Block[] {
  const how = { size: frame.letter - 0.75, color: MUTED } as const;
  return clauses.flatMap(([key, params]) => {
    const vietnamese = languages.includes('vi') ? '' : text('vi', `report-template.print.${key}`, params);
    const lines = [...new Set([...say(key, params), vietnamese])].filter(Boolean);
    return lines.map((words, n) => wordsBlock(frame, words, how, n === lines.length - 1 ? 4 : 0));
  });
}

/** Amount in words, in one or two languages. */
function wordsOf(layout: Layout, { amount, style, received }: PaperContent, say: Say): readonly (readonly string[])[] {
  if (amount === null || !layout.showAmountInWords) return [];
  const [first, second] = layout.languages;
  // The statutory receipt form confirms the amount received in words: it is not repeated.
  const [label, below] = say(received ? 'received' : 'words');
  // Always in Vietnamese; below it in the document's own language.
  const written = amountInWords(amount, 'vi', style);
  const other = first === 'vi' ? second : first;
  const translated = other && other !== 'vi' ? amountInWords(amount, other, style) : '';
  return [[label, written, translated && first === 'vi' ? `${below}: ${translated}` : translated]];
}
