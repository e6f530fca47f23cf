import { noticeLeft } from '@lobby/shared/modules/fee-notice.contract.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { loadLeft } from '../../bill/index.ts';
import { followedBills } from './payment-state.ts';

/** What is left of each bill on a notice; together what is left of the notice. */
export const leftRoute = route(noticeLeft, {
  flags: ['read'],
  async run(ctx, { params: { id } }) {
    await followedBills();
    const doc = await load(ctx, feeNotice, id);
    const standing = (await loadLeft(ctx.projectId, [doc])).get(doc._id);
    return [...(standing?.byBill ?? [])].map(([billId, left]) => ({ billId, left }));
  },
});
