import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { ValuesOf } from '@lobby/shared/kit/fields.ts';
import { approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { type APPROVAL_FIELDS, type FlowStep, FORM_TYPES, type FormType } from '@lobby/shared/modules/form-flow.ts';
import { afterWorkingTime } from '@lobby/shared/modules/working-time.ts';
import { type Ctx, feature } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { newId, type Session } from '../../kit/database/database.ts';
import type { Effect } from '../../kit/records/acts/act.ts';
import { lastChange } from '../../kit/records/acts/last-change.ts';
import { keepBeside } from '../../kit/store/beside.ts';
import { events } from '../../kit/store/events.ts';
import { type AnyDoc, records } from '../../kit/store/records.ts';
import { isAdmin } from '../../platform/auth/rights/rights-again.ts';
import { workersAmong } from '../../platform/auth/rights/workers.ts';
import { loadCalendar } from '../work-schedule/index.ts';
import { begun, currentIn, endSteps, passStep, restartSteps, type Said, stepsOf, type Template } from './flow-steps.ts';

/** Fields of a form for its approval. */
export type Approval = Partial<ValuesOf<typeof APPROVAL_FIELDS>>;

/** Due time of steps that begin now: in working time, or in plain hours if the calendar has none. */
async function dueFrom(ctx: Ctx): Promise<(slaHours: number) => Date> {
  const calendar = await loadCalendar(ctx.project);
  return hours => afterWorkingTime(calendar, ctx.now, hours * HOUR_MS) ?? new Date(ctx.now.getTime() + hours * HOUR_MS);
}

/** Approvers of a step: its employee or everybody in its position, and the deputy, if employed and with the right. */
export async function loadApprovers(projectId: string, { code }: Definition, step: FlowStep): Promise<string[]> {
  const inPlace = step.positionId
    ? await records(employee).find(
        { projectId },
        { status: 'ACTIVE', positionIds: step.positionId },
        { only: ['_id'], limit: 500 },
      )
    : [];
  const named = [step.approverId, step.deputyId].flatMap(id => id ?? []);
  const ids = [...new Set([...named, ...inPlace.map(({ _id }) => _id)])];
  const able = await workersAmong(projectId, code, ids, 'approve');
  return ids.filter(id => able.has(id));
}

/** Fields of a form for its steps: the current one, and its approvers for the list. */
async function held(
  ctx: Ctx,
  definition: Definition,
  steps: readonly FlowStep[],
): Promise<Approval & { stepApprovers: string[] }> {
  const at = currentIn(steps);
  const step = steps[at];
  return {
    flowSteps: [...steps],
    ...(step && { flowCurrent: at }),
    stepName: step?.stepName ?? null,
    stepApprovers: step ? await loadApprovers(ctx.projectId, definition, step) : [],
    stepDueAt: step?.dueAt ? new Date(step.dueAt) : null,
    stepOverdue: false,
  };
}

const FORMS = Object.keys(FORM_TYPES) as FormType[];

/** Approval of a new form, by the active flow of its type; null if there is none. */
export async function beginApproval(ctx: Ctx, definition: Definition): Promise<Approval | null> {
  if (!feature(ctx, 'APPROVAL_FLOW')) return null;
  const formType = FORMS.find(type => FORM_TYPES[type] === definition.name);
  if (!formType) return null;
  const flow = await records(approvalFlow).first(ctx, { status: 'ACTIVE', formType });
  const templates: readonly Template[] = flow?.steps ?? [];
  if (!flow || templates.length === 0) return null;
  const steps = begun(templates, newId, ctx.now, await dueFrom(ctx));
  return {
    flowId: flow._id,
    flowName: flow.name,
    flowEdition: flow.edition,
    flowSelfApproval: flow.selfApproval,
    flowCount: steps.length,
    ...(await held(ctx, definition, steps)),
  };
}

/** Fields that may change without a new approval. */
const BESIDE = new Set(['note', 'managementNote', 'acceptanceFiles', 'deposit']);
const plain = (value: unknown) => JSON.stringify(value instanceof Date ? value.toISOString() : (value ?? null));

/** Restarts the approval of a form that was changed after a step was passed. */
export async function beginAgain(
  ctx: Ctx,
  definition: Definition,
  doc: AnyDoc,
  values: Record<string, unknown>,
): Promise<Approval> {
  const steps = stepsOf(doc);
  const changed = Object.entries(values).some(
    ([name, value]) => !BESIDE.has(name) && plain(value) !== plain(doc[name]),
  );
  if (!changed || currentIn(steps) < 0 || !steps.some(({ status }) => status === 'APPROVED')) return {};
  return held(ctx, definition, restartSteps(steps, ctx.now, await dueFrom(ctx)));
}

/** Step at which an action first found a record: a retry must not answer the following step. */
const met = new WeakMap<object, Map<string, string>>();

async function assertSameStep(
  definition: Definition,
  doc: AnyDoc,
  step: FlowStep,
  input: Record<string, unknown>,
): Promise<void> {
  const steps = met.get(input) ?? new Map<string, string>();
  met.set(input, steps);
  const before = steps.get(doc._id);
  if (before && before !== step.id) fail('STATUS_CHANGED', await lastChange(definition, doc, true));
  steps.set(doc._id, step.id);
}

/** The caller's answer at the current step; refused to others than its approvers, and to the form's author. */
async function speak(
  ctx: Ctx,
  definition: Definition,
  doc: AnyDoc,
  input: Record<string, unknown>,
): Promise<Said | null> {
  const steps = stepsOf(doc);
  const step = steps[currentIn(steps)];
  if (!step) return null;
  await assertSameStep(definition, doc, step, input);
  const words = [input.note, input.reason].find(text => typeof text === 'string' && text);
  const note = typeof words === 'string' ? words : null;
  if (ctx.kind === 'system') return { by: null, onBehalf: true, note };
  const isApprover = (await loadApprovers(ctx.projectId, definition, step)).includes(ctx.employeeId ?? '');
  if (!isApprover && !(await isAdmin(ctx))) fail('NOT_YOUR_STEP');
  if (doc.flowSelfApproval !== true && (await isMaker(ctx, definition, doc))) fail('SELF_APPROVAL');
  return { by: ctx.employeeId, onBehalf: !isApprover, note };
}

async function isMaker(ctx: Ctx, definition: Definition, { _id }: AnyDoc): Promise<boolean> {
  const made = await events().findOne(
    { projectId: ctx.projectId, entityId: _id, entity: definition.name, action: 'create' },
    { projection: { actor: 1 } },
  );
  return made?.actor.id === ctx.employeeId;
}

/** Counts a form out of its flow, without a new version of the flow. */
const leave = (doc: AnyDoc, session: Session) => countForms(doc, -1, session);
export async function countForms({ projectId, flowId }: AnyDoc, by: 1 | -1, session: Session): Promise<void> {
  if (typeof flowId !== 'string' || !flowId) return;
  await keepBeside(approvalFlow, { projectId }, { _id: flowId }, { add: { openForms: by } }, session);
}

/** Passes a step; the last one approves the form (domain.md, Approval flow). `next` are the next approvers. */
export async function approveStep(
  ctx: Ctx,
  definition: Definition,
  doc: AnyDoc,
  input: Record<string, unknown>,
): Promise<Effect & { next: readonly string[] | null }> {
  const decision = await speak(ctx, definition, doc, input);
  if (!decision) return { next: null };
  const steps = passStep(stepsOf(doc), decision, ctx.now, await dueFrom(ctx));
  const values = await held(ctx, definition, steps);
  if (currentIn(steps) < 0)
    return { set: { ...values, flowCurrent: steps.length }, also: session => leave(doc, session), next: null };
  return { set: values, status: 'WAITING', next: values.stepApprovers };
}

/** Ends the approval with the form: rejected at its step (with `input`), or abandoned. */
export async function endApproval(
  ctx: Ctx,
  definition: Definition,
  doc: AnyDoc,
  input?: Record<string, unknown>,
): Promise<Effect> {
  const decision = input ? await speak(ctx, definition, doc, input) : null;
  const steps = stepsOf(doc);
  if (currentIn(steps) < 0) return {};
  return {
    set: await held(ctx, definition, endSteps(steps, ctx.now, decision ?? undefined)),
    also: session => leave(doc, session),
  };
}

/** Whether the approval of a form is under way. */
export const isInFlow = (doc: AnyDoc | null): doc is AnyDoc => doc !== null && currentIn(stepsOf(doc)) >= 0;
