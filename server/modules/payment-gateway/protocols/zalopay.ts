import {
  type Adapter,
  type Agreed,
  amountIn,
  boundText,
  type Contract,
  hmac,
  isSigned,
  lastFour,
  NotAnswering,
  type PayOrder,
  type PayState,
  ProviderRefused,
  type ProviderStatus,
  plainText,
  type Refund,
  type RefundState,
  type Saving,
  vietnamDay,
} from './adapter.ts';
import { hostOf } from './hosts.ts';
import { postForJson } from './post.ts';

const [LEAST_SECONDS, MOST_SECONDS] = [300, 2_592_000];
const NOT_FOUND = -101;
/** Status of a given consent; any other one is cancelled or over. */
const CONFIRMED = 1;
const STATES: Readonly<Record<number, PayState>> = { 1: 'PAID', 2: 'FAILED', 3: 'PENDING' };
const REFUNDS: Readonly<Record<number, RefundState>> = { 1: 'REFUNDED', 2: 'FAILED', 3: 'PENDING' };

const idOf = ({ credentials }: Contract) => credentials.appId ?? '';
const mac = (key: string | undefined, parts: readonly unknown[]) => hmac('sha256', key ?? '', parts.join('|'));
/** Transaction id at ZaloPay: Vietnam's day and the order's reference. */
const transOf = ({ ref, createdAt }: Pick<PayOrder, 'ref' | 'createdAt'>) => `${vietnamDay(createdAt)}_${ref}`;
const refundId = (contract: Contract, { key, at }: Refund) => `${vietnamDay(at)}_${idOf(contract)}_${key}`;

/** Data of a notice with a valid signature over its text as received. */
function dataIn(
  credentials: Contract['credentials'],
  body: string,
): { type: unknown; data: Record<string, unknown> } | null {
  try {
    const { data, mac: signature, type } = Object(JSON.parse(body)) as Record<string, unknown>;
    const isRight = typeof data === 'string' && isSigned(hmac('sha256', credentials.key2 ?? '', data), signature);
    return isRight ? { type, data: Object(JSON.parse(data)) as Record<string, unknown> } : null;
  } catch {
    return null;
  }
}
const refIn = ({ app_trans_id }: Record<string, unknown>): string =>
  /^\d{6}_([0-9A-Za-z]{1,40})$/.exec(boundText(app_trans_id) ?? '')?.[1] ?? '';

/** Throws unless the answer reports success. */
function done(answer: Record<string, unknown>): Record<string, unknown> {
  if (answer.return_code === 1) return answer;
  throw new ProviderRefused(boundText(answer.return_message, 200) ?? String(answer.return_code));
}

const send = (contract: Contract, path: string, form: Record<string, string>) =>
  postForJson(`${hostOf('ZALOPAY', contract.environment).api}/v2/${path}`, { form });

const toldOf = (fields: Readonly<Record<string, unknown>>, ref: string, state: PayState): ProviderStatus => ({
  ref,
  state,
  amount: amountIn(fields.amount),
  providerRef: boundText(fields.zp_trans_id),
  bankCode: boundText(fields.channel, 20),
  cardLast4: null,
});

/** Begins a payment; the answer has the payment URL, and the token for payments without the page. */
async function created(contract: Contract, order: PayOrder): Promise<Record<string, unknown>> {
  const { ref, amount, info, createdAt, expiresAt, returnUrl } = order;
  const seconds = Math.round((expiresAt.getTime() - createdAt.getTime()) / 1000);
  const form = {
    app_id: idOf(contract),
    app_trans_id: transOf(order),
    app_user: ref,
    amount: String(amount),
    app_time: String(createdAt.getTime()),
    embed_data: JSON.stringify({ redirecturl: returnUrl }),
    item: '[]',
  };
  const { app_id, app_trans_id, app_user, app_time, embed_data, item } = form;
  const answer = await send(contract, 'create', {
    ...form,
    description: plainText(info),
    callback_url: contract.noticeUrl,
    bank_code: '',
    expire_duration_seconds: String(Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, seconds))),
    mac: mac(contract.credentials.key1, [app_id, app_trans_id, app_user, form.amount, app_time, embed_data, item]),
  });
  return done(answer);
}

/** Consent in a notice or answer; `proof` keeps the token and the binding id. */
const agreedIn = (fields: Record<string, unknown>, ref: string): Agreed => {
  const { status, pay_token, binding_id } = fields;
  if (Number(status) === CONFIRMED && pay_token && binding_id)
    return { ref, state: 'AGREED', proof: JSON.stringify(fields) };
  return { ref, state: status === undefined ? 'PENDING' : 'ENDED', proof: null };
};

const saving: Saving = {
  needs: [],
  async bind(contract, binding) {
    const [app_id, app_trans_id, req_date] = [idOf(contract), transOf(binding), String(Date.now())];
    const [binding_data, binding_type, max_amount] = ['{}', 'WALLET', '0'];
    const { payer: identifier, returnUrl } = binding;
    const parts = [app_id, app_trans_id, binding_data, binding_type, identifier, max_amount, req_date];
    const answer = await send(contract, 'agreement/bind', {
      app_id,
      app_trans_id,
      binding_data,
      binding_type,
      identifier,
      max_amount,
      req_date,
      redirect_url: returnUrl,
      callback_url: contract.noticeUrl,
      mac: mac(contract.credentials.key1, parts),
    });
    const { short_link, binding_qr_link, deep_link } = done(answer);
    return {
      url: boundText(short_link, 2000),
      qr: boundText(binding_qr_link, 2000),
      deeplink: boundText(deep_link, 2000),
    };
  },
  read(credentials, { body }) {
    const fields = dataIn(credentials, body)?.data;
    return fields && 'binding_id' in fields ? agreedIn(fields, refIn(fields)) : null;
  },
  async query(contract, binding) {
    const [app_id, app_trans_id, req_date] = [idOf(contract), transOf(binding), String(Date.now())];
    const parts = [app_id, app_trans_id, req_date];
    const answer = await send(contract, 'agreement/query', {
      app_id,
      app_trans_id,
      req_date,
      mac: mac(contract.credentials.key1, parts),
    });
    return agreedIn(Object(answer.data) as Record<string, unknown>, binding.ref);
  },
  async redeem(_contract, { payer }, proof) {
    const fields = Object(JSON.parse(proof)) as Record<string, unknown>;
    const [token, bindingId] = [boundText(fields.pay_token, 500), boundText(fields.binding_id)];
    if (!token || !bindingId) throw new NotAnswering('token');
    return { payer, token, bindingId, lastFour: lastFour(fields.masked_user_phone) };
  },
  async pay(contract, order, { payer: identifier, token: pay_token }) {
    const { zp_trans_token } = await created(contract, order);
    const [app_id, token, req_date] = [idOf(contract), String(zp_trans_token), String(Date.now())];
    const answer = await send(contract, 'agreement/pay', {
      app_id,
      identifier,
      zp_trans_token: token,
      pay_token,
      req_date,
      mac: mac(contract.credentials.key1, [app_id, identifier, token, pay_token, req_date]),
    });
    return STATES[Number(answer.return_code)] ?? 'UNKNOWN';
  },
  async unbind(contract, _ref, { payer: identifier, bindingId: binding_id }) {
    const [app_id, req_date] = [idOf(contract), String(Date.now())];
    const parts = [app_id, identifier, binding_id, req_date];
    done(
      await send(contract, 'agreement/unbind', {
        app_id,
        identifier,
        binding_id,
        req_date,
        mac: mac(contract.credentials.key1, parts),
      }),
    );
  },
};

export const zalopay: Adapter = {
  saving,
  async create(contract, order) {
    const { order_url, qr_code } = await created(contract, order);
    return { url: boundText(order_url, 2000), qr: boundText(qr_code, 2000), deeplink: null };
  },
  read(credentials, { body }) {
    const notice = dataIn(credentials, body);
    // Notices report paid orders only.
    return notice?.type === 1 && !('binding_id' in notice.data)
      ? toldOf(notice.data, refIn(notice.data), 'PAID')
      : null;
  },
  answer(result) {
    const codes = { TAKEN: 1, DOUBLE: 2, SIGNATURE: -1, ORDER_UNKNOWN: 2, AMOUNT_DIFFERS: 2, FAULT: 0 };
    const body = { return_code: codes[result], return_message: result === 'TAKEN' ? 'success' : result.toLowerCase() };
    return { status: 200, type: 'application/json', body: JSON.stringify(body) };
  },
  async query(contract, order) {
    const [app_id, app_trans_id] = [idOf(contract), transOf(order)];
    const { key1 } = contract.credentials;
    const answer = await send(contract, 'query', {
      app_id,
      app_trans_id,
      mac: mac(key1, [app_id, app_trans_id, key1]),
    });
    // For unknown orders ZaloPay reports a failure; the sub-code tells them apart.
    const state = answer.sub_return_code === NOT_FOUND ? 'UNKNOWN' : STATES[Number(answer.return_code)];
    return toldOf(answer, order.ref, state ?? 'UNKNOWN');
  },
  async refund(contract, { providerRef }, refund) {
    const [app_id, timestamp, description] = [idOf(contract), String(Date.now()), plainText(refund.reason)];
    const [zp_trans_id, amount] = [providerRef ?? '', String(refund.amount)];
    const answer = await send(contract, 'refund', {
      app_id,
      zp_trans_id,
      amount,
      timestamp,
      description,
      m_refund_id: refundId(contract, refund),
      mac: mac(contract.credentials.key1, [app_id, zp_trans_id, amount, description, timestamp]),
    });
    return REFUNDS[Number(answer.return_code)] ?? 'FAILED';
  },
  async queryRefund(contract, _order, refund) {
    const [app_id, timestamp, m_refund_id] = [idOf(contract), String(Date.now()), refundId(contract, refund)];
    const answer = await send(contract, 'query_refund', {
      app_id,
      m_refund_id,
      timestamp,
      mac: mac(contract.credentials.key1, [app_id, m_refund_id, timestamp]),
    });
    return REFUNDS[Number(answer.return_code)] ?? 'UNKNOWN';
  },
};
