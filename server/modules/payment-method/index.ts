import type { Definition } from '@lobby/shared/kit/definition.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { methodCalls } from './calls.ts';
import { methodActs, methodBehaviour } from './rules.ts';
import { methodSettings } from './settings.ts';

export { usualOf } from './rules.ts';
export { firstMethods, moneyStarter } from './starters.ts';

/** How a project is paid, and what it has set for its payments. */
export const paymentMethodRoutes = (all: readonly Definition[]): Route[] => [
  ...methodSettings,
  ...methodCalls,
  ...serve(paymentMethod, { ...methodBehaviour, acts: methodActs }, all),
];
