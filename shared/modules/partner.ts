import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { MERGED_INTO } from '../kit/merged.ts';

const OURS = { readOnly: true, detailOnly: true } as const;

/** Valid numbers of digits in a tax code by legal form; branches have 13. */
const LENGTHS: Readonly<Record<string, readonly number[]>> = { ORGANIZATION: [10, 13], INDIVIDUAL: [10] };

/** Checks the length of the tax code for the legal form, and the format of the bank account. */
function numbersFit({ form, taxCode, bankAccount }: Record<string, unknown>): FieldErrors {
  const long = LENGTHS[String(form ?? 'ORGANIZATION')] ?? [];
  const errors: FieldErrors = {};
  if (typeof taxCode === 'string' && taxCode !== '' && !long.includes(taxCode.length))
    errors.taxCode = { code: 'TAX_CODE_INVALID' };
  if (typeof bankAccount === 'string' && bankAccount !== '' && !/^[A-Za-z0-9]{4,30}$/.test(bankAccount))
    errors.bankAccount = { code: 'CODE_INVALID' };
  return errors;
}

/** A supplier or contractor of the building. */
export const partner = defineModule({
  name: 'partner',
  code: 'PARTNER',
  path: '/partner',
  route: 'partner',
  icon: 'handshake',
  menu: { group: 'operations', order: 6, key: 'partners', makes: true },
  title: 'name',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus', 'aggregate'],
  offered: { status: 'ACTIVE' },
  fields: {
    name: {
      kind: 'text',
      max: 150,
      required: true,
      unique: true,
      unaccented: true,
      taken: 'PARTNER_EXISTS',
      search: true,
    },
    code: {
      kind: 'text',
      code: true,
      max: 20,
      required: true,
      unique: true,
      unaccented: true,
      taken: 'PARTNER_CODE_EXISTS',
      search: true,
    },
    type: {
      kind: 'choice',
      options: ['SUPPLIER', 'CONTRACTOR', 'MAINTENANCE', 'INSPECTION', 'MERCHANT', 'OTHER'],
      required: true,
    },
    form: { kind: 'choice', options: ['ORGANIZATION', 'INDIVIDUAL'], initial: 'ORGANIZATION' },
    contactName: { kind: 'text', tells: true, max: 100, search: true },
    phone: { kind: 'phone' },
    email: { kind: 'email', search: true },
    taxCode: {
      kind: 'text',
      tells: true,
      digits: true,
      taxCode: true,
      max: 13,
      unique: true,
      taken: 'PARTNER_TAX_CODE_EXISTS',
      search: true,
    },
    // The check digit does not match: accepted, but marked.
    taxCodeOdd: { kind: 'flag', readOnly: true },
    address: { kind: 'text', address: true, max: 300 },
    services: { kind: 'text', max: 300, search: true },
    contacts: {
      kind: 'lines',
      max: 10,
      detailOnly: true,
      of: {
        name: { kind: 'text', min: 2, max: 100, required: true },
        role: { kind: 'text', max: 100 },
        phone: { kind: 'phone' },
        email: { kind: 'email' },
      },
    },
    bankName: { kind: 'text', max: 100, detailOnly: true },
    bankAccount: { kind: 'text', tells: true, min: 4, max: 30, detailOnly: true },
    beneficiary: { kind: 'text', tells: true, max: 100, detailOnly: true },
    documents: { kind: 'files', max: 5, detailOnly: true },
    // Earliest end of a current contract, and whether it is within a month.
    contractEndsOn: { kind: 'date', readOnly: true },
    contractEnding: { kind: 'flag', readOnly: true },
    // Open works assigned to it; mean rating of works finished in the last two years, and number of ratings.
    openWorks: { kind: 'integer', initial: 0, readOnly: true },
    rating: { kind: 'decimal', readOnly: true },
    ratingCount: { kind: 'integer', initial: 0, readOnly: true },
    note: { kind: 'longText', max: 2000, detailOnly: true },
    reason: { kind: 'longText', max: 1000, ...OURS },
    mergedIntoId: MERGED_INTO,
  },
  statuses: {
    ACTIVE: { tone: 'done', icon: 'circle-check' },
    INACTIVE: { tone: 'ended', icon: 'circle-dot' },
    DISABLED: { tone: 'bad', icon: 'ban' },
  },
  initial: 'ACTIVE',
  actions: {
    deactivate: { from: ['ACTIVE'], to: 'INACTIVE', flag: 'updateStatus', reason: true, multi: true },
    block: { from: ['ACTIVE', 'INACTIVE'], to: 'DISABLED', flag: 'updateStatus', reason: true, danger: true },
    activate: { from: ['INACTIVE', 'DISABLED'], to: 'ACTIVE', flag: 'updateStatus', multi: true },
    merge: {
      from: ['ACTIVE', 'INACTIVE', 'DISABLED'],
      flag: 'delete',
      input: { intoId: { kind: 'ref', to: 'partner', required: true } },
      ends: true,
      danger: true,
    },
  },
  list: {
    columns: [
      'name',
      'code',
      'type',
      'contactName',
      'phone',
      'email',
      'taxCode',
      'contractEndsOn',
      'rating',
      'ratingCount',
      'openWorks',
      'createdAt',
      'status',
    ],
    hidden: ['email', 'taxCode', 'ratingCount', 'createdAt'],
    sorts: ['name', 'contractEndsOn', 'rating', 'openWorks', 'createdAt'],
    defaultSort: 'name',
    filters: [
      'status',
      'type',
      'form',
      'taxCode',
      'taxCodeOdd',
      'contractEndsOn',
      'contractEnding',
      'rating',
      'createdAt',
    ],
    tabs: {
      active: { status: { in: ['ACTIVE'] } },
      stopped: { status: { in: ['INACTIVE', 'DISABLED'] } },
      all: {},
    },
    marks: { contractEnding: { contractEnding: { in: ['true'] } }, taxCodeOdd: { taxCodeOdd: { in: ['true'] } } },
  },
  errors: {
    PARTNER_EXISTS: 409,
    PARTNER_CODE_EXISTS: 409,
    PARTNER_TAX_CODE_EXISTS: 409,
    PARTNER_MERGES_WITH_ITSELF: 400,
    TAX_CODE_INVALID: 400,
    // Codes of references to a missing or inactive partner.
    SUPPLIER_INVALID: 422,
    CONTRACTOR_NOT_FOUND: 422,
  },
  imports: { keys: [['code'], ['taxCode'], ['name']] },
  check: numbersFit,
});

export type Partner = DocOf<typeof partner>;
export type PartnerRow = RowOf<typeof partner>;
