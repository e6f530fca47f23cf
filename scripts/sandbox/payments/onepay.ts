import { type Side, sign } from './side.ts';

const CODES = { OPEN: '300', PENDING: '300', PAID: '0', FAILED: '5', CANCELLED: '99' } as const;

const signed = (key: string, fields: Record<string, string>): string => {
  const text = Object.entries(fields)
    .filter(([name, value]) => /^(vpc|user)_/.test(name) && !name.startsWith('vpc_SecureHash') && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return sign('sha256', Buffer.from(key, 'hex'), text).toUpperCase();
};
const withHash = (key: string, fields: Record<string, string>): string =>
  new URLSearchParams({ ...fields, vpc_SecureHash: signed(key, fields) }).toString();

export const onepay: Side = {
  begin({ keys, find, make }, query) {
    const fields = Object.fromEntries(new URLSearchParams(query));
    if (signed(keys.hashSecret ?? '', fields) !== fields.vpc_SecureHash) return null;
    const { vpc_MerchTxnRef: id = '', vpc_OrderInfo: info = '', vpc_ReturnURL: returnUrl = '' } = fields;
    const amount = Number(fields.vpc_Amount) / 100;
    return find(id) ?? make({ id, amount, info, returnUrl, noticeUrl: fields.vpc_CallbackURL ?? '' });
  },
  call({ keys, find }, { body }) {
    const fields = Object.fromEntries(new URLSearchParams(body));
    const key = keys.hashSecret ?? '';
    if (signed(key, fields) !== fields.vpc_SecureHash) return null;
    const order = find(fields.vpc_MerchTxnRef ?? '');
    if (!order) return withHash(key, { vpc_DRExists: 'N' });
    return withHash(key, {
      vpc_DRExists: 'Y',
      vpc_MerchTxnRef: order.id,
      vpc_Amount: String(order.amount * 100),
      vpc_TxnResponseCode: CODES[order.state],
      vpc_TransactionNo: order.providerRef,
    });
  },
  notice(keys, order, amount, state) {
    const query = withHash(keys.hashSecret ?? '', {
      vpc_MerchTxnRef: order.id,
      vpc_Amount: String(amount * 100),
      vpc_OrderInfo: order.info,
      vpc_TxnResponseCode: CODES[state],
      vpc_TransactionNo: order.providerRef,
      vpc_Card: 'VC',
      vpc_CardNum: '970436xxxxxx1234',
    });
    return { method: 'GET', url: `${order.noticeUrl}?${query}` };
  },
};
