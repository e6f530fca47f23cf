import { approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import { FORM_TYPES } from '@lobby/shared/modules/form-flow.ts';
import { definitionOf } from '@lobby/shared/modules/index.ts';
import { db, newId } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

interface OldStep {
  stepName: string;
  approverId: string;
  slaHours: number;
  approvedAt?: string | null;
}
interface OldForm {
  _id: string;
  status: string;
  approvals?: OldStep[];
  approvalDueAt?: Date | null;
  approvalOverdue?: boolean;
}

const NONE = {
  flowId: null,
  flowName: null,
  flowEdition: null,
  flowSelfApproval: false,
  flowCurrent: null,
  flowCount: null,
  flowSteps: [],
  stepName: null,
  stepApprovers: [],
  stepDueAt: null,
  stepOverdue: false,
};

function flowOf({ status, approvals = [], approvalDueAt, approvalOverdue }: OldForm): Record<string, unknown> {
  if (approvals.length === 0) return NONE;
  const at = status === 'WAITING' ? approvals.findIndex(step => !step.approvedAt) : -1;
  const dueAt = approvalDueAt ?? null;
  const flowSteps = approvals.map(({ stepName, approverId, slaHours, approvedAt }, n) => ({
    id: newId(),
    stepName: stepName.slice(0, 60),
    approverId,
    positionId: null,
    deputyId: null,
    slaHours,
    status: approvedAt ? 'APPROVED' : n === at ? 'WAITING' : status === 'WAITING' ? 'PENDING' : 'CLOSED',
    startedAt: null,
    dueAt: n === at ? (dueAt?.toISOString() ?? null) : null,
    overdue: n === at && approvalOverdue === true,
    by: approvedAt ? approverId : null,
    onBehalf: false,
    at: approvedAt ?? null,
    note: null,
  }));
  const step = approvals[at];
  return {
    ...NONE,
    flowName: step?.stepName ?? approvals[0]?.stepName ?? '',
    flowEdition: 1,
    flowCurrent: at >= 0 ? at : approvals.length,
    flowCount: approvals.length,
    flowSteps,
    stepName: step?.stepName ?? null,
    stepApprovers: step ? [step.approverId] : [],
    stepDueAt: step ? dueAt : null,
    stepOverdue: Boolean(step) && approvalOverdue === true,
  };
}

/** Forms held the steps of their approval bare, and flows named the kind of form by its definition. */
export const stepsOfApprovals: Migration = {
  name: '2026-11-25 steps of approvals',
  async run() {
    for (const [formType, name] of Object.entries(FORM_TYPES)) {
      const forms = db().collection<OldForm>(collectionOf(definitionOf(name)));
      for await (const form of forms.find({ flowSteps: { $exists: false } }))
        await forms.updateOne(
          { _id: form._id },
          { $set: flowOf(form), $unset: { approvals: '', approverId: '', approvalDueAt: '', approvalOverdue: '' } },
        );
      await db().collection(collectionOf(approvalFlow)).updateMany({ formType: name }, { $set: { formType } });
    }
    await db()
      .collection(collectionOf(approvalFlow))
      .updateMany({ edition: { $exists: false } }, [
        {
          $set: {
            description: '$note',
            selfApproval: false,
            openForms: 0,
            edition: 1,
            'steps.positionId': null,
            'steps.deputyId': null,
          },
        },
        { $unset: 'note' },
      ]);
    const kinds = { FORM_TO_APPROVE: 'APPROVAL_ASSIGNED', FORM_APPROVAL_LATE: 'APPROVAL_OVERDUE' };
    for (const [old, type] of Object.entries(kinds))
      await db().collection('notifications').updateMany({ type: old }, { $set: { type } });
  },
};
