import type { Definition } from '@lobby/shared/kit/definition.ts';
import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { requestQrRoute } from './request-qr.ts';
import { requestActs, requestBehaviour } from './requests.ts';
import { depositActs, depositBehaviour } from './rules.ts';
import { summaryRoute } from './summary.ts';

export { held } from './books.ts';
export { turnDeposits } from './jobs.ts';
export { askDeposit, confirmDeposit, type DepositOf, giveBackDeposit, keepDeposit, takeDeposit } from './of-form.ts';
export { collectedWith, requestActs } from './requests.ts';
export { cancelledDeposit } from './rules.ts';

/** Deposits, and those that are asked for. */
export const depositRoutes = (all: readonly Definition[]): Route[] => [
  summaryRoute,
  ...serve(deposit, { ...depositBehaviour, acts: depositActs }, all),
  requestQrRoute,
  ...serve(depositRequest, { ...requestBehaviour, acts: requestActs }, all),
];
