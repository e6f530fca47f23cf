import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { BANK_CODES } from './fund.ts';
import { METHODS } from './receipt.ts';

/** Capital letters and digits, as banks issue them. */
const VIRTUAL = /^[A-Z0-9]{2,19}$/;

/** A virtual account: what is transferred to it is known to be of its unit. */
export const identityAccount = defineModule({
  name: 'identity-account',
  code: 'BILLING_CONFIG',
  path: '/identity-account',
  route: 'identity-account',
  icon: 'id-card',
  menu: { group: 'accountingSetup', order: 7, key: 'identityAccounts', makes: true },
  title: 'virtualAccount',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    code: {
      kind: 'text',
      code: true,
      max: 20,
      required: true,
      unique: { within: 'bank' },
      taken: 'VIRTUAL_ACCOUNT_CODE_EXISTS',
      search: true,
    },
    bank: { kind: 'choice', options: BANK_CODES, required: true },
    virtualAccount: {
      kind: 'text',
      code: true,
      max: 19,
      required: true,
      unique: true,
      taken: 'VIRTUAL_ACCOUNT_EXISTS',
      search: true,
    },
    beneficiary: { kind: 'text', max: 100, required: true, search: true },
    unitId: { kind: 'ref', to: 'unit', search: true },
    bankAccountId: { kind: 'ref', to: 'bank-account' },
    active: { kind: 'flag', initial: true },
    once: {
      kind: 'text',
      max: 80,
      key: true,
      inner: true,
      readOnly: true,
      detailOnly: true,
      unique: true,
      taken: 'VIRTUAL_ACCOUNT_OF_BANK_EXISTS',
    },
  },
  list: {
    columns: ['virtualAccount', 'code', 'bank', 'beneficiary', 'unitId', 'bankAccountId', 'active'],
    sorts: ['createdAt'],
    defaultSort: '-createdAt',
    filters: ['bank', 'unitId', 'active', 'createdAt'],
    indexed: ['unitId'],
  },
  errors: {
    VIRTUAL_ACCOUNT_EXISTS: 409,
    VIRTUAL_ACCOUNT_CODE_EXISTS: 409,
    VIRTUAL_ACCOUNT_OF_BANK_EXISTS: 409,
    VIRTUAL_ACCOUNT_INVALID: 400,
  },
  check: ({ virtualAccount }: Record<string, unknown>): FieldErrors =>
    typeof virtualAccount === 'string' && !VIRTUAL.test(virtualAccount)
      ? { virtualAccount: { code: 'VIRTUAL_ACCOUNT_INVALID' } }
      : {},
  imports: true,
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
