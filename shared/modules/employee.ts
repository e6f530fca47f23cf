import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { LANGUAGES } from '../kit/languages.ts';

/** A department; the Admin department has special rules (rules.md 6). */
export const department = defineModule({
  name: 'department',
  code: 'AUTHORIZATION',
  path: '/department',
  route: 'configs-authorization',
  opens: 'configs-authorization?part=departments&id=',
  icon: 'shield',
  menu: { group: 'system', order: 3, key: 'authorization' },
  title: 'name',
  flags: ['read', 'write', 'delete'],
  fields: {
    name: { kind: 'text', max: 100, required: true, unique: true, taken: 'DEPARTMENT_EXISTS', search: true },
    shownToResidents: { kind: 'flag' },
    admin: { kind: 'flag', readOnly: true },
  },
  fixedBy: 'admin',
  list: { columns: ['name', 'shownToResidents'], sorts: ['name'], defaultSort: 'name', filters: ['shownToResidents'] },
  errors: { DEPARTMENT_EXISTS: 409, ADMIN_FIXED: 409 },
});

/** Statuses in which an employee can sign in. */
export const WORKING = ['ACTIVE', 'ASSIGNED', 'ABSENT'] as const;

/** Refuses an end of employment before its start (rules.md 5, Dates). */
function daysInOrder({ startedOn, endedOn }: Record<string, unknown>): FieldErrors {
  return typeof startedOn === 'string' && typeof endedOn === 'string' && endedOn < startedOn
    ? { endedOn: { code: 'DATES_REVERSED' } }
    : {};
}

/** Employment of a person in a project; permissions come from `positionIds`. */
export const employee = defineModule({
  name: 'employee',
  emptyChoice: 'EMPTY_STAFF_SELECTED',
  code: 'EMPLOYEE',
  path: '/employee',
  route: 'staffs',
  icon: 'id-card',
  menu: { group: 'system', order: 4, key: 'staffs', makes: true },
  linkedAcross: ['userId'],
  title: 'name',
  apart: ['departmentId'],
  offered: { status: 'ACTIVE' },
  flags: ['read', 'write', 'delete', 'export', 'updateStatus', 'aggregate'],
  // Employees known in another project are invited.
  imports: { keys: [['email'], ['phone']], asNew: { status: ['ACTIVE'] } },
  fields: {
    name: { kind: 'text', max: 100, required: true, search: true },
    email: { kind: 'email', required: true, unique: true, taken: 'EMPLOYEE_EMAIL_EXISTS', search: true },
    // Pending until confirmed by its owner; until then `email` remains the login.
    newEmail: { kind: 'email', readOnly: true, detailOnly: true },
    phone: { kind: 'phone', unique: true, taken: 'EMPLOYEE_PHONE_EXISTS', search: true },
    // Language of mails until the employee chooses one.
    language: { kind: 'choice', options: LANGUAGES, detailOnly: true },
    departmentId: { kind: 'ref', to: 'department' },
    positionIds: { kind: 'refs', to: 'position', max: 10 },
    cardNumber: { kind: 'text', tells: true, code: true, max: 30, search: true },
    startedOn: { kind: 'date' },
    endedOn: { kind: 'date' },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
    invitedAt: { kind: 'instant', readOnly: true },
    userId: { kind: 'text', max: 24, readOnly: true, internal: true },
  },
  initial: 'PENDING',
  statuses: {
    PENDING: { tone: 'waiting', icon: 'clock' },
    ACTIVE: { tone: 'done', icon: 'circle-check' },
    ASSIGNED: { tone: 'going', icon: 'circle-dot' },
    ABSENT: { tone: 'waiting', icon: 'timer-off' },
    INACTIVE: { tone: 'ended', icon: 'circle-x' },
    BANNED: { tone: 'bad', icon: 'ban' },
    DISABLED: { tone: 'ended', icon: 'ban' },
  },
  actions: {
    invite: { from: ['PENDING', ...WORKING], flag: 'write', multi: true, key: 'i', primaryIn: ['PENDING'] },
    activate: {
      from: ['PENDING', 'ASSIGNED', 'ABSENT', 'INACTIVE', 'BANNED', 'DISABLED'],
      to: 'ACTIVE',
      flag: 'updateStatus',
      multi: true,
    },
    dispatch: { from: ['ACTIVE', 'ABSENT'], to: 'ASSIGNED', flag: 'updateStatus' },
    absent: { from: ['ACTIVE', 'ASSIGNED'], to: 'ABSENT', flag: 'updateStatus' },
    deactivate: { from: ['PENDING', ...WORKING], to: 'INACTIVE', flag: 'updateStatus', multi: true, danger: true },
    disable: {
      from: ['PENDING', ...WORKING, 'INACTIVE'],
      to: 'DISABLED',
      flag: 'updateStatus',
      multi: true,
      danger: true,
    },
    ban: {
      from: ['PENDING', ...WORKING, 'INACTIVE', 'DISABLED'],
      to: 'BANNED',
      flag: 'updateStatus',
      reason: true,
      danger: true,
    },
  },
  list: {
    columns: [
      'name',
      'email',
      'phone',
      'departmentId',
      'positionIds',
      'cardNumber',
      'startedOn',
      'endedOn',
      'invitedAt',
      'status',
    ],
    hidden: ['cardNumber', 'endedOn', 'invitedAt'],
    sorts: ['name', 'startedOn'],
    defaultSort: 'name',
    // The first employee is the one who sets up the project.
    setUp: { rank: 3, least: 2 },
    filters: ['status', 'departmentId', 'positionIds', 'startedOn', 'endedOn'],
    indexed: ['departmentId'],
    tabs: {
      working: { status: { in: [...WORKING] } },
      pending: { status: { in: ['PENDING'] } },
      ended: { status: { in: ['INACTIVE', 'BANNED', 'DISABLED'] } },
      all: {},
    },
  },
  errors: {
    EMPLOYEE_EMAIL_EXISTS: 409,
    EMPLOYEE_PHONE_EXISTS: 409,
    POSITION_NOT_IN_DEPARTMENT: 422,
    ADMIN_LAST: 409,
    ADMIN_GIVEN_BY_ADMIN: 403,
    ADMIN_KEPT_BY_ADMIN: 403,
    POSITION_NOT_HELD: 403,
    EMAIL_CONFIRMED_BY_OWNER: 409,
  },
  check: daysInOrder,
});

/** A position; its permissions (flags by module) are stored beside these fields. */
export const position = defineModule({
  name: 'position',
  code: 'AUTHORIZATION',
  path: '/position',
  route: 'configs-authorization',
  opens: 'configs-authorization?part=positions&id=',
  icon: 'shield',
  title: 'name',
  flags: ['read', 'write', 'delete'],
  fields: {
    name: {
      kind: 'text',
      max: 100,
      required: true,
      unique: { within: 'departmentId' },
      taken: 'POSITION_EXISTS',
      search: true,
    },
    departmentId: { kind: 'ref', to: 'department', required: true },
    admin: { kind: 'flag', readOnly: true },
  },
  fixedBy: 'admin',
  columns: ['permissions'],
  list: {
    columns: ['name', 'departmentId'],
    sorts: ['name'],
    defaultSort: 'name',
    // The Admin position always exists.
    setUp: { rank: 4, least: 2 },
    filters: ['departmentId'],
    indexed: ['departmentId'],
  },
  errors: { POSITION_EXISTS: 409, RIGHT_NOT_HELD: 403 },
});

export type Employee = DocOf<typeof employee>;
export type EmployeeRow = RowOf<typeof employee>;
export type DepartmentRow = RowOf<typeof department>;
export type PositionRow = RowOf<typeof position>;
