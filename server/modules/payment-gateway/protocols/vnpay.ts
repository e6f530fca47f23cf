import { randomUUID } from 'node:crypto';
import type { Channel } from '@lobby/shared/billing/gateways.ts';
import {
  type Adapter,
  amountIn,
  boundText,
  type Contract,
  fieldsIn,
  hmac,
  isSigned,
  lastFour,
  NotAnswering,
  type PayOrder,
  type PayState,
  type ProviderStatus,
  plainText,
  type Refund,
  type RefundState,
  type Result,
  sortedNames,
  vietnamTime,
} from './adapter.ts';
import { hostOf } from './hosts.ts';
import { postForJson } from './post.ts';

const VERSION = '2.1.0';
/** Server address sent with calls, whoever pays. */
const ADDRESS = '127.0.0.1';
const BANK_CODES: Partial<Record<Channel, string>> = { CARD: 'INTCARD', BANK: 'VNBANK', QR: 'VNPAYQR' };

/** A value as it is signed: URL-encoded, a space as `+`. */
const encoded = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%20/g, '+');
const queryOf = (fields: Readonly<Record<string, string>>): string =>
  sortedNames(fields)
    .map(name => `${encoded(name)}=${encoded(fields[name] ?? '')}`)
    .join('&');
const secretOf = ({ credentials }: Pick<Contract, 'credentials'>) => credentials.hashSecret ?? '';
const codeOf = ({ credentials }: Contract) => credentials.tmnCode ?? '';
const sign = (contract: Pick<Contract, 'credentials'>, parts: readonly unknown[]): string =>
  hmac('sha512', secretOf(contract), parts.map(part => String(part ?? '')).join('|'));

const WORDS: Record<Result, [string, string]> = {
  TAKEN: ['00', 'Confirm Success'],
  DOUBLE: ['02', 'Order already confirmed'],
  ORDER_UNKNOWN: ['01', 'Order not found'],
  AMOUNT_DIFFERS: ['04', 'Invalid amount'],
  SIGNATURE: ['97', 'Invalid signature'],
  FAULT: ['99', 'Unknown error'],
};

const toldOf = (fields: Readonly<Record<string, unknown>>, ref: string, state: PayState): ProviderStatus => ({
  ref,
  state,
  amount: amountIn(fields.vnp_Amount, 100),
  providerRef: boundText(fields.vnp_TransactionNo),
  bankCode: boundText(fields.vnp_BankCode, 20),
  cardLast4: lastFour(fields.vnp_CardNumber),
});

/** Queries the state of a payment, or of its last refund. */
async function queryOrder(contract: Contract, { ref, createdAt, info }: PayOrder): Promise<Record<string, unknown>> {
  const fields = {
    vnp_RequestId: randomUUID().replace(/-/g, ''),
    vnp_Version: VERSION,
    vnp_Command: 'querydr',
    vnp_TmnCode: codeOf(contract),
    vnp_TxnRef: ref,
    vnp_TransactionDate: vietnamTime(createdAt),
    vnp_CreateDate: vietnamTime(new Date()),
    vnp_IpAddr: ADDRESS,
    vnp_OrderInfo: plainText(info),
  };
  const vnp_SecureHash = sign(contract, Object.values(fields));
  return postForJson(hostOf('VNPAY', contract.environment).api, { json: { ...fields, vnp_SecureHash } });
}

const PARTS = [
  'ResponseId',
  'Command',
  'ResponseCode',
  'Message',
  'TmnCode',
  'TxnRef',
  'Amount',
  'BankCode',
  'PayDate',
  'TransactionNo',
  'TransactionType',
  'TransactionStatus',
  'OrderInfo',
];
const MORE = ['PromotionCode', 'PromotionAmount'];

/** Throws for an answer with a wrong signature. */
function checked(contract: Contract, answer: Record<string, unknown>, names: readonly string[]): void {
  const right = sign(
    contract,
    names.map(name => answer[`vnp_${name}`]),
  );
  if (!isSigned(right, answer.vnp_SecureHash)) throw new NotAnswering('signature');
}

const STATES: Readonly<Record<string, PayState>> = { '00': 'PAID', '01': 'PENDING', '04': 'PENDING' };
const REFUNDS: Readonly<Record<string, RefundState>> = { '00': 'REFUNDED', '05': 'PENDING', '06': 'PENDING' };

export const vnpay: Adapter = {
  async create(contract, { ref, amount, info, channel, createdAt, expiresAt, returnUrl }) {
    const fields: Record<string, string> = {
      vnp_Version: VERSION,
      vnp_Command: 'pay',
      vnp_TmnCode: codeOf(contract),
      vnp_Amount: String(amount * 100),
      vnp_CurrCode: 'VND',
      vnp_TxnRef: ref,
      vnp_OrderInfo: plainText(info),
      vnp_OrderType: 'other',
      vnp_Locale: 'vn',
      vnp_ReturnUrl: returnUrl,
      vnp_IpAddr: ADDRESS,
      vnp_CreateDate: vietnamTime(createdAt),
      vnp_ExpireDate: vietnamTime(expiresAt),
      ...(channel && BANK_CODES[channel] && { vnp_BankCode: BANK_CODES[channel] }),
    };
    const query = queryOf(fields);
    const hash = hmac('sha512', secretOf(contract), query);
    const { page } = hostOf('VNPAY', contract.environment);
    return { url: `${page}?${query}&vnp_SecureHash=${hash}`, qr: null, deeplink: null };
  },
  read(credentials, { query }) {
    const { vnp_SecureHash: signature, vnp_SecureHashType: _kind, ...fields } = fieldsIn(query);
    const signed = Object.fromEntries(Object.entries(fields).filter(([name]) => name.startsWith('vnp_')));
    if (!isSigned(hmac('sha512', secretOf({ credentials }), queryOf(signed)), signature)) return null;
    const paid = signed.vnp_ResponseCode === '00' && signed.vnp_TransactionStatus === '00';
    return toldOf(signed, boundText(signed.vnp_TxnRef) ?? '', paid ? 'PAID' : 'FAILED');
  },
  answer(result) {
    const [RspCode, Message] = WORDS[result];
    return { status: 200, type: 'application/json', body: JSON.stringify({ RspCode, Message }) };
  },
  async query(contract, order) {
    const answer = await queryOrder(contract, order);
    if (answer.vnp_ResponseCode === '91') return toldOf({}, order.ref, 'UNKNOWN');
    checked(contract, answer, [...PARTS, ...MORE]);
    if (answer.vnp_ResponseCode !== '00') throw new NotAnswering(String(answer.vnp_ResponseCode));
    return toldOf(answer, order.ref, STATES[String(answer.vnp_TransactionStatus)] ?? 'FAILED');
  },
  async refund(contract, order, refund) {
    const { ref, amount, createdAt, providerRef } = order;
    const fields = {
      vnp_RequestId: refund.key,
      vnp_Version: VERSION,
      vnp_Command: 'refund',
      vnp_TmnCode: codeOf(contract),
      vnp_TransactionType: refund.amount === amount ? '02' : '03',
      vnp_TxnRef: ref,
      vnp_Amount: String(refund.amount * 100),
      vnp_TransactionNo: providerRef ?? '',
      vnp_TransactionDate: vietnamTime(createdAt),
      vnp_CreateBy: plainText(refund.by),
      vnp_CreateDate: vietnamTime(new Date()),
      vnp_IpAddr: ADDRESS,
      vnp_OrderInfo: plainText(refund.reason),
    };
    const vnp_SecureHash = sign(contract, Object.values(fields));
    const { api } = hostOf('VNPAY', contract.environment);
    const answer = await postForJson(api, { json: { ...fields, vnp_SecureHash } });
    checked(contract, answer, PARTS);
    // The refund was requested before: its state is queried.
    if (answer.vnp_ResponseCode === '94') return vnpay.queryRefund(contract, order, refund);
    if (answer.vnp_ResponseCode !== '00') return 'FAILED';
    return REFUNDS[String(answer.vnp_TransactionStatus)] ?? 'FAILED';
  },
  async queryRefund(contract, order, refund: Refund) {
    const answer = await queryOrder(contract, order);
    if (answer.vnp_ResponseCode !== '00') return 'UNKNOWN';
    checked(contract, answer, [...PARTS, ...MORE]);
    const isIt = ['02', '03'].includes(String(answer.vnp_TransactionType));
    if (!isIt || amountIn(answer.vnp_Amount, 100) !== refund.amount) return 'UNKNOWN';
    return REFUNDS[String(answer.vnp_TransactionStatus)] ?? 'FAILED';
  },
};
