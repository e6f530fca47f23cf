import { searchKeys } from '@lobby/shared/kit/text-search.ts';
import { db } from '../kit/database/database.ts';
import type { Migration } from './migrate.ts';

/** Words before the plate or the code of what a deposit is for. */
const WORDS: Readonly<Record<string, string>> = { CARD: 'Cọc thẻ', CONSTRUCTION: 'Cọc thi công', BOOKING: 'Tiền cọc' };
/** The content is the bare code of its form or booking, or nothing, as it was written before. */
const BARE = [{ content: null }, { $expr: { $eq: ['$content', '$originCode'] } }];

interface Source {
  projectId: string;
  origin: string;
  originId: string;
  originCode: string;
}

/** Deposits of forms and bookings, their requests and vouchers say what they are for. */
export const contentsOfDeposits: Migration = {
  name: '2026-11-30 contents of deposits',
  async run() {
    const forms = db().collection<{ _id: string; plate?: string | null }>('card-registrations');
    for (const name of ['deposits', 'deposit-requests']) {
      const found = db()
        .collection<Source>(name)
        .find({ origin: { $in: Object.keys(WORDS) } });
      for await (const { projectId, origin, originId, originCode } of found) {
        const form = origin === 'CARD' ? await forms.findOne({ _id: originId }, { projection: { plate: 1 } }) : null;
        const content = `${WORDS[origin]} ${form?.plate ?? originCode}`;
        for (const target of ['deposits', 'deposit-requests', 'receipts', 'payslips'])
          await db()
            .collection<{ keys: string[] }>(target)
            .updateMany(
              { projectId, originCode, $or: BARE },
              { $set: { content }, $addToSet: { keys: { $each: searchKeys([content], []) } } },
            );
      }
    }
  },
};
