import type { Writable } from 'node:stream';
import { DAY_MS, dayOf } from '@lobby/shared/kit/dates.ts';
import type { ReportResult } from '@lobby/shared/modules/report.contract.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { clockAt } from '../../kit/base/local-time.ts';
import { text } from '../../kit/base/messages.ts';
import { dayWords, neutral, stamp } from '../../kit/sheets/cell.ts';
import { type Cell, type Page, writeBook } from '../../kit/sheets/sheet.ts';

const EPOCH = Date.UTC(1899, 11, 30);
const MINUTES = 1440;
/** Serial number of a day in spreadsheets. */
const serial = (day: string) => (Date.parse(`${day}T00:00:00Z`) - EPOCH) / DAY_MS;
const bold = (words: string): Cell => ({ text: words, look: 'bold' });

function cellOf(ctx: Ctx, kind: string, value: string | number | null): Cell {
  if (typeof value !== 'string') return value;
  if (kind === 'date') return { number: serial(value), look: 'day' };
  if (kind === 'instant') {
    const at = new Date(value);
    const zone = ctx.project.timeZone;
    return { number: serial(dayOf(at, zone)) + clockAt(at, zone).minutes / MINUTES, look: 'moment' };
  }
  return neutral(kind === 'month' ? dayWords(value) : value);
}

/** Writes a result as a workbook: groups, rows, and the description of the report. */
export async function writeReport(ctx: Ctx, out: Writable, result: ReportResult): Promise<void> {
  const { columns, rows, groups, groupHeads, totalHeads, totals } = result;
  const say = (key: string) => text(ctx, `report.file.${key}`);
  const pages: Page[] = [];
  if (groups.length > 0) {
    const head = [...groupHeads, ...totalHeads.map(({ label }) => label)].map(bold);
    const lines = groups.map(({ keys, totals: sums }): Cell[] => [...keys.map(neutral), ...sums]);
    const all = [bold(say('total')), ...groupHeads.slice(1).map(() => null), ...totals];
    pages.push({ name: say('groups'), batches: [[head], lines, [all]], headed: true, filtered: head.length });
  }
  if (columns.length > 0) {
    const lines = rows.map(({ values }) => values.map((value, n) => cellOf(ctx, columns[n]?.kind ?? '', value)));
    const head = columns.map(({ label }) => bold(label));
    pages.push({ name: say('rows'), batches: [[head], lines], headed: true, filtered: head.length });
  }
  const about: Cell[][] = [
    [bold(say('name')), neutral(result.name)],
    [bold(say('source')), text(ctx, `${result.source}.plural`)],
    [bold(say('period')), result.period ? result.period.split('..').map(dayWords).join(' – ') : say('allTime')],
    [bold(say('asOf')), stamp(ctx.now, ctx.project.timeZone)],
    [bold(say('zone')), ctx.project.timeZone],
    [bold(say('by')), neutral(ctx.actor.name)],
    [bold(say('count')), result.count],
    ...totalHeads.map(({ label }, n): Cell[] => [bold(label), totals[n] ?? null]),
  ];
  pages.push({ name: say('about'), batches: [about] });
  await writeBook(out, pages);
}
