import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, filled } from '../kit/store/schema.ts';
import { notificationCollection } from '../platform/notifications/notifications.ts';
import type { Migration } from './migrate.ts';

const RENAMED = {
  doneImages: 'finishPhotos',
  doneNote: 'finishNote',
  workerName: 'employeeName',
  workerPhone: 'employeePhone',
  commissionPercent: 'commissionRate',
  scheduledAt: 'appointmentAt',
  images: 'photos',
  wantedAt: 'wantedFrom',
  price: 'total',
};
/** Kinds of notices that are called by the state now. */
const KINDS: Readonly<Record<string, string>> = {
  CREATED: 'NEW',
  MOVED: 'IN_PROCESS',
  FINISHED: 'EMPLOYEE_FINISHED',
  DECLINED: 'REJECTED_BY_INSTALLER',
  WARRANTY: 'WARRANTY_REQUESTED',
};

/** Partner orders by the names that they have now; a claim of warranty begins the next round. */
export const namesOfOrders: Migration = {
  name: '2026-11-25 names of partner orders',
  async run() {
    const orders = db().collection(collectionOf(merchantOrder));
    const old = { warranties: { $exists: true } };
    await orders.updateMany(old, [{ $set: { round: { $add: [{ $ifNull: ['$warranties', 0] }, 1] }, nextAt: null } }]);
    const titled = { title: { $exists: true } };
    await orders.updateMany(titled, [{ $set: { description: { $concat: ['$title', '\n', '$content'] } } }]);
    await orders.updateMany(titled, { $rename: RENAMED });
    const empty = filled(merchantOrder, {});
    for (const [name, value] of Object.entries(empty))
      await orders.updateMany({ ...titled, [name]: { $exists: false } }, { $set: { [name]: value } });
    await orders.updateMany(titled, { $unset: { warranties: '', title: '', content: '' } });
    for (const [before, now] of Object.entries(KINDS))
      await db()
        .collection(notificationCollection.name)
        .updateMany({ kind: `MERCHANT_ORDER_${before}` }, { $set: { kind: `MERCHANT_ORDER_${now}` } });
  },
};
