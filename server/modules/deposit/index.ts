import type { Definition } from '@lobby/shared/kit/definition.ts';
import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { depositActs, depositBehaviour, requestActs, requestBehaviour } from './rules.ts';

export { held } from './books.ts';
export { turnDeposits } from './jobs.ts';
export { askDeposit, confirmDeposit, type DepositOf, giveBackDeposit, keepDeposit, takeDeposit } from './of-form.ts';

/** Deposits, and those that are asked for. */
export const depositRoutes = (all: readonly Definition[]): Route[] => [
  ...serve(deposit, { ...depositBehaviour, acts: depositActs }, all),
  ...serve(depositRequest, { ...requestBehaviour, acts: requestActs }, all),
];
