import { bill } from '@lobby/shared/modules/bill.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Effect } from '../../kit/records/act.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

/** What a notice may tell of: released, and told of by none yet, or changed since. */
const UNTOLD = ['UNPUBLISHED', 'EDITED'] as const;

const published = (doc: Stored, noticeId: string): Change => ({
  definition: bill,
  action: 'update',
  update: {
    doc,
    set: { publication: 'PUBLISHED', noticeId },
    keepVersion: true,
    while: { status: 'ACTIVE', publication: { $in: [...UNTOLD] } },
  },
});

/** The bills of some units up to a month become known to their residents by the notice of each. */
export async function publishBills(
  { projectId }: Ctx,
  month: string,
  notices: ReadonlyMap<string, string>,
): Promise<Change[]> {
  const found = await modelOf(bill)
    .find({
      ...{ projectId, deletedAt: null, status: 'ACTIVE', unitId: { $in: [...notices.keys()] }, month: { $lte: month } },
      publication: { $in: [...UNTOLD] },
    })
    .maxTimeMS(20_000)
    .lean<Stored[]>();
  return found.map(doc => published(doc, notices.get(String(doc.unitId)) ?? ''));
}

/** What a notice told of is not published any more, once it is taken back. */
export async function unpublishBills({ projectId }: Ctx, noticeId: string): Promise<Change[]> {
  const found = await modelOf(bill)
    .find({ projectId, deletedAt: null, noticeId, status: 'ACTIVE' })
    .maxTimeMS(5000)
    .lean<Stored[]>();
  return found.map(doc => ({
    definition: bill,
    action: 'update',
    update: { doc, set: { publication: 'UNPUBLISHED', noticeId: null }, keepVersion: true },
  }));
}

export const holdBill = (): Effect => ({ set: { publication: 'DO_NOT_PUBLISH' } });
export const unholdBill = (_ctx: Ctx, { edited }: Stored): Effect => ({
  set: { publication: edited ? 'EDITED' : 'UNPUBLISHED' },
});
