import { askedRefund, type Keys, refunded, type SandboxOrder, type Side, sign } from './side.ts';

const STATES = { OPEN: 3, PENDING: 3, PAID: 1, FAILED: 2, CANCELLED: 2 } as const;
const REFUND = { REFUNDED: 1, PENDING: 3, FAILED: 2 } as const;
/** Returns today's date in Vietnam. */
const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(2, 10).replaceAll('-', '');

/** Data of a consent, for notices and queries. */
const consentOf = (keys: Keys, { id, payer, state, token, providerRef }: SandboxOrder) => ({
  app_id: Number(keys.appId),
  app_trans_id: id,
  binding_id: providerRef,
  merchant_user_id: payer,
  status: state === 'PAID' ? 1 : 3,
  msg_type: 1,
  masked_user_phone: '****6938',
  ...(state === 'PAID' && { pay_token: token }),
});

export const zalopay: Side = {
  call({ keys, find, make, page, saved, take }, { path, body }) {
    const fields = Object.fromEntries(new URLSearchParams(body));
    const { app_id = '', app_trans_id: id = '', amount = '', mac } = fields;
    const key1 = keys.key1 ?? '';
    const right = (...parts: (string | undefined)[]) => sign('sha256', key1, parts.join('|')) === mac;
    const say = (return_code: number, more: object = {}) => JSON.stringify({ return_code, ...more });
    const { identifier = '', req_date, callback_url: to = '', redirect_url = '' } = fields;
    if (path.endsWith('/agreement/bind')) {
      const { binding_data, binding_type, max_amount } = fields;
      if (!right(app_id, id, binding_data, binding_type, identifier, max_amount, req_date)) return null;
      if (id.length > 40 || !id.startsWith(`${today()}_`)) return say(2, { sub_return_code: -92 });
      make({ id, amount: 0, info: 'Binding', noticeUrl: to, returnUrl: redirect_url, payer: identifier });
      return say(1, { binding_token: id, short_link: page(id), deep_link: `zalopay://agreement/${id}` });
    }
    if (path.endsWith('/agreement/query')) {
      if (!right(app_id, id, req_date)) return null;
      const order = find(id);
      if (!order) return say(2, { sub_return_code: -101 });
      return order.state === 'OPEN' ? say(3) : say(1, { data: consentOf(keys, order) });
    }
    if (path.endsWith('/agreement/pay')) {
      const { zp_trans_token = '', pay_token = '' } = fields;
      if (!right(app_id, identifier, zp_trans_token, pay_token, req_date)) return null;
      const order = find(zp_trans_token);
      if (order?.state !== 'OPEN' || !saved(pay_token, identifier)) return say(2, { sub_return_code: -101 });
      if (order.fault === 'pay-refused') {
        order.state = 'FAILED';
        return say(2, { sub_return_code: -63, return_message: 'Not enough money' });
      }
      take(order);
      return say(1, { app_trans_id: order.id, zp_trans_id: Number(order.providerRef) });
    }
    if (path.endsWith('/agreement/unbind')) {
      const { binding_id = '' } = fields;
      if (!right(app_id, identifier, binding_id, req_date)) return null;
      const order = find(`#${binding_id}`);
      if (!order || order.payer !== identifier) return say(2, { sub_return_code: -101 });
      order.state = 'CANCELLED';
      return say(1);
    }
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
    const refund = order && (asks ? askedRefund(order, m_refund_id) : refunded(order, m_refund_id, Number(amount)));
    return refund ? say(REFUND[refund.state]) : say(0, { sub_return_code: -101 });
  },
  notice(keys, order, amount, state) {
    if (order.payer !== null) {
      const data = JSON.stringify(consentOf(keys, { ...order, state }));
      const body = JSON.stringify({ data, mac: sign('sha256', keys.key2 ?? '', data) });
      return { method: 'POST', url: order.noticeUrl, body };
    }
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
