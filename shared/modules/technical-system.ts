import { defineModule } from '../kit/define-module.ts';
import { CARE_ERRORS, CARE_FIELDS, careFits, nameOfItsOwn, recordInspection, recordMaintenance } from './care.ts';
import { DUE_STATUS } from './upkeep.ts';

const SCREEN = 'technical-management';

const NAME = nameOfItsOwn('SYSTEM_EXISTS');

/** A group of technical systems, e.g. lifts or fire protection. */
export const systemGroup = defineModule({
  name: 'system-group',
  code: 'TECHNICAL_SYSTEM',
  path: '/system-group',
  opens: `${SCREEN}?tabActiveKey=GROUP&id=`,
  icon: 'layers',
  title: 'name',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    order: { kind: 'integer', min: 1, max: 9999 },
    code: {
      kind: 'text',
      code: true,
      max: 30,
      required: true,
      unique: true,
      taken: 'SYSTEM_CODE_EXISTS',
      search: true,
    },
    name: NAME,
  },
  actions: { place: { from: [], flag: 'write', by: 'system' } },
  list: { columns: ['order', 'code', 'name'], sorts: ['order', 'name'], defaultSort: 'order', filters: [] },
  errors: { SYSTEM_CODE_EXISTS: 409, SYSTEM_EXISTS: 409 },
  imports: { keys: [['code'], ['name']] },
});

/** Initial groups of a project: code and name. */
export const SYSTEM_GROUPS = [
  ['THANG-MAY', 'Thang máy'],
  ['DIEN', 'Điện'],
  ['PCCC', 'PCCC'],
  ['NUOC', 'Cấp thoát nước'],
  ['THONG-GIO', 'Thông gió'],
  ['AN-NINH', 'An ninh'],
  ['BAI-XE', 'Bãi xe'],
  ['KHAC', 'Khác'],
] as const;

/** A technical system of the building, with its maintenance and inspection dates. */
export const technicalSystem = defineModule({
  name: 'technical-system',
  code: 'TECHNICAL_SYSTEM',
  path: '/technical-system',
  route: SCREEN,
  opens: `${SCREEN}?tabActiveKey=SYSTEM&id=`,
  icon: 'wrench',
  menu: { group: 'operations', order: 10, key: 'technical', makes: true },
  title: 'name',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus'],
  fields: {
    code: {
      kind: 'text',
      code: true,
      max: 30,
      required: true,
      unique: true,
      taken: 'SYSTEM_CODE_EXISTS',
      search: true,
    },
    name: NAME,
    groupId: { kind: 'ref', to: 'system-group', required: true, invalidRefCode: 'SYSTEM_NOT_FOUND' },
    placeId: { kind: 'ref', to: 'place' },
    managerId: { kind: 'ref', to: 'employee' },
    icon: {
      kind: 'choice',
      options: ['lift', 'power', 'fire', 'water', 'air', 'camera', 'barrier', 'network', 'gas', 'other'],
      initial: 'other',
    },
    ...CARE_FIELDS,
    deviceCount: { kind: 'integer', initial: 0, readOnly: true },
    worstDue: DUE_STATUS,
    dueOn: { kind: 'date', readOnly: true },
    files: { kind: 'files', max: 5, detailOnly: true },
    note: { kind: 'longText', max: 2000, detailOnly: true },
  },
  actions: {
    'record-maintenance': { from: [], ...recordMaintenance },
    'record-inspection': { from: [], ...recordInspection },
  },
  list: {
    columns: [
      'code',
      'name',
      'groupId',
      'placeId',
      'managerId',
      'deviceCount',
      'worstDue',
      'dueOn',
      'maintenanceDue',
      'nextMaintenanceDate',
      'inspectionDue',
      'nextInspectionDate',
      'maintenanceContractorId',
      'inspectionContractorId',
      'createdAt',
    ],
    deciding: ['worstDue', 'dueOn'],
    hidden: [
      'placeId',
      'nextMaintenanceDate',
      'nextInspectionDate',
      'maintenanceContractorId',
      'inspectionContractorId',
      'createdAt',
    ],
    sorts: ['name', 'code', 'nextMaintenanceDate', 'nextInspectionDate', 'createdAt'],
    defaultSort: 'name',
    filters: [
      'groupId',
      'placeId',
      'managerId',
      'maintenanceDue',
      'inspectionDue',
      'worstDue',
      'maintenanceContractorId',
      'inspectionContractorId',
      'nextMaintenanceDate',
      'nextInspectionDate',
      'lastInspectionResult',
      'createdAt',
    ],
    tabs: {
      overdue: { worstDue: { in: ['OVERDUE'] } },
      dueSoon: { worstDue: { in: ['DUE_SOON'] } },
      all: {},
    },
  },
  errors: {
    SYSTEM_CODE_EXISTS: 409,
    SYSTEM_EXISTS: 409,
    SYSTEM_HAS_DEPENDENTS: 409,
    SYSTEM_NOT_FOUND: 422,
    CERTIFICATE_REQUIRED: 422,
    ...CARE_ERRORS,
  },
  imports: { keys: [['code'], ['name']] },
  check: careFits,
});
