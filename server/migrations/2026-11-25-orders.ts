import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const RENAMED = {
  ...{ doneImages: 'finishPhotos', doneNote: 'finishNote', workerName: 'employeeName', workerPhone: 'employeePhone' },
  ...{ commissionPercent: 'commissionRate', scheduledAt: 'appointmentAt' },
};

/** Partner orders by the names that they have now; a claim of warranty begins the next round. */
export const namesOfOrders: Migration = {
  name: '2026-11-25 names of partner orders',
  async run() {
    const orders = db().collection(collectionOf(merchantOrder));
    const old = { warranties: { $exists: true } };
    await orders.updateMany(old, [{ $set: { round: { $add: [{ $ifNull: ['$warranties', 0] }, 1] }, nextAt: null } }]);
    await orders.updateMany(old, { $rename: RENAMED });
    await orders.updateMany(old, { $unset: { warranties: '' } });
  },
};
