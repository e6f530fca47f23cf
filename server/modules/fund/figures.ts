import { fund } from '@lobby/shared/modules/fund.ts';
import { records } from '../../kit/store/records.ts';
import type { HomeFigure } from '../../platform/home/figures.ts';
import { fundBalances } from '../ledger/index.ts';

export const fundFigures: readonly HomeFigure[] = [
  {
    key: 'inHand',
    rank: 5,
    module: fund.code,
    flag: 'read',
    trades: ['accountant'],
    kind: 'money',
    async count(ctx) {
      const [balances, tills] = await Promise.all([
        fundBalances(ctx.projectId),
        records(fund).find(ctx, { kind: 'CASH' }, { only: ['_id'] }),
      ]);
      const cash = tills.reduce((sum, { _id }) => sum + (balances.get(_id) ?? 0), 0);
      const value = [...balances.values()].reduce((sum, balance) => sum + balance, 0);
      return { value, note: { key: 'inTills', amount: cash }, link: fund.route };
    },
  },
];
