import type { Definition } from '@lobby/shared/kit/definition.ts';
import { approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import { definitionOf } from '@lobby/shared/modules/index.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Route } from '../../kit/http/route.ts';
import type { Rule } from '../../kit/records/act.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { serve } from '../../kit/serve.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { workersAmong } from '../../platform/auth/workers.ts';

interface Step {
  approverId: string;
}
const stepsOf = ({ steps }: Record<string, unknown>): Step[] => (Array.isArray(steps) ? steps : []);

/** The places of the steps whose approvers have left, or may not approve forms of this kind. */
async function unfit({ projectId }: Ctx, flow: Record<string, unknown>): Promise<number[]> {
  const steps = stepsOf(flow);
  const { code } = definitionOf(String(flow.formType));
  const able = await workersAmong(
    projectId,
    code,
    steps.map(({ approverId }) => approverId),
    'approve',
  );
  return steps.flatMap(({ approverId }, at) => (able.has(approverId) ? [] : [at]));
}

/** Refuses approvers who cannot approve, where steps or the kind of form are set. */
async function check(ctx: Ctx, { values, doc }: Request): Promise<Record<string, unknown>> {
  const whole = { ...doc, ...values };
  const known = stepsOf(doc ?? {}).map(({ approverId }) => approverId);
  const isOther = values.formType !== undefined && values.formType !== doc?.formType;
  if (!('steps' in values) && !isOther) return values;
  const wrong = (await unfit(ctx, whole)).filter(
    at => isOther || !known.includes(stepsOf(whole)[at]?.approverId ?? ''),
  );
  const faults = wrong.map(at => [`steps.${at}.approverId`, { code: 'EMPLOYEE_NOT_SUITABLE' }]);
  if (faults.length > 0) failFields(Object.fromEntries(faults), 'EMPLOYEE_NOT_SUITABLE');
  return values;
}

/** One flow stands before a kind of form: who activates another ends the one before. */
const activate: Rule = async (ctx, doc) => {
  if ((await unfit(ctx, doc)).length > 0) fail('EMPLOYEE_NOT_SUITABLE');
  const others = await modelOf(approvalFlow)
    .find({
      projectId: ctx.projectId,
      deletedAt: null,
      status: 'ACTIVE',
      formType: doc.formType,
      _id: { $ne: doc._id },
    })
    .lean<Stored[]>();
  return {
    with: others.map(other => ({
      definition: approvalFlow,
      action: 'deactivate',
      update: { doc: other, set: { status: 'INACTIVE' } },
    })),
  };
};

/** Approval flows. */
export const approvalFlowRoutes = (all: readonly Definition[]): Route[] =>
  serve(approvalFlow, { check, acts: { activate } }, all);
