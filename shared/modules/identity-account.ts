import { BINS } from '../billing/banks.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';

/** A virtual account of a unit: transfers to it are attributed to the unit. */
export const identityAccount = defineModule({
  name: 'identity-account',
  code: 'BILLING_CONFIG',
  path: '/identity-account',
  route: 'identity-account',
  icon: 'id-card',
  menu: { group: 'accountingSetup', order: 7, key: 'identityAccounts', makes: true },
  title: 'virtualAccount',
  flags: ['read', 'write', 'delete', 'updateStatus', 'export'],
  fields: {
    code: {
      kind: 'text',
      code: true,
      max: 30,
      required: true,
      unique: { within: 'bankBin' },
      taken: 'IDENTITY_ACCOUNT_CODE_EXISTS',
      search: true,
    },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    /** The real bank account behind it; determines the bank. */
    bankAccountId: { kind: 'ref', to: 'bank-account', required: true },
    bankBin: { kind: 'choice', options: BINS, readOnly: true },
    virtualAccount: {
      kind: 'text',
      max: 30,
      required: true,
      unique: { within: 'bankBin' },
      taken: 'VIRTUAL_ACCOUNT_EXISTS',
      search: true,
    },
    beneficiaryName: { kind: 'text', tells: true, max: 100, required: true, search: true },
    /** How it was registered at the bank. */
    provider: { kind: 'choice', options: ['FILE', 'API'], initial: 'FILE' },
    lastPaidAt: { kind: 'instant', readOnly: true },
    lastAmount: { kind: 'money', readOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
    note: { kind: 'longText', max: 500, detailOnly: true },
  },
  unique: [
    {
      fields: ['unitId', 'bankBin'],
      where: { status: ['PENDING', 'ACTIVE'] },
      code: 'UNIT_HAS_IDENTITY_ACCOUNT',
      field: 'unitId',
    },
  ],
  statuses: {
    PENDING: { tone: 'waiting', icon: 'clock' },
    ACTIVE: { tone: 'done', icon: 'circle-check' },
    CLOSED: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'ACTIVE',
  actions: {
    activate: { from: ['PENDING'], to: 'ACTIVE', flag: 'updateStatus' },
    close: {
      from: ['ACTIVE', 'PENDING'],
      to: 'CLOSED',
      flag: 'updateStatus',
      reason: true,
      least: 2,
      multi: true,
      danger: true,
    },
  },
  list: {
    columns: [
      'unitId',
      'code',
      'bankBin',
      'virtualAccount',
      'beneficiaryName',
      'bankAccountId',
      'provider',
      'lastPaidAt',
      'lastAmount',
      'createdAt',
      'status',
    ],
    hidden: ['provider', 'lastAmount', 'createdAt'],
    sorts: ['lastPaidAt', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'bankBin', 'bankAccountId', 'unitId', 'provider', 'lastPaidAt', 'createdAt'],
    indexed: ['unitId'],
    tabs: {
      active: { status: { in: ['ACTIVE'] } },
      pending: { status: { in: ['PENDING'] } },
      closed: { status: { in: ['CLOSED'] } },
      all: {},
    },
  },
  resident: {},
  errors: {
    VIRTUAL_ACCOUNT_EXISTS: 409,
    IDENTITY_ACCOUNT_CODE_EXISTS: 409,
    UNIT_HAS_IDENTITY_ACCOUNT: 409,
    IDENTITY_ACCOUNT_IN_USE: 409,
    VIRTUAL_ACCOUNT_INVALID: 400,
    BANK_WITHOUT_VIRTUAL_ACCOUNTS: 422,
  },
  imports: { keys: [['code']] },
});

export type IdentityAccount = DocOf<typeof identityAccount>;
