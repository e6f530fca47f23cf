import type { Recordless } from '../kit/definition.ts';

/** Mails kept in a folder because no mail server is configured. */
export const outbox = {
  name: 'outbox',
  code: 'FEE_NOTICE',
  path: '/outbox',
  route: 'outbox',
  icon: 'mail',
  menu: { group: 'fees', order: 10, key: 'outbox', while: 'OUTBOX', or: 'ANNOUNCEMENT' },
  flags: ['read'],
} as const satisfies Recordless;
