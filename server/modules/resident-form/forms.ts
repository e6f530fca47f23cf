import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { FORM_TYPES, type FormType } from '@lobby/shared/modules/form-flow.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Effect, Rule } from '../../kit/records/acts/act.ts';
import type { Behaviour, Request } from '../../kit/records/behaviour.ts';
import type { AnyDoc, Loaded } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import {
  type Approval,
  approveStep,
  beginAgain,
  beginApproval,
  countForms,
  endApproval,
  isInFlow,
} from './approvals.ts';
import { subjectOf, withNotice, withStatusNotice } from './form-notices.ts';
import { handOn } from './hand-on.ts';

type FormNotice = 'WAITING' | 'CREATED' | 'APPROVED' | 'REJECTED' | 'CANCELLED' | 'IN_PROGRESS' | 'COMPLETED';
/** Visitor forms begin with the arrival and complete with the departure. */
const OF_VISITORS: Readonly<Partial<Record<FormNotice, NotificationType>>> = {
  IN_PROGRESS: 'VISITOR_ARRIVED',
  COMPLETED: 'VISITOR_LEFT',
};

/** Type of a notification about a form; each form type has its own. */
export function formNotice({ name }: Definition, notice: FormNotice): NotificationType {
  const type = (Object.keys(FORM_TYPES) as FormType[]).find(formType => FORM_TYPES[formType] === name);
  if (!type) throw new Error(`${name} is no form`);
  if (type !== 'VISITOR') return `${type}_${notice}`;
  return OF_VISITORS[notice] ?? (`${type}_${notice}` as NotificationType);
}

/** Initial status of a form: approved if staff create it, unless it needs an approval or a deposit (domain.md, Statuses). */
export async function beginForm(
  ctx: Ctx,
  definition: Definition,
  { doc, values }: Request,
  waits = false,
): Promise<Approval & { status?: 'WAITING' | 'APPROVED' }> {
  if (doc) return beginAgain(ctx, definition, doc, values);
  const approval = await beginApproval(ctx, definition);
  return { ...approval, status: ctx.kind === 'resident' || approval || waits ? 'WAITING' : 'APPROVED' };
}

/** Refuses a resident who does not live in the unit of the form. */
export async function assertLivesInUnit(
  ctx: Ctx,
  whole: Record<string, unknown>,
  values: Record<string, unknown>,
  name = 'residentId',
): Promise<void> {
  if (ctx.kind === 'resident' || (values[name] === undefined && values.unitId === undefined) || !whole[name]) return;
  const { unitIds } = await needRef(ctx, resident, String(whole[name]), name);
  if (unitIds.some(id => id === whole.unitId)) return;
  failFields({ [name]: { code: 'RESIDENT_NOT_IN_UNIT' } }, 'RESIDENT_NOT_IN_UNIT');
}

/** Notifies the approvers of a waiting form and, if staff created it, the household. */
export const notifyOfForm =
  (definition: Definition): NonNullable<Behaviour['inTransaction']> =>
  async (ctx, session, { kind, doc, before }) => {
    if (isInFlow(doc) !== isInFlow(before)) await countForms(doc ?? before, doc ? 1 : -1, session);
    if (kind === 'update' && isInFlow(doc) && doc.flowCurrent !== before.flowCurrent)
      await notify(ctx, toStaff(askedIn(doc)), 'APPROVAL_ASSIGNED', subjectOf(definition, doc), session);
    const subject = subjectOf(definition, doc ?? before);
    if (doc?.depositStatus === 'WAIT_FOR_DEPOSIT' && before?.depositStatus !== 'WAIT_FOR_DEPOSIT')
      await notify(ctx, toUnit(doc.unitId), 'DEPOSIT_DUE', subject, session);
    if (kind !== 'create') return;
    const { status } = doc;
    const approvers = askedIn(doc);
    await notify(ctx, toStaff(approvers), 'APPROVAL_ASSIGNED', subject, session);
    if (ctx.kind === 'staff')
      return notify(ctx, toUnit(doc.unitId), formNotice(definition, 'CREATED'), subject, session);
    if (status !== 'WAITING') return;
    const able = await loadReaders(ctx.projectId, definition.code, 'approve');
    const others = able.filter(id => !approvers.includes(id));
    await notify(ctx, toStaff(others), formNotice(definition, 'WAITING'), subject, session);
  };

const askedIn = ({ stepApprovers }: AnyDoc): string[] =>
  Array.isArray(stepApprovers) ? stepApprovers.map(String) : [];

/** Combines the effects of an action: the form's own, and that on the approval. */
export const combineEffects = <A extends Effect, B extends Effect>(main: A, step: B): A & B => ({
  ...main,
  ...step,
  set: { ...main.set, ...step.set },
  with: [...(main.with ?? []), ...(step.with ?? [])],
  also: async session => {
    await main.also?.(session);
    await step.also?.(session);
  },
});

/** Effects of a form's own at its actions. */
interface OwnParts<D extends Definition> {
  approve?(ctx: Ctx, doc: Loaded<D>, input: Record<string, unknown>): Effect | Promise<Effect>;
  begin?(ctx: Ctx, doc: Loaded<D>, input: Record<string, unknown>): Effect | Promise<Effect>;
  complete?(ctx: Ctx, doc: Loaded<D>, input: Record<string, unknown>): Effect | Promise<Effect>;
  end?(ctx: Ctx, doc: Loaded<D>, input: Record<string, unknown>): Effect | Promise<Effect>;
}

/** Actions of a form, beside the change of status. */
export function formActs<const D extends Definition>(definition: D, own?: OwnParts<D>): Record<string, Rule>;
export function formActs(
  definition: Definition,
  { approve, begin, complete, end }: OwnParts<Definition> = {},
): Record<string, Rule> {
  return {
    approve: async (ctx, doc, input) => {
      const { next, ...step } = await approveStep(ctx, definition, doc, input);
      // The form's own conditions are checked at the last step.
      const main = next ? {} : ((await approve?.(ctx, doc, input)) ?? {});
      const effect = { ...combineEffects(main, step), ...(step.status && { status: step.status }) };
      if (!next) return withStatusNotice(definition, ctx, doc, formNotice(definition, 'APPROVED'), effect);
      return withNotice(effect, session =>
        notify(ctx, toStaff(next), 'APPROVAL_ASSIGNED', subjectOf(definition, doc), session),
      );
    },
    'hand-on': handOn(definition),
    reject: async (ctx, doc, input) => {
      const step = await endApproval(ctx, definition, doc, input);
      const main = (await end?.(ctx, doc, input)) ?? {};
      return withStatusNotice(definition, ctx, doc, formNotice(definition, 'REJECTED'), combineEffects(main, step));
    },
    cancel: async (ctx, doc, input) => {
      const main = (await end?.(ctx, doc, input)) ?? {};
      return withStatusNotice(
        definition,
        ctx,
        doc,
        formNotice(definition, 'CANCELLED'),
        combineEffects(main, await endApproval(ctx, definition, doc)),
      );
    },
    'in-progress': async (ctx, doc, input) =>
      withStatusNotice(
        definition,
        ctx,
        doc,
        formNotice(definition, 'IN_PROGRESS'),
        (await begin?.(ctx, doc, input)) ?? {},
      ),
    complete: async (ctx, doc, input) =>
      withStatusNotice(
        definition,
        ctx,
        doc,
        formNotice(definition, 'COMPLETED'),
        (await complete?.(ctx, doc, input)) ?? {},
      ),
  };
}
