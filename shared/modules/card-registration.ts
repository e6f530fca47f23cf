import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { APPROVAL_FIELDS, APPROVAL_MARKS, FLOW_GROUP, STEP_FILTERS } from './form-flow.ts';
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
  FORM_ASKER,
  FORM_STATUSES,
  FORM_TABS,
  WAITING_FORMS,
} from './resident-form.ts';
import { PLATED, VEHICLE_TYPES } from './vehicle.ts';

const OF_VEHICLE = { target: ['VEHICLE'] } as const;

/** A form about a vehicle names it by its plate. */
function namesItsVehicle({ target, plate, vehicleType }: Record<string, unknown>): FieldErrors {
  if (target !== 'VEHICLE') return {};
  return {
    ...(!vehicleType && { vehicleType: { code: 'REQUIRED' } }),
    ...(PLATED.includes(String(vehicleType)) && !plate && { plate: { code: 'VEHICLE_PLATE_REQUIRED' } }),
  };
}

/** A form about a card of a vehicle or a resident: a new one, a lost one, an end (product.md 3). */
export const cardRegistration = defineModule({
  name: 'card-registration',
  code: 'CARD_REGISTRATION_MANAGEMENT',
  path: '/card-registration',
  route: 'card-registration-management',
  icon: 'id-card',
  menu: { group: 'customerService', order: 11, key: 'cardRegistrations', makes: true },
  prefix: 'DKT',
  title: 'code',
  flags: ['read', 'write', 'delete', 'export', 'approve', 'updateStatus'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    target: { kind: 'choice', options: ['VEHICLE', 'RESIDENT'], required: true },
    type: {
      kind: 'choice',
      options: ['NEW', 'CANCEL', 'LOST', 'UPDATE', 'CANCEL_TICKET', 'REISSUE'],
      required: true,
    },
    ...FORM_ASKER,
    vehicleType: { kind: 'choice', options: VEHICLE_TYPES, askedWith: OF_VEHICLE },
    plate: { kind: 'text', code: true, max: 20, search: true, askedWith: OF_VEHICLE },
    brand: { kind: 'text', max: 60, askedWith: OF_VEHICLE },
    color: { kind: 'text', max: 40, askedWith: OF_VEHICLE },
    relationship: { kind: 'text', max: 100 },
    cardNumber: { kind: 'text', code: true, max: 30, search: true },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    note: { kind: 'longText', max: 1000, detailOnly: true },
    newCardId: { kind: 'ref', to: 'card', readOnly: true, staffOnly: true },
    completedAt: { kind: 'instant', readOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
    ...DEPOSIT_FIELDS,
    ...APPROVAL_FIELDS,
  },
  groups: FLOW_GROUP,
  statuses: FORM_STATUSES,
  initial: 'WAITING',
  actions: {
    ...FORM_ACTIONS,
    complete: {
      ...COMPLETE_WITH_DEPOSIT,
      input: { newCardId: { kind: 'ref', to: 'card' }, ...COMPLETE_WITH_DEPOSIT.input },
    },
    ...DEPOSIT_ACTIONS,
  },
  resident: { create: true },
  list: {
    columns: [
      'code',
      'unitId',
      'residentId',
      'target',
      'type',
      'vehicleType',
      'plate',
      'cardNumber',
      ...DEPOSIT_COLUMNS,
      'completedAt',
      'createdAt',
      'status',
    ],
    sorts: ['createdAt', 'stepDueAt'],
    defaultSort: '-createdAt',
    filters: [
      'status',
      'target',
      'type',
      'vehicleType',
      'unitId',
      'residentId',
      ...DEPOSIT_FILTERS,
      ...STEP_FILTERS,
      'createdAt',
    ],
    indexed: ['unitId'],
    tabs: FORM_TABS,
    marks: {
      ...DEPOSIT_MARKS,
      ...APPROVAL_MARKS,
    },
  },
  badge: { name: 'CARD_REGISTRATION_MANAGEMENT', filter: WAITING_FORMS },
  errors: { ...DEPOSIT_ERRORS, VEHICLE_PLATE_REQUIRED: 400, CARD_IN_USE: 409, CARD_REQUIRED: 422, ...FLOW_ERRORS },
  check: namesItsVehicle,
});

export type CardRegistration = DocOf<typeof cardRegistration>;
export type CardRegistrationRow = RowOf<typeof cardRegistration>;
