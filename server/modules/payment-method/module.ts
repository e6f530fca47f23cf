import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { methodCalls } from './calls.ts';
import { methodActs, methodBehaviour } from './rules.ts';
import { methodSettings } from './settings.ts';
import { moneyStarter } from './starters.ts';

export const paymentMethodModule = defineServerModule({
  name: 'payment-method',
  routes: [...methodSettings, ...methodCalls],
  serves: [serves(paymentMethod, { ...methodBehaviour, actions: methodActs })],
  starters: [moneyStarter],
});
