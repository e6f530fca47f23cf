import { approvalFlow, faultOfSteps } from '@lobby/shared/modules/approval-flow.ts';
import { position } from '@lobby/shared/modules/employee.ts';
import { FORM_TYPES } from '@lobby/shared/modules/form-flow.ts';
import { definitionOf } from '@lobby/shared/modules/index.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import type { Action, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { workersAmong, worksIn } from '../../platform/auth/rights/workers.ts';

type Flow = Values<typeof approvalFlow>;
type Step = NonNullable<Flow['steps']>[number];

const codeOf = ({ formType }: Flow) => (formType ? definitionOf(FORM_TYPES[formType]).code : '');

/** Paths of step fields whose person or position has left or may not approve this kind of form. */
async function unfit({ projectId }: Ctx, flow: Flow): Promise<string[]> {
  const code = codeOf(flow);
  const steps: Step[] = flow.steps ?? [];
  const idsOf = (name: 'approverId' | 'deputyId' | 'positionId') => steps.flatMap(step => step[name] || []);
  const able = await workersAmong(projectId, code, [...idsOf('approverId'), ...idsOf('deputyId')], 'approve');
  const places = await loadRefs(projectId, position, idsOf('positionId'));
  const mayNot = (step: Step) => {
    const place = places.get(step.positionId ?? '');
    return {
      approverId: step.approverId && !able.has(step.approverId),
      positionId: step.positionId && !(place && worksIn(place, code, 'approve')),
      deputyId: step.deputyId && !able.has(step.deputyId),
    };
  };
  return steps.flatMap((step, at) =>
    Object.entries(mayNot(step)).flatMap(([name, wrong]) => (wrong ? [`steps.${at}.${name}`] : [])),
  );
}

const assertApproversFit = (fields: readonly string[]): void => {
  const code = 'APPROVER_WITHOUT_RIGHT';
  if (fields.length > 0) failFields(Object.fromEntries(fields.map(name => [name, { code }])), code);
};

/** Refuses invalid steps and the removal of an active flow; increments the steps' version when they change. */
export async function check(ctx: Ctx, { kind, values, doc }: RequestOf<typeof approvalFlow>): Promise<Flow> {
  if (kind === 'remove' && doc.status === 'ACTIVE') fail('APPROVAL_FLOW_ACTIVE');
  if (kind === 'remove' || kind === 'restore') return values;
  const other = values.formType !== undefined && values.formType !== doc?.formType;
  if (doc && !('steps' in values) && !other) return values;
  const whole = { ...doc, ...values };
  const fault = faultOfSteps(whole.steps ?? []);
  if (fault) failFields({ [fault.field]: { code: fault.code } }, fault.code);
  assertApproversFit(await unfit(ctx, whole));
  return doc && 'steps' in values ? { ...values, edition: doc.edition + 1 } : values;
}

/** Refuses a second active flow for the same kind of form; activations are serialised. */
export async function assertOnlyActiveFlow(
  { projectId, formType, _id }: Doc<typeof approvalFlow>,
  session: Session,
): Promise<void> {
  await serializeBy(`approval-flow ${projectId} ${formType}`, session);
  const other = await records(approvalFlow)
    .in(session)
    .first({ projectId }, { status: 'ACTIVE', formType, _id: { $ne: _id } });
  if (other) fail('APPROVAL_FLOW_ACTIVE_EXISTS');
}

export const activate: Action<typeof approvalFlow, 'activate'> = async (ctx, doc) => {
  const fault = faultOfSteps(doc.steps);
  if (fault) fail(fault.code);
  assertApproversFit(await unfit(ctx, doc));
  return { also: session => assertOnlyActiveFlow(doc, session) };
};
