import { CHANNELS, ENVIRONMENTS, ONLINE_PURPOSES, PROVIDERS } from '../billing/gateways.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';

const SET = { readOnly: true } as const;
const ANY = ['DRAFT', 'ACTIVE', 'PAUSED'] as const;

/**
 * A contract with an online payment provider and its rules. The credentials are stored separately and never returned.
 */
export const paymentGateway = defineModule({
  name: 'payment-gateway',
  code: 'BILLING_CONFIG',
  path: '/payment-gateway',
  opens: 'config-payment-method?part=online&id=',
  icon: 'banknote',
  title: 'name',
  flags: ['read', 'write', 'delete', 'updateStatus'],
  fields: {
    order: { kind: 'integer', min: 1, max: 9999, ...SET },
    name: { kind: 'text', max: 100, required: true, unique: true, taken: 'GATEWAY_EXISTS', search: true },
    provider: { kind: 'choice', options: PROVIDERS, required: true },
    /** Empty: all channels of the provider. */
    channels: { kind: 'lines', max: 7, of: { channel: { kind: 'choice', options: CHANNELS, required: true } } },
    environment: { kind: 'choice', options: ENVIRONMENTS, initial: 'SANDBOX' },
    /** When the credentials for this environment were set. */
    credentialsAt: { kind: 'instant', ...SET },
    minAmount: { kind: 'money', min: 1, max: 100_000_000_000 },
    maxAmount: { kind: 'money', min: 1, max: 100_000_000_000 },
    bankAccountId: {
      kind: 'ref',
      to: 'bank-account',
      visibleWhen: { provider: ['VIETQR', 'VIRTUAL_ACCOUNT'] },
    },
    expiryMinutes: { kind: 'integer', min: 5, max: 1440, initial: 15 },
    feePercent: { kind: 'percent', max: 100, initial: 0 },
    feeFixed: { kind: 'money', max: 100_000_000, initial: 0 },
    feeBy: { kind: 'choice', options: ['BUILDING', 'PAYER'], initial: 'BUILDING' },
    /** Allows partial payments of bills. */
    allowPartial: { kind: 'flag' },
    /** Requires older bills of a unit to be paid before newer ones. */
    oldestFirst: { kind: 'flag', initial: true },
    refunds: { kind: 'flag', ...SET },
    purposes: { kind: 'lines', max: 5, of: { purpose: { kind: 'choice', options: ONLINE_PURPOSES, required: true } } },
    logo: { kind: 'files', max: 1, images: true, detailOnly: true },
    /** Last path segment of the webhook address. */
    ipnKey: { kind: 'text', max: 24, key: true, ...SET, detailOnly: true },
    testPassedAt: { kind: 'instant', ...SET },
    lastIpnAt: { kind: 'instant', ...SET },
    lastError: { kind: 'text', max: 500, ...SET, detailOnly: true },
    reason: { kind: 'longText', max: 500, ...SET, detailOnly: true },
  },
  statuses: {
    DRAFT: { tone: 'waiting', icon: 'clock' },
    ACTIVE: { tone: 'done', icon: 'circle-check' },
    PAUSED: { tone: 'ended', icon: 'ban' },
  },
  initial: 'DRAFT',
  removedIn: ['DRAFT', 'PAUSED'],
  actions: {
    activate: { from: ['DRAFT', 'PAUSED'], to: 'ACTIVE', flag: 'updateStatus' },
    pause: { from: ['ACTIVE'], to: 'PAUSED', flag: 'updateStatus', reason: true, danger: true },
    test: { from: ANY, flag: 'write' },
    // Set by separate routes: position, and credentials.
    place: { from: ANY, flag: 'write', by: 'system' },
    keys: { from: ANY, flag: 'updateStatus', by: 'system' },
  },
  list: {
    columns: [
      'order',
      'name',
      'provider',
      'channels',
      'environment',
      'minAmount',
      'maxAmount',
      'feePercent',
      'feeFixed',
      'bankAccountId',
      'expiryMinutes',
      'refunds',
      'purposes',
      'credentialsAt',
      'testPassedAt',
      'lastIpnAt',
      'status',
    ],
    hidden: ['feeFixed', 'bankAccountId', 'expiryMinutes', 'refunds', 'purposes', 'credentialsAt', 'testPassedAt'],
    sorts: ['order', 'name', 'testPassedAt', 'createdAt'],
    defaultSort: 'order',
    filters: ['provider', 'environment', 'bankAccountId', 'status', 'createdAt'],
    tabs: { active: { status: { in: ['ACTIVE'] } }, all: {} },
  },
  errors: {
    GATEWAY_EXISTS: 409,
    GATEWAY_IN_USE: 409,
    GATEWAY_SANDBOX: 422,
    PROJECT_NO_ONLINE_PAYMENT: 422,
    GATEWAY_TEST_FAILED: 422,
    GATEWAY_NOT_TESTED: 422,
  },
  undo: { remove: { action: 'restore' } },
});

export type PaymentGateway = DocOf<typeof paymentGateway>;
export type PaymentGatewayRow = RowOf<typeof paymentGateway>;
