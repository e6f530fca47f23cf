import type { Language } from '@lobby/shared/kit/languages.ts';
import type { Response } from 'express';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { numberIn } from '../../kit/base/numbers.ts';
import { A4, openPdf } from '../../kit/paper/pdf.ts';
import { dayWords } from '../../kit/sheets/cell.ts';
import { fieldOf } from '../../kit/store/records.ts';
import { loadProject } from '../../platform/projects/projects.ts';
import { type Block, drawPages, frameOf, headBlock, rowBlock, wordsBlock } from '../template/index.ts';

const WIDE = { width: A4.height, height: A4.width };
/** Columns that fit beside each other on a page. */
const MOST_COLUMNS = 9;
const NAMES = ['name', 'step', 'code', 'month', 'key'];

const figureIn = (language: Language, value: unknown): string =>
  typeof value === 'number' ? numberIn(language, value, 1) : typeof value === 'string' ? value : '';
const written = (day: string) => day.split('-').toReversed().join('/');

/** Columns that are printed: ids, lists and internal keys are left out. */
export const columnsIn = (rows: readonly object[]): string[] =>
  Object.keys(rows[0] ?? {}).filter(key => !/Id$|^list$|By$/.test(key));

/** Writes tables of figures as a PDF: totals as a list, everything else as tables that repeat their head on each page. */
export async function givePaper(
  ctx: Ctx,
  res: Response,
  { name, from, to, tables }: { name: string; from: string; to: string; tables: Record<string, readonly object[]> },
): Promise<void> {
  const say = (key: string) => text(ctx, `amenity-statistics.${key}`);
  const figure = (value: unknown) => (typeof value === 'string' ? dayWords(value) : figureIn(ctx.language, value));
  const project = await loadProject(ctx.projectId);
  const frame = frameOf(WIDE, ctx.language);
  const column = (key: string) => ({
    head: say(`figures.${key}`),
    below: '',
    share: NAMES.includes(key) ? 2.4 : 1,
    figure: !NAMES.includes(key),
  });
  const blocks: Block[] = [
    wordsBlock(frame, project?.name ?? '', { weight: 700 }),
    wordsBlock(frame, say('title'), { size: frame.letter + 6, weight: 700, align: 'middle' }),
    wordsBlock(frame, `${written(from)} - ${written(to)}`, { align: 'middle' }, 12),
  ];
  for (const [table, rows] of Object.entries(tables)) {
    const [first] = rows;
    if (!first) continue;
    blocks.push(wordsBlock(frame, say(`tables.${table}`), { weight: 700 }, 4));
    if (table === 'totals') {
      const two = [column('name'), column('bookings')].map(head => ({ ...head, head: '' }));
      for (const key of columnsIn(rows))
        blocks.push(rowBlock(frame, two, [say(`figures.${key}`), figure(fieldOf(first, key))]));
      continue;
    }
    const keys = columnsIn(rows).slice(0, MOST_COLUMNS);
    const columns = keys.map(column);
    const under = headBlock(frame, columns);
    blocks.push(under);
    for (const row of rows)
      blocks.push({
        ...rowBlock(
          frame,
          columns,
          keys.map(key => figure(fieldOf(row, key))),
        ),
        under,
      });
  }
  res.set({ 'Content-Type': 'application/pdf', 'Content-Disposition': `attachment; filename="${name}.pdf"` });
  const pdf = openPdf(res, say('title'));
  await drawPages(pdf, ctx, frame, blocks, WIDE);
  await pdf.close();
}
