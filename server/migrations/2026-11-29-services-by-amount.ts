import { service } from '@lobby/shared/modules/billing-service.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** What is charged by an amount, as often as it happens, could not be switched on without a tariff, and was billed all the same. */
export const servicesByAmount: Migration = {
  name: '2026-11-29 services that are charged by an amount are on',
  async run() {
    await db()
      .collection(collectionOf(service))
      .updateMany({ repeatable: true, tariffId: null, active: false }, { $set: { active: true } });
  },
};
