import { contentRange } from '@lobby/shared/kit/paging.ts';
import { paging } from '@lobby/shared/kit/query-schema.ts';
import { waitingForm } from '@lobby/shared/modules/approval-flow.contract.ts';
import { approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { countsRoute } from '../../kit/records/lists/counts.ts';
import { records } from '../../kit/store/records.ts';
import { FORMS, loadRows } from './forms-in.ts';

/** Upper bound of forms that wait for one approver. */
const MOST = 1000;

const mine = ({ projectId, employeeId }: Ctx) => ({
  projectId,
  deletedAt: null,
  status: 'WAITING',
  stepApprovers: employeeId,
});

/** Forms whose current step waits for the caller, earliest due first. */
async function waitingFor(ctx: Ctx): Promise<z.output<typeof waitingForm>[]> {
  if (!ctx.employeeId) return [];
  const requests = await Promise.all(
    FORMS().map(async definition => {
      const docs = await records(definition).find(ctx, mine(ctx), {
        sort: { stepDueAt: 1, _id: 1 },
        limit: MOST,
        patience: 2000,
      });
      return docs.map(doc => ({ definition, doc }));
    }),
  );
  return loadRows(ctx, requests.flat());
}

const counted = countsRoute(approvalFlow);

/** Waiting forms per approver; these routes need no permission on the flows. */
export const waitingFormRoutes: Route[] = [
  {
    ...counted,
    summary: 'How many forms wait for the caller; for readers of the flows their tabs as well',
    flags: undefined,
    answer: z.object({ waiting: z.int() }).loose(),
    async run(ctx, input) {
      const counts = await Promise.all(FORMS().map(form => (ctx.employeeId ? records(form).count(ctx, mine(ctx)) : 0)));
      const waiting = counts.reduce((sum, count) => sum + count, 0);
      if (!can(ctx, approvalFlow.code, 'read')) return { waiting };
      return { ...((await counted.run(ctx, input)) as object), waiting };
    },
  },
  route({
    method: 'get',
    path: `${approvalFlow.path}/waiting`,
    summary: 'The forms whose current step waits for the caller, the earliest due first',
    module: approvalFlow.code,
    query: z.strictObject(paging),
    answer: z.array(waitingForm),
    async run(ctx, { query: { page, limit }, res }) {
      const all = await waitingFor(ctx);
      const offset = (page - 1) * limit;
      const rows = all.slice(offset, offset + limit);
      res.set('Content-Range', contentRange(offset, rows.length, all.length));
      return rows;
    },
  }),
];
