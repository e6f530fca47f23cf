import { constants, createCipheriv, type KeyObject, privateDecrypt } from 'node:crypto';
import { askedRefund, refunded, type Side, sign } from './side.ts';

const CODES = { OPEN: 1000, PENDING: 7000, PAID: 0, FAILED: 1001, CANCELLED: 1006 } as const;
const REFUND = { REFUNDED: 0, PENDING: 7002, FAILED: 1080 } as const;
const SIGNED: Readonly<Record<string, string>> = {
  create: 'accessKey amount extraData ipnUrl orderId orderInfo partnerCode redirectUrl requestId requestType',
  query: 'accessKey orderId partnerCode requestId',
  refund: 'accessKey amount description orderId partnerCode requestId transId',
  'refund/query': 'accessKey orderId partnerCode requestId',
  link: 'accessKey amount extraData ipnUrl orderId orderInfo partnerClientId partnerCode redirectUrl requestId requestType',
  'tokenization/bind': 'accessKey callbackToken orderId partnerClientId partnerCode requestId',
  'tokenization/pay': 'accessKey amount extraData orderId orderInfo partnerClientId partnerCode requestId token',
  'tokenization/unbind': 'accessKey orderId partnerClientId partnerCode requestId token',
};
const NOTICE =
  'accessKey amount extraData message orderId orderInfo orderType partnerCode payType requestId responseTime resultCode transId';
const LINKED =
  'accessKey amount callbackToken extraData message orderId orderInfo orderType partnerClientId partnerCode payType requestId responseTime resultCode transId';
const INACTIVE = 2007;
/** Format of MoMo's ids. */
const ID = /^[0-9a-zA-Z]([-_.]*[0-9a-zA-Z]+)*$/;

const signed = (key: string, fields: Record<string, unknown>, names: string): string =>
  sign(
    'sha256',
    key,
    names
      .split(' ')
      .map(name => `${name}=${fields[name]}`)
      .join('&'),
  );

/** Encrypts a token as MoMo sends it, for the secret of the contract. */
function sealedToken(secret: string, token: string): string {
  const cipher = createCipheriv('aes-256-cbc', Buffer.from(secret), Buffer.alloc(16));
  const text = JSON.stringify({ value: token, userAlias: '****6938', profileId: '1' });
  return Buffer.concat([cipher.update(text), cipher.final()]).toString('base64');
}
function tokenIn(key: KeyObject, sealed: string): string {
  const text = privateDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(sealed, 'base64'));
  return String((JSON.parse(text.toString('utf8')) as { value: string }).value);
}

export const momo: Side = {
  call({ keys, find, make, page, privateKey, saved, take }, { path, body }) {
    const fields = JSON.parse(body) as Record<string, string> & { amount: number };
    const call = path.replace('/v2/gateway/api/', '');
    const links = call === 'create' && fields.requestType === 'linkWallet';
    const names = SIGNED[links ? 'link' : call];
    const all = { ...fields, accessKey: keys.accessKey };
    if (!names || signed(keys.secretKey ?? '', all, names) !== fields.signature) return null;
    const id = fields.orderId ?? '';
    const say = (resultCode: number, more: object = {}) => JSON.stringify({ orderId: id, resultCode, ...more });
    if (id.length > 50 || !ID.test(id)) return say(20);
    if (call === 'create') {
      if (find(id)) return say(41, { message: 'Duplicated orderId' });
      const { amount, orderInfo = '', ipnUrl = '', redirectUrl = '' } = fields;
      const payer = links ? { payer: fields.partnerClientId ?? '' } : {};
      make({ id, amount, info: orderInfo, noticeUrl: ipnUrl, returnUrl: redirectUrl, ...payer });
      return say(0, { payUrl: page(id), deeplink: `momo://app?order=${id}`, qrCodeUrl: `momo-qr-${id}` });
    }
    if (call === 'tokenization/bind') {
      const order = find(id);
      const isRight = order?.state === 'PAID' && fields.callbackToken === `cb-${order.providerRef}`;
      return isRight && order.payer === fields.partnerClientId
        ? say(0, { aesToken: sealedToken(keys.secretKey ?? '', order.token) })
        : say(42);
    }
    if (call.startsWith('tokenization/')) {
      const token = saved(tokenIn(privateKey, fields.token ?? ''), fields.partnerClientId ?? '');
      if (!token) return say(INACTIVE, { message: 'Token is inactive' });
      if (call.endsWith('/unbind')) {
        token.state = 'CANCELLED';
        return say(0);
      }
      if (find(id)) return say(41, { message: 'Duplicated orderId' });
      const { amount, orderInfo = '', ipnUrl = '', redirectUrl = '' } = fields;
      const order = make({ id, amount, info: orderInfo, noticeUrl: ipnUrl, returnUrl: redirectUrl });
      if (order.fault === 'pay-refused') {
        order.state = 'FAILED';
        return say(CODES.FAILED, { message: 'Not enough money' });
      }
      take(order);
      return say(0, { transId: Number(order.providerRef), amount });
    }
    if (call === 'query') {
      const order = find(id);
      return order ? say(CODES[order.state], { amount: order.amount, transId: Number(order.providerRef) }) : say(42);
    }
    const order = find(call === 'refund' ? `#${fields.transId}` : `refund:${id}`);
    if (!order) return say(42);
    const refund = call === 'refund' ? refunded(order, id, fields.amount) : askedRefund(order, id);
    return refund ? say(REFUND[refund.state], { amount: refund.amount }) : say(42);
  },
  notice(keys, order, amount, state) {
    const fields: Record<string, unknown> = {
      partnerCode: keys.partnerCode,
      orderId: order.id,
      requestId: order.id,
      amount,
      orderInfo: order.info,
      orderType: 'momo_wallet',
      transId: Number(order.providerRef),
      resultCode: CODES[state],
      message: 'Said',
      payType: 'webApp',
      responseTime: Date.now(),
      extraData: '',
    };
    if (order.payer !== null)
      Object.assign(fields, {
        partnerClientId: order.payer,
        callbackToken: state === 'PAID' ? `cb-${order.providerRef}` : '',
      });
    const names = order.payer === null ? NOTICE : LINKED;
    const signature = signed(keys.secretKey ?? '', { ...fields, accessKey: keys.accessKey }, names);
    return { method: 'POST', url: order.noticeUrl, body: JSON.stringify({ ...fields, signature }) };
  },
};
