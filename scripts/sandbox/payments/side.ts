import { createHmac, type KeyObject } from 'node:crypto';

/** What may go wrong with a payment; `null`: nothing. */
export const FAULTS = [
  'twice',
  'fifty',
  'reordered',
  'late',
  'never',
  'tampered',
  'amount',
  'unknown',
  'signature',
  'slow',
  'close',
  'lost',
  'refund-pending',
  'refund-refused',
  'pay-refused',
  'pay-lost',
] as const;
export type Fault = (typeof FAULTS)[number];
export type SandboxState = 'OPEN' | 'PENDING' | 'PAID' | 'FAILED' | 'CANCELLED';

export interface SandboxRefund {
  key: string;
  amount: number;
  state: 'REFUNDED' | 'PENDING' | 'FAILED';
}
export interface SandboxOrder {
  provider: SandboxProvider;
  /** As it came. */
  id: string;
  amount: number;
  info: string;
  noticeUrl: string;
  returnUrl: string;
  state: SandboxState;
  providerRef: string;
  refunds: SandboxRefund[];
  fault: Fault | null;
  /** Where nothing is paid, but somebody is asked whether a way may be saved: whom for, and the token of it. */
  payer: string | null;
  token: string;
}
export type SandboxProvider = 'VNPAY' | 'MOMO' | 'ZALOPAY' | 'ONEPAY';
export type Keys = Readonly<Record<string, string>>;

/** A call as it came. */
export interface Called {
  path: string;
  query: string;
  body: string;
}
/** A notice as it goes out. */
export interface Notice {
  method: 'GET' | 'POST';
  url: string;
  body?: string;
}
/** What a side answers; null: what was asked for is not signed as it should be. */
export type Said = string | null;

/** What all sides share: orders by what they came as. */
export interface Books {
  keys: Keys;
  find: (id: string) => SandboxOrder | undefined;
  make: (
    order: Omit<SandboxOrder, 'provider' | 'state' | 'providerRef' | 'refunds' | 'fault' | 'payer' | 'token'> & {
      payer?: string;
    },
  ) => SandboxOrder;
  /** By what only the provider reads. */
  privateKey: KeyObject;
  /** A way that was saved and not given up since. */
  saved: (token: string, payer: string) => SandboxOrder | undefined;
  /** Takes the money of an order at once, and tells of it. */
  take: (order: SandboxOrder) => void;
  page: (id: string) => string;
  /** Where notices go that no call names. */
  noticeUrl: () => string;
}

/** The provider's side: what it answers, and how it tells of a payment. */
export interface Side {
  /** The page to pay, where its address alone begins a payment. */
  begin?: (books: Books, query: string) => SandboxOrder | null;
  call: (books: Books, called: Called) => Said;
  notice: (keys: Keys, order: SandboxOrder, amount: number, state: SandboxState) => Notice;
}

export const sign = (kind: 'sha256' | 'sha512', key: string | Buffer, text: string): string =>
  createHmac(kind, key).update(text).digest('hex');

/** A refund, once by its key: what it would take is still there, and its fault decides the rest. */
export function refunded(order: SandboxOrder, key: string, amount: number): SandboxRefund {
  const known = order.refunds.find(one => one.key === key);
  if (known) return known;
  const left = order.amount - order.refunds.reduce((sum, one) => sum + (one.state === 'FAILED' ? 0 : one.amount), 0);
  const refused = order.fault === 'refund-refused' || amount > left || order.state !== 'PAID';
  const made: SandboxRefund = {
    key,
    amount,
    state: refused ? 'FAILED' : order.fault === 'refund-pending' ? 'PENDING' : 'REFUNDED',
  };
  order.refunds.push(made);
  return made;
}

/** Asked for, what was pending is done. */
export function askedRefund(order: SandboxOrder, key?: string): SandboxRefund | undefined {
  const found = key === undefined ? order.refunds.at(-1) : order.refunds.find(one => one.key === key);
  if (found?.state === 'PENDING') found.state = 'REFUNDED';
  return found;
}
