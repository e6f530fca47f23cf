import type { Definition } from '@lobby/shared/kit/definition.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { records } from '../../kit/store/records.ts';
import { save, VersionConflict } from '../../kit/store/save.ts';
import { loadAdmins } from '../../platform/auth/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { loadApprovers } from './approvals.ts';
import { stepsOf } from './flow-steps.ts';
import { mark } from './mark.ts';
import { subjectOf } from './telling.ts';

const BATCH = 500;
const FORMS: readonly Definition[] = [visitor, elevatorReservation, constructionRegistration, cardRegistration];

const lateApprovals = (ctx: Ctx) =>
  FORMS.map(definition =>
    mark(ctx, {
      definition,
      action: 'remind',
      query: { status: 'WAITING', stepOverdue: false, stepDueAt: { $lte: ctx.now } },
      set: doc => ({
        stepOverdue: true,
        flowSteps: stepsOf(doc).map(step => (step.status === 'WAITING' ? { ...step, overdue: true } : step)),
      }),
      type: 'APPROVAL_OVERDUE',
      who: async doc => [toStaff(idsIn(doc.stepApprovers))],
    }),
  );

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Updates the approvers of waiting steps; notifies the administrators once when a step has none left. */
async function syncApprovers(ctx: Ctx, definition: Definition): Promise<number> {
  const docs = await records(definition).find(
    ctx,
    { status: 'WAITING', 'flowSteps.status': 'WAITING' },
    { limit: BATCH },
  );
  let changed = 0;
  for (const doc of docs) {
    const step = stepsOf(doc).find(({ status }) => status === 'WAITING');
    const asked = step ? await loadApprovers(ctx.projectId, definition, step) : [];
    const before = idsIn(doc.stepApprovers);
    if (String(asked.toSorted()) === String(before.toSorted())) continue;
    const update = { doc, set: { stepApprovers: asked }, keepVersion: true, while: { stepApprovers: before } };
    const admins = asked.length === 0 ? await loadAdmins(ctx.projectId) : [];
    const also = async (session: Parameters<typeof notify>[4]) =>
      notify(ctx, toStaff(admins), 'APPROVAL_UNANSWERED', subjectOf(definition, doc), session);
    await save(ctx, [{ definition, action: 'remind', update, also }]).catch(error => {
      if (!(error instanceof VersionConflict)) throw error;
    });
    changed++;
  }
  return changed;
}

/** Marks late approvals and updates approvers of waiting forms. */
export async function runFormsJob(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    const done = await Promise.all([...lateApprovals(ctx), ...FORMS.map(definition => syncApprovers(ctx, definition))]);
    turned += done.reduce((sum, one) => sum + one, 0);
  }
  return turned;
}
