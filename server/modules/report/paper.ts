import type { Writable } from 'node:stream';
import type { ReportResult } from '@lobby/shared/modules/report.contract.ts';
import { NUMBERS } from '@lobby/shared/modules/report.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { numberIn } from '../../kit/base/numbers.ts';
import { A4, openPdf, type Sheet } from '../../kit/paper/pdf.ts';
import { dayWords, stamp } from '../../kit/sheets/cell.ts';
import { loadProject } from '../../platform/projects/projects.ts';

const MARGIN = 40;
const HEAD = 96;
const LINE = 16;
/** Number of columns above which the page is in landscape format. */
const WIDE = 6;
const SMALL = { size: 8 } as const;

interface Table {
  heads: readonly { label: string; figure: boolean }[];
  lines: readonly (readonly string[])[];
}
interface Place {
  width: number;
  page: number;
  pages: number;
}

function tablesOf(ctx: Ctx, result: ReportResult): Table[] {
  const say = (kind: string, value: string | number | null) => {
    if (value === null) return '';
    if (typeof value === 'number') return numberIn(ctx.language, value, 4);
    if (kind === 'instant') return stamp(new Date(value), ctx.project.timeZone);
    return kind === 'date' || kind === 'month' ? dayWords(value) : value;
  };
  const { columns, rows, groups, groupHeads, totalHeads, totals } = result;
  const sums = (figures: readonly (number | null)[]) => totalHeads.map(({ kind }, n) => say(kind, figures[n] ?? null));
  const heads = [
    ...groupHeads.map(label => ({ label, figure: false })),
    ...totalHeads.map(({ label }) => ({ label, figure: true })),
  ];
  const all = [text(ctx, 'report.file.total'), ...groupHeads.slice(1).map(() => ''), ...sums(totals)];
  const grouped = { heads, lines: [...groups.map(({ keys, totals: figures }) => [...keys, ...sums(figures)]), all] };
  const listed = {
    heads: columns.map(({ label, kind }) => ({ label, figure: NUMBERS.includes(kind) })),
    lines: rows.map(({ values }) => values.map((value, n) => say(columns[n]?.kind ?? '', value))),
  };
  return [...(groups.length > 0 ? [grouped] : []), ...(columns.length > 0 ? [listed] : [])];
}

/** Draws the part of a table on a page. */
function drawTable(sheet: Sheet, { heads, lines }: Table, width: number): void {
  const room = (width - 2 * MARGIN) / Math.max(1, heads.length);
  const write = (words: string, n: number, y: number, weight: 400 | 700) => {
    const figure = heads[n]?.figure ?? false;
    const [first = ''] = sheet.lines(words, room - 6, SMALL);
    const x = MARGIN + n * room + (figure ? room - 6 : 0);
    sheet.text(first, x, y, { ...SMALL, weight, align: figure ? 'end' : 'start' });
  };
  for (const [n, { label }] of heads.entries()) write(label, n, HEAD, 700);
  sheet.line(MARGIN, HEAD + 5, width - MARGIN, HEAD + 5, 0.5);
  for (const [at, line] of lines.entries())
    for (const [n, words] of line.entries()) write(words, n, HEAD + (at + 1) * LINE, 400);
}

/** Prints a result: heading with project and period, groups and rows, numbered pages. */
export async function printReport(ctx: Ctx, out: Writable, result: ReportResult): Promise<void> {
  const tables = tablesOf(ctx, result);
  const project = await loadProject(ctx.projectId);
  const isWide = tables.some(({ heads }) => heads.length > WIDE);
  const { width, height } = isWide ? { width: A4.height, height: A4.width } : A4;
  const fits = Math.floor((height - HEAD - MARGIN) / LINE);
  const parts = tables.flatMap(table =>
    Array.from({ length: Math.max(1, Math.ceil(table.lines.length / fits)) }, (_, n) => ({
      ...table,
      lines: table.lines.slice(n * fits, (n + 1) * fits),
    })),
  );
  const period = result.period?.split('..').map(dayWords).join(' – ') ?? text(ctx, 'report.file.allTime');
  const asOf = `${text(ctx, 'report.file.asOf')} ${stamp(ctx.now, ctx.project.timeZone)}`;
  const head = (sheet: Sheet, { width: wide, page, pages }: Place) => {
    sheet.text(project?.name ?? '', MARGIN, MARGIN, { size: 9, weight: 700 });
    sheet.text(`${page} / ${pages}`, wide - MARGIN, MARGIN, { size: 9, align: 'end' });
    sheet.text(result.name, wide / 2, MARGIN + 18, { size: 14, weight: 700, align: 'middle' });
    sheet.text(`${period} · ${asOf} · ${ctx.actor.name}`, wide / 2, MARGIN + 34, { ...SMALL, align: 'middle' });
  };
  const pdf = openPdf(out, result.name);
  const pages = Math.max(1, parts.length);
  for (let n = 0; n < pages; n++)
    await pdf.page(
      ctx.language,
      sheet => {
        head(sheet, { width, page: n + 1, pages });
        const part = parts[n];
        if (part) drawTable(sheet, part, width);
      },
      { width, height },
    );
  await pdf.close();
}
