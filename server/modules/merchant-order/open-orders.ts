import { merchantOrder, RESIDENT_LEAVES } from '@lobby/shared/modules/merchant-order.ts';
import { endsBy } from '../../platform/server-module.ts';
import { acts } from './acts.ts';

/** Orders that nobody is on the way for; warranty rounds belong to the unit and stay. */
export const openOrders = endsBy({
  definition: merchantOrder,
  name: 'cancel',
  actions: acts,
  where: () => ({ status: { $in: RESIDENT_LEAVES }, round: 1 }),
});
