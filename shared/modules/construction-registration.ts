import { PAPER_LENGTH } from '../kit/contact.ts';
import { DAY_MS } from '../kit/dates.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import type { LinesField } from '../kit/fields.ts';
import { APPROVAL_FIELDS, APPROVAL_MARKS, APPROVAL_WAITS, FLOW_GROUP, STEP_FILTERS } from './form-flow.ts';
import { WORK_TYPES } from './reception-settings.ts';
import { RESIDENT_ROLES } from './resident.ts';
import {
  COMPLETE_WITH_DEPOSIT,
  DEPOSIT_ACTIONS,
  DEPOSIT_COLUMNS,
  DEPOSIT_ERRORS,
  DEPOSIT_FIELDS,
  DEPOSIT_FILTERS,
  DEPOSIT_MARKS,
  endsAfter,
  FLOW_ERRORS,
  FORM_ACTIONS,
  FORM_STATUSES,
  REGULATION,
  REMOVED_FORMS,
  regulationAgreed,
  WAITING_FORMS,
} from './resident-form.ts';

const MOST_DAYS = 366;
/** Documents: five images and five files. */
const PAPERS = { kind: 'files', max: 10, detailOnly: true } as const;
const NOTE = { kind: 'longText', max: 1000, detailOnly: true } as const;
const GOING = ['APPROVED', 'IN_PROGRESS'] as const;
const GOING_ON = { status: { in: ['IN_PROGRESS'] } } as const;

/** Workers; each gets a gate pass. Lines keep their ids. Phone and identity document are personal data. */
const WORKERS = {
  kind: 'lines',
  max: 100,
  of: {
    id: { kind: 'text', max: 24, key: true, internal: true },
    name: { kind: 'text', max: 100, required: true },
    job: { kind: 'text', max: 60 },
    phone: { kind: 'phone', personal: true },
    identifier: { kind: 'identifier', ...PAPER_LENGTH, personal: true },
  },
} as const satisfies LinesField;

/** Requires an end after the start and at most MOST_DAYS. */
export function worksTimes(values: Record<string, unknown>): FieldErrors {
  const wrong = endsAfter('expectedStartAt', 'expectedEndAt', 'CONSTRUCTION_TIMES_REVERSED')(values);
  const { expectedStartAt: from, expectedEndAt: to } = values;
  const at = (value: unknown) => new Date(value as string | Date).getTime();
  const long = from && to && at(to) - at(from) > MOST_DAYS * DAY_MS;
  return long ? { expectedEndAt: { code: 'CONSTRUCTION_TOO_LONG', params: { max: MOST_DAYS } } } : wrong;
}

/** Works in a unit, with contractor, period, house rules and refundable deposit (domain.md, Construction). */
export const constructionRegistration = defineModule({
  name: 'construction-registration',
  code: 'CONSTRUCTION_MANAGEMENT',
  path: '/construction-registration',
  route: 'construction-management',
  icon: 'hammer',
  menu: { group: 'customerService', order: 10, key: 'constructionRegistrations', makes: true },
  prefix: 'TC',
  title: 'code',
  matter: 'workType',
  flags: ['read', 'write', 'delete', 'export', 'approve', 'updateStatus', 'readEncrypted', 'aggregate'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    residentId: { kind: 'ref', to: 'resident', required: true },
    registrantRole: { kind: 'choice', options: RESIDENT_ROLES, readOnly: true },
    workType: { kind: 'choice', options: WORK_TYPES, required: true },
    content: { kind: 'longText', max: 2000, required: true, search: true },
    noisy: { kind: 'flag', initial: false },
    hotWork: { kind: 'flag', initial: false },
    partnerId: {
      kind: 'ref',
      to: 'partner',
      where: { type: 'CONTRACTOR' },
      invalidRefCode: 'CONTRACTOR_NOT_FOUND',
      staffOnly: true,
    },
    contractorName: { kind: 'text', max: 150, search: true },
    contractorContact: { kind: 'text', tells: true, max: 100, detailOnly: true },
    contractorPhone: { kind: 'phone', detailOnly: true },
    expectedStartAt: { kind: 'instant', required: true },
    expectedEndAt: { kind: 'instant', required: true },
    actualStartAt: { kind: 'instant', readOnly: true },
    actualEndAt: { kind: 'instant', readOnly: true },
    workers: { ...WORKERS, detailOnly: true },
    workerCount: { kind: 'integer', readOnly: true, initial: 0 },
    insideNow: { kind: 'integer', readOnly: true, initial: 0 },
    residentNote: NOTE,
    managementNote: { ...NOTE, staffOnly: true },
    attachments: PAPERS,
    acceptanceFiles: PAPERS,
    acceptanceAt: { kind: 'instant', readOnly: true },
    regulationAgreed: REGULATION,
    regulationEdition: { kind: 'integer', readOnly: true, detailOnly: true },
    stopped: { kind: 'flag', readOnly: true },
    stoppedAt: { kind: 'instant', readOnly: true, detailOnly: true },
    stopReason: { ...NOTE, readOnly: true },
    stopImages: { kind: 'files', max: 5, images: true, readOnly: true, detailOnly: true },
    late: { kind: 'flag', readOnly: true },
    // Never started, and a month past the planned end.
    overdue: { kind: 'flag', readOnly: true, staffOnly: true },
    reason: { ...NOTE, readOnly: true },
    blockId: { kind: 'ref', to: 'block', readOnly: true, internal: true },
    floorId: { kind: 'ref', to: 'floor', readOnly: true, internal: true },
    // Latest reminder of the household about the planned end.
    endTold: { kind: 'choice', options: ['DAYS_3', 'DAYS_1', 'OVER'], readOnly: true, staffOnly: true, internal: true },
    ...DEPOSIT_FIELDS,
    ...APPROVAL_FIELDS,
  },
  groups: FLOW_GROUP,
  statuses: FORM_STATUSES,
  initial: 'WAITING',
  editedIn: ['WAITING', 'APPROVED'],
  removedIn: REMOVED_FORMS,
  actions: {
    approve: FORM_ACTIONS.approve,
    'in-progress': {
      ...FORM_ACTIONS['in-progress'],
      input: { at: { kind: 'instant' }, note: { kind: 'longText', max: 1000 } },
    },
    complete: {
      ...COMPLETE_WITH_DEPOSIT,
      input: {
        ...COMPLETE_WITH_DEPOSIT.input,
        at: { kind: 'instant' },
        acceptanceFiles: { kind: 'files', max: 10 },
        note: { kind: 'longText', max: 1000 },
      },
    },
    ...DEPOSIT_ACTIONS,
    extend: {
      from: GOING,
      flag: 'updateStatus',
      reason: true,
      input: { expectedEndAt: { kind: 'instant', required: true } },
    },
    stop: {
      from: GOING,
      flag: 'updateStatus',
      reason: 'stopReason',
      danger: true,
      togglesFlag: true,
      when: { stopped: ['false'] },
      input: { stopImages: { kind: 'files', max: 5, images: true } },
    },
    resume: {
      from: GOING,
      flag: 'updateStatus',
      when: { stopped: ['true'] },
      togglesFlag: true,
      input: { note: { kind: 'longText', max: 1000 } },
    },
    // Workers can be changed until the works end.
    workers: {
      from: GOING,
      flag: 'updateStatus',
      asks: true,
      input: { workers: WORKERS },
    },
    'hand-in': {
      from: ['IN_PROGRESS'],
      flag: 'updateStatus',
      by: 'both',
      asks: true,
      input: { files: { kind: 'files', max: 5 } },
    },
    'hand-on': FORM_ACTIONS['hand-on'],
    reject: { ...FORM_ACTIONS.reject, multi: true },
    cancel: { ...FORM_ACTIONS.cancel, multi: true },
  },
  resident: { create: true, editedIn: ['WAITING'], askedBy: 'residentId' },
  list: {
    columns: [
      'code',
      'unitId',
      'residentId',
      'registrantRole',
      'workType',
      'content',
      'contractorName',
      'expectedStartAt',
      'expectedEndAt',
      'workerCount',
      'insideNow',
      ...DEPOSIT_COLUMNS,
      'stopped',
      'late',
      'noisy',
      'hotWork',
      'actualStartAt',
      'acceptanceAt',
      'actualEndAt',
      'stepName',
      'createdAt',
      'status',
    ],
    hidden: [
      'residentId',
      'registrantRole',
      'stopped',
      'late',
      'noisy',
      'hotWork',
      'actualStartAt',
      'acceptanceAt',
      'actualEndAt',
      'stepName',
      'createdAt',
    ],
    sorts: ['expectedStartAt', 'expectedEndAt', 'actualStartAt', 'createdAt', 'depositAmount', 'stepDueAt'],
    defaultSort: '-createdAt',
    waits: {
      waiting: APPROVAL_WAITS,
      ending: {
        as: 'soon',
        where: { endTold: { in: ['DAYS_3', 'DAYS_1'] }, ...GOING_ON },
        by: 'expectedEndAt',
        does: 'open',
      },
    },
    planned: { at: 'acceptanceAt', where: { status: { in: ['APPROVED', 'IN_PROGRESS'] } } },
    filters: [
      'status',
      'workType',
      'unitId',
      'residentId',
      'registrantRole',
      'partnerId',
      'blockId',
      'floorId',
      'noisy',
      'hotWork',
      'stopped',
      'late',
      'overdue',
      'endTold',
      ...DEPOSIT_FILTERS,
      ...STEP_FILTERS,
      'expectedStartAt',
      'expectedEndAt',
      'createdAt',
    ],
    indexed: ['unitId'],
    tabs: {
      waiting: { status: { in: ['WAITING'] } },
      approved: { status: { in: ['APPROVED'] } },
      going: GOING_ON,
      done: { status: { in: ['COMPLETED', 'REJECTED', 'CANCELLED'] } },
      all: {},
    },
    marks: {
      stopped: { stopped: { in: ['true'] }, status: { in: GOING } },
      late: { late: { in: ['true'] }, ...GOING_ON },
      ending: { endTold: { in: ['DAYS_3', 'DAYS_1'] }, ...GOING_ON },
      overdue: { overdue: { in: ['true'] }, status: { in: ['WAITING', 'APPROVED'] } },
      ...DEPOSIT_MARKS,
      ...APPROVAL_MARKS,
    },
  },
  badge: { name: 'CONSTRUCTION_MANAGEMENT', filter: WAITING_FORMS },
  errors: {
    ...DEPOSIT_ERRORS,
    CONTRACTOR_NOT_FOUND: 422,
    CONSTRUCTION_TIMES_REVERSED: 400,
    CONSTRUCTION_IN_PAST: 400,
    CONSTRUCTION_TOO_LONG: 400,
    REGULATION_NOT_AGREED: 400,
    CONSENT_REQUIRED: 422,
    ACCEPTANCE_REQUIRED: 422,
    RESIDENT_NOT_IN_UNIT: 422,
    WORKERS_INSIDE: 422,
    MASKED_VALUE: 400,
    ...FLOW_ERRORS,
  },
  check: (values: Record<string, unknown>) => ({ ...regulationAgreed(values), ...worksTimes(values) }),
});

export type ConstructionRegistration = DocOf<typeof constructionRegistration>;
export type ConstructionRegistrationRow = RowOf<typeof constructionRegistration>;
