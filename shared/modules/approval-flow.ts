import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';

/** Who has to approve a form, one after another, and how long each may take (domain.md, Approval flow). */
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
    name: { kind: 'text', max: 100, required: true, unique: true, taken: 'FLOW_EXISTS', search: true },
    formType: {
      kind: 'choice',
      options: ['visitor', 'elevator-reservation', 'construction-registration', 'card-registration'],
      required: true,
    },
    steps: {
      kind: 'lines',
      required: true,
      max: 10,
      of: {
        stepName: { kind: 'text', max: 100, required: true },
        approverId: { kind: 'ref', to: 'employee', required: true },
        slaHours: { kind: 'integer', min: 1, max: 744, required: true },
      },
    },
    note: { kind: 'longText', max: 1000, detailOnly: true },
  },
  statuses: { ACTIVE: { tone: 'done', icon: 'circle-check' }, INACTIVE: { tone: 'ended', icon: 'ban' } },
  initial: 'INACTIVE',
  actions: {
    activate: { from: ['INACTIVE'], to: 'ACTIVE', flag: 'updateStatus', key: 'a' },
    deactivate: { from: ['ACTIVE'], to: 'INACTIVE', flag: 'updateStatus' },
  },
  list: {
    columns: ['name', 'formType', 'steps', 'createdAt', 'status'],
    sorts: ['name', 'createdAt'],
    defaultSort: 'name',
    filters: ['status', 'formType', 'createdAt'],
  },
  errors: { FLOW_EXISTS: 409 },
});

export type ApprovalFlow = DocOf<typeof approvalFlow>;
