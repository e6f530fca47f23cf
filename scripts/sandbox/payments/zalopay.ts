import { askedRefund, refunded, type Side, sign } from './side.ts';

const STATES = { OPEN: 3, PENDING: 3, PAID: 1, FAILED: 2, CANCELLED: 2 } as const;
const REFUND = { REFUNDED: 1, PENDING: 3, FAILED: 2 } as const;
/** Vietnam's day at this moment. */
const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(2, 10).replaceAll('-', '');

export const zalopay: Side = {
  call({ keys, find, make, page }, { path, body }) {
    const fields = Object.fromEntries(new URLSearchParams(body));
    const { app_id = '', app_trans_id: id = '', amount = '', mac } = fields;
    const key1 = keys.key1 ?? '';
    const right = (...parts: (string | undefined)[]) => sign('sha256', key1, parts.join('|')) === mac;
    const say = (return_code: number, more: object = {}) => JSON.stringify({ return_code, ...more });
    if (path.endsWith('/create')) {
      const { app_user, app_time, embed_data = '{}', item, callback_url = '', description = '' } = fields;
      if (!right(app_id, id, app_user, amount, app_time, embed_data, item)) return null;
      const seconds = Number(fields.expire_duration_seconds);
      if (id.length > 40 || !id.startsWith(`${today()}_`) || seconds < 300 || seconds > 2_592_000)
        return say(2, { sub_return_code: -92 });
      const { redirecturl = '' } = JSON.parse(embed_data) as { redirecturl?: string };
      make({ id, amount: Number(amount), info: description, noticeUrl: callback_url, returnUrl: redirecturl });
      return say(1, { order_url: page(id), zp_trans_token: id, qr_code: `zalopay-qr-${id}` });
    }
    if (path.endsWith('/query')) {
      if (!right(app_id, id, key1)) return null;
      const order = find(id);
      if (!order) return say(2, { sub_return_code: -101 });
      return say(STATES[order.state], { amount: order.amount, zp_trans_id: Number(order.providerRef) });
    }
    const { m_refund_id = '', timestamp, zp_trans_id, description } = fields;
    const asks = path.endsWith('/query_refund');
    if (!right(...(asks ? [app_id, m_refund_id, timestamp] : [app_id, zp_trans_id, amount, description, timestamp])))
      return null;
    const order = find(asks ? `refund:${m_refund_id}` : `#${zp_trans_id}`);
    const one = order && (asks ? askedRefund(order, m_refund_id) : refunded(order, m_refund_id, Number(amount)));
    return one ? say(REFUND[one.state]) : say(0, { sub_return_code: -101 });
  },
  notice(keys, order, amount, state) {
    const data = JSON.stringify({
      app_id: Number(keys.appId),
      app_trans_id: order.id,
      app_time: Date.now(),
      app_user: 'unit',
      amount,
      embed_data: '{}',
      item: '[]',
      zp_trans_id: Number(order.providerRef),
      channel: 38,
      state,
    });
    const body = JSON.stringify({ data, mac: sign('sha256', keys.key2 ?? '', data), type: 1 });
    return { method: 'POST', url: order.noticeUrl, body };
  },
};
