import { constants, createDecipheriv, createPublicKey, publicEncrypt } from 'node:crypto';
import type { Channel } from '@lobby/shared/billing/gateways.ts';
import {
  type Adapter,
  amountIn,
  boundText,
  type Contract,
  hmac,
  isSigned,
  lastFour,
  NotAnswering,
  type Page,
  type PayOrder,
  type PayState,
  ProviderRefused,
  type ProviderStatus,
  plainText,
  type RefundState,
  type Saving,
  signedText,
} from './adapter.ts';
import { hostOf } from './hosts.ts';
import { postForJson } from './post.ts';

/** Timeout that MoMo asks for. */
const WITHIN_MS = 30_000;
const PENDING = [1000, 7000, 7002, 9000];
const NOT_FOUND = 42;
const TYPES: Partial<Record<Channel, string>> = { BANK: 'payWithATM', CARD: 'payWithCC' };
const CREATE = 'accessKey amount extraData ipnUrl orderId orderInfo partnerCode redirectUrl requestId requestType';
const NOTICE =
  'accessKey amount extraData message orderId orderInfo orderType partnerCode payType requestId responseTime resultCode transId';
const QUERY = 'accessKey orderId partnerCode requestId';
const REFUND = 'accessKey amount description orderId partnerCode requestId transId';
const LINK =
  'accessKey amount extraData ipnUrl orderId orderInfo partnerClientId partnerCode redirectUrl requestId requestType';
const LINKED =
  'accessKey amount callbackToken extraData message orderId orderInfo orderType partnerClientId partnerCode payType requestId responseTime resultCode transId';
const BIND = 'accessKey callbackToken orderId partnerClientId partnerCode requestId';
const PAY = 'accessKey amount extraData orderId orderInfo partnerClientId partnerCode requestId token';
const UNBIND = 'accessKey orderId partnerClientId partnerCode requestId token';

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

/** Common fields of calls for a payment or for a consent. */
const orderFields = (
  contract: Contract,
  { ref, amount, info, returnUrl }: Pick<PayOrder, 'ref' | 'amount' | 'info' | 'returnUrl'>,
) => ({
  partnerCode: contract.credentials.partnerCode,
  requestId: ref,
  orderId: ref,
  amount,
  extraData: '',
  orderInfo: plainText(info),
  redirectUrl: returnUrl,
  ipnUrl: contract.noticeUrl,
});

const stateOf = (code: unknown): PayState =>
  code === 0 ? 'PAID' : PENDING.includes(Number(code)) ? 'PENDING' : code === NOT_FOUND ? 'UNKNOWN' : 'FAILED';
const refundOf = (code: unknown): RefundState => {
  const state = stateOf(code);
  return state === 'PAID' ? 'REFUNDED' : state === 'CANCELLED' ? 'FAILED' : state;
};

const toldOf = (fields: Readonly<Record<string, unknown>>, ref: string): ProviderStatus => ({
  ref,
  state: stateOf(fields.resultCode),
  amount: amountIn(fields.amount),
  cardLast4: null,
  providerRef: boundText(fields.transId),
  bankCode: boundText(fields.payType, 20),
});

/** Fields of a notice with a valid signature over `names`; a missing field is not the same as an empty one. */
function noticed(credentials: Contract['credentials'], body: string, names: string): Record<string, unknown> | null {
  let fields: Record<string, unknown>;
  try {
    fields = Object(JSON.parse(body));
  } catch {
    return null;
  }
  const whole = names.split(' ').every(name => name === 'accessKey' || name in fields);
  return whole && isSigned(signed({ credentials }, fields, names), fields.signature) ? fields : null;
}

/** Throws unless the answer reports success. */
function done(answer: Record<string, unknown>): Record<string, unknown> {
  if (answer.resultCode === 0) return answer;
  throw new ProviderRefused(boundText(answer.message, 200) ?? String(answer.resultCode));
}

/** Decrypts a received token with the contract's secret. */
function tokenIn({ credentials }: Contract, sealed: unknown): { value: string; alias: string | null } {
  try {
    const key = Buffer.from(credentials.secretKey ?? '');
    const decipher = createDecipheriv('aes-256-cbc', key, Buffer.alloc(16));
    const text = Buffer.concat([decipher.update(String(sealed), 'base64'), decipher.final()]).toString('utf8');
    const { value, userAlias } = Object(JSON.parse(text)) as Record<string, unknown>;
    const token = boundText(value, 500);
    if (token) return { value: token, alias: boundText(userAlias) };
  } catch {
    // Thrown below.
  }
  throw new NotAnswering('token');
}

/** Encrypts a token for MoMo with its public key. */
function tokenFor({ credentials }: Contract, value: string): string {
  const pem = credentials.publicKey ?? '';
  const key = pem.includes('BEGIN')
    ? createPublicKey(pem)
    : createPublicKey({ key: Buffer.from(pem, 'base64'), format: 'der', type: 'spki' });
  const text = JSON.stringify({ value, requireSecurityCode: false });
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text)).toString('base64');
}

const saving: Saving = {
  needs: ['publicKey'],
  async bind(contract, { ref, payer, info, returnUrl }) {
    const answer = done(
      await send(
        contract,
        'create',
        {
          ...orderFields(contract, { ref, amount: 0, info, returnUrl }),
          partnerClientId: payer,
          requestType: 'linkWallet',
        },
        LINK,
      ),
    );
    return pageOf(answer);
  },
  read(credentials, { body }) {
    const fields = noticed(credentials, body, LINKED);
    if (!fields) return null;
    const agreed = fields.resultCode === 0;
    const proof = agreed ? boundText(fields.callbackToken, 500) : null;
    return { ref: boundText(fields.orderId) ?? '', state: agreed ? 'AGREED' : 'REFUSED', proof };
  },
  async redeem(contract, { ref, payer }, proof) {
    const { partnerCode } = contract.credentials;
    const fields = { partnerCode, callbackToken: proof, requestId: ref, orderId: ref, partnerClientId: payer };
    const answer = done(await send(contract, 'tokenization/bind', fields, BIND));
    const { value, alias } = tokenIn(contract, answer.aesToken);
    return { payer, token: value, bindingId: ref, lastFour: lastFour(alias) };
  },
  async pay(contract, order, saved) {
    const answer = await send(
      contract,
      'tokenization/pay',
      {
        ...orderFields(contract, order),
        autoCapture: true,
        partnerClientId: saved.payer,
        token: tokenFor(contract, saved.token),
      },
      PAY,
    );
    return stateOf(answer.resultCode);
  },
  async unbind(contract, ref, saved) {
    const { partnerCode } = contract.credentials;
    const token = tokenFor(contract, saved.token);
    const fields = { partnerCode, requestId: ref, orderId: saved.bindingId, partnerClientId: saved.payer, token };
    done(await send(contract, 'tokenization/unbind', fields, UNBIND));
  },
};

const pageOf = (answer: Record<string, unknown>): Page => ({
  url: boundText(answer.payUrl, 2000),
  qr: boundText(answer.qrCodeUrl, 2000),
  deeplink: boundText(answer.deeplink, 2000),
});

export const momo: Adapter = {
  saving,
  async create(contract, { channel, ...order }) {
    const answer = await send(
      contract,
      'create',
      {
        ...orderFields(contract, order),
        requestType: (channel && TYPES[channel]) ?? 'captureWallet',
      },
      CREATE,
    );
    return pageOf(done(answer));
  },
  read(credentials, { body }) {
    const fields = noticed(credentials, body, NOTICE);
    return fields && toldOf(fields, boundText(fields.orderId) ?? '');
  },
  // MoMo expects the same answer whatever the outcome; after a fault of this server it sends the notice again.
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
