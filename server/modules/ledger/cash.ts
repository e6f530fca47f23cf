import { fund } from '@lobby/shared/modules/fund.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import { type Doc, records, type Where } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { isAdmin } from '../../platform/auth/rights/admins.ts';
import type { Line, Posting } from './reports/entries.ts';

interface BalanceQuery {
  /** Last accounting date included. */
  on?: string;
  /** Latest time of posting included. */
  postedBy?: Date;
  fundIds?: readonly string[];
  session?: Session;
}

/** Balances of funds at the end of a day, summed from their entries. */
export async function fundBalances(
  projectId: string,
  { on, postedBy, fundIds, session }: BalanceQuery = {},
): Promise<Map<string, number>> {
  const wanted = fundIds ? { $in: [...fundIds] } : { $ne: null };
  const where: Where<typeof journalEntry> = {
    ...(on && { accountingDate: { $lte: on } }),
    ...(postedBy && { createdAt: { $lte: postedBy } }),
    'lines.fundId': fundIds ? wanted : { $exists: true },
  };
  const net = { $subtract: [{ $ifNull: ['$lines.debit', 0] }, { $ifNull: ['$lines.credit', 0] }] };
  const sums = await records(journalEntry)
    .in(session)
    .aggregate<{ _id: string; sum: number }>(
      { projectId },
      where,
      [
        { $unwind: '$lines' },
        { $match: { 'lines.account': 'FUND', 'lines.fundId': wanted } },
        { $group: { _id: '$lines.fundId', sum: { $sum: net } } },
      ],
      20_000,
    );
  return new Map(sums.map(({ _id, sum }) => [_id, sum]));
}

/** Refuses to overdraw a cash fund, on the day and today. */
async function assertEnough(ctx: Ctx, fundId: string, amount: number, day: string, session: Session): Promise<void> {
  for (const on of new Set([day, todayOf(ctx)])) {
    const balances = await fundBalances(ctx.projectId, { on, fundIds: [fundId], session });
    const there = balances.get(fundId) ?? 0;
    if (there < amount) fail('FUND_NOT_ENOUGH', { there, needed: amount, date: on });
  }
}

/** Net amount that an entry takes out of each fund. */
function movedBy(lines: readonly Line[]): Map<string, number> {
  const moved = new Map<string, number>();
  for (const { account, fundId, debit, credit } of lines)
    if (account === 'FUND' && fundId) moved.set(fundId, (moved.get(fundId) ?? 0) + (credit ?? 0) - (debit ?? 0));
  return moved;
}

/** Restricts movements to the funds' keepers, and keeps cash funds from being overdrawn. */
export async function fundRules(ctx: Ctx, { kind, day }: Posting, lines: readonly Line[]): Promise<Partial<Change>> {
  const moved = movedBy(lines);
  if (moved.size === 0 || kind === 'OPENING_FUND') return {};
  const funds = await records(fund)
    .withRemoved()
    .find(ctx, { _id: { $in: [...moved.keys()] } });
  await assertKeeper(ctx, funds);
  const tills = funds.filter(({ _id, kind }) => kind === 'CASH' && (moved.get(_id) ?? 0) > 0);
  if (tills.length === 0) return {};
  return {
    // Serialises postings that take money from a cash fund.
    async first(session) {
      for (const { _id } of tills) await serializeBy(`fund ${_id}`, session);
      for (const { _id } of tills) await assertEnough(ctx, _id, moved.get(_id) ?? 0, day, session);
    },
  };
}

/** Refuses staff other than the fund's keepers and admins. */
export async function assertKeeper(
  ctx: Ctx,
  funds: readonly Pick<Doc<typeof fund>, 'name' | 'keeperIds'>[],
): Promise<void> {
  if (ctx.kind !== 'staff') return;
  const foreign = funds.find(
    // Older funds have no keepers.
    ({ keeperIds = [] }) => keeperIds.length > 0 && !keeperIds.includes(ctx.employeeId ?? ''),
  );
  if (foreign && !(await isAdmin(ctx))) fail('FUND_NOT_YOURS', { fund: foreign.name });
}
