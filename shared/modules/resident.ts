import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { LANGUAGES } from '../kit/languages.ts';
import { MERGED_INTO } from '../kit/merged.ts';
import { taxCodeFits } from './tax-code.ts';

/** Roles of a resident (product.md 3). */
export const RESIDENT_ROLES = ['HOUSEHOLDER', 'CO_HOUSEHOLDER', 'MEMBER', 'RENTER', 'EMPOWER'] as const;
/** Roles that represent their unit. */
export const HOUSEHOLD_ROLES = ['HOUSEHOLDER', 'CO_HOUSEHOLDER', 'EMPOWER'] as const;
export const RELATIONSHIPS = ['SELF', 'SPOUSE', 'CHILD', 'PARENT', 'SIBLING', 'RELATIVE', 'TENANT', 'OTHER'] as const;

/** State of the resident's app account. */
const APP_STATES = ['NONE', 'INVITED', 'ACTIVE', 'BLOCKED'] as const;

const ADDRESS = { kind: 'text', address: true, max: 300, personal: true, detailOnly: true } as const;
const DAY = { kind: 'date', detailOnly: true } as const;

const inOrder = (first: unknown, second: unknown) =>
  typeof first !== 'string' || typeof second !== 'string' || first <= second;

/** Refuses periods that end before they start, and moving in after the visa expires (rules.md 5, Dates). */
function datesFit(values: Record<string, unknown>): FieldErrors {
  const { rentFrom, rentTo, temporaryFrom, temporaryTo, movedInAt, visaExpiry } = values;
  const wrong = { code: 'DATES_REVERSED' };
  return {
    ...(!inOrder(rentFrom, rentTo) && { rentTo: wrong }),
    ...(!inOrder(temporaryFrom, temporaryTo) && { temporaryTo: wrong }),
    ...(!inOrder(movedInAt, visaExpiry) && { visaExpiry: { code: 'RESIDENT_VISA_EXPIRED' } }),
  };
}

/** Requires a letter in the name (rules.md 8, invalid names). */
function nameFits({ name }: Record<string, unknown>): FieldErrors {
  return typeof name !== 'string' || name === '' || /\p{L}/u.test(name)
    ? {}
    : { name: { code: 'RESIDENT_NAME_INVALID' } };
}

/** Fields of a residency: role and dates of the person in a unit. */
const AT_HOME = {
  role: { kind: 'choice', options: RESIDENT_ROLES, required: true, initial: 'MEMBER' },
  relationship: { kind: 'choice', options: RELATIONSHIPS },
  owner: { kind: 'flag' },
  movedInAt: { kind: 'date', limit: 'past', begins: 'today' },
  rentFrom: { kind: 'date' },
  rentTo: { kind: 'date' },
} as const;

/** Condition of acts: lives in at least one unit. */
const LIVING = { living: ['true'] } as const;

/** A resident. `unitId` and the fields of AT_HOME describe the main home, `unitIds` lists all homes. */
export const resident = defineModule({
  name: 'resident',
  emptyChoice: 'EMPTY_RESIDENT_SELECTED',
  code: 'MEMBER',
  path: '/member',
  route: 'members',
  icon: 'user',
  menu: { group: 'memberUnit', order: 2, key: 'members', makes: true },
  linkedAcross: ['userId'],
  title: 'name',
  apart: ['unitId', 'role', 'phone'],
  person: true,
  flags: ['read', 'write', 'delete', 'export', 'updateStatus', 'readEncrypted', 'exportEncrypted', 'aggregate'],
  fields: {
    name: { kind: 'text', min: 2, max: 100, required: true, search: true },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    ...AT_HOME,
    gender: { kind: 'choice', options: ['MALE', 'FEMALE', 'OTHER'] },
    birthday: { kind: 'date', limit: 'past', year: 'birthYear', personal: true, detailOnly: true },
    birthYear: { kind: 'integer', ungrouped: true, readOnly: true },
    nationality: { kind: 'text', max: 2, country: true },
    language: { kind: 'choice', options: LANGUAGES, detailOnly: true },
    phone: { kind: 'phone', personal: true, unique: true, taken: 'RESIDENT_PHONE_EXISTS' },
    phone2: { kind: 'phone', personal: true, detailOnly: true },
    email: { kind: 'email', personal: true, unique: true, taken: 'RESIDENT_EMAIL_EXISTS' },
    newEmail: { kind: 'email', personal: true, readOnly: true, staffOnly: true, detailOnly: true },
    email2: { kind: 'email', personal: true, detailOnly: true },
    identifier: {
      kind: 'identifier',
      personal: true,
      unique: true,
      taken: 'RESIDENT_IDENTIFIER_EXISTS',
      detailOnly: true,
    },
    identifierPlace: { kind: 'text', tells: true, max: 150, detailOnly: true },
    identifierDate: { kind: 'date', tells: true, limit: 'past', detailOnly: true },
    visa: { kind: 'identifier', personal: true, unique: true, taken: 'RESIDENT_VISA_EXISTS', detailOnly: true },
    visaExpiry: { kind: 'date', limit: 'future' },
    temporaryNumber: { kind: 'text', max: 50, personal: true, detailOnly: true },
    temporaryFrom: DAY,
    temporaryTo: { kind: 'date' },
    company: { kind: 'text', max: 150, detailOnly: true },
    taxCode: { kind: 'text', tells: true, digits: true, min: 9, max: 13, detailOnly: true },
    permanentAddress: ADDRESS,
    contactAddress: ADDRESS,
    // Whether the resident may use the app; has an effect once there is an account.
    appUsage: { kind: 'flag', initial: true, readOnly: true },
    appState: { kind: 'choice', options: APP_STATES, initial: 'NONE', readOnly: true },
    living: { kind: 'flag', initial: true, readOnly: true },
    // A visa, temporary residence or rental ends soon. Stored, so that filters, counts and screens agree.
    ending: { kind: 'flag', readOnly: true },
    unitIds: { kind: 'refs', to: 'unit', max: 50, readOnly: true },
    sortName: { kind: 'text', max: 110, readOnly: true, internal: true },
    userId: { kind: 'text', max: 24, readOnly: true, staffOnly: true, internal: true },
    // Reason for the erasure.
    reason: { kind: 'longText', max: 1000, readOnly: true, staffOnly: true, detailOnly: true },
    mergedIntoId: MERGED_INTO,
  },
  actions: {
    'move-in': {
      from: [],
      flag: 'updateStatus',
      input: { unitId: { kind: 'ref', to: 'unit', required: true }, ...AT_HOME },
    },
    'move-out': {
      from: [],
      flag: 'updateStatus',
      danger: true,
      when: LIVING,
      input: {
        unitId: { kind: 'ref', to: 'unit', required: true },
        movedOutAt: { kind: 'date', limit: 'past' },
      },
    },
    'make-householder': {
      from: [],
      flag: 'updateStatus',
      when: LIVING,
      input: { unitId: { kind: 'ref', to: 'unit', required: true } },
    },
    'main-home': {
      from: [],
      flag: 'updateStatus',
      when: LIVING,
      input: { unitId: { kind: 'ref', to: 'unit', required: true } },
    },
    invite: { from: [], flag: 'write', multi: true, when: { appState: ['NONE', 'INVITED'], living: ['true'] } },
    'reset-password': { from: [], flag: 'updateStatus', when: { appState: ['INVITED', 'ACTIVE'] } },
    'block-app': { from: [], flag: 'updateStatus', danger: true, when: { appState: ['INVITED', 'ACTIVE'] } },
    'allow-app': { from: [], flag: 'updateStatus', when: { appState: ['BLOCKED'] } },
    'app-usage': {
      from: [],
      flag: 'updateStatus',
      multi: true,
      input: { appUsage: { kind: 'flag', required: true } },
    },
    // Data of current residents cannot be erased.
    erase: { from: [], flag: 'delete', reason: true, danger: true, ends: true, when: { living: ['false'] } },
  },
  undo: { remove: { action: 'restore' } },
  list: {
    columns: [
      'name',
      'unitId',
      'role',
      'gender',
      'birthYear',
      'phone',
      'email',
      'nationality',
      'visaExpiry',
      'temporaryTo',
      'rentTo',
      'appUsage',
      'appState',
      'living',
    ],
    hidden: ['nationality', 'visaExpiry', 'temporaryTo', 'rentTo', 'appUsage', 'appState'],
    sorts: ['sortName', 'createdAt'],
    defaultSort: 'sortName',
    setUp: { rank: 2, least: 1 },
    filters: [
      'unitIds',
      'unitId',
      'role',
      'gender',
      'birthYear',
      'nationality',
      'visaExpiry',
      'temporaryTo',
      'rentTo',
      'movedInAt',
      'ending',
      'appUsage',
      'appState',
      'living',
      'createdAt',
    ],
    indexed: ['unitIds', 'role', 'living', 'ending'],
    tabs: {
      living: { living: { in: ['true'] } },
      ending: { ending: { in: ['true'] }, living: { in: ['true'] } },
      left: { living: { in: ['false'] } },
      all: {},
    },
    marks: { ending: { ending: { in: ['true'] }, living: { in: ['true'] } } },
  },
  errors: {
    RESIDENT_NAME_INVALID: 400,
    RESIDENT_VISA_EXPIRED: 400,
    RESIDENT_PHONE_EXISTS: 409,
    RESIDENT_EMAIL_EXISTS: 409,
    RESIDENT_IDENTIFIER_EXISTS: 409,
    RESIDENT_VISA_EXISTS: 409,
    RESIDENT_HOUSEHOLDER_EXISTS: 409,
    RESIDENT_ALREADY_IN_UNIT: 409,
    RESIDENT_STAY_OVERLAPS: 409,
    RESIDENT_NOT_IN_UNIT: 422,
    RESIDENT_MERGES_WITH_ITSELF: 400,
    RESIDENT_EMAIL_NEEDED: 422,
    RESIDENT_ACCOUNT_TAKEN: 409,
    EMAIL_CONFIRMED_BY_OWNER: 409,
    RESIDENT_MOVES_BY_ACTS: 422,
    DATES_REVERSED: 422,
    TAX_CODE_LENGTH: 400,
  },
  // Names are not unique: rows without identifying numbers, e.g. from masked exports, match by name and home.
  imports: {
    keys: [['identifier'], ['visa'], ['phone'], ['email'], ['name', 'unitId']],
    shared: ['phone', 'email'],
    current: 'living',
    acts: ['movedOutAt'],
    homes: {
      at: 'unitId',
      all: 'unitIds',
      fields: Object.keys(AT_HOME),
      kept: { in: 'residency', of: 'residentId', current: 'living' },
    },
  },
  check: (values: Record<string, unknown>) => ({
    ...datesFit(values),
    ...nameFits(values),
    // Only companies' tax codes have a fixed length of 10 or 13 digits.
    ...(values.company ? taxCodeFits(values) : {}),
  }),
});

/** Residency of a resident in a unit, from moving in to moving out; kept as history. */
export const residency = defineModule({
  name: 'residency',
  code: 'MEMBER',
  path: '/member-residency',
  title: 'role',
  flags: ['read'],
  calls: ['list', 'detail', 'badges'],
  fields: {
    residentId: { kind: 'ref', to: 'resident', required: true, part: true },
    unitId: { kind: 'ref', to: 'unit', required: true },
    ...AT_HOME,
    movedOutAt: { kind: 'date' },
    living: { kind: 'flag', initial: true },
    // Unique key: one householder per unit.
    householderOf: {
      kind: 'text',
      max: 24,
      readOnly: true,
      unique: true,
      taken: 'RESIDENT_HOUSEHOLDER_EXISTS',
      detailOnly: true,
    },
  },
  list: {
    columns: ['unitId', 'residentId', 'role', 'movedInAt', 'movedOutAt', 'living'],
    sorts: ['createdAt'],
    defaultSort: '-createdAt',
    filters: ['unitId', 'residentId', 'living'],
    indexed: ['unitId', 'residentId'],
  },
  errors: { RESIDENT_HOUSEHOLDER_EXISTS: 409 },
});

export type Resident = DocOf<typeof resident>;
export type ResidentRow = RowOf<typeof resident>;
