import type { Definition } from '@lobby/shared/kit/definition.ts';
import { approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import { can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Rule } from '../../kit/records/acts/act.ts';
import { lastChange } from '../../kit/records/acts/last-change.ts';
import { workersAmong } from '../../platform/auth/rights/workers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { loadApprovers } from './approvals.ts';
import { currentIn, stepsOf } from './flow-steps.ts';
import { subjectOf, withNotice } from './form-notices.ts';

/** Reassigns the current step to another approver, by those who may edit approval flows; both sides are notified. The due time stays. */
export const handOn =
  (definition: Definition): Rule =>
  async (ctx, doc, { employeeId, reason }) => {
    if (typeof employeeId !== 'string') return failFields({ employeeId: { code: 'REQUIRED' } });
    if (typeof reason !== 'string') return failFields({ reason: { code: 'REQUIRED' } });
    const steps = stepsOf(doc);
    const at = currentIn(steps);
    const step = steps[at];
    if (!step) return fail('STATUS_NOT_ALLOWED', await lastChange(definition, doc, true));
    if (!can(ctx, approvalFlow.code, 'write')) fail('NOT_YOUR_STEP');
    const to = employeeId;
    if (!(await workersAmong(ctx.projectId, definition.code, [to], 'approve')).has(to)) {
      const code = 'APPROVER_WITHOUT_RIGHT';
      failFields({ employeeId: { code } }, code);
    }
    const handed = { ...step, approverId: to, positionId: null, note: reason };
    const before = await loadApprovers(ctx.projectId, definition, step);
    const after = await loadApprovers(ctx.projectId, definition, handed);
    const subject = subjectOf(definition, doc);
    const set = { flowSteps: steps.map((other, n) => (n === at ? handed : other)), stepApprovers: after };
    const note = {
      before: { stepApprovers: before },
      after: { stepName: step.stepName, stepApprovers: after, reason },
    };
    return withNotice({ set, note }, async session => {
      await notify(ctx, toStaff(after.filter(id => !before.includes(id))), 'APPROVAL_ASSIGNED', subject, session);
      await notify(ctx, toStaff(before.filter(id => !after.includes(id))), 'APPROVAL_HANDED_ON', subject, session);
    });
  };
