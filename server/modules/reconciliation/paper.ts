import type { Response } from 'express';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { numberIn } from '../../kit/base/numbers.ts';
import { A4 } from '../../kit/paper/pdf.ts';
import { drawnTo } from '../../platform/projects/paper/paper.ts';
import { type Block, drawPages, frameOf, headBlock, rowBlock, wordsBlock } from '../template/index.ts';
import { type DaySheet, daySheet } from './day.ts';

const written = (day: string) => day.split('-').toReversed().join('/');
const SUMS = ['clearing', 'receivables', 'unitAccounts', 'advances', 'deposits'] as const;

/** Tables of the daily sheet; the first row of each is its header. */
function tablesOf(ctx: Ctx, sheet: DaySheet): { title: string; rows: (string | number)[][] }[] {
  const say = (key: string) => text(ctx, `reconciliation.day.${key}`);
  const heads = (...keys: string[]) => keys.map(say);
  const method = (name: string) => (name ? text(ctx, `receipt.options.method.${name}`) : '');
  const vouchers = (key: 'receipts' | 'payslips') => ({
    title: say(key),
    rows: [heads('method', 'count', 'amount'), ...sheet[key].map(row => [method(row.name), row.count, row.amount])],
  });
  return [
    {
      title: say('funds'),
      rows: [
        heads('fund', 'opening', 'in', 'out', 'closing', 'counted'),
        ...sheet.funds.map(fund => [fund.name, fund.opening, fund.in, fund.out, fund.closing, '']),
      ],
    },
    vouchers('receipts'),
    vouchers('payslips'),
    { title: say('sums'), rows: [heads('what', 'amount'), ...SUMS.map(key => [say(key), sheet[key]])] },
    {
      title: say('numbers'),
      rows: [
        heads('what', 'count', 'from', 'to'),
        ...sheet.numbers.map(number => [text(ctx, `${number.name}.name`), number.count, number.from, number.to]),
      ],
    },
    {
      title: say('checks'),
      rows: [
        heads('what', 'state'),
        ...sheet.checks.map(({ check, state }) => [
          text(ctx, `reconciliation.checks.${check}`),
          text(ctx, `reconciliation.states.${state}`),
        ]),
      ],
    },
  ];
}

/** The daily sheet as PDF, to be signed by hand. */
export async function dayPaper(ctx: Ctx, res: Response, on: string): Promise<void> {
  const sheet = await daySheet(ctx, on);
  const say = (key: string) => text(ctx, `reconciliation.day.${key}`);
  const figure = (value: string | number) => (typeof value === 'number' ? numberIn(ctx.language, value) : value);
  await drawnTo(ctx, res, `day-${on}`, async (pdf, project) => {
    const frame = frameOf(A4, ctx.language);
    const blocks: Block[] = [
      wordsBlock(frame, project.name, { weight: 700 }),
      wordsBlock(frame, say('title'), { size: frame.letter + 6, weight: 700, align: 'middle' }),
      wordsBlock(frame, written(on), { align: 'middle' }, 12),
    ];
    for (const { title, rows } of tablesOf(ctx, sheet)) {
      const [heads = [], ...body] = rows;
      if (body.length === 0) continue;
      const columns = heads.map((head, n) => ({
        head: String(head),
        below: '',
        share: n === 0 ? 2 : 1,
        figure: body.some(row => typeof row[n] === 'number'),
      }));
      const under = headBlock(frame, columns);
      blocks.push(wordsBlock(frame, title, { weight: 700 }, 4), under);
      for (const row of body) blocks.push({ ...rowBlock(frame, columns, row.map(figure)), under });
    }
    blocks.push(wordsBlock(frame, `\n${say('signed')}\n\n\n\n`, { align: 'end' }));
    await drawPages(pdf, ctx, frame, blocks);
  });
}
