import { noticeNext } from '@lobby/shared/modules/fee-notice.contract.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { foresee } from '../publish.ts';

/** Previews the figures of a notice's next publication. */
export const nextRoute = route(noticeNext, {
  flags: ['read'],
  async run(ctx, { params: { id } }) {
    const doc = await load(ctx, feeNotice, id);
    const { set, interest } = await foresee(ctx, doc);
    return {
      revision: doc.revision + 1,
      newTotal: set.newTotal,
      debtTotal: set.debtTotal,
      interestTotal: set.interestTotal + interest,
      totalPayment: set.totalPayment + interest,
      interest,
      lines: set.lines.map(({ billId, serviceId, month, total }) => ({ billId, serviceId, month, total })),
      debtLines: set.debtLines.map(({ billId, serviceId, month, left }) => ({ billId, serviceId, month, left })),
    };
  },
});
