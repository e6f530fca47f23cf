import type { Recordless } from '../kit/definition.ts';

/** The desk of the cards: a form is filled in for somebody who stands there, and what is approved is given out. */
export const cardForm = {
  name: 'card-registration-form',
  code: 'CARD_REGISTRATION_MANAGEMENT',
  path: '/card-registration',
  route: 'card-registration-form',
  icon: 'id-card',
  menu: { group: 'operations', order: 1, key: 'cardForm' },
  flags: ['read', 'write'],
} as const satisfies Recordless;
