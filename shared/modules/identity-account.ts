import { BINS } from '../billing/banks.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';
import { METHODS } from './receipt.ts';

/** A virtual account: what is transferred to it is known to be of its unit. */
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
    /** The account that collects for it, which says the bank. */
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
    beneficiaryName: { kind: 'text', max: 100, required: true, search: true },
    /** How it was made at the bank. */
    provider: { kind: 'choice', options: ['FILE', 'API'], initial: 'FILE' },
    lastPaidAt: { kind: 'instant', readOnly: true },
    lastAmount: { kind: 'money', readOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
    note: { kind: 'longText', max: 500, detailOnly: true },
    once: {
      kind: 'text',
      max: 80,
      key: true,
      inner: true,
      readOnly: true,
      detailOnly: true,
      unique: true,
      taken: 'UNIT_HAS_IDENTITY_ACCOUNT',
      blames: 'unitId',
    },
  },
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
      multi: true,
      danger: true,
    },
  },
  list: {
    columns: [
      ...(['unitId', 'code', 'bankBin', 'virtualAccount', 'beneficiaryName', 'bankAccountId', 'provider'] as const),
      ...(['lastPaidAt', 'lastAmount', 'createdAt', 'status'] as const),
    ],
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

/** A way in which the building is paid: what it is called, into which fund it goes, whether residents are offered it. */
export const paymentMethod = defineModule({
  name: 'payment-method',
  code: 'BILLING_CONFIG',
  path: '/payment-method',
  route: 'config-payment-method',
  icon: 'banknote',
  menu: { group: 'accountingSetup', order: 5, key: 'paymentMethods', makes: true },
  title: 'name',
  flags: ['read', 'write', 'delete'],
  fields: {
    name: { kind: 'text', max: 100, required: true, unique: true, taken: 'PAYMENT_METHOD_EXISTS', search: true },
    method: { kind: 'choice', options: METHODS, required: true },
    provider: {
      kind: 'choice',
      options: ['WALLET', 'GATEWAY', 'QR', 'TOKEN', 'MOBILE_APP', 'VIRTUAL_ACCOUNT'],
      askedWith: { method: ['ONLINE'] },
    },
    mode: { kind: 'choice', options: ['ON', 'VIEW_ONLY', 'OFF'], initial: 'ON' },
    fundId: { kind: 'ref', to: 'fund' },
    displayOrder: { kind: 'integer', min: 1, max: 1000 },
    note: { kind: 'text', max: 300 },
    active: { kind: 'flag', initial: true },
  },
  list: {
    columns: ['name', 'method', 'provider', 'mode', 'fundId', 'displayOrder', 'active'],
    sorts: ['displayOrder', 'createdAt'],
    defaultSort: 'displayOrder',
    filters: ['method', 'mode', 'active', 'createdAt'],
  },
  errors: { PAYMENT_METHOD_EXISTS: 409 },
});

export type IdentityAccount = DocOf<typeof identityAccount>;
export type PaymentMethod = DocOf<typeof paymentMethod>;
