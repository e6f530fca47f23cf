import { bankConnection } from '@lobby/shared/modules/bank-connection.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { deliveryCollection } from './deliveries.ts';
import { bankWebhook, deliveries, replay, rotate } from './routes.ts';
import { connectionActs, connectionBehaviour } from './rules.ts';

export const bankConnectionModule = defineServerModule({
  name: 'bank-connection',
  routes: [bankWebhook, replay, rotate, deliveries],
  serves: [serves(bankConnection, { ...connectionBehaviour, actions: connectionActs })],
  collections: [deliveryCollection],
});
