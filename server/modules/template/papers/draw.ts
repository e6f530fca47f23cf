import { type AmountStyle, amountInWords } from '@lobby/shared/kit/amount-words.ts';
import type { Language } from '@lobby/shared/kit/languages.ts';
import type { PaperColumn } from '@lobby/shared/modules/report-template.ts';
import { create } from 'qrcode';
import { text, type WordingScope } from '../../../kit/base/messages.ts';
import { linesOf } from '../../../kit/paper/letters.ts';
import type { Pdf, Sheet } from '../../../kit/paper/pdf.ts';
import { type Block, type Column, type Frame, frameOf, headBlock, pagesOf, rowBlock, wordsBlock } from './blocks.ts';
import { type Layout, signatureTitle } from './layout.ts';

/** What stands on a paper whatever it looks like; figures are written as they are read. */
export interface PaperContent {
  code: string;
  /** 25/11/2026. */
  day: string;
  /** The usual title's month or period. */
  period?: string;
  facts: readonly (readonly [key: FactKey, value: string])[];
  rows: readonly PaperRow[];
  /** What is carried over, each with what is left of it; only where the template shows debts. */
  debts?: readonly (readonly [what: string, amount: string])[];
  sums: readonly (readonly [key: FactKey, value: string])[];
  /** What is written out in words. */
  amount: number | null;
  bank: { name: string; number: string; holder: string; content: string } | null;
  qr: string | null;
  /** A code of the record itself, read by who gets the paper. */
  mark?: string;
  cancelled?: boolean;
  /** Not published yet. */
  draft?: boolean;
  /** How the building writes amounts out. */
  style?: AmountStyle | undefined;
  /** What has happened to it since, beneath the sums. */
  since?: string | null;
}
/** A row of its table, with what is said below it in small letters. */
export type PaperRow = Partial<Record<PaperColumn, string>> & { notes?: readonly string[] };
export type FactKey =
  | ('to' | 'unit' | 'area' | 'people' | 'reason' | 'method' | 'due' | 'amount' | 'carried' | 'owed')
  | ('amenity' | 'time' | 'quantity' | 'deposit');

/** 32 mm at least, and the quiet squares around a code. */
const QR = 124;
const QUIET = 4;
const MM = 72 / 25.4;
const FIGURES = new Set<PaperColumn>([
  'quantity',
  'unitPrice',
  'net',
  'vat',
  'amount',
  'in',
  'out',
  'opening',
  'balance',
]);
const SHARES: Partial<Record<PaperColumn, number>> = { service: 3, content: 3.2, category: 3, unit: 1.6, code: 1.6 };

type Say = (key: string, params?: Record<string, unknown>) => readonly [string, string];

/** Draws one record as a paper: each copy begins a page, and each page says which of how many it is. */
export async function drawPaper(pdf: Pdf, layout: Layout, content: PaperContent, scope: WordingScope): Promise<void> {
  const [first, second] = layout.languages;
  const frame = frameOf(layout.size, first);
  const say: Say = (key, params) => [
    text({ ...scope, language: first }, `report-template.print.${key}`, params),
    second ? text({ ...scope, language: second }, `report-template.print.${key}`, params) : '',
  ];
  const pages = pagesOf(frame, blocksOf(frame, layout, content, say));
  for (let copy = 1; copy <= layout.copies; copy++)
    for (const [n, blocks] of pages.entries())
      await pdf.page(
        first,
        sheet => {
          let y = frame.top;
          for (const block of blocks) {
            block.draw(sheet, y);
            y += block.height;
          }
          const size = frame.letter - 2;
          const [own] = layout.copies > 1 ? say(`copy${copy}`) : [''];
          const at = frame.bottom + 14;
          sheet.text([layout.footer, own].filter(Boolean).join(' - '), frame.left, at, { size });
          const [page] = say('page', { n: n + 1, of: pages.length });
          sheet.text(page, frame.right, at, { size, align: 'end' });
        },
        layout.size,
      );
}

/** Both languages on one line, for labels. */
const both = ([one, other]: readonly [string, string]) => (other && other !== one ? `${one} / ${other}` : one);

function blocksOf(frame: Frame, layout: Layout, content: PaperContent, say: Say): Block[] {
  const bank = layout.showBank && content.bank ? bankBlock(frame, layout, content, say) : null;
  const facts = content.facts.filter(([key, value]) => value && (key !== 'carried' || layout.showDebts));
  const sums = content.sums.filter(([key]) => key !== 'carried' || layout.showDebts);
  return [
    headOf(frame, layout, content),
    ...titleOf(frame, layout, content, say),
    ...(layout.intro ? [wordsBlock(frame, layout.intro)] : []),
    ...facts.map(([key, value]) => wordsBlock(frame, `${both(say(`facts.${key}`))}: ${value}`, {}, 2)),
    ...(bank && layout.qr === 'TOP' ? [bank] : []),
    ...tableOf(frame, layout, content, say),
    ...debtsOf(frame, layout, content, say),
    ...sums.map(([key, value], n) =>
      rowBlock(frame, PAIR, [both(say(`facts.${key}`)), value], { strong: n === sums.length - 1 }),
    ),
    ...wordsOfAmount(frame, layout, content, say),
    ...(content.since ? [wordsBlock(frame, content.since, { weight: 700 }, 8)] : []),
    ...(bank && layout.qr !== 'TOP' ? [bank] : []),
    ...(content.mark ? [markBlock(frame, content.mark)] : []),
    ...(layout.closing ? [wordsBlock(frame, layout.closing)] : []),
    ...signaturesOf(frame, layout, say),
  ];
}

const PAIR: readonly Column[] = [
  { head: '', below: '', share: 3, figure: false },
  { head: '', below: '', share: 1, figure: true },
];

function debtsOf(frame: Frame, { showDebts }: Layout, { debts = [] }: PaperContent, say: Say): Block[] {
  if (!showDebts || debts.length === 0) return [];
  const head = rowBlock(frame, PAIR, [both(say('facts.carried')), ''], { strong: true });
  return [head, ...debts.map(([what, amount]) => ({ ...rowBlock(frame, PAIR, [what, amount]), under: head }))];
}

function headOf({ left, right, letter, language }: Frame, { logo, head }: Layout, content: PaperContent): Block {
  const high = 44;
  const wide = logo ? Math.min(90, (logo.width / logo.height) * high) : 0;
  const x = left + (wide ? wide + 10 : 0);
  const small = letter - 1;
  const lines = head.flatMap((line, n) =>
    linesOf(line, (right - left) * 0.68 - wide, n ? small : letter + 2, n ? 400 : 700, language).map(words => ({
      words,
      big: n === 0,
    })),
  );
  return {
    height: Math.max(lines.length * (small + 5) + 6, wide ? high + 6 : 0) + 12,
    draw(sheet, y) {
      if (logo) sheet.picture(logo, left, y, { width: wide, height: (wide * logo.height) / logo.width });
      for (const [n, { words, big }] of lines.entries())
        sheet.text(words, x, y + letter + 2 + n * (small + 5), {
          size: big ? letter + 2 : small,
          weight: big ? 700 : 400,
        });
      sheet.text(content.code, right, y + letter + 2, { size: letter, weight: 700, align: 'end' });
      sheet.text(content.day, right, y + letter * 2 + 6, { size: small, align: 'end' });
    },
  };
}

function titleOf(frame: Frame, { title, documentType, languages }: Layout, content: PaperContent, say: Say): Block[] {
  const [usual, second] = say(`titles.${documentType}`, { period: content.period ?? '' });
  const size = frame.letter + 6;
  const upper = (words: string, language: Language) => words.trim().toLocaleUpperCase(language);
  return [
    wordsBlock(frame, upper(title ?? usual, languages[0]), { size, weight: 700, align: 'middle' }, second ? 0 : 8),
    ...(second ? [wordsBlock(frame, second.trim(), { size: frame.letter, align: 'middle' }, 8)] : []),
    ...(['cancelled', 'draft'] as const).flatMap(mark =>
      content[mark] ? [wordsBlock(frame, both(say(mark)), { size, weight: 700, align: 'middle' })] : [],
    ),
  ];
}

function tableOf(frame: Frame, { columns: chosen }: Layout, { rows }: PaperContent, say: Say): Block[] {
  if (rows.length === 0) return [];
  const columns = chosen.map((name): Column => {
    const [head, below] = say(`columns.${name}`);
    return { head, below, share: SHARES[name] ?? 1.2, figure: FIGURES.has(name) };
  });
  const head = headBlock(frame, columns);
  const under = head;
  return [
    head,
    ...rows.map(row => ({
      ...rowBlock(
        frame,
        columns,
        chosen.map(name => row[name] ?? ''),
        { notes: row.notes ?? [] },
      ),
      under,
    })),
  ];
}

function wordsOfAmount(frame: Frame, layout: Layout, { amount, style }: PaperContent, say: Say): Block[] {
  if (amount === null || !layout.showAmountInWords) return [];
  const [first, second] = layout.languages;
  const [label, below] = say('words');
  return [
    wordsBlock(frame, `${label}: ${amountInWords(amount, first, style)}`, {}, second ? 0 : 8),
    ...(second
      ? [wordsBlock(frame, `${below}: ${amountInWords(amount, second, style)}`, { size: frame.letter - 1.5 }, 8)]
      : []),
  ];
}

/** A code of black and white squares with the quiet ones around it. */
function drawCode(sheet: Sheet, code: string, x: number, y: number): void {
  const { size, data } = create(code, { errorCorrectionLevel: 'M' }).modules;
  const dark = (row: number, column: number) => {
    const [r, c] = [row - QUIET, column - QUIET];
    return r >= 0 && c >= 0 && r < size && c < size && data[r * size + c] === 1;
  };
  sheet.squares(dark, size + 2 * QUIET, x, y, QR);
}

const markBlock = ({ left }: Frame, mark: string): Block => ({
  height: QR + 16,
  draw: (sheet, y) => drawCode(sheet, mark, left, y + 6),
});

function bankBlock(frame: Frame, { qr }: Layout, { bank, qr: code }: PaperContent, say: Say): Block {
  const shown = qr !== 'NONE' && code;
  const rows = (['name', 'number', 'holder', 'content'] as const).flatMap(key =>
    bank?.[key] ? [[`${both(say(`bank.${key}`))}:`, bank[key]] as const] : [],
  );
  const step = frame.letter * 2;
  return {
    height: Math.max(shown ? QR : 0, rows.length * step + 10) + 16,
    draw(sheet, y) {
      if (shown) drawCode(sheet, code, frame.left, y + 6);
      const x = frame.left + (shown ? QR + 16 : 0);
      const room = frame.right - x - 104;
      let at = y + 6 + step;
      for (const [label, value] of rows) {
        sheet.text(label, x, at, { size: frame.letter - 1 });
        for (const line of sheet.lines(value, room, { size: frame.letter, weight: 700 }).slice(0, 2)) {
          sheet.text(line, x + 104, at, { size: frame.letter, weight: 700 });
          at += step;
        }
      }
    },
  };
}

/** Title, how to sign, room for it, and the name. */
function signaturesOf(frame: Frame, layout: Layout, say: Say): Block[] {
  const { signatures, languages, size } = layout;
  if (signatures.length === 0) return [];
  const room = (size.height > 700 ? 24 : 16) * MM;
  const each = (frame.right - frame.left) / signatures.length;
  const { letter } = frame;
  const line = letter * 1.35;
  const second = languages[1];
  const titles = signatures.map(one => linesOf(signatureTitle(one, languages[0]), each - 6, letter, 700, languages[0]));
  const most = Math.max(...titles.map(lines => lines.length));
  const [how] = say('sign');
  return [
    {
      height: (most + 2 + (second ? 1 : 0)) * line + room + line + 10,
      draw(sheet, y) {
        for (const [n, one] of signatures.entries()) {
          const x = frame.left + each * (n + 0.5);
          const middle = { size: letter, align: 'middle' } as const;
          for (const [row, words] of (titles[n] ?? []).entries())
            sheet.text(words, x, y + 10 + letter + row * line, { ...middle, weight: 700 });
          let at = y + 10 + letter + most * line;
          if (second) {
            const below = one.title ? '' : signatureTitle(one, second);
            sheet.text(below, x, at, { ...middle, size: letter - 2 });
            at += line;
          }
          sheet.text(how, x, at, { ...middle, size: letter - 1.5 });
          if (one.signer) sheet.text(one.signer, x, at + room, { ...middle, weight: 700 });
        }
      },
    },
  ];
}
