import { type AmountStyle, amountInWords } from '@lobby/shared/kit/amount-words.ts';
import type { Language } from '@lobby/shared/kit/languages.ts';
import { create } from 'qrcode';
import { text, type WordingScope } from '../../kit/base/messages.ts';
import { A4, type Pdf, type Sheet } from '../../kit/paper/pdf.ts';
import type { Project } from '../../platform/projects/projects.ts';
import type { Paper } from './papers.ts';

const MARGIN = 42;
const RIGHT = A4.width - MARGIN;
const ROW = 18;
/** Rows of a table on one sheet: what stands above and below them still fits. */
const MOST_ROWS = 18;
const QR = 124;
/** The quiet squares around a code, by its standard. */
const QUIET = 4;
/** Where the figures of a row end. */
const ENDS = { quantity: 318, net: 400, vat: 470, sum: RIGHT - 6 } as const;

type Line = Paper['lines'][number];
type Say = (key: string, params?: Record<string, unknown>) => string;

const dayOf = (day: string) => day.split('-').toReversed().join('/');

/** A notice as a page of a PDF, or several where it names many bills. */
export async function drawNotice(
  pdf: Pdf,
  paper: Paper,
  project: Pick<Project, 'name' | 'address' | 'hotline' | 'billing'>,
  speech: WordingScope,
): Promise<void> {
  const { language } = speech;
  const say: Say = (key, params) => text(speech, `fee-notice.${key}`, params);
  const parts: Line[][] = [];
  for (let at = 0; at === 0 || at < paper.lines.length; at += MOST_ROWS)
    parts.push(paper.lines.slice(at, at + MOST_ROWS));
  for (const [n, lines] of parts.entries())
    await pdf.page(language, sheet => {
      const top = drawHead(sheet, paper, project, say, n > 0 ? `${n + 1}/${parts.length}` : '');
      const end = drawRows(sheet, lines, top, say, language);
      if (n === parts.length - 1) drawFoot(sheet, paper, end, say, { language, style: project.billing?.amountWords });
    });
}

function drawHead(
  sheet: Sheet,
  paper: Paper,
  project: Pick<Project, 'name' | 'address' | 'hotline'>,
  say: Say,
  page: string,
): number {
  let y = MARGIN + 12;
  sheet.text(project.name, MARGIN, y, { size: 13, weight: 700 });
  sheet.text(paper.code, RIGHT, y, { weight: 700, align: 'end' });
  sheet.text(dayOf(paper.day), RIGHT, y + 15, { align: 'end', size: 9 });
  for (const line of [...sheet.lines(project.address ?? '', 340, { size: 9 }), project.hotline ?? '']) {
    y += 13;
    sheet.text(line, MARGIN, y, { size: 9 });
  }
  y += 34;
  const title = say('paper.title', { month: dayOf(paper.month) });
  sheet.text(title.toLocaleUpperCase(), A4.width / 2, y, { size: 16, weight: 700, align: 'middle' });
  if (page) sheet.text(page, RIGHT, y, { size: 9, align: 'end' });
  y += 28;
  sheet.text(`${say('paper.to')}: ${paper.payer || paper.unit}`, MARGIN, y, { size: 11, weight: 700 });
  sheet.text(paper.unit, RIGHT, y, { size: 11, weight: 700, align: 'end' });
  return y + 14;
}

function drawRows(sheet: Sheet, lines: readonly Line[], top: number, say: Say, language: Language): number {
  const money = new Intl.NumberFormat(language === 'vi' ? 'vi' : 'en');
  let y = top + ROW;
  const rule = () => sheet.line(MARGIN, y - 13, RIGHT, y - 13);
  rule();
  const head = { size: 9, weight: 700 } as const;
  sheet.text(say('paper.service'), MARGIN + 6, y, head);
  for (const key of ['quantity', 'net', 'vat', 'sum'] as const)
    sheet.text(say(`paper.${key}`), ENDS[key], y, { ...head, align: 'end' });
  for (const line of lines) {
    y += ROW;
    rule();
    const [name = ''] = sheet.lines(line.service, 190);
    sheet.text(name, MARGIN + 6, y);
    const figures = {
      quantity: `${money.format(line.quantity)} ${line.unitName}`.trim(),
      net: money.format(line.net),
      vat: money.format(line.vat),
      sum: money.format(line.total),
    };
    for (const key of ['quantity', 'net', 'vat', 'sum'] as const)
      sheet.text(figures[key], ENDS[key], y, { align: 'end' });
  }
  y += ROW;
  rule();
  return y;
}

interface Written {
  language: Language;
  /** How the building writes amounts out. */
  style: AmountStyle | undefined;
}

function drawFoot(sheet: Sheet, paper: Paper, from: number, say: Say, { language, style }: Written): void {
  const money = new Intl.NumberFormat(language === 'vi' ? 'vi' : 'en');
  let y = from;
  const sums = [
    ['fields.newTotal', paper.total] as const,
    ...(paper.carried > 0 ? [['fields.debtTotal', paper.carried] as const] : []),
  ];
  for (const [key, amount] of sums) {
    sheet.text(say(key), MARGIN + 6, y);
    sheet.text(money.format(amount), ENDS.sum, y, { align: 'end' });
    y += ROW;
  }
  sheet.line(MARGIN, y - 13, RIGHT, y - 13, 1);
  sheet.text(say('fields.totalPayment'), MARGIN + 6, y + 2, { size: 12, weight: 700 });
  sheet.text(`${money.format(paper.owed)} VND`, ENDS.sum, y + 2, { size: 12, weight: 700, align: 'end' });
  y += 20;
  const words = `${say('paper.words')}: ${amountInWords(paper.owed, language, style)}`;
  for (const line of sheet.lines(words, RIGHT - MARGIN)) {
    sheet.text(line, MARGIN, y);
    y += 14;
  }
  if (paper.left < paper.owed) {
    const left = `${say('paper.left')}: ${money.format(paper.left)} VND`;
    sheet.text(paper.left > 0 ? left : say('paper.settled'), MARGIN, y + 4, { weight: 700 });
    y += 18;
  }
  if (paper.dueDate) {
    sheet.text(`${say('paper.due')}: ${dayOf(paper.dueDate)}`, MARGIN, y + 4, { weight: 700 });
    y += 18;
  }
  if (paper.bank) drawBank(sheet, paper, paper.bank, y + 14, say);
}

function drawBank(sheet: Sheet, paper: Paper, bank: NonNullable<Paper['bank']>, y: number, say: Say): void {
  if (paper.qr) {
    const { size, data } = create(paper.qr, { errorCorrectionLevel: 'M' }).modules;
    const dark = (row: number, column: number) => {
      const [r, c] = [row - QUIET, column - QUIET];
      return r >= 0 && c >= 0 && r < size && c < size && data[r * size + c] === 1;
    };
    sheet.squares(dark, size + QUIET * 2, MARGIN, y, QR);
  }
  const x = MARGIN + (paper.qr ? QR + 20 : 0);
  const rows = [
    ['bank', bank.name],
    ['account', bank.number],
    ['holder', bank.holder],
    ['content', bank.content],
  ] as const;
  let at = y + 22;
  for (const [key, value] of rows) {
    sheet.text(`${say(`paper.${key}`)}:`, x, at, { size: 9 });
    sheet.text(value, x + 110, at, { weight: 700 });
    at += 22;
  }
}
