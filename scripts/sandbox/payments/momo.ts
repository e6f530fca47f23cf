import { askedRefund, refunded, type Side, sign } from './side.ts';

const CODES = { OPEN: 1000, PENDING: 7000, PAID: 0, FAILED: 1001, CANCELLED: 1006 } as const;
const REFUND = { REFUNDED: 0, PENDING: 7002, FAILED: 1080 } as const;
const SIGNED: Readonly<Record<string, string>> = {
  create: 'accessKey amount extraData ipnUrl orderId orderInfo partnerCode redirectUrl requestId requestType',
  query: 'accessKey orderId partnerCode requestId',
  refund: 'accessKey amount description orderId partnerCode requestId transId',
  'refund/query': 'accessKey orderId partnerCode requestId',
};
const NOTICE =
  'accessKey amount extraData message orderId orderInfo orderType partnerCode payType requestId responseTime resultCode transId';
/** As the provider writes its ids. */
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

export const momo: Side = {
  call({ keys, find, make, page }, { path, body }) {
    const fields = JSON.parse(body) as Record<string, string> & { amount: number };
    const call = path.replace('/v2/gateway/api/', '');
    const names = SIGNED[call];
    const all = { ...fields, accessKey: keys.accessKey };
    if (!names || signed(keys.secretKey ?? '', all, names) !== fields.signature) return null;
    const id = fields.orderId ?? '';
    const say = (resultCode: number, more: object = {}) => JSON.stringify({ orderId: id, resultCode, ...more });
    if (id.length > 50 || !ID.test(id)) return say(20);
    if (call === 'create') {
      if (find(id)) return say(41, { message: 'Duplicated orderId' });
      const { amount, orderInfo = '', ipnUrl = '', redirectUrl = '' } = fields;
      make({ id, amount, info: orderInfo, noticeUrl: ipnUrl, returnUrl: redirectUrl });
      return say(0, { payUrl: page(id), deeplink: `momo://app?order=${id}`, qrCodeUrl: `momo-qr-${id}` });
    }
    if (call === 'query') {
      const order = find(id);
      return order ? say(CODES[order.state], { amount: order.amount, transId: Number(order.providerRef) }) : say(42);
    }
    const order = find(call === 'refund' ? `#${fields.transId}` : `refund:${id}`);
    if (!order) return say(42);
    const one = call === 'refund' ? refunded(order, id, fields.amount) : askedRefund(order, id);
    return one ? say(REFUND[one.state], { amount: one.amount }) : say(42);
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
    const signature = signed(keys.secretKey ?? '', { ...fields, accessKey: keys.accessKey }, NOTICE);
    return { method: 'POST', url: order.noticeUrl, body: JSON.stringify({ ...fields, signature }) };
  },
};
