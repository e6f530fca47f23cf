import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Channel, Environment } from '@lobby/shared/billing/gateways.ts';
import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import type { Credentials } from '../secrets.ts';

/** State of a payment at its provider. */
export type PayState = 'PAID' | 'FAILED' | 'CANCELLED' | 'PENDING' | 'UNKNOWN';
/** State of a refund; UNKNOWN: the provider does not know it. */
export type RefundState = 'REFUNDED' | 'PENDING' | 'FAILED' | 'UNKNOWN';

/** Credentials and environment for calls to a provider. */
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
  /** The provider's id of the payment, once it was made. */
  providerRef: string | null;
}
export interface Page {
  url: string | null;
  qr: string | null;
  deeplink: string | null;
}
/** State of a payment, from a notice or a query. */
export interface ProviderStatus {
  ref: string;
  state: PayState;
  /** Null where the provider does not say. */
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
/** A notice as received, unparsed. */
export interface Raw {
  query: string;
  body: string;
}
/** Outcome of a notice; each provider gets it in its own format. */
export type Result = 'TAKEN' | 'DOUBLE' | 'ORDER_UNKNOWN' | 'AMOUNT_DIFFERS' | 'SIGNATURE' | 'FAULT';
export interface Answer {
  status: number;
  type: string;
  body: string;
}

/** Request for the payer's consent to save a payment method, for payments without the provider's page. */
export interface Binding {
  ref: string;
  /** The provider's id of the payer. */
  payer: string;
  info: string;
  createdAt: Date;
  returnUrl: string;
}
/** State of a consent at its provider; ENDED: given and withdrawn there. The token is redeemed with `proof`. */
export interface Agreed {
  ref: string;
  state: 'AGREED' | 'REFUSED' | 'ENDED' | 'PENDING';
  proof: string | null;
}
/** A saved payment method: the provider's token, and the last digits for the payer to recognise it. */
export interface Saved {
  payer: string;
  token: string;
  /** The provider's id of the consent. */
  bindingId: string;
  lastFour: string | null;
}

/** Saving, using and removing payment methods at a provider. */
export interface Saving {
  /** Credentials needed for this, beyond those of every payment. */
  needs: readonly string[];
  bind: (contract: Contract, binding: Binding) => Promise<Page>;
  /** Null if the signature is wrong or the notice is about something else. */
  read: (credentials: Credentials, raw: Raw) => Agreed | null;
  /** Queries the provider; if missing, only notices report the status. */
  query?: (contract: Contract, binding: Binding) => Promise<Agreed>;
  redeem: (contract: Contract, binding: Binding, proof: string) => Promise<Saved>;
  /** Takes the money at once; an unknown outcome is queried by the adapter's `query`. */
  pay: (contract: Contract, order: PayOrder, saved: Saved) => Promise<PayState>;
  unbind: (contract: Contract, ref: string, saved: Saved) => Promise<void>;
}

/** Protocol of a provider. */
export interface Adapter {
  saving?: Saving;
  create: (contract: Contract, order: PayOrder) => Promise<Page>;
  /** Null if the signature is wrong. */
  read: (credentials: Credentials, raw: Raw) => ProviderStatus | null;
  answer: (result: Result) => Answer;
  query: (contract: Contract, order: PayOrder) => Promise<ProviderStatus>;
  refund: (contract: Contract, order: PayOrder, refund: Refund) => Promise<RefundState>;
  queryRefund: (contract: Contract, order: PayOrder, refund: Refund) => Promise<RefundState>;
}

/** The provider could not be reached, or its answer cannot be read. */
export class NotAnswering extends Error {}
/** The provider refuses; the message is its own. */
export class ProviderRefused extends Error {}

export const hmac = (kind: 'sha256' | 'sha512', key: string | Buffer, text: string): string =>
  createHmac(kind, key).update(text, 'utf8').digest('hex');

/** Compares a signature in constant time. */
export function isSigned(right: string, signature: unknown): boolean {
  const [first, other] = [Buffer.from(right), Buffer.from(typeof signature === 'string' ? signature : '')];
  return first.length === other.length && timingSafeEqual(first, other);
}

/** Bounds foreign text before it is used. */
export const boundText = (value: unknown, max = 64): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, max) || null : null;

/** A whole amount of đồng as providers write it; null if it is none. */
export function amountIn(value: unknown, times = 1): number | null {
  const text = String(value ?? '');
  if (!/^\d{1,15}$/.test(text)) return null;
  const amount = Number(text) / times;
  return Number.isInteger(amount) ? amount : null;
}

/** Last four digits of a masked card number. */
export const lastFour = (value: unknown): string | null =>
  /(\d{4})\s*$/.exec(String(value ?? '').slice(-40))?.[1] ?? null;

/** Text of a payment: letters A–Z, digits and spaces. */
export const plainText = (text: string): string =>
  fold(text)
    .replace(/[^a-z0-9 ]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .toUpperCase()
    .slice(0, 200);

const VIETNAM_MS = 7 * HOUR_MS;
/** A moment as yyyyMMddHHmmss in Vietnam's time zone, whatever that of the machine or the project. */
export const vietnamTime = (at: Date): string =>
  new Date(at.getTime() + VIETNAM_MS).toISOString().replace(/\D/g, '').slice(0, 14);
/** The day in Vietnam as yymmdd. */
export const vietnamDay = (at: Date): string => vietnamTime(at).slice(2, 8);

/** Fields of a query string or form; of repeated names the last value. */
export const fieldsIn = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

/** Field names in the order of signing. */
export const sortedNames = (fields: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(fields).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));

/** `name=value` pairs of the fields in the given order. */
export const signedText = (fields: Readonly<Record<string, unknown>>, names: readonly string[]): string =>
  names.map(name => `${name}=${String(fields[name] ?? '')}`).join('&');
