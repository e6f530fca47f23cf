import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { APPROVAL_FIELDS, APPROVAL_MARKS, APPROVAL_WAITS, FLOW_GROUP, STEP_FILTERS } from './form-flow.ts';
import { RELATIONSHIPS } from './resident.ts';
import {
  COMPLETE_WITH_DEPOSIT,
  DEPOSIT_ACTIONS,
  DEPOSIT_COLUMNS,
  DEPOSIT_ERRORS,
  DEPOSIT_FIELDS,
  DEPOSIT_FILTERS,
  DEPOSIT_MARKS,
  FLOW_ERRORS,
  FORM_ACTIONS,
  FORM_STATUSES,
  REMOVED_FORMS,
  WAITING_FORMS,
} from './resident-form.ts';
import { PLATED, VEHICLE_TYPES } from './vehicle.ts';

const TYPES = ['NEW', 'CANCEL', 'LOST', 'UPDATE', 'CANCEL_TICKET', 'REISSUE'] as const;
/** Conditions: forms about a vehicle; forms about an existing card. */
const OF_VEHICLE = { target: ['VEHICLE'] } as const;
const OF_CARD = { type: TYPES.filter(type => type !== 'NEW') };
const PAPERS = { kind: 'files', max: 5, detailOnly: true } as const;
const NOTE = { kind: 'longText', max: 1000, detailOnly: true } as const;
const NEW_CARD = { kind: 'ref', to: 'card', one: 'ONE_CARD_ONLY' } as const;
/** Fields that an UPDATE form can change. */
export const CARD_CHANGES = ['PLATE', 'COLOR', 'BRAND', 'HOLDER', 'UNIT_DATA'] as const;
export type CardChange = (typeof CARD_CHANGES)[number];

/** Requires all data of a new vehicle, and a card for every other type. */
function saysEnough({ target, type, plate, vehicleType, color, cardId }: Record<string, unknown>): FieldErrors {
  if (type === 'CANCEL_TICKET' && target === 'RESIDENT') return { type: { code: 'CHOICE_INVALID' } };
  if (type && type !== 'NEW') return cardId ? {} : { cardId: { code: 'CARD_REQUIRED' } };
  if (target !== 'VEHICLE') return {};
  return {
    ...(!vehicleType && { vehicleType: { code: 'REQUIRED' } }),
    ...(!color && { color: { code: 'REQUIRED' } }),
    ...(PLATED.includes(String(vehicleType)) && !plate && { plate: { code: 'VEHICLE_PLATE_REQUIRED' } }),
  };
}

/** A form about a card of a vehicle or resident: issue, change, loss, or return (product.md 3). */
export const cardRegistration = defineModule({
  name: 'card-registration',
  code: 'CARD_REGISTRATION_MANAGEMENT',
  path: '/card-registration',
  route: 'card-registration-management',
  icon: 'id-card',
  menu: { group: 'customerService', order: 11, key: 'cardRegistrations', makes: true },
  prefix: 'DKT',
  title: 'code',
  matter: 'type',
  flags: ['read', 'write', 'delete', 'export', 'approve', 'updateStatus', 'aggregate'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    target: { kind: 'choice', options: ['VEHICLE', 'RESIDENT'], required: true },
    type: { kind: 'choice', options: TYPES, required: true },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    residentId: { kind: 'ref', to: 'resident', required: true, search: true },
    relationship: { kind: 'choice', options: RELATIONSHIPS },
    requesterId: { kind: 'ref', to: 'resident', readOnly: true },
    cardId: { kind: 'ref', to: 'card', one: 'ONE_CARD_ONLY', search: true, visibleWhen: OF_CARD },
    newCardId: { kind: 'ref', to: 'card', readOnly: true },
    vehicleId: { kind: 'ref', to: 'vehicle', readOnly: true, search: true },
    vehicleType: { kind: 'choice', options: VEHICLE_TYPES, visibleWhen: OF_VEHICLE },
    plate: { kind: 'text', max: 20, plate: true, search: true, visibleWhen: OF_VEHICLE },
    rawPlate: { kind: 'text', max: 20, key: true, readOnly: true, internal: true, search: true },
    brand: { kind: 'text', max: 60, search: true, visibleWhen: OF_VEHICLE },
    generation: { kind: 'text', max: 60, detailOnly: true, visibleWhen: OF_VEHICLE },
    color: { kind: 'text', max: 30, visibleWhen: OF_VEHICLE },
    frameNumber: { kind: 'text', max: 30, detailOnly: true, visibleWhen: OF_VEHICLE },
    engineNumber: { kind: 'text', max: 30, detailOnly: true, visibleWhen: OF_VEHICLE },
    // Changed fields; where not given, derived from the other values.
    changes: {
      kind: 'lines',
      max: CARD_CHANGES.length,
      of: { change: { kind: 'choice', options: CARD_CHANGES, required: true } },
      detailOnly: true,
      visibleWhen: { type: ['UPDATE'] },
    },
    vehiclePapers: { ...PAPERS, visibleWhen: OF_VEHICLE },
    rentalFile: PAPERS,
    authorizationFile: PAPERS,
    floorIds: { kind: 'refs', to: 'floor', max: 50, detailOnly: true },
    parking: { kind: 'flag', initial: false },
    startDate: { kind: 'date' },
    overLimit: { kind: 'flag', staffOnly: true },
    quickLock: { kind: 'flag', readOnly: true },
    doneImages: { kind: 'files', max: 5, images: true, readOnly: true, detailOnly: true },
    note: NOTE,
    staffNote: { ...NOTE, staffOnly: true },
    reason: NOTE,
    approvedAt: { kind: 'instant', readOnly: true, staffOnly: true, internal: true, detailOnly: true },
    // The card was not collected.
    notTaken: { kind: 'flag', readOnly: true },
    completedAt: { kind: 'instant', readOnly: true },
    blockId: { kind: 'ref', to: 'block', readOnly: true, internal: true },
    ...DEPOSIT_FIELDS,
    ...APPROVAL_FIELDS,
  },
  groups: FLOW_GROUP,
  statuses: FORM_STATUSES,
  initial: 'WAITING',
  editedIn: ['WAITING', 'APPROVED'],
  removedIn: REMOVED_FORMS,
  actions: {
    approve: {
      ...FORM_ACTIONS.approve,
      input: {
        ...FORM_ACTIONS.approve.input,
        overLimit: { kind: 'flag', initial: false },
        reason: { kind: 'longText', max: 1000 },
      },
    },
    'in-progress': {
      ...FORM_ACTIONS['in-progress'],
      asks: true,
      input: { newCardId: NEW_CARD, note: { kind: 'longText', max: 1000 } },
    },
    complete: {
      ...COMPLETE_WITH_DEPOSIT,
      input: {
        newCardId: NEW_CARD,
        cardReturned: { kind: 'flag', initial: false },
        ...COMPLETE_WITH_DEPOSIT.input,
        overLimit: { kind: 'flag', initial: false },
        doneImages: { kind: 'files', max: 5, images: true },
      },
    },
    ...DEPOSIT_ACTIONS,
    'hand-on': FORM_ACTIONS['hand-on'],
    reject: { ...FORM_ACTIONS.reject, multi: true },
    cancel: { ...FORM_ACTIONS.cancel, multi: true },
  },
  resident: { create: true, editedIn: ['WAITING'], askedBy: 'residentId' },
  list: {
    columns: [
      'code',
      'target',
      'type',
      'unitId',
      'residentId',
      'relationship',
      'vehicleType',
      'plate',
      'cardId',
      'newCardId',
      'startDate',
      ...DEPOSIT_COLUMNS,
      'stepName',
      'completedAt',
      'createdAt',
      'status',
    ],
    sorts: ['createdAt', 'startDate', 'depositAmount', 'stepDueAt'],
    defaultSort: '-createdAt',
    deciding: ['unitId', 'type', 'plate', 'startDate', 'depositAmount', 'status'],
    hidden: ['residentId', 'relationship', 'stepName', 'createdAt', 'completedAt'],
    waits: {
      waiting: APPROVAL_WAITS,
    },
    asks: { plate: 'rawPlate' },
    filters: [
      'status',
      'target',
      'type',
      'vehicleType',
      'unitId',
      'blockId',
      'residentId',
      'requesterId',
      'relationship',
      'cardId',
      'newCardId',
      'vehicleId',
      'overLimit',
      'quickLock',
      'notTaken',
      ...DEPOSIT_FILTERS,
      ...STEP_FILTERS,
      'startDate',
      'createdAt',
    ],
    indexed: ['unitId', 'cardId', 'newCardId'],
    tabs: {
      waiting: { status: { in: ['WAITING'] } },
      issue: { status: { in: ['APPROVED', 'IN_PROGRESS'] } },
      done: { status: { in: ['COMPLETED', 'REJECTED', 'CANCELLED'] } },
      all: {},
    },
    marks: {
      notTaken: { notTaken: { in: ['true'] }, status: { in: ['APPROVED'] } },
      overLimit: { overLimit: { in: ['true'] }, status: { in: ['WAITING'] } },
      ...DEPOSIT_MARKS,
      ...APPROVAL_MARKS,
    },
  },
  badge: { name: 'CARD_REGISTRATION_MANAGEMENT', filter: WAITING_FORMS },
  errors: {
    ...DEPOSIT_ERRORS,
    VEHICLE_PLATE_REQUIRED: 400,
    ONE_CARD_ONLY: 400,
    CARD_REGISTRATION_OPEN: 409,
    VEHICLE_PLATE_EXISTS: 409,
    CARD_IN_USE: 409,
    CARD_REQUIRED: 422,
    CARD_TYPE_INVALID: 422,
    CARD_STATUS_INVALID: 422,
    CARD_NOT_OF_UNIT: 422,
    VEHICLE_LIMIT_REACHED: 422,
    PAPERS_REQUIRED: 422,
    RESIDENT_NOT_IN_UNIT: 422,
    ...FLOW_ERRORS,
  },
  check: saysEnough,
});

export const OPEN_FORMS = ['WAITING', 'APPROVED', 'IN_PROGRESS'] as const;

export type CardRegistration = DocOf<typeof cardRegistration>;
export type CardRegistrationRow = RowOf<typeof cardRegistration>;
