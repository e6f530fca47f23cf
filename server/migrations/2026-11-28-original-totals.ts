import { db } from '../kit/database/database.ts';
import type { Migration } from './migrate.ts';

/** A bill comes to what is owed with its adjustment, beside what it came to; what adjusts one has a sign, and owes nothing by itself. */
export const originalTotals: Migration = {
  name: '2026-11-28 original totals of bills',
  async run() {
    const bills = db().collection('bills');
    const since = { originalTotal: { $exists: false } };
    await bills.updateMany({ ...since, type: 'NORMAL' }, [
      { $set: { originalTotal: '$total', total: { $subtract: ['$total', { $ifNull: ['$lowered', 0] }] } } },
      { $unset: 'lowered' },
    ]);
    const signed = (name: string) => ({
      $multiply: [{ $cond: [{ $eq: ['$type', 'ADJUST_DOWN'] }, -1, 1] }, { $ifNull: [`$${name}`, 0] }],
    });
    const set = {
      originalTotal: signed('total'),
      net: signed('net'),
      vat: signed('vat'),
      surcharge: signed('surcharge'),
    };
    await bills.updateMany(since, [{ $set: { ...set, total: 0 } }, { $unset: 'lowered' }]);
  },
};
