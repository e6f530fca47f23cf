import type { Recordless } from '../kit/definition.ts';

/** Usage entered as numbers, for services without a meter. */
export const numberUse = {
  name: 'number-use',
  code: 'USAGE',
  path: '/usage/sheet',
  route: 'save-number-use',
  icon: 'calculator',
  menu: { group: 'fees', order: 2, key: 'numberUse' },
  flags: ['read', 'write'],
} as const satisfies Recordless;
