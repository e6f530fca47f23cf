import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';
import { fundBy, METHODS } from './voucher.ts';

/** Most lines of receipts that one sum settles. */
export const MOST_SETTLED = 200;

/** A payment method: its fund, when money counts as received, and who may use it. */
export const paymentMethod = defineModule({
  name: 'payment-method',
  code: 'BILLING_CONFIG',
  path: '/payment-method',
  route: 'config-payment-method',
  icon: 'banknote',
  menu: { group: 'accountingSetup', order: 5, key: 'paymentMethods', makes: true },
  title: 'name',
  offered: { active: 'true' },
  flags: ['read', 'write', 'delete', 'updateStatus', 'export'],
  fields: {
    order: { kind: 'integer', min: 1, max: 9999, readOnly: true },
    name: { kind: 'text', max: 100, required: true, unique: true, taken: 'PAYMENT_METHOD_EXISTS', search: true },
    code: {
      kind: 'text',
      code: true,
      max: 20,
      required: true,
      search: true,
      unique: true,
      taken: 'PAYMENT_METHOD_CODE_EXISTS',
    },
    kind: { kind: 'choice', options: METHODS, required: true },
    fundId: { kind: 'ref', to: 'fund', fits: fundBy('kind') },
    /** The fund's bank account. */
    bankAccountId: { kind: 'ref', to: 'bank-account', readOnly: true },
    /** Gateway of an online method; at most one method per gateway. */
    gatewayId: {
      kind: 'ref',
      to: 'payment-gateway',
      unique: true,
      taken: 'GATEWAY_HAS_METHOD',
      visibleWhen: { kind: ['ONLINE'] },
    },
    /** Money is in the fund at once, or in transit until bank or provider confirm it. */
    settles: { kind: 'choice', options: ['DIRECT', 'ON_STATEMENT'] },
    /** Provider fee, booked as an expense when the money arrives. */
    feePercent: { kind: 'percent', max: 100, initial: 0 },
    feeFixed: { kind: 'money', max: 100_000_000, initial: 0 },
    /** Payments require the reference printed on a slip. */
    referenceRequired: { kind: 'flag' },
    forResidents: { kind: 'flag' },
    forStaff: { kind: 'flag', initial: true },
    forRefunds: { kind: 'flag' },
    active: { kind: 'flag', readOnly: true },
    note: { kind: 'longText', max: 500, detailOnly: true },
  },
  actions: {
    activate: { from: [], togglesFlag: true, flag: 'updateStatus', when: { active: ['false'] } },
    deactivate: { from: [], togglesFlag: true, flag: 'updateStatus', when: { active: ['true'] } },
    // Moved by a separate route, which names the neighbour.
    place: { from: [], flag: 'write', by: 'system' },
  },
  list: {
    columns: [
      'order',
      'name',
      'code',
      'kind',
      'fundId',
      'bankAccountId',
      'gatewayId',
      'settles',
      'referenceRequired',
      'forResidents',
      'forStaff',
      'forRefunds',
      'feePercent',
      'feeFixed',
      'active',
    ],
    hidden: ['bankAccountId', 'referenceRequired', 'feeFixed'],
    sorts: ['order', 'name', 'code', 'createdAt'],
    defaultSort: 'order',
    filters: ['kind', 'fundId', 'settles', 'forResidents', 'forStaff', 'forRefunds', 'active', 'createdAt'],
    tabs: { active: { active: { in: ['true'] } }, all: {} },
  },
  errors: {
    PAYMENT_METHOD_EXISTS: 409,
    PAYMENT_METHOD_CODE_EXISTS: 409,
    PAYMENT_METHOD_IN_USE: 409,
    PAYMENT_METHOD_CASH_REQUIRED: 409,
    GATEWAY_HAS_METHOD: 409,
    PAYMENT_CONFIG_NOT_FOUND: 422,
  },
  undo: { remove: { action: 'restore' }, activate: { action: 'deactivate' }, deactivate: { action: 'activate' } },
});

export type PaymentMethod = DocOf<typeof paymentMethod>;
