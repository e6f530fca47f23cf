import type { Definition } from '@lobby/shared/kit/definition.ts';
import { supply, warehouse } from '@lobby/shared/modules/supply.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { cardRoute } from './card.ts';
import { supplyActs, supplyBehaviour, warehouseBehaviour } from './rules.ts';

export { levelId, type Move, posting } from './posting.ts';
export { recountStores, stockFaults } from './recount.ts';
export { needActive } from './rules.ts';
export { paperDay, slipRoute } from './slip.ts';

/** What lies in store, and where. */
export const supplyRoutes = (all: readonly Definition[]): Route[] => [
  cardRoute,
  ...serve(supply, { ...supplyBehaviour, acts: supplyActs }, all),
  ...serve(warehouse, warehouseBehaviour, all),
];
