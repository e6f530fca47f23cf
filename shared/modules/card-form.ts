import type { Recordless } from '../kit/definition.ts';

/** The card desk: a screen to fill in forms for residents at the counter and to hand out approved cards. */
export const cardForm = {
  name: 'card-registration-form',
  code: 'CARD_REGISTRATION_MANAGEMENT',
  path: '/card-registration',
  route: 'card-registration-form',
  icon: 'id-card',
  menu: { group: 'operations', order: 1, key: 'cardForm' },
  flags: ['read', 'write'],
} as const satisfies Recordless;
