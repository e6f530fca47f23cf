import { fund } from '@lobby/shared/modules/fund.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { takeTurn } from '../../kit/database/turns.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { isAdmin } from '../../platform/auth/admins.ts';
import { todayOf } from '../lock-date/index.ts';
import type { Line, Posting } from './entries.ts';

interface Narrowed {
  /** The last day that counts. */
  on?: string;
  /** The last moment at which an entry was written that counts. */
  postedBy?: Date;
  fundIds?: readonly string[];
  session?: Session;
}

/** What funds hold at the end of a day: the sum of their entries up to it, by fund. */
export async function fundBalances(
  projectId: string,
  { on, postedBy, fundIds, session }: Narrowed = {},
): Promise<Map<string, number>> {
  const of = fundIds ? { $in: [...fundIds] } : { $ne: null };
  const sums = await modelOf(journalEntry)
    .aggregate<{ _id: string; sum: number }>([
      {
        $match: {
          projectId,
          deletedAt: null,
          ...(on && { accountingDate: { $lte: on } }),
          ...(postedBy && { createdAt: { $lte: postedBy } }),
          'lines.fundId': fundIds ? of : { $exists: true },
        },
      },
      { $unwind: '$lines' },
      { $match: { 'lines.account': 'FUND', 'lines.fundId': of } },
      {
        $group: {
          _id: '$lines.fundId',
          sum: { $sum: { $subtract: [{ $ifNull: ['$lines.debit', 0] }, { $ifNull: ['$lines.credit', 0] }] } },
        },
      },
    ])
    .session(session ?? null)
    .option({ maxTimeMS: 20_000 });
  return new Map(sums.map(({ _id, sum }) => [_id, sum]));
}

/** Refuses to take out of a till what is not in it, on the day and today. */
async function refuseEmpty(ctx: Ctx, fundId: string, amount: number, day: string, session: Session): Promise<void> {
  for (const on of new Set([day, todayOf(ctx)])) {
    const there = (await fundBalances(ctx.projectId, { on, fundIds: [fundId], session })).get(fundId) ?? 0;
    if (there < amount) fail('FUND_NOT_ENOUGH', { there, needed: amount, date: on });
  }
}

/** Which funds an entry takes out of, and how much in all. */
function movedBy(lines: readonly Line[]): Map<string, number> {
  const moved = new Map<string, number>();
  for (const { account, fundId, debit, credit } of lines)
    if (account === 'FUND' && fundId) moved.set(fundId, (moved.get(fundId) ?? 0) + (credit ?? 0) - (debit ?? 0));
  return moved;
}

/** What must hold of the funds that an entry moves: their keepers alone do it, and a till never gives more than is in it. */
export async function fundRules(ctx: Ctx, { kind, day }: Posting, lines: readonly Line[]): Promise<Partial<Change>> {
  const moved = movedBy(lines);
  if (moved.size === 0 || kind === 'OPENING_FUND') return {};
  const funds = await modelOf(fund)
    .find({ projectId: ctx.projectId, _id: { $in: [...moved.keys()] } })
    .lean<Stored[]>();
  await refuseStranger(ctx, funds);
  const out = funds.filter(one => one.kind === 'CASH' && (moved.get(one._id) ?? 0) > 0);
  if (out.length === 0) return {};
  return {
    // Who take out of one till at once do it one after another.
    async first(session) {
      for (const { _id } of out) await takeTurn(`fund ${_id}`, session);
      for (const { _id } of out) await refuseEmpty(ctx, _id, moved.get(_id) ?? 0, day, session);
    },
  };
}

/** A fund that has keepers is theirs, and the Admin's. */
export async function refuseStranger(ctx: Ctx, funds: readonly Stored[]): Promise<void> {
  if (ctx.kind !== 'staff') return;
  const strange = funds.find(({ keeperIds }) => {
    const keepers = Array.isArray(keeperIds) ? keeperIds : [];
    return keepers.length > 0 && !keepers.includes(ctx.employeeId);
  });
  if (strange && !(await isAdmin(ctx))) fail('FUND_NOT_YOURS', { fund: strange.name });
}
