import type { Recordless } from '../kit/definition.ts';

/** The project's history: a view over the events of all modules. */
export const activity = {
  name: 'activity',
  code: 'ACTIVITY',
  path: '/activity',
  route: 'activity',
  icon: 'history',
  menu: { group: 'operations', order: 12, key: 'activity' },
  flags: ['read', 'export'],
} as const satisfies Recordless;
