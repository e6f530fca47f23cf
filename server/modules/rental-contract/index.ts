import type { Definition } from '@lobby/shared/kit/definition.ts';
import { contractAnnex } from '@lobby/shared/modules/contract-annex.ts';
import { contractTemplate } from '@lobby/shared/modules/contract-template.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { acts } from './acts.ts';
import { annexBehaviour } from './annexes.ts';
import { completeContract } from './complete-contract.ts';
import { historyRoute } from './history.ts';
import { nextNumberRoute } from './next-number.ts';
import { onlyOne } from './overlap.ts';

/** Rental contracts, their annexes and the templates that they are printed from. */
export const contractRoutes = (all: readonly Definition[]): Route[] => [
  historyRoute,
  nextNumberRoute,
  ...serve(rentalContract, { check: completeContract, inTransaction: onlyOne, acts }, all),
  ...serve(contractAnnex, annexBehaviour, all),
  ...serve(contractTemplate, {}, all),
];
