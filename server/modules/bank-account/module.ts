import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { bankRoutes } from './calls.ts';
import { accountActs, accountBehaviour } from './rules.ts';

export const bankAccountModule = defineServerModule({
  name: 'bank-account',
  routes: bankRoutes,
  serves: [serves(bankAccount, { ...accountBehaviour, actions: accountActs })],
});
