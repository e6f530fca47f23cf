import type { Fields } from '../kit/fields.ts';

/** Status of an approval step: not reached, current, approved, rejected, closed with the form. */
export const STEP_STATUSES = ['PENDING', 'WAITING', 'APPROVED', 'REJECTED', 'CLOSED'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

/** Form types with approval flows, and their definitions. */
export const FORM_TYPES = {
  VISITOR: 'visitor',
  ELEVATOR_RESERVATION: 'elevator-reservation',
  CONSTRUCTION_REGISTRATION: 'construction-registration',
  CARD_REGISTRATION: 'card-registration',
} as const;
export type FormType = keyof typeof FORM_TYPES;

const SERVER = { readOnly: true, staffOnly: true } as const;
const BEHIND = { ...SERVER, internal: true, detailOnly: true } as const;

/** Approval of a form: a copy of the flow that was active at creation, and the current step. */
export const APPROVAL_FIELDS = {
  flowId: { ...BEHIND, kind: 'text', max: 24, key: true },
  flowName: { ...BEHIND, kind: 'text', max: 100 },
  flowEdition: { ...BEHIND, kind: 'integer' },
  flowSelfApproval: { ...BEHIND, kind: 'flag' },
  flowCurrent: { kind: 'integer', readOnly: true, internal: true, detailOnly: true },
  flowCount: { kind: 'integer', readOnly: true, internal: true, detailOnly: true },
  flowSteps: {
    ...BEHIND,
    kind: 'lines',
    max: 10,
    of: {
      id: { kind: 'text', max: 24, key: true, required: true },
      stepName: { kind: 'text', max: 60, required: true },
      approverId: { kind: 'ref', to: 'employee' },
      positionId: { kind: 'ref', to: 'position' },
      deputyId: { kind: 'ref', to: 'employee' },
      slaHours: { kind: 'integer', min: 1, max: 744, required: true },
      status: { kind: 'choice', options: STEP_STATUSES, required: true },
      startedAt: { kind: 'instant' },
      dueAt: { kind: 'instant' },
      overdue: { kind: 'flag' },
      by: { kind: 'ref', to: 'employee' },
      onBehalf: { kind: 'flag' },
      at: { kind: 'instant' },
      note: { kind: 'text', max: 1000 },
    },
  },
  stepName: { ...SERVER, kind: 'text', max: 60 },
  stepApprovers: { ...SERVER, kind: 'refs', to: 'employee', max: 500 },
  stepDueAt: { ...SERVER, kind: 'instant' },
  stepOverdue: { ...SERVER, kind: 'flag' },
} as const satisfies Fields;

/** Forms waiting for the reader's approval, for lists of pending work. */
export const APPROVAL_WAITS = {
  as: 'approval',
  where: { status: { in: ['WAITING'] } },
  flag: 'approve',
  each: true,
  by: 'createdAt',
  does: 'approve',
} as const;

/** Groups the approval fields into one object in answers. */
export const FLOW_GROUP = {
  flow: {
    flowId: 'flowId',
    name: 'flowName',
    edition: 'flowEdition',
    steps: 'flowSteps',
    current: 'flowCurrent',
    count: 'flowCount',
  },
} as const;
export const STEP_FILTERS = ['stepName', 'stepApprovers', 'stepDueAt', 'stepOverdue'] as const;

/** Marks of lists: forms waiting for the reader's approval, forms with an overdue step. */
export const APPROVAL_MARKS = {
  toApprove: { stepApprovers: { in: ['me'] }, status: { in: ['WAITING'] } },
  approvalLate: { stepOverdue: { in: ['true'] }, status: { in: ['WAITING'] } },
} as const;

/** A step as stored with a form; times are ISO text. */
export interface FlowStep {
  id: string;
  stepName: string;
  approverId: string | null;
  positionId: string | null;
  deputyId: string | null;
  slaHours: number;
  status: StepStatus;
  startedAt: string | null;
  dueAt: string | null;
  overdue: boolean;
  by: string | null;
  onBehalf: boolean;
  at: string | null;
  note: string | null;
}
export interface FormFlow {
  flowId: string;
  name: string;
  edition: number;
  steps: readonly FlowStep[];
  current: number;
  count: number;
}
