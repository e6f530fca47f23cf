import type { Period } from '@lobby/shared/billing/periods.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { z } from 'zod';
import { failFields } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import type { Line } from '../ledger/index.ts';
import { periodQuery, refuseLong } from '../ledger/index.ts';

const MOST_ROWS = 5000;

const answer = z.object({
  opening: z.int(),
  in: z.int(),
  out: z.int(),
  closing: z.int(),
  rows: z.array(
    z.object({
      id: z.string(),
      day: z.string(),
      entry: z.string(),
      source: z.string(),
      unitId: z.string().nullable(),
      in: z.int(),
      out: z.int(),
      balance: z.int(),
    }),
  ),
});

/** What entries moved in the funds: in and out, VND. */
function moved(doc: Stored, fundIds: ReadonlySet<string>): { in: number; out: number } {
  const own = (doc.lines as Line[]).filter(({ account, fundId }) => account === 'FUND' && fundIds.has(String(fundId)));
  const side = (name: 'debit' | 'credit') => own.reduce((sum, line) => sum + (line[name] ?? 0), 0);
  return { in: side('debit'), out: side('credit') };
}

async function cashbookOf(projectId: string, fundId: string | undefined, { start, end }: Period) {
  const funds = await modelOf(fund)
    .find({ projectId, deletedAt: null, ...(fundId && { _id: fundId }) }, { _id: 1 })
    .lean<Stored[]>();
  if (fundId && funds.length === 0) failFields({ fundId: { code: 'REFERENCE_NOT_FOUND' } });
  const ids = new Set(funds.map(({ _id }) => _id));
  const query = { projectId, deletedAt: null, accountingDate: { $lte: end }, 'lines.account': 'FUND' };
  let opening = 0;
  const found: { doc: Stored; in: number; out: number }[] = [];
  for await (const doc of modelOf(journalEntry)
    .find(query)
    .sort({ accountingDate: 1, no: 1 })
    .lean<Stored[]>()
    .cursor()) {
    const one = moved(doc, ids);
    if (one.in === 0 && one.out === 0) continue;
    // What a fund began with is what there was before its first day.
    if (String(doc.accountingDate) < start || doc.documentType === 'fund') opening += one.in - one.out;
    else found.push({ doc, ...one });
  }
  let balance = opening;
  const rows = found.map(({ doc, ...one }) => {
    balance += one.in - one.out;
    return {
      id: doc._id,
      day: String(doc.accountingDate),
      entry: String(doc.kind),
      source: String(doc.documentCode ?? ''),
      unitId: (doc.unitIds as string[] | undefined)?.[0] ?? null,
      ...one,
      balance,
    };
  });
  const sum = (name: 'in' | 'out') => found.reduce((total, one) => total + one[name], 0);
  return { opening, in: sum('in'), out: sum('out'), closing: balance, rows: rows.slice(-MOST_ROWS) };
}

/** The cashbook of a fund, or of all: what there was, what came and went by day with the balance after each, what there is. */
export const cashbookRoute: Route = route({
  method: 'get',
  path: '/cashbook',
  summary: 'The cashbook of a fund between two days',
  module: 'CASHBOOK',
  flags: ['read'],
  query: periodQuery.extend({ fundId: idSchema.optional() }),
  answer,
  run({ projectId }, { query: { fundId, from, to } }) {
    refuseLong(from, to);
    return cashbookOf(projectId, fundId, { start: from, end: to });
  },
});
