import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';
import { fundBy, METHODS } from './voucher.ts';

/** A way in which money comes in and goes out: into which fund, when it counts as arrived, to whom it is offered. */
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
    /** The account that the fund stands for. */
    bankAccountId: { kind: 'ref', to: 'bank-account', readOnly: true },
    /** By which its money comes, where that is online. */
    gatewayId: {
      kind: 'ref',
      to: 'payment-gateway',
      unique: true,
      taken: 'GATEWAY_HAS_METHOD',
      visibleWhen: { kind: ['ONLINE'] },
    },
    /** Whether its money is in the fund at once, or on its way until the bank or the provider has told of it. */
    settles: { kind: 'choice', options: ['DIRECT', 'ON_STATEMENT'] },
    /** Fee of the provider, an expense of the building once the money arrives. */
    feePercent: { kind: 'percent', max: 100, initial: 0 },
    feeFixed: { kind: 'money', max: 100_000_000, initial: 0 },
    /** Payments need the reference of a slip. */
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
    // By its own call: it takes the method that it comes before or after.
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
