import { contractAnnex } from '@lobby/shared/modules/contract-annex.ts';
import { contractTemplate } from '@lobby/shared/modules/contract-template.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { acts } from './acts.ts';
import { annexBehaviour } from './annexes.ts';
import { completeContract } from './complete-contract.ts';
import { historyRoute } from './history.ts';
import { contractsJob } from './jobs.ts';
import { nextNumberRoute } from './next-number.ts';
import { onlyOne } from './overlap.ts';

export const rentalContractModule = defineServerModule({
  name: 'rental-contract',
  routes: [historyRoute, nextNumberRoute],
  serves: [
    serves(rentalContract, { check: completeContract, inTransaction: onlyOne, actions: acts }),
    serves(contractAnnex, annexBehaviour),
    serves(contractTemplate),
  ],
  jobs: [contractsJob],
});
