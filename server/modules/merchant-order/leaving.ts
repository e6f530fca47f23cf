import { merchantOrder, RESIDENT_LEAVES } from '@lobby/shared/modules/merchant-order.ts';
import { endsBy } from '../../platform/server-module.ts';
import { acts } from './acts.ts';

/** Orders of a household that nobody is on the way for; what is under warranty is of the unit. */
export const openOrders = endsBy({
  definition: merchantOrder,
  name: 'cancel',
  actions: acts,
  where: () => ({ status: { $in: RESIDENT_LEAVES }, round: 1 }),
});
