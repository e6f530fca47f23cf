import type { Definition } from '@lobby/shared/kit/definition.ts';
import { contractAnnex } from '@lobby/shared/modules/contract-annex.ts';
import { contractTemplate } from '@lobby/shared/modules/contract-template.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import type { Route } from '../../kit/route.ts';
import { serve } from '../../kit/serve.ts';
import { acts } from './acts.ts';
import { annexBehaviour } from './annexes.ts';
import { completeContract, completeRows } from './complete-contract.ts';

/** Rental contracts, their annexes and the templates that they are printed from. */
export const contractRoutes = (all: readonly Definition[]): Route[] => [
  ...serve(rentalContract, { beforeSave: completeContract, beforeImport: completeRows, acts }, all),
  ...serve(contractAnnex, annexBehaviour, all),
  ...serve(contractTemplate, {}, all),
];
