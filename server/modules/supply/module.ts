import { supply, warehouse } from '@lobby/shared/modules/supply.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { cardRoute } from './card.ts';
import { recountJob } from './recount.ts';
import { supplyActs, supplyBehaviour, warehouseBehaviour } from './rules.ts';

export const supplyModule = defineServerModule({
  name: 'supply',
  routes: [cardRoute],
  serves: [serves(supply, { ...supplyBehaviour, actions: supplyActs }), serves(warehouse, warehouseBehaviour)],
  jobs: [recountJob],
});
