import { defineModule } from '../kit/define-module.ts';

const SET = { readOnly: true } as const;
const ANY = ['ACTIVE', 'PAUSED'] as const;

/** A webhook for transfer notices of a bank or intermediary. Its secret is stored separately and shown only once. */
export const bankConnection = defineModule({
  name: 'bank-connection',
  code: 'BANK_STATEMENT',
  path: '/bank-connection',
  opens: 'bank-statement?part=connections&id=',
  icon: 'landmark',
  title: 'name',
  flags: ['read', 'write', 'delete', 'updateStatus'],
  calls: ['list', 'detail', 'create', 'update', 'remove', 'options', 'activities', 'badges'],
  fields: {
    name: { kind: 'text', max: 100, required: true, unique: true, taken: 'CONNECTION_EXISTS', search: true },
    provider: { kind: 'choice', options: ['GENERIC', 'SEPAY', 'CASSO'], required: true },
    bankAccountIds: { kind: 'refs', to: 'bank-account', max: 20, required: true },
    /** Calls are authenticated by an HMAC signature or by the key itself. */
    auth: { kind: 'choice', options: ['HMAC', 'API_KEY'], initial: 'HMAC' },
    direction: { kind: 'choice', options: ['IN', 'BOTH'], initial: 'BOTH' },
    allowedFrom: {
      kind: 'lines',
      max: 20,
      detailOnly: true,
      of: { address: { kind: 'text', max: 60, key: true, required: true } },
    },
    /** Last path segment of the webhook address. */
    key: { kind: 'text', max: 24, key: true, ...SET, detailOnly: true },
    secretSetAt: { kind: 'instant', ...SET },
    previousUntil: { kind: 'instant', ...SET, detailOnly: true },
    lastAt: { kind: 'instant', ...SET },
    lastError: { kind: 'text', max: 300, ...SET, detailOnly: true },
  },
  statuses: { ACTIVE: { tone: 'done', icon: 'circle-check' }, PAUSED: { tone: 'ended', icon: 'ban' } },
  initial: 'ACTIVE',
  actions: {
    pause: { from: ['ACTIVE'], to: 'PAUSED', flag: 'updateStatus' },
    resume: { from: ['PAUSED'], to: 'ACTIVE', flag: 'updateStatus' },
    // Set by a separate route, the only one that returns the secret.
    renew: { from: ANY, flag: 'updateStatus', by: 'system' },
  },
  list: {
    columns: [
      'name',
      'provider',
      'bankAccountIds',
      'auth',
      'direction',
      'secretSetAt',
      'lastAt',
      'createdAt',
      'status',
    ],
    hidden: ['createdAt', 'secretSetAt'],
    sorts: ['name', 'lastAt', 'createdAt'],
    defaultSort: 'name',
    filters: ['provider', 'bankAccountIds', 'status', 'createdAt'],
    tabs: { all: {}, active: { status: { in: ['ACTIVE'] } } },
  },
  errors: {
    CONNECTION_EXISTS: 409,
    CONNECTION_ACCOUNT_TAKEN: 409,
    WEBHOOK_UNAUTHORIZED: 401,
    WEBHOOK_PAYLOAD_INVALID: 400,
    DELIVERY_NOT_FOUND: 404,
  },
});
