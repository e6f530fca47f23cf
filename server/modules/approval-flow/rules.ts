import { approvalFlow, faultOfSteps } from '@lobby/shared/modules/approval-flow.ts';
import { position } from '@lobby/shared/modules/employee.ts';
import { FORM_TYPES } from '@lobby/shared/modules/form-flow.ts';
import { definitionOf } from '@lobby/shared/modules/index.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import type { Action, RequestOf, Values as ValuesOf } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { type Place, workersAmong, worksIn } from '../../platform/auth/workers.ts';

interface Step {
  stepName: string;
  approverId?: string | null;
  positionId?: string | null;
  deputyId?: string | null;
}

type Values = Record<string, unknown>;

const stepsOf = ({ steps }: Values): Step[] => (Array.isArray(steps) ? steps : []);

const codeOf = (flow: Values) => definitionOf(FORM_TYPES[flow.formType as keyof typeof FORM_TYPES]).code;

/** Paths of step fields whose person or position has left or may not approve this kind of form. */
async function unfit({ projectId }: Ctx, flow: Values): Promise<string[]> {
  const [steps, code] = [stepsOf(flow), codeOf(flow)];
  const idsOf = (name: 'approverId' | 'deputyId' | 'positionId') =>
    steps.flatMap(step => (step[name] ? [String(step[name])] : []));
  const able = await workersAmong(projectId, code, [...idsOf('approverId'), ...idsOf('deputyId')], 'approve');
  const places = await loadRefs(projectId, position, idsOf('positionId'));
  const mayNot = (step: Step) => {
    const place = places.get(String(step.positionId)) as Place | undefined;
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
export async function check(
  ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof approvalFlow>,
): Promise<ValuesOf<typeof approvalFlow>> {
  if (kind === 'remove' && doc.status === 'ACTIVE') fail('APPROVAL_FLOW_ACTIVE');
  if (kind === 'remove' || kind === 'restore') return values;
  const other = values.formType !== undefined && values.formType !== doc?.formType;
  if (doc && !('steps' in values) && !other) return values;
  const whole = { ...doc, ...values };
  const fault = faultOfSteps(stepsOf(whole));
  if (fault) failFields({ [fault.field]: { code: fault.code } }, fault.code);
  assertApproversFit(await unfit(ctx, whole));
  return doc && 'steps' in values ? { ...values, edition: Number(doc.edition ?? 1) + 1 } : values;
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
  const fault = faultOfSteps(stepsOf(doc));
  if (fault) fail(fault.code);
  assertApproversFit(await unfit(ctx, doc));
  return { also: session => assertOnlyActiveFlow(doc, session) };
};
