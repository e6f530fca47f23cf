import type { Definition } from '@lobby/shared/kit/definition.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { bankRoutes } from './calls.ts';
import { accountActs, accountBehaviour } from './rules.ts';

export { amountOf, drawn } from './calls.ts';
export { bankName, bankNumber } from './rules.ts';
export { accountFor, shownTransfer, virtualAt } from './transfer.ts';

/** Accounts at banks, and how residents are asked to transfer to them. */
export const bankAccountRoutes = (all: readonly Definition[]): Route[] => [
  ...bankRoutes,
  ...serve(bankAccount, { ...accountBehaviour, acts: accountActs }, all),
];
