import { fund } from '@lobby/shared/modules/fund.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { records } from '../../kit/store/records.ts';
import type { Line } from './entries.ts';

/** The fund where money of a method usually goes: the first till for cash, the first account at a bank for all else; null where there is none. */
export async function fundFor(ctx: Ctx, method: unknown): Promise<string | null> {
  const kind = method === 'CASH' ? 'CASH' : 'BANK';
  const found = await records(fund).first(ctx, { active: true, kind }, { only: [], sort: { order: 1, createdAt: 1 } });
  return found?._id ?? null;
}

/** Money that comes into a fund (debit) or goes out of it; where no fund is named it is on its way by its method. */
export const moneyLine = (fundId: unknown, side: 'debit' | 'credit', amount: number, method?: unknown): Line =>
  typeof fundId === 'string' && fundId
    ? { account: 'FUND', fundId, [side]: amount }
    : { account: 'CLEARING', method: typeof method === 'string' ? method : null, [side]: amount };
