import type { Channel } from '@lobby/shared/billing/gateways.ts';
import {
  type Adapter,
  amountIn,
  bounded,
  type Contract,
  hmac,
  isSigned,
  type PayState,
  ProviderRefused,
  plainText,
  type RefundState,
  signedText,
  type Told,
} from './adapter.ts';
import { hostOf } from './hosts.ts';
import { postForJson } from './post.ts';

/** MoMo asks for this much patience. */
const WITHIN_MS = 30_000;
const PENDING = [1000, 7000, 7002, 9000];
const NOT_FOUND = 42;
const TYPES: Partial<Record<Channel, string>> = { BANK: 'payWithATM', CARD: 'payWithCC' };
const CREATE = 'accessKey amount extraData ipnUrl orderId orderInfo partnerCode redirectUrl requestId requestType';
const NOTICE =
  'accessKey amount extraData message orderId orderInfo orderType partnerCode payType requestId responseTime resultCode transId';
const QUERY = 'accessKey orderId partnerCode requestId';
const REFUND = 'accessKey amount description orderId partnerCode requestId transId';

const signed = ({ credentials }: Pick<Contract, 'credentials'>, fields: Record<string, unknown>, names: string) =>
  hmac(
    'sha256',
    credentials.secretKey ?? '',
    signedText({ ...fields, accessKey: credentials.accessKey }, names.split(' ')),
  );

const send = (contract: Contract, path: string, fields: Record<string, unknown>, names: string) =>
  postForJson(`${hostOf('MOMO', contract.environment).api}/v2/gateway/api/${path}`, {
    json: { ...fields, lang: 'vi', signature: signed(contract, fields, names) },
    withinMs: WITHIN_MS,
  });

const stateOf = (code: unknown): PayState =>
  code === 0 ? 'PAID' : PENDING.includes(Number(code)) ? 'PENDING' : code === NOT_FOUND ? 'UNKNOWN' : 'FAILED';
const refundOf = (code: unknown): RefundState => {
  const state = stateOf(code);
  return state === 'PAID' ? 'REFUNDED' : state === 'CANCELLED' ? 'FAILED' : state;
};

const toldOf = (fields: Readonly<Record<string, unknown>>, ref: string): Told => ({
  ref,
  state: stateOf(fields.resultCode),
  amount: amountIn(fields.amount),
  cardLast4: null,
  providerRef: bounded(fields.transId),
  bankCode: bounded(fields.payType, 20),
});

export const momo: Adapter = {
  async create(contract, { ref, amount, info, channel, returnUrl }) {
    const answer = await send(
      contract,
      'create',
      {
        partnerCode: contract.credentials.partnerCode,
        requestId: ref,
        orderId: ref,
        amount,
        extraData: '',
        orderInfo: plainText(info),
        redirectUrl: returnUrl,
        ipnUrl: contract.noticeUrl,
        requestType: (channel && TYPES[channel]) ?? 'captureWallet',
      },
      CREATE,
    );
    if (answer.resultCode !== 0) throw new ProviderRefused(bounded(answer.message, 200) ?? String(answer.resultCode));
    return {
      url: bounded(answer.payUrl, 2000),
      qr: bounded(answer.qrCodeUrl, 2000),
      deeplink: bounded(answer.deeplink, 2000),
    };
  },
  read(credentials, { body }) {
    let fields: Record<string, unknown>;
    try {
      fields = Object(JSON.parse(body));
    } catch {
      return null;
    }
    // One that is left out is not the same as one that is empty.
    const whole = NOTICE.split(' ').every(name => name === 'accessKey' || name in fields);
    if (!whole || !isSigned(signed({ credentials }, fields, NOTICE), fields.signature)) return null;
    return toldOf(fields, bounded(fields.orderId) ?? '');
  },
  // Whatever became of it, MoMo wants the same: that it came. A fault of ours brings it again.
  answer: result => ({
    status: result === 'FAULT' ? 500 : result === 'SIGNATURE' ? 400 : 204,
    type: 'text/plain',
    body: '',
  }),
  async query(contract, { ref }) {
    const fields = { partnerCode: contract.credentials.partnerCode, requestId: ref, orderId: ref };
    return toldOf(await send(contract, 'query', fields, QUERY), ref);
  },
  async refund(contract, { providerRef }, { key, amount, reason }) {
    const fields = { partnerCode: contract.credentials.partnerCode, orderId: key, requestId: key, amount };
    const more = { transId: Number(providerRef), description: plainText(reason) };
    return refundOf((await send(contract, 'refund', { ...fields, ...more }, REFUND)).resultCode);
  },
  async queryRefund(contract, _order, { key }) {
    const fields = { partnerCode: contract.credentials.partnerCode, requestId: key, orderId: key };
    return refundOf((await send(contract, 'refund/query', fields, QUERY)).resultCode);
  },
};
