import { PAPER_LENGTH } from '../kit/contact.ts';
import { defineModule } from '../kit/define-module.ts';
import type { RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { MERGED_INTO } from '../kit/merged.ts';
import { VEHICLE_TYPES } from './vehicle.ts';

export const VISITOR_RELATIONS = ['FAMILY', 'FRIEND', 'COLLEAGUE', 'HELPER', 'DELIVERY', 'SERVICE', 'OTHER'] as const;
export const RELATIONSHIP = { kind: 'choice', options: VISITOR_RELATIONS } as const;

/** Requires a phone number or an identity document. */
const isKnown = ({ phone, identifier }: Record<string, unknown>): FieldErrors =>
  phone || identifier ? {} : { phone: { code: 'GUEST_PHONE_OR_IDENTIFIER_REQUIRED' } };

/** A frequent guest of a household, known by phone or document (product.md 3, familiar customer). */
export const guest = defineModule({
  name: 'guest',
  code: 'ACCESS_MANAGEMENT',
  path: '/guest-unit',
  opens: 'access-management?part=guests&id=',
  icon: 'user',
  title: 'name',
  flags: ['read', 'write', 'delete', 'export', 'readEncrypted', 'exportEncrypted'],
  person: true,
  fields: {
    name: { kind: 'text', min: 2, max: 100, required: true, search: true },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    phone: { kind: 'phone', personal: true, unique: { within: 'unitId' }, taken: 'GUEST_PHONE_EXISTS' },
    identifier: {
      kind: 'identifier',
      ...PAPER_LENGTH,
      personal: true,
      unique: { within: 'unitId' },
      taken: 'GUEST_IDENTIFIER_EXISTS',
      staffOnly: true,
    },
    kind: {
      kind: 'choice',
      options: ['FAMILY', 'FRIEND', 'HELPER', 'DRIVER', 'TUTOR', 'CARER', 'DELIVERY', 'SERVICE', 'OTHER'],
    },
    relationship: RELATIONSHIP,
    contactId: { kind: 'ref', to: 'resident' },
    plate: { kind: 'text', max: 20, plate: true, search: true },
    vehicleType: { kind: 'choice', options: VEHICLE_TYPES },
    blocked: { kind: 'flag', staffOnly: true },
    blockedReason: { kind: 'text', max: 300, staffOnly: true, visibleWhen: { blocked: ['true'] } },
    visitedCount: { kind: 'integer', initial: 0, readOnly: true },
    firstVisitAt: { kind: 'instant', readOnly: true },
    lastVisitAt: { kind: 'instant', readOnly: true },
    insideNow: { kind: 'flag', readOnly: true },
    pinned: { kind: 'flag', readOnly: true },
    // Pinned, or with at least as many visits as the project settings demand.
    familiar: { kind: 'flag', readOnly: true },
    // State of the guest's recurring pass.
    passState: { kind: 'choice', options: ['NONE', 'ACTIVE', 'ENDED'], initial: 'NONE', readOnly: true },
    /** The pass ends within a week. */
    passEnding: { kind: 'flag', readOnly: true },
    idImages: { kind: 'files', max: 5, images: true, guarded: true, detailOnly: true, staffOnly: true },
    faceImage: { kind: 'files', max: 1, images: true, guarded: true, detailOnly: true, staffOnly: true },
    note: { kind: 'longText', max: 500, detailOnly: true },
    staffNote: { kind: 'longText', max: 500, detailOnly: true, staffOnly: true },
    // Reason for the erasure.
    reason: { kind: 'longText', max: 1000, readOnly: true, staffOnly: true, detailOnly: true },
    mergedIntoId: MERGED_INTO,
  },
  actions: {
    pin: { from: [], flag: 'write', by: 'both', when: { pinned: ['false'] }, togglesFlag: true },
    unpin: { from: [], flag: 'write', by: 'both', when: { pinned: ['true'] }, togglesFlag: true },
    merge: {
      from: [],
      flag: 'write',
      danger: true,
      ends: true,
      input: { intoId: { kind: 'ref', to: 'guest', required: true } },
    },
    erase: { from: [], flag: 'delete', reason: true, danger: true, ends: true },
    'moved-out': { from: [], flag: 'write', by: 'system' },
  },
  // Guests belong to one unit, because households must not learn of each other's guests.
  resident: { edits: true, removes: true, unitStays: true },
  list: {
    columns: [
      'name',
      'unitId',
      'kind',
      'phone',
      'relationship',
      'plate',
      'visitedCount',
      'lastVisitAt',
      'insideNow',
      'passState',
      'pinned',
      'blocked',
    ],
    sorts: ['name', 'visitedCount', 'firstVisitAt', 'lastVisitAt', 'createdAt'],
    defaultSort: '-lastVisitAt',
    filters: [
      'unitId',
      'kind',
      'relationship',
      'contactId',
      'familiar',
      'pinned',
      'insideNow',
      'passState',
      'passEnding',
      'blocked',
      'visitedCount',
      'firstVisitAt',
      'lastVisitAt',
      'createdAt',
    ],
    indexed: ['unitId'],
    endings: { phoneEnd: 'phone' },
    tabs: {
      familiar: { familiar: { in: ['true'] } },
      helpers: { kind: { in: ['HELPER', 'DRIVER', 'TUTOR', 'CARER'] } },
      all: {},
      blocked: { blocked: { in: ['true'] } },
    },
    marks: { insideNow: { insideNow: { in: ['true'] } }, passEnding: { passEnding: { in: ['true'] } } },
  },
  errors: {
    GUEST_PHONE_EXISTS: 409,
    GUEST_IDENTIFIER_EXISTS: 409,
    GUEST_INSIDE: 409,
    GUEST_PHONE_OR_IDENTIFIER_REQUIRED: 400,
    VISITOR_CONTACT_NOT_IN_UNIT: 422,
    GUEST_OTHER_UNIT: 422,
  },
  undo: { remove: { action: 'restore' }, pin: { action: 'unpin' }, unpin: { action: 'pin' } },
  check: isKnown,
});

export type GuestRow = RowOf<typeof guest>;
