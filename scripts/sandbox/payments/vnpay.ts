import { askedRefund, refunded, type SandboxOrder, type SandboxRefund, type Side, sign } from './side.ts';

/** Like PHP's `urlencode`, which the provider's examples use. */
const encode = (text: string): string => {
  const params = new URLSearchParams({ v: text }).toString().slice(2);
  return params.replace(/\*/g, '%2A');
};
const sorted = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');

const STATUS = { OPEN: '01', PENDING: '01', PAID: '00', FAILED: '02', CANCELLED: '02' } as const;
const REFUND = { REFUNDED: '00', PENDING: '05', FAILED: '09' } as const;
const ASKED = 'RequestId Version Command TmnCode TxnRef TransactionDate CreateDate IpAddr OrderInfo';
const REFUND_ASKED =
  'RequestId Version Command TmnCode TransactionType TxnRef Amount TransactionNo TransactionDate CreateBy CreateDate IpAddr OrderInfo';
const ANSWERED =
  'ResponseId Command ResponseCode Message TmnCode TxnRef Amount BankCode PayDate TransactionNo TransactionType TransactionStatus OrderInfo';

const piped = (key: string, fields: Record<string, unknown>, names: string): string =>
  sign(
    'sha512',
    key,
    names
      .split(' ')
      .map(name => String(fields[`vnp_${name}`] ?? ''))
      .join('|'),
  );

function answer(key: string, order: SandboxOrder, command: string, code: string, refund?: SandboxRefund): string {
  const fields: Record<string, string> = {
    vnp_ResponseId: `R${Date.now()}`,
    vnp_Command: command,
    vnp_ResponseCode: code,
    vnp_Message: 'Said',
    vnp_TmnCode: '',
    vnp_TxnRef: order.id,
    vnp_Amount: String((refund?.amount ?? order.amount) * 100),
    vnp_BankCode: 'NCB',
    vnp_PayDate: '',
    vnp_TransactionNo: order.providerRef,
    vnp_OrderInfo: order.info,
    vnp_TransactionType: refund ? (refund.amount === order.amount ? '02' : '03') : '01',
    vnp_TransactionStatus: refund ? REFUND[refund.state] : STATUS[order.state],
  };
  const names = command === 'querydr' ? `${ANSWERED} PromotionCode PromotionAmount` : ANSWERED;
  return JSON.stringify({ ...fields, vnp_SecureHash: piped(key, fields, names) });
}

export const vnpay: Side = {
  begin({ keys, find, make, noticeUrl }, query) {
    const { vnp_SecureHash: signature, ...fields } = Object.fromEntries(new URLSearchParams(query));
    // The signature covers the parameters in the order of the address.
    const whole = query.replace(/&vnp_SecureHash=.*$/, '');
    if ('vnp_SecureHashType' in fields || whole !== sorted(fields)) return null;
    if (sign('sha512', keys.hashSecret ?? '', whole) !== signature || fields.vnp_TmnCode !== keys.tmnCode) return null;
    const id = fields.vnp_TxnRef ?? '';
    const amount = Number(fields.vnp_Amount) / 100;
    const info = fields.vnp_OrderInfo ?? '';
    const returnUrl = fields.vnp_ReturnUrl ?? '';
    return find(id) ?? make({ id, amount, info, returnUrl, noticeUrl: noticeUrl() });
  },
  call({ keys, find }, { body }) {
    const fields = JSON.parse(body) as Record<string, string>;
    const command = fields.vnp_Command ?? '';
    const key = keys.hashSecret ?? '';
    if (piped(key, fields, command === 'refund' ? REFUND_ASKED : ASKED) !== fields.vnp_SecureHash) return null;
    const order = find(fields.vnp_TxnRef ?? '');
    if (!order) return JSON.stringify({ vnp_ResponseCode: '91', vnp_Message: 'Not found' });
    if (command === 'querydr') return answer(key, order, command, '00', askedRefund(order));
    const isRepeated = order.refunds.some(refund => refund.key === fields.vnp_RequestId);
    const made = refunded(order, fields.vnp_RequestId ?? '', Number(fields.vnp_Amount) / 100);
    return answer(key, order, command, isRepeated ? '94' : made.state === 'FAILED' ? '95' : '00', made);
  },
  notice(keys, order, amount, state) {
    const code = state === 'PAID' ? '00' : state === 'CANCELLED' ? '24' : '99';
    const query = sorted({
      vnp_TmnCode: keys.tmnCode ?? '',
      vnp_Amount: String(amount * 100),
      vnp_BankCode: 'NCB',
      vnp_CardType: 'ATM',
      vnp_TxnRef: order.id,
      vnp_OrderInfo: order.info,
      vnp_TransactionNo: order.providerRef,
      vnp_ResponseCode: code,
      vnp_TransactionStatus: STATUS[state],
      vnp_PayDate: '20261127080000',
    });
    const hash = sign('sha512', keys.hashSecret ?? '', query);
    return { method: 'GET', url: `${order.noticeUrl}?${query}&vnp_SecureHash=${hash}` };
  },
};
