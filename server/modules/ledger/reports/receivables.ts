import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { calledIn } from '@lobby/shared/kit/nouns.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { receivableReport } from '@lobby/shared/modules/financial-reports.ts';
import { receivables } from '@lobby/shared/modules/ledger.contract.ts';
import { BILLED_KINDS, journalEntry } from '@lobby/shared/modules/ledger.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { text } from '../../../kit/base/messages.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { XLSX } from '../../../kit/sheets/export.ts';
import { type Cell, writeSheet } from '../../../kit/sheets/sheet.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';

const MONTHS = Array.from({ length: 12 }, (_, n) => String(n + 1).padStart(2, '0'));
type Report = AnswerOf<typeof receivables>;
type Figures = Pick<Report, 'billed' | 'received' | 'before'>;

const query = z.strictObject({ year: z.coerce.number().int().min(2000).max(2100) });
const none = (): Figures => ({
  billed: MONTHS.map(() => 0),
  received: MONTHS.map(() => 0),
  before: MONTHS.map(() => 0),
});

interface Sum {
  _id: { month: string; serviceId: string | null; billed: boolean };
  amount: number;
}

/** Billed and received amounts of a year by service and month, with the previous year, from the journal. */
async function loadReceivables(projectId: string, year: number): Promise<Report> {
  const sums = await records(journalEntry).aggregate<Sum>(
    { projectId },
    { 'lines.account': 'RECEIVABLE', accountingDate: { $gte: `${year - 1}-01-01`, $lte: `${year}-12-31` } },
    [
      { $unwind: '$lines' },
      { $match: { 'lines.account': 'RECEIVABLE' } },
      {
        $group: {
          _id: {
            month: { $substrBytes: ['$accountingDate', 0, 7] },
            serviceId: '$lines.serviceId',
            billed: { $in: ['$kind', BILLED_KINDS] },
          },
          amount: { $sum: { $subtract: [{ $ifNull: ['$lines.debit', 0] }, { $ifNull: ['$lines.credit', 0] }] } },
        },
      },
    ],
    20_000,
  );
  const all = none();
  const services = new Map<string, Figures>();
  for (const { _id, amount } of sums) {
    const [ofYear = '', month = ''] = _id.month.split('-');
    const at = Number(month) - 1;
    const serviceId = _id.serviceId ?? '';
    const ofService = services.get(serviceId) ?? none();
    services.set(serviceId, ofService);
    const name = !_id.billed ? 'received' : Number(ofYear) === year ? 'billed' : 'before';
    if (name === 'received' && Number(ofYear) !== year) continue;
    const signed = name === 'received' ? -amount : amount;
    for (const to of [all, ofService]) to[name][at] = (to[name][at] ?? 0) + signed;
  }
  const order = await loadRefs(projectId, service, [...services.keys()]);
  const placed = (id: string) => order.get(id)?.order ?? 1000;
  return {
    year,
    ...all,
    services: [...services]
      .toSorted(([a], [b]) => placed(a) - placed(b) || (a < b ? -1 : 1))
      .map(([serviceId, figures]) => ({ serviceId, ...figures })),
  };
}

/** Receivables as spreadsheet rows, one per service and month. */
async function* rowsOf(ctx: Ctx, report: Report): AsyncGenerator<Cell[][]> {
  const say = (key: string) => text(ctx, `books.receivables.${key}`);
  yield [['service', 'month', 'billed', 'before', 'received'].map(say)];
  const names = await loadRefs(
    ctx.projectId,
    service,
    report.services.map(({ serviceId }) => serviceId),
  );
  for (const { serviceId, billed, before, received } of report.services)
    yield MONTHS.map((month, n) => [
      calledIn(service, names.get(serviceId), ctx.language),
      `${month}/${report.year}`,
      billed[n] ?? 0,
      before[n] ?? 0,
      received[n] ?? 0,
    ]);
}

const shared = { method: 'get', module: receivableReport.code, query } as const;

export const receivableRoutes: readonly Route[] = [
  route(receivables, {
    flags: ['read'],
    run: (ctx, { query: { year } }) => loadReceivables(ctx.projectId, year),
  }),
  route({
    ...shared,
    path: `${receivableReport.path}/export`,
    summary: 'The same as a spreadsheet',
    flags: ['export'],
    answer: XLSX,
    async run(ctx, { query: { year }, res }) {
      const report = await loadReceivables(ctx.projectId, year);
      res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="receivables-${year}.xlsx"` });
      await writeSheet(res, text(ctx, 'books.receivables.title'), rowsOf(ctx, report));
    },
  }),
];
