import type { StatementLine } from '@lobby/shared/billing/statements.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { bankTransaction } from '@lobby/shared/modules/bank-transaction.ts';
import { feeNotice, SENT } from '@lobby/shared/modules/fee-notice.ts';
import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

interface Found {
  unitId: string | null;
  foundBy: 'NONE' | 'VIRTUAL_ACCOUNT' | 'CONTENT' | 'AMOUNT' | 'HISTORY';
}

/** Letters and digits alone, with a space at each end of a run: `A-12.05` is ` A 12 05 `. */
const spaced = (text: string) =>
  ` ${fold(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()} `;
const joined = (text: string) => fold(text).replace(/[^a-z0-9]+/g, '');

/** Says whose money a line of a statement is: by the virtual account it came to, by what was written, by a payer known from before, by an amount that one unit alone owes. */
export async function unitFinder(ctx: Ctx, virtualNumbers = true): Promise<(line: StatementLine) => Found> {
  const own = { projectId: ctx.projectId, deletedAt: null };
  const [units, virtual, notices, owed, before] = await Promise.all([
    modelOf(unit).find(own, { code: 1 }).lean<Stored[]>(),
    modelOf(identityAccount)
      .find({ ...own, status: 'ACTIVE' })
      .lean<Stored[]>(),
    modelOf(feeNotice)
      .find({ ...own, status: { $in: SENT } }, { code: 1, unitId: 1 })
      .sort({ createdAt: -1 })
      .limit(5000)
      .lean<Stored[]>(),
    modelOf(unitAccount)
      .find({ ...own, owed: { $gt: 0 } }, { owed: 1, unitId: 1 })
      .lean<Stored[]>(),
    modelOf(bankTransaction)
      .find(
        { ...own, status: 'MATCHED', unitId: { $ne: null }, counterAccount: { $ne: null } },
        { counterAccount: 1, unitId: 1 },
      )
      .sort({ createdAt: -1 })
      .limit(5000)
      .lean<Stored[]>(),
  ]);
  // The longest first: `A-1205` before `A-12`.
  const codes = units
    .map(({ _id, code }) => ({ id: _id, words: spaced(String(code)), joined: joined(String(code)) }))
    .toSorted((a, b) => b.joined.length - a.joined.length);
  const byNotice = new Map(notices.map(({ code, unitId }) => [joined(String(code)), String(unitId)]));
  const byAmount = Map.groupBy(owed, one => Number(one.owed));
  const byPayer = new Map<string, Set<string>>();
  for (const { counterAccount, unitId } of before) {
    const known = byPayer.get(String(counterAccount)) ?? new Set();
    byPayer.set(String(counterAccount), known.add(String(unitId)));
  }
  return ({ content, amount, counterAccount }) => {
    const [words, whole] = [spaced(content), joined(content)];
    const account = virtualNumbers && virtual.find(one => whole.includes(joined(String(one.virtualAccount))));
    if (account) return { unitId: String(account.unitId), foundBy: 'VIRTUAL_ACCOUNT' };
    for (const [code, unitId] of byNotice) if (whole.includes(code)) return { unitId, foundBy: 'CONTENT' };
    const named = codes.filter(one => words.includes(one.words) || words.includes(` ${one.joined} `));
    const longest = named.filter(one => one.joined.length === named[0]?.joined.length);
    if (longest.length === 1) return { unitId: longest[0]?.id ?? null, foundBy: 'CONTENT' };
    const payers = counterAccount ? byPayer.get(counterAccount) : undefined;
    if (payers?.size === 1) return { unitId: [...payers][0] ?? null, foundBy: 'HISTORY' };
    const alone = byAmount.get(amount) ?? [];
    if (alone.length === 1) return { unitId: String(alone[0]?.unitId), foundBy: 'AMOUNT' };
    return { unitId: null, foundBy: 'NONE' };
  };
}
