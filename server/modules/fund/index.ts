import type { Definition } from '@lobby/shared/kit/definition.ts';
import { fund, fundTransfer } from '@lobby/shared/modules/fund.ts';
import { fundCount } from '@lobby/shared/modules/fund-count.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { balanceRoute, balancesRoute, withBalances } from './balances.ts';
import { countPaper } from './count-paper.ts';
import { countBehaviour } from './counts.ts';
import { fundActs, fundBehaviour } from './rules.ts';
import { cancelTransfer, transferBehaviour } from './transfer.ts';

export { firstTill } from './starters.ts';
export { canceled, type Gone, letGoOf, onVoucherGone } from './voucher.ts';

const READS = [fund.path, `${fund.path}/:id`];

/** Where money lies, and what goes from one place to another. */
export const fundRoutes = (all: readonly Definition[]): Route[] => [
  balancesRoute,
  ...serve(fund, { ...fundBehaviour, acts: fundActs }, all).map(one =>
    one.method === 'get' && READS.includes(one.path) ? withBalances(one) : one,
  ),
  balanceRoute,
  ...serve(fundTransfer, { ...transferBehaviour, acts: { cancel: cancelTransfer } }, all),
  countPaper,
  ...serve(fundCount, countBehaviour, all),
];
