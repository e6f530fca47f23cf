import type { Definition } from '@lobby/shared/kit/definition.ts';
import { bankTransaction } from '@lobby/shared/modules/bank-transaction.ts';
import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { identityActs, identityBehaviour, identityRoutes } from './identity.ts';
import { matchActs } from './match.ts';
import { multiRoutes } from './multi.ts';
import { singleRoutes } from './single.ts';
import { statementRoute } from './statement.ts';

export { oldestFirst, owedOf } from './owed.ts';
export { onBankMoney, takeLines } from './statement.ts';
export { payerOf } from './take.ts';

/** Payments of many units, what banks tell, and the virtual accounts by which they tell it. */
export const paymentRoutes = (all: readonly Definition[]): Route[] => [
  ...singleRoutes,
  ...multiRoutes(),
  statementRoute,
  ...serve(bankTransaction, { acts: matchActs }, all),
  ...identityRoutes,
  ...serve(identityAccount, { ...identityBehaviour, acts: identityActs }, all),
];
