import type { Recordless } from '../kit/definition.ts';

/** Cashier screen: bills of a unit, and receipts created for them. */
export const payment = {
  name: 'payment',
  code: 'PAYMENT',
  path: '/payment',
  route: 'payment/single-unit',
  icon: 'wallet',
  menu: { group: 'payments', order: 1, key: 'payment' },
  flags: ['read', 'write'],
} as const satisfies Recordless;

/** Payment of bills of many units at once. */
export const multiPayment = {
  name: 'multi-payment',
  code: 'PAYMENT',
  path: '/payment/multi-unit',
  route: 'payment/multi-unit',
  icon: 'list-plus',
  menu: { group: 'payments', order: 1.5, key: 'multiPayment' },
  flags: ['read'],
} as const satisfies Recordless;
