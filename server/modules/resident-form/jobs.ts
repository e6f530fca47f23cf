import type { Definition } from '@lobby/shared/kit/definition.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { loadAdmins } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { loadApprovers } from './approvals.ts';
import { markDue } from './due-marks.ts';
import { stepsOf } from './flow-steps.ts';
import { subjectOf } from './form-notices.ts';

const BATCH = 500;
const FORMS: readonly Definition[] = [visitor, elevatorReservation, constructionRegistration, cardRegistration];

const markLate = (ctx: Ctx, definition: Definition): Promise<number> =>
  markDue(ctx, {
    definition,
    action: 'remind',
    query: { status: 'WAITING', stepOverdue: false, stepDueAt: { $lte: ctx.now } },
    set: doc => ({
      stepOverdue: true,
      flowSteps: stepsOf(doc).map(step => (step.status === 'WAITING' ? { ...step, overdue: true } : step)),
    }),
    type: 'APPROVAL_OVERDUE',
    who: async doc => [toStaff(idsIn(doc.stepApprovers))],
  });

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Updates the approvers of waiting steps; notifies the administrators once when a step has none left. */
async function syncApprovers(ctx: Ctx, definition: Definition): Promise<number> {
  const docs = await records(definition).find(
    ctx,
    { status: 'WAITING', 'flowSteps.status': 'WAITING' },
    { limit: BATCH },
  );
  return attemptEach(docs, async doc => {
    const step = stepsOf(doc).find(({ status }) => status === 'WAITING');
    const approvers = step ? await loadApprovers(ctx.projectId, definition, step) : [];
    const before = idsIn(doc.stepApprovers);
    if (String(approvers.toSorted()) === String(before.toSorted())) return null;
    const update = { doc, set: { stepApprovers: approvers }, keepVersion: true, while: { stepApprovers: before } };
    const admins = approvers.length === 0 ? await loadAdmins(ctx.projectId) : [];
    const also = async (session: Parameters<typeof notify>[4]) =>
      notify(ctx, toStaff(admins), 'APPROVAL_UNANSWERED', subjectOf(definition, doc), session);
    return save(ctx, [{ definition, action: 'remind', update, also }]);
  });
}

/** Marks late approvals and updates approvers of waiting forms. */
export const formsJob = defineJob({
  name: 'forms at the desk',
  every: '* * * * *',
  perProject: ctx =>
    attemptEach([markLate, syncApprovers], step => attemptEach(FORMS, definition => step(ctx, definition))),
});
