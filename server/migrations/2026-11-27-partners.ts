import { position } from '@lobby/shared/modules/employee.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { hasCheckDigit } from '@lobby/shared/modules/tax-code.ts';
import { MongoServerError } from 'mongodb';
import { db } from '../kit/database/database.ts';
import { collectionOf, keysOf, type Stored, uniqueKey } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const NEW = {
  status: 'ACTIVE',
  form: 'ORGANIZATION',
  services: null,
  contacts: [],
  bankName: null,
  bankAccount: null,
  beneficiary: null,
  documents: [],
  contractEndsOn: null,
  contractEnding: false,
  reason: null,
  mergedIntoId: null,
};

/** Partners that stand are worked with; what two of them share by accents or tax code they keep. */
export const statusesOfPartners: Migration = {
  name: '2026-11-27 statuses of partners',
  async run() {
    const partners = db().collection<Stored>(collectionOf(partner));
    for await (const doc of partners.find({ status: { $exists: false } })) {
      const { _id, taxCode, name, code } = doc;
      const odd = typeof taxCode === 'string' && !hasCheckDigit(taxCode);
      await partners.updateOne({ _id }, { $set: { ...NEW, taxCodeOdd: odd, keys: keysOf(partner, doc, {}) ?? [] } });
      for (const [field, value] of Object.entries({ name, code, taxCode })) {
        const declared = Object.entries(partner.fields).find(([one]) => one === field)?.[1];
        if (!declared || typeof value !== 'string') continue;
        const set = { [`uniq.${field}`]: uniqueKey(declared, value) };
        await partners.updateOne({ _id, deletedAt: null }, { $set: set }).catch(error => {
          if (!(error instanceof MongoServerError) || error.code !== 11000) throw error;
        });
      }
    }
    await db()
      .collection(collectionOf(position))
      .updateMany({ 'permissions.PARTNER': 'write' }, {
        $addToSet: { 'permissions.PARTNER': 'updateStatus' },
      } as object);
  },
};
