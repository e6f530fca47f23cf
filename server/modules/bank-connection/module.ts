import { bankConnection } from '@lobby/shared/modules/bank-connection.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { deliveryCollection } from './deliveries.ts';
import { deliveries, replay, rotate, told } from './routes.ts';
import { connectionActs, connectionBehaviour } from './rules.ts';

export const bankConnectionModule = defineServerModule({
  name: 'bank-connection',
  routes: [told, replay, rotate, deliveries],
  serves: [serves(bankConnection, { ...connectionBehaviour, actions: connectionActs })],
  collections: [deliveryCollection],
});
