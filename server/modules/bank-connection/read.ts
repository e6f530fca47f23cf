import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** A call with what its authentication needs. */
export interface Signed {
  header: (name: string) => string;
  body: string;
  auth: string;
}
/** A transaction as reported by a bank. */
export interface Movement {
  reference: string | null;
  accountNumber: string;
  virtualAccount: string | null;
  direction: 'IN' | 'OUT';
  amount: number;
  content: string;
  at: Date | null;
  payerAccount: string | null;
  payerName: string | null;
}
interface Side {
  isSigned: (secret: string, call: Signed, now: Date) => boolean;
  /** Null if the body does not have the provider's format. */
  read: (body: unknown) => Movement[] | null;
}

const GOOD_FOR_MS = 300_000;
const hmac = (kind: 'sha256' | 'sha512', secret: string, text: string) =>
  createHmac(kind, secret).update(text, 'utf8').digest('hex');
function same(right: string, signature: string): boolean {
  const [first, other] = [Buffer.from(right), Buffer.from(signature)];
  return first.length === other.length && timingSafeEqual(first, other);
}
const isRecent = (ms: number, now: Date) => Number.isFinite(ms) && Math.abs(now.getTime() - ms) <= GOOD_FOR_MS;

/** JSON with the keys of every level sorted, which one provider signs. */
export function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([name, part]) => `${JSON.stringify(name)}:${sortedJson(part)}`).join(',')}}`;
}
const jsonOf = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

const words = (max: number) => z.union([z.string(), z.number()]).transform(text => String(text).trim().slice(0, max));
const optional = (max: number) =>
  words(max)
    .nullish()
    .transform(text => text || null);
const amount = z.number().min(-1e13).max(1e13);

/** Parses a bank's timestamp; without a zone it is Vietnam time. */
function momentOf(text: string | null): Date | null {
  if (!text) return null;
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(text);
  const at = new Date(zoned ? text : `${text.replace(' ', 'T')}+07:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}

const generic = z.object({
  transactions: z
    .array(
      z.object({
        reference: optional(80),
        accountNumber: words(40),
        virtualAccount: optional(40),
        direction: z.enum(['IN', 'OUT']),
        amount,
        content: words(300),
        at: optional(40),
        payerAccount: optional(40),
        payerName: optional(150),
      }),
    )
    .min(1)
    .max(100),
});

const sepay = z.object({
  id: words(40),
  transactionDate: optional(40),
  accountNumber: words(40),
  content: optional(300),
  transferType: z.enum(['in', 'out']),
  transferAmount: amount,
  subAccount: optional(40),
  referenceCode: optional(80),
});

const cassoLine = z.object({
  id: words(40).nullish(),
  reference: optional(80),
  amount,
  description: optional(300),
  transactionDateTime: optional(40),
  accountNumber: words(40),
  virtualAccountNumber: optional(40),
  counterAccountNumber: optional(40),
  counterAccountName: optional(150),
});
const casso = z.object({
  error: z.number().optional(),
  data: z.union([cassoLine, z.array(cassoLine).min(1).max(100)]),
});

export const SIDES: Readonly<Record<string, Side>> = {
  GENERIC: {
    isSigned(secret, { header, body }, now) {
      const stamp = header('X-Lobby-Timestamp');
      const right = hmac('sha256', secret, `${stamp}.${body}`);
      return same(right, header('X-Lobby-Signature')) && isRecent(Number(stamp) * 1000, now);
    },
    read(body) {
      const read = generic.safeParse(body);
      return read.success
        ? read.data.transactions.map(transaction => ({ ...transaction, at: momentOf(transaction.at) }))
        : null;
    },
  },
  SEPAY: {
    isSigned(secret, { header, body, auth }, now) {
      if (auth === 'API_KEY') return same(`Apikey ${secret}`, header('Authorization'));
      const stamp = header('X-SePay-Timestamp');
      const right = hmac('sha256', secret, `${stamp}.${body}`);
      // The digest name is an optional prefix.
      const signature = header('X-SePay-Signature').replace(/^sha256=/, '');
      return same(right, signature) && isRecent(Number(stamp) * 1000, now);
    },
    read(body) {
      const read = sepay.safeParse(body);
      if (!read.success) return null;
      const { id, transferType, transferAmount, transactionDate, content, subAccount, referenceCode, accountNumber } =
        read.data;
      return [
        {
          reference: referenceCode ?? `sepay ${id}`,
          accountNumber,
          virtualAccount: subAccount,
          direction: transferType === 'in' ? 'IN' : 'OUT',
          amount: transferAmount,
          content: content ?? '',
          at: momentOf(transactionDate),
          payerAccount: null,
          payerName: null,
        },
      ];
    },
  },
  CASSO: {
    isSigned(secret, { header, body }, now) {
      const [, stamp = '', signature = ''] =
        /^t=(\d{1,16}),\s*v1=([0-9a-f]{128})$/.exec(header('X-Casso-Signature')) ?? [];
      const right = hmac('sha512', secret, `${stamp}.${sortedJson(jsonOf(body) ?? null)}`);
      return same(right, signature) && isRecent(Number(stamp), now);
    },
    read(body) {
      const read = casso.safeParse(body);
      if (!read.success) return null;
      return [read.data.data].flat().map(transaction => ({
        reference: transaction.reference ?? (transaction.id ? `casso ${transaction.id}` : null),
        accountNumber: transaction.accountNumber,
        virtualAccount: transaction.virtualAccountNumber,
        direction: transaction.amount < 0 ? 'OUT' : 'IN',
        amount: Math.abs(transaction.amount),
        content: transaction.description ?? '',
        at: momentOf(transaction.transactionDateTime),
        payerAccount: transaction.counterAccountNumber,
        payerName: transaction.counterAccountName,
      }));
    },
  },
};
