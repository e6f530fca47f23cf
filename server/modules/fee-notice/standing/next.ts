import { noticeNext } from '@lobby/shared/modules/fee-notice.contract.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/act.ts';
import { foresee } from '../publish.ts';

/** Previews the figures of a notice's next publication. */
export const nextRoute = route(noticeNext, {
  flags: ['read'],
  async run(ctx, { params: { id } }) {
    const doc = await load(ctx, feeNotice, id);
    const { set, interest } = await foresee(ctx, doc);
    const sum = (name: string) => Number(set[name] ?? 0);
    return {
      revision: Number(doc.revision ?? 0) + 1,
      newTotal: sum('newTotal'),
      debtTotal: sum('debtTotal'),
      interestTotal: sum('interestTotal') + interest,
      totalPayment: sum('totalPayment') + interest,
      interest,
      lines: linesOf(set.lines),
      debtLines: linesOf(set.debtLines),
    };
  },
});

const linesOf = (lines: unknown) =>
  (Array.isArray(lines) ? lines : []).map(({ billId, serviceId, month, total, left }) => ({
    billId: typeof billId === 'string' ? billId : null,
    serviceId: String(serviceId),
    month: String(month),
    ...(typeof total === 'number' && { total }),
    ...(typeof left === 'number' && { left }),
  }));
