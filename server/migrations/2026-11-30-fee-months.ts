import { db } from '../kit/database/database.ts';
import type { Migration } from './migrate.ts';

interface Notice {
  _id: string;
  month: string;
  lines: { month: string; createdFor: string }[] | null;
}

/** Notices are known by the month of their bills: the latest of their services, else that of their sending. */
export const feeMonths: Migration = {
  name: '2026-11-30 fee months',
  async run() {
    const notices = db().collection<Notice>('fee-notices');
    for await (const { _id, month, lines } of notices.find({ feeMonth: { $exists: false } })) {
      const billed = (lines ?? []).filter(({ createdFor }) => createdFor === 'SERVICE').map(line => line.month);
      await notices.updateOne({ _id }, { $set: { feeMonth: billed.toSorted().at(-1) ?? month } });
    }
  },
};
