import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { db } from '../kit/database/database.ts';
import { rebuildAllKeys } from '../kit/store/rebuild-keys.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Words before the plate or the code of what a deposit is for. */
const WORDS: Readonly<Record<string, string>> = { CARD: 'Cọc thẻ', CONSTRUCTION: 'Cọc thi công', BOOKING: 'Tiền cọc' };
/** The content is the bare code of its form or booking, as it was written before. */
const BARE = { originCode: { $type: 'string' }, $expr: { $eq: ['$content', '$originCode'] } } as const;
const NONE = { originCode: { $type: 'string' }, content: null } as const;

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
    const forms = db().collection<{ _id: string; plate?: string | null }>(collectionOf(cardRegistration));
    let count = 0;
    for (const definition of [deposit, depositRequest]) {
      const found = db().collection<Source>(collectionOf(definition));
      for await (const { projectId, origin, originId, originCode } of found.find({
        origin: { $in: Object.keys(WORDS) },
      })) {
        const form = origin === 'CARD' ? await forms.findOne({ _id: originId }, { projection: { plate: 1 } }) : null;
        const content = `${WORDS[origin]} ${form?.plate ?? originCode}`;
        for (const target of [deposit, depositRequest, receipt, payslip]) {
          const rows = db().collection(collectionOf(target));
          const { modifiedCount } = await rows.updateMany(
            { projectId, originCode, $or: [BARE, NONE] },
            { $set: { content } },
          );
          count += modifiedCount;
        }
      }
    }
    if (count > 0)
      for (const definition of [deposit, depositRequest, receipt, payslip]) await rebuildAllKeys(definition);
  },
};
