import { supply, warehouse } from '@lobby/shared/modules/supply.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { cardRoute } from './card.ts';
import { recountJob } from './recount.ts';
import { supplyActs, supplyBehaviour, warehouseBehaviour } from './rules.ts';
import { totalsRoute } from './totals.ts';

export const supplyModule = defineServerModule({
  name: 'supply',
  routes: [totalsRoute, cardRoute],
  serves: [serves(supply, { ...supplyBehaviour, actions: supplyActs }), serves(warehouse, warehouseBehaviour)],
  jobs: [recountJob],
});
