import { fund } from '@lobby/shared/modules/fund.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import type { daySheetSchema } from '@lobby/shared/modules/reconciliation.contract.ts';
import { CHECKS } from '@lobby/shared/modules/reconciliation.ts';
import type { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { records } from '../../kit/store/records.ts';
import { atOneMoment, docsOf } from '../ledger/index.ts';
import { standings, stateOf } from './store.ts';

export type DaySheet = z.infer<typeof daySheetSchema>;

interface Sum {
  _id: { account: string; fundId: string | null };
  before: number;
  debit: number;
  credit: number;
}

/** Balance before a day and movements of the day by account and fund, from journal sums. */
const loadSums = (projectId: string, on: string, session: Session): Promise<Sum[]> => {
  const [debit, credit] = [{ $ifNull: ['$lines.debit', 0] }, { $ifNull: ['$lines.credit', 0] }];
  const today = (side: object) => ({ $sum: { $cond: [{ $eq: ['$accountingDate', on] }, side, 0] } });
  const before = { $cond: [{ $lt: ['$accountingDate', on] }, { $subtract: [debit, credit] }, 0] };
  return records(journalEntry)
    .in(session)
    .aggregate<Sum>(
      { projectId },
      { accountingDate: { $lte: on } },
      [
        { $unwind: '$lines' },
        {
          $group: {
            _id: { account: '$lines.account', fundId: { $ifNull: ['$lines.fundId', null] } },
            before: { $sum: before },
            debit: today(debit),
            credit: today(credit),
          },
        },
      ],
      20_000,
    );
};

/** Vouchers of a day: those in force by payment method, and the range of codes including cancelled ones. */
async function loadVouchers(definition: typeof receipt | typeof payslip, ctx: Ctx, on: string, session: Session) {
  const by = new Map<string, { name: string; count: number; amount: number }>();
  const codes: string[] = [];
  for await (const doc of docsOf(definition, { projectId: ctx.projectId, accountingDate: on }, session)) {
    if (doc.code) codes.push(doc.code);
    if (doc.status !== 'NOT_CANCELED') continue;
    const name = doc.method ?? '';
    const sum = by.get(name) ?? { name, count: 0, amount: 0 };
    by.set(name, { name, count: sum.count + 1, amount: sum.amount + doc.amount });
  }
  codes.sort();
  const [from, to] = [codes[0], codes.at(-1)];
  return {
    by: [...by.values()].toSorted((a, b) => b.amount - a.amount),
    numbers: from && to ? [{ name: definition.name, count: codes.length, from, to }] : [],
  };
}

/** Daily sheet: funds, vouchers, balances of the units, and the state of the checks. */
export const daySheet = (ctx: Ctx, on: string): Promise<DaySheet> =>
  atOneMoment(async session => {
    const all = await loadSums(ctx.projectId, on, session);
    const closing = (account: string) =>
      all
        .filter(({ _id }) => _id.account === account)
        .reduce((sum, { before, debit, credit }) => sum + before + debit - credit, 0);
    const funds: DaySheet['funds'] = [];
    const docs = await records(fund)
      .withRemoved()
      .in(session)
      .find(ctx, {}, { sort: { order: 1, createdAt: 1 } });
    for (const { _id: id, name, deletedAt } of docs) {
      const row = all.find(({ _id }) => _id.account === 'FUND' && _id.fundId === id);
      if (deletedAt && !row) continue;
      const { before = 0, debit = 0, credit = 0 } = row ?? {};
      funds.push({ id, name, opening: before, in: debit, out: credit, closing: before + debit - credit });
    }
    const came = await loadVouchers(receipt, ctx, on, session);
    const went = await loadVouchers(payslip, ctx, on, session);
    const rows = await standings().find({ projectId: ctx.projectId }, { session }).toArray();
    return {
      on,
      funds,
      receipts: came.by,
      payslips: went.by,
      clearing: closing('CLEARING'),
      receivables: closing('RECEIVABLE'),
      unitAccounts: -closing('UNIT_ACCOUNT'),
      advances: -closing('ADVANCE'),
      deposits: -closing('DEPOSIT'),
      numbers: [...came.numbers, ...went.numbers],
      checks: CHECKS.flatMap(check => {
        const row = rows.find(standing => standing.check === check);
        return row ? [{ check, state: stateOf(row) }] : [];
      }),
    };
  });
