import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';
import { FORM_TYPES, type FormType } from './form-flow.ts';

/** Approval steps of a form type in order, each with its approver and time limit (domain.md, Approval flow). */
export const approvalFlow = defineModule({
  name: 'approval-flow',
  code: 'APPROVAL_FLOW',
  path: '/approval-flow',
  route: 'approval-flow-config',
  icon: 'shield',
  menu: { group: 'customerService', order: 12, key: 'approvalFlows', makes: true },
  title: 'name',
  flags: ['read', 'write', 'delete', 'updateStatus'],
  fields: {
    name: {
      kind: 'text',
      min: 2,
      max: 100,
      required: true,
      unique: true,
      taken: 'APPROVAL_FLOW_EXISTS',
      search: true,
    },
    formType: { kind: 'choice', options: Object.keys(FORM_TYPES) as FormType[], required: true },
    steps: {
      kind: 'lines',
      max: 10,
      of: {
        stepName: { kind: 'text', min: 2, max: 60, required: true },
        approverId: { kind: 'ref', to: 'employee' },
        positionId: { kind: 'ref', to: 'position' },
        deputyId: { kind: 'ref', to: 'employee' },
        slaHours: { kind: 'integer', min: 1, max: 744, required: true },
      },
    },
    selfApproval: { kind: 'flag', detailOnly: true },
    description: { kind: 'longText', max: 500, detailOnly: true },
    openForms: { kind: 'integer', initial: 0, readOnly: true },
    edition: { kind: 'integer', initial: 1, readOnly: true },
  },
  removedIn: ['INACTIVE'],
  statuses: { ACTIVE: { tone: 'done', icon: 'circle-check' }, INACTIVE: { tone: 'ended', icon: 'ban' } },
  initial: 'INACTIVE',
  actions: {
    activate: { from: ['INACTIVE'], to: 'ACTIVE', flag: 'updateStatus', key: 'a' },
    deactivate: { from: ['ACTIVE'], to: 'INACTIVE', flag: 'updateStatus' },
  },
  list: {
    columns: ['name', 'formType', 'steps', 'openForms', 'edition', 'status'],
    sorts: ['formType', 'name', 'createdAt'],
    defaultSort: 'formType',
    filters: ['status', 'formType', 'createdAt'],
    tabs: { active: { status: { in: ['ACTIVE'] } }, inactive: { status: { in: ['INACTIVE'] } }, all: {} },
  },
  errors: {
    APPROVAL_FLOW_EXISTS: 409,
    APPROVAL_FLOW_ACTIVE_EXISTS: 409,
    APPROVAL_FLOW_ACTIVE: 409,
    APPROVAL_STEPS_REQUIRED: 400,
    APPROVER_REQUIRED: 400,
    STEP_NAME_TWICE: 400,
    APPROVER_WITHOUT_RIGHT: 422,
  },
});

export type ApprovalFlow = DocOf<typeof approvalFlow>;

interface Step {
  stepName: string;
  approverId?: string | null;
  positionId?: string | null;
}

/** Returns the first error of a flow's steps: none at all, a duplicate name, or a step without exactly one approver. */
export function faultOfSteps(steps: readonly Step[]): { field: string; code: string } | null {
  if (steps.length === 0) return { field: 'steps', code: 'APPROVAL_STEPS_REQUIRED' };
  const names = steps.map(({ stepName }) => stepName.toLowerCase());
  const twice = names.findIndex((name, at) => names.indexOf(name) < at);
  if (twice >= 0) return { field: `steps.${twice}.stepName`, code: 'STEP_NAME_TWICE' };
  const nobody = steps.findIndex(step => Boolean(step.approverId) === Boolean(step.positionId));
  return nobody >= 0 ? { field: `steps.${nobody}.approverId`, code: 'APPROVER_REQUIRED' } : null;
}
