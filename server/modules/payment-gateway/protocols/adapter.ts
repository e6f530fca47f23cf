import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Channel, Environment } from '@lobby/shared/billing/gateways.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import type { Credentials } from '../secrets.ts';

/** How far a payment is, as its provider says. */
export type PayState = 'PAID' | 'FAILED' | 'CANCELLED' | 'PENDING' | 'UNKNOWN';
/** How far a refund is; UNKNOWN: the provider has never heard of it. */
export type RefundState = 'REFUNDED' | 'PENDING' | 'FAILED' | 'UNKNOWN';

/** By whose contract, and where. */
export interface Contract {
  credentials: Credentials;
  environment: Environment;
  noticeUrl: string;
}
export interface PayOrder {
  ref: string;
  amount: number;
  info: string;
  channel: Channel | null;
  createdAt: Date;
  expiresAt: Date;
  returnUrl: string;
  /** What the provider calls the payment, once it was made. */
  providerRef: string | null;
}
export interface Page {
  url: string | null;
  qr: string | null;
  deeplink: string | null;
}
/** What a provider tells of a payment, by a notice or asked for. */
export interface ProviderStatus {
  ref: string;
  state: PayState;
  /** Null where it does not say. */
  amount: number | null;
  providerRef: string | null;
  bankCode: string | null;
  cardLast4: string | null;
}
export interface Refund {
  key: string;
  amount: number;
  reason: string;
  by: string;
  at: Date;
}
/** What came, before anything of it was read. */
export interface Raw {
  query: string;
  body: string;
}
/** What became of a notice, which each provider is told in its own words. */
export type Result = 'TAKEN' | 'DOUBLE' | 'ORDER_UNKNOWN' | 'AMOUNT_DIFFERS' | 'SIGNATURE' | 'FAULT';
export interface Answer {
  status: number;
  type: string;
  body: string;
}

/** What is asked of a provider, so that somebody may pay by it again without its page: their consent to be saved. */
export interface Binding {
  ref: string;
  /** Whom it is saved for: what the provider calls them. */
  payer: string;
  info: string;
  createdAt: Date;
  returnUrl: string;
}
/** How far a consent is, as its provider says: ENDED is one that was given and taken back there. `proof`: what its token is got by. */
export interface Agreed {
  ref: string;
  state: 'AGREED' | 'REFUSED' | 'ENDED' | 'PENDING';
  proof: string | null;
}
/** A way to pay that was saved: the provider's token, and the last digits that its payer knows it by. */
export interface Saved {
  payer: string;
  token: string;
  /** What the provider calls the consent. */
  bindingId: string;
  lastFour: string | null;
}

/** How ways to pay are saved with a provider, paid by and given up. */
export interface Saving {
  /** What a contract gives for that, beside what every payment needs. */
  needs: readonly string[];
  bind: (contract: Contract, binding: Binding) => Promise<Page>;
  /** Null where the signature is not right, or something else is told. */
  read: (credentials: Credentials, raw: Raw) => Agreed | null;
  /** Where a provider can be asked; else it tells by its notice alone. */
  query?: (contract: Contract, binding: Binding) => Promise<Agreed>;
  redeem: (contract: Contract, binding: Binding, proof: string) => Promise<Saved>;
  /** Takes the money at once; what is unknown is asked by `query` of its adapter. */
  pay: (contract: Contract, order: PayOrder, saved: Saved) => Promise<PayState>;
  unbind: (contract: Contract, ref: string, saved: Saved) => Promise<void>;
}

/** How a provider is spoken to. */
export interface Adapter {
  saving?: Saving;
  create: (contract: Contract, order: PayOrder) => Promise<Page>;
  /** Null where the signature is not right. */
  read: (credentials: Credentials, raw: Raw) => ProviderStatus | null;
  answer: (result: Result) => Answer;
  query: (contract: Contract, order: PayOrder) => Promise<ProviderStatus>;
  refund: (contract: Contract, order: PayOrder, refund: Refund) => Promise<RefundState>;
  queryRefund: (contract: Contract, order: PayOrder, refund: Refund) => Promise<RefundState>;
}

/** The provider could not be reached, or said something that nobody can read. */
export class NotAnswering extends Error {}
/** The provider refuses, in its own words. */
export class ProviderRefused extends Error {}

export const hmac = (kind: 'sha256' | 'sha512', key: string | Buffer, text: string): string =>
  createHmac(kind, key).update(text, 'utf8').digest('hex');

/** Whether a signature is the right one; in constant time. */
export function isSigned(right: string, given: unknown): boolean {
  const [own, other] = [Buffer.from(right), Buffer.from(typeof given === 'string' ? given : '')];
  return own.length === other.length && timingSafeEqual(own, other);
}

/** Foreign texts are bounded before anybody looks at them. */
export const bounded = (value: unknown, max = 64): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, max) || null : null;

/** A whole amount of đồng, as providers write it; null where it is none. */
export function amountIn(value: unknown, times = 1): number | null {
  const text = String(value ?? '');
  if (!/^\d{1,15}$/.test(text)) return null;
  const amount = Number(text) / times;
  return Number.isInteger(amount) ? amount : null;
}

/** The last digits of a masked card. */
export const lastFour = (value: unknown): string | null =>
  /(\d{4})\s*$/.exec(String(value ?? '').slice(-40))?.[1] ?? null;

/** What is written on a payment: letters and digits of every keyboard. */
export const plainText = (text: string): string =>
  fold(text)
    .replace(/[^a-z0-9 ]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .toUpperCase()
    .slice(0, 200);

const VIETNAM_MS = 7 * 3_600_000;
/** A moment as Vietnam's clocks show it, whatever the zone of this machine or the project: yyyyMMddHHmmss. */
export const vietnamTime = (at: Date): string =>
  new Date(at.getTime() + VIETNAM_MS).toISOString().replace(/\D/g, '').slice(0, 14);
/** The day in Vietnam: yymmdd. */
export const vietnamDay = (at: Date): string => vietnamTime(at).slice(2, 8);

/** The fields of a query or a form, the last of each name. */
export const fieldsIn = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

/** The names of fields in the order in which they are signed. */
export const sortedNames = (fields: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(fields).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));

/** `name=value` of these fields, in this order. */
export const signedText = (fields: Readonly<Record<string, unknown>>, names: readonly string[]): string =>
  names.map(name => `${name}=${String(fields[name] ?? '')}`).join('&');
