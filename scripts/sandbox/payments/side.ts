import { createHmac, type KeyObject } from 'node:crypto';

/** Faults of a payment; `null`: none. */
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
  /** Id as the product sent it. */
  id: string;
  amount: number;
  info: string;
  noticeUrl: string;
  returnUrl: string;
  state: SandboxState;
  providerRef: string;
  refunds: SandboxRefund[];
  fault: Fault | null;
  /** For consent to save a payment method, where nothing is paid: its payer, and the token. */
  payer: string | null;
  token: string;
}
export type SandboxProvider = 'VNPAY' | 'MOMO' | 'ZALOPAY' | 'ONEPAY';
export type Keys = Readonly<Record<string, string>>;

/** A call as received. */
export interface Called {
  path: string;
  query: string;
  body: string;
}
/** A notice to send. */
export interface Notice {
  method: 'GET' | 'POST';
  url: string;
  body?: string;
}
/** Body of an answer; null if the signature is invalid. */
export type Said = string | null;

/** State that all providers share: orders by the ids of the product. */
export interface Books {
  keys: Keys;
  find: (id: string) => SandboxOrder | undefined;
  make: (
    order: Omit<SandboxOrder, 'provider' | 'state' | 'providerRef' | 'refunds' | 'fault' | 'payer' | 'token'> & {
      payer?: string;
    },
  ) => SandboxOrder;
  /** Decrypts data that only the provider can read. */
  privateKey: KeyObject;
  /** Returns the order of a saved payment method that was not revoked. */
  saved: (token: string, payer: string) => SandboxOrder | undefined;
  /** Pays an order at once, and sends the notice. */
  take: (order: SandboxOrder) => void;
  page: (id: string) => string;
  /** Address for notices if no call names one. */
  noticeUrl: () => string;
}

/** Behaviour of a provider: its answers, and its notices. */
export interface Side {
  /** The payment page, for providers where opening its address starts a payment. */
  begin?: (books: Books, query: string) => SandboxOrder | null;
  call: (books: Books, called: Called) => Said;
  notice: (keys: Keys, order: SandboxOrder, amount: number, state: SandboxState) => Notice;
}

export const sign = (kind: 'sha256' | 'sha512', key: string | Buffer, text: string): string =>
  createHmac(kind, key).update(text).digest('hex');

/** Records a refund, idempotent by key: fails if too little is left to refund, otherwise as the order's fault says. */
export function refunded(order: SandboxOrder, key: string, amount: number): SandboxRefund {
  const earlier = order.refunds.find(refund => refund.key === key);
  if (earlier) return earlier;
  const left =
    order.amount - order.refunds.reduce((sum, refund) => sum + (refund.state === 'FAILED' ? 0 : refund.amount), 0);
  const refused = order.fault === 'refund-refused' || amount > left || order.state !== 'PAID';
  const made: SandboxRefund = {
    key,
    amount,
    state: refused ? 'FAILED' : order.fault === 'refund-pending' ? 'PENDING' : 'REFUNDED',
  };
  order.refunds.push(made);
  return made;
}

/** Returns a refund; a pending one is completed by the query. */
export function askedRefund(order: SandboxOrder, key?: string): SandboxRefund | undefined {
  const found = key === undefined ? order.refunds.at(-1) : order.refunds.find(refund => refund.key === key);
  if (found?.state === 'PENDING') found.state = 'REFUNDED';
  return found;
}
