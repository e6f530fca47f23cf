import { fund, fundTransfer } from '@lobby/shared/modules/fund.ts';
import { fundCount } from '@lobby/shared/modules/fund-count.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { balanceRoute, balancesRoute, withBalances } from './balances.ts';
import { countPapers } from './count-paper.ts';
import { countBehaviour } from './counts.ts';
import { fundFigures } from './figures.ts';
import { fundActs, fundBehaviour } from './rules.ts';
import { cancelTransfer, transferBehaviour } from './transfer.ts';
import { transferPapers } from './transfer-paper.ts';

const READS = [fund.path, `${fund.path}/:id`];

export const fundModule = defineServerModule({
  name: 'fund',
  routes: [balancesRoute, balanceRoute, ...countPapers, ...transferPapers],
  figures: fundFigures,
  serves: [
    serves(fund, { ...fundBehaviour, actions: fundActs }, route =>
      route.method === 'get' && READS.includes(route.path) ? withBalances(route) : route,
    ),
    serves(fundTransfer, { ...transferBehaviour, actions: { cancel: cancelTransfer } }),
    serves(fundCount, countBehaviour),
  ],
});
