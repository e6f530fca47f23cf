import {
  type Adapter,
  amountIn,
  bounded,
  type Contract,
  hmac,
  isSigned,
  type PayOrder,
  type PayState,
  ProviderRefused,
  plainText,
  type Refund,
  type RefundState,
  type Told,
  vietnamDay,
} from './adapter.ts';
import { hostOf } from './hosts.ts';
import { postForJson } from './post.ts';

const [LEAST_SECONDS, MOST_SECONDS] = [300, 2_592_000];
const NOT_FOUND = -101;
const STATES: Readonly<Record<number, PayState>> = { 1: 'PAID', 2: 'FAILED', 3: 'PENDING' };
const REFUNDS: Readonly<Record<number, RefundState>> = { 1: 'REFUNDED', 2: 'FAILED', 3: 'PENDING' };

const idOf = ({ credentials }: Contract) => credentials.appId ?? '';
const mac = (key: string | undefined, parts: readonly unknown[]) => hmac('sha256', key ?? '', parts.join('|'));
/** Our reference as ZaloPay has it: behind Vietnam's day. */
const transOf = ({ ref, createdAt }: Pick<PayOrder, 'ref' | 'createdAt'>) => `${vietnamDay(createdAt)}_${ref}`;
const refundId = (contract: Contract, { key, at }: Refund) => `${vietnamDay(at)}_${idOf(contract)}_${key}`;

const send = (contract: Contract, path: string, form: Record<string, string>) =>
  postForJson(`${hostOf('ZALOPAY', contract.environment).api}/v2/${path}`, { form });

const toldOf = (fields: Readonly<Record<string, unknown>>, ref: string, state: PayState): Told => ({
  ref,
  state,
  amount: amountIn(fields.amount),
  providerRef: bounded(fields.zp_trans_id),
  bankCode: bounded(fields.channel, 20),
  cardLast4: null,
});

export const zalopay: Adapter = {
  async create(contract, order) {
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
    if (answer.return_code !== 1)
      throw new ProviderRefused(bounded(answer.return_message, 200) ?? String(answer.return_code));
    return { url: bounded(answer.order_url, 2000), qr: bounded(answer.qr_code, 2000), deeplink: null };
  },
  read(credentials, { body }) {
    try {
      const { data, mac: given, type } = Object(JSON.parse(body)) as Record<string, unknown>;
      // The text as it came is what was signed.
      if (type !== 1 || typeof data !== 'string' || !isSigned(hmac('sha256', credentials.key2 ?? '', data), given))
        return null;
      const fields = Object(JSON.parse(data)) as Record<string, unknown>;
      const ref = /^\d{6}_([0-9A-Za-z]{1,40})$/.exec(bounded(fields.app_trans_id) ?? '')?.[1] ?? '';
      // Only what was paid is told.
      return toldOf(fields, ref, 'PAID');
    } catch {
      return null;
    }
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
    // Of what it never had it says that it failed, and why.
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
