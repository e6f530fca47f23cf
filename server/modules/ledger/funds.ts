import { fund } from '@lobby/shared/modules/fund.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { records } from '../../kit/store/records.ts';
import type { Line } from './reports/entries.ts';

/** Default fund of a payment method: the first cash fund for cash, else the first bank fund; null if there is none. */
export async function fundFor(ctx: Ctx, method: unknown): Promise<string | null> {
  const kind = method === 'CASH' ? 'CASH' : 'BANK';
  const found = await records(fund).first(ctx, { active: true, kind }, { only: [], sort: { order: 1, createdAt: 1 } });
  return found?._id ?? null;
}

/** Journal line of a fund (debit for income); without a fund it goes to clearing by method. */
export const moneyLine = (fundId: unknown, side: 'debit' | 'credit', amount: number, method?: unknown): Line =>
  typeof fundId === 'string' && fundId
    ? { account: 'FUND', fundId, [side]: amount }
    : { account: 'CLEARING', method: typeof method === 'string' ? method : null, [side]: amount };
