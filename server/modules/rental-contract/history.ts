import { contentRange } from '@lobby/shared/kit/paging.ts';
import { paging } from '@lobby/shared/kit/query-schema.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { contractAnnex } from '@lobby/shared/modules/contract-annex.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { z } from 'zod';
import { type Route, route } from '../../kit/http/route.ts';
import { activityOf, activitySchema } from '../../kit/records/activity.ts';
import { load } from '../../kit/records/acts/act.ts';
import { events } from '../../kit/store/events.ts';
import { records } from '../../kit/store/records.ts';

/** `GET /rental-contract/:id/history`: activities of a contract and its annexes, removed ones included; newest first. */
export const historyRoute: Route = route({
  method: 'get',
  path: `${rentalContract.path}/:id/history`,
  summary: 'What was done to a rental contract and its annexes',
  module: rentalContract.code,
  flags: ['read'],
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject(paging),
  answer: z.array(activitySchema),
  async run(ctx, { params: { id }, query: { page, limit }, res }) {
    const { projectId } = ctx;
    await load(ctx, rentalContract, id);
    const annexes = await records(contractAnnex)
      .withRemoved()
      .find({ projectId }, { contractId: id }, { only: ['_id'] });
    const filter = { projectId, entityId: { $in: [id, ...annexes.map(({ _id }) => _id)] } };
    const offset = (page - 1) * limit;
    const [rows, total] = await Promise.all([
      events().find(filter).sort({ ts: -1 }).skip(offset).limit(limit).maxTimeMS(2000).toArray(),
      events().countDocuments(filter, { maxTimeMS: 2000 }),
    ]);
    res.set('Content-Range', contentRange(offset, rows.length, total));
    return rows.map(row =>
      activityOf(row.entity === contractAnnex.name ? contractAnnex : rentalContract, row, 'staff'),
    );
  },
});
