import { DAY_MS, HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { flowProgress } from '@lobby/shared/modules/approval-flow.contract.ts';
import { approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import type { FlowStep } from '@lobby/shared/modules/form-flow.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { type AnyDoc, records } from '../../kit/store/records.ts';
import { FORMS, loadRows } from './forms-in.ts';

/** Days that the average covers, and the maximum age of the forms that it reads. */
const DAYS = 90;
const OLDEST_DAYS = 365;
const MOST = 5000;
const MOST_SHOWN = 200;

const stepsIn = ({ flowSteps }: AnyDoc): FlowStep[] => (Array.isArray(flowSteps) ? flowSteps : []);

/** Duration of the answers of the last 90 days, by step name. */
async function answered({ projectId, now }: Ctx, flowId: string): Promise<Map<string, number[]>> {
  const since = now.getTime() - DAYS * DAY_MS;
  const recent = { projectId, deletedAt: null, createdAt: { $gte: new Date(now.getTime() - OLDEST_DAYS * DAY_MS) } };
  const requests = await Promise.all(
    FORMS().map(form =>
      records(form).find(
        { projectId },
        { ...recent, flowId },
        { only: ['flowSteps'], sort: { createdAt: -1 }, limit: MOST, patience: 2000 },
      ),
    ),
  );
  const hours = new Map<string, number[]>();
  for (const { stepName, startedAt, at } of requests.flat().flatMap(stepsIn)) {
    if (!startedAt || !at || Date.parse(at) < since) continue;
    const took = (Date.parse(at) - Date.parse(startedAt)) / HOUR_MS;
    hours.set(stepName, [...(hours.get(stepName) ?? []), took]);
  }
  return hours;
}

/** Forms waiting in a flow, limited to kinds that the caller may read. */
async function formsIn(ctx: Ctx, flowId: string) {
  const { projectId } = ctx;
  const readable = FORMS().filter(({ code }) => can(ctx, code, 'read'));
  const requests = await Promise.all(
    readable.map(async definition => {
      const docs = await records(definition).find(
        { projectId },
        { status: 'WAITING', flowId },
        { sort: { stepDueAt: 1, _id: 1 }, limit: MOST_SHOWN, patience: 2000 },
      );
      return docs.map(doc => ({ definition, doc }));
    }),
  );
  return loadRows(ctx, requests.flat());
}

/** Forms in a flow and the average duration of its steps. */
export const progressRoute: Route = route(flowProgress, {
  flags: ['read'],
  async run(ctx, { params: { id } }) {
    const flow = await load(ctx, approvalFlow, id);
    const [took, forms] = await Promise.all([answered(ctx, id), formsIn(ctx, id)]);
    return {
      steps: flow.steps.map(({ stepName }) => {
        const all = took.get(stepName) ?? [];
        const sum = all.reduce((total, days) => total + days, 0);
        return { stepName, count: all.length, hours: all.length > 0 ? Math.round((sum / all.length) * 10) / 10 : null };
      }),
      forms,
    };
  },
});
