import { idSchema } from '@lobby/shared/kit/schema.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import { type Route, route } from '../../../kit/http/route.ts';
import { load, loadScope } from '../../../kit/records/acts/act.ts';
import { records } from '../../../kit/store/records.ts';

/** Ten years. */
const MOST = 120;

/** Notices of a unit, newest month first. */
export const ofUnitRoute: Route = route({
  method: 'get',
  path: `${feeNotice.path}/units/:unitId`,
  summary: 'The notices of a unit, the newest month first',
  module: feeNotice.code,
  flags: ['read'],
  params: z.strictObject({ unitId: idSchema }),
  answer: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      month: z.string(),
      status: z.string(),
      revision: z.int(),
      dueDate: z.string().nullable(),
      totalPayment: z.int(),
      remaining: z.int(),
      paymentState: z.string(),
    }),
  ),
  async run(ctx, { params: { unitId } }) {
    await load(ctx, unit, unitId);
    const found = await records(feeNotice).find(
      ctx,
      { unitId, ...(await loadScope(ctx, feeNotice)) },
      { sort: { month: -1, createdAt: -1 }, limit: MOST },
    );
    return found.map(({ _id: id, code, month, status, revision, dueDate, totalPayment, remaining, paymentState }) => ({
      id,
      code: code ?? '',
      month,
      status,
      revision,
      dueDate,
      totalPayment,
      remaining,
      paymentState,
    }));
  },
});
