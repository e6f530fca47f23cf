import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { APPROVAL_FIELDS, APPROVAL_MARKS, FLOW_GROUP, STEP_FILTERS } from './form-flow.ts';
import {
  endsAfter,
  FLOW_ERRORS,
  FORM_ACTIONS,
  FORM_ASKER,
  FORM_STATUSES,
  FORM_TABS,
  REGULATION,
  regulationAgreed,
  WAITING_FORMS,
} from './resident-form.ts';

/** A lift that goods may be moved by, and how many moves it takes at once. */
export const lift = defineModule({
  name: 'lift',
  code: 'INVENTORY_TRANSFER_MANAGEMENT',
  path: '/lift',
  opens: 'inventory-transfer-management?part=lifts&id=',
  icon: 'arrows-vertical',
  title: 'name',
  flags: ['read', 'write', 'delete'],
  fields: {
    name: { kind: 'text', max: 60, required: true, unique: true, taken: 'ELEVATOR_EXISTS', search: true },
    blockId: { kind: 'ref', to: 'block' },
    capacity: { kind: 'integer', min: 1, max: 20, initial: 1 },
    hours: { kind: 'text', max: 60, hours: true },
    active: { kind: 'flag', initial: true },
    note: { kind: 'longText', max: 1000, detailOnly: true },
  },
  list: {
    columns: ['name', 'blockId', 'capacity', 'hours', 'active'],
    sorts: ['name', 'createdAt'],
    defaultSort: 'name',
    filters: ['blockId', 'active', 'createdAt'],
  },
  errors: { ELEVATOR_EXISTS: 409 },
  undo: { remove: { action: 'restore' } },
});

/** Goods that move in or out by a lift that is kept for them (domain.md, elevator reservation). */
export const elevatorReservation = defineModule({
  name: 'elevator-reservation',
  code: 'INVENTORY_TRANSFER_MANAGEMENT',
  path: '/elevator-reservation',
  route: 'inventory-transfer-management',
  icon: 'truck',
  menu: { group: 'customerService', order: 9, key: 'elevatorReservations', makes: true },
  prefix: 'CD',
  title: 'code',
  flags: ['read', 'write', 'delete', 'export', 'approve', 'updateStatus'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    ...FORM_ASKER,
    type: { kind: 'choice', options: ['IN', 'OUT'], required: true },
    liftId: { kind: 'ref', to: 'lift', required: true, search: true },
    startAt: { kind: 'instant', required: true },
    endAt: { kind: 'instant', required: true },
    transporterName: { kind: 'text', max: 150, required: true, search: true },
    transporterPhone: { kind: 'phone' },
    vehicle: { kind: 'text', max: 100 },
    licensePlate: { kind: 'text', max: 20, search: true },
    goodsName: { kind: 'longText', max: 1000, required: true },
    regulationAgreed: REGULATION,
    attachments: { kind: 'files', max: 5, detailOnly: true },
    realStartAt: { kind: 'instant', readOnly: true },
    realEndAt: { kind: 'instant', readOnly: true },
    note: { kind: 'longText', max: 1000, detailOnly: true, staffOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
    ...APPROVAL_FIELDS,
  },
  groups: FLOW_GROUP,
  statuses: FORM_STATUSES,
  initial: 'APPROVED',
  actions: FORM_ACTIONS,
  resident: { create: true },
  list: {
    columns: [
      'code',
      'unitId',
      'residentId',
      'type',
      'liftId',
      'startAt',
      'endAt',
      'transporterName',
      'licensePlate',
      'goodsName',
      'realStartAt',
      'realEndAt',
      'createdAt',
      'status',
    ],
    sorts: ['startAt', 'createdAt', 'stepDueAt'],
    defaultSort: '-startAt',
    filters: ['status', 'type', 'liftId', 'unitId', 'residentId', ...STEP_FILTERS, 'startAt', 'createdAt'],
    indexed: ['unitId', 'liftId'],
    tabs: FORM_TABS,
    marks: APPROVAL_MARKS,
  },
  badge: { name: 'INVENTORY_TRANSFER_MANAGEMENT', filter: WAITING_FORMS },
  errors: {
    ELEVATOR_SLOT_TAKEN: 409,
    ELEVATOR_OUT_OF_HOURS: 422,
    ELEVATOR_NOT_FOR_UNIT: 422,
    ELEVATOR_IN_PAST: 400,
    REGULATION_NOT_AGREED: 400,
    ...FLOW_ERRORS,
    END_BEFORE_START: 400,
  },
  check: (values: Record<string, unknown>) => ({
    ...regulationAgreed(values),
    ...endsAfter('startAt', 'endAt')(values),
  }),
});

/** Statuses in which a reservation keeps its lift. */
export const HOLDS_LIFT: readonly string[] = ['WAITING', 'APPROVED', 'IN_PROGRESS'];

export type ElevatorReservation = DocOf<typeof elevatorReservation>;
export type ElevatorReservationRow = RowOf<typeof elevatorReservation>;
export type Lift = DocOf<typeof lift>;
