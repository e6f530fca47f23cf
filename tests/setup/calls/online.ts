import { createHmac } from 'node:crypto';
import { configurePaymentSandbox } from '@lobby/server/modules/payment-gateway/index.ts';
import { changeProject, projects } from '@lobby/server/platform/projects/projects.ts';
import { bankConnection } from '@lobby/shared/modules/bank-connection.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { openPaymentSandbox } from '../../../scripts/sandbox/payments.ts';
import type { Row } from '../caller.ts';
import type { Samples } from '../contract/samples.ts';
import { change } from '../records.ts';
import { nameGateway } from '../samples/before-acts.ts';
import type { Site } from '../world.ts';

/** Calls routes of online payments that no record needs: gateways, an order from page to refund, and notices of providers. */
export async function callOnline({ id, ann, dora, unitId }: Site, samples: Samples): Promise<void> {
  const { path } = paymentGateway;
  const [first, second] = [await samples.record(paymentGateway), await samples.record(paymentGateway)];
  await ann.put(`${path}/${first.id}/move`, { afterId: second.id });
  const sandbox = await openPaymentSandbox();
  configurePaymentSandbox(sandbox.url, ['SANDBOX', 'LIVE']);
  const held = await projects().findOne({ _id: id });
  const by = { actor: { id: 'system', name: 'Lobby' }, now: new Date() };
  await changeProject(id, held?.version ?? 1, { features: { ...held?.features, ONLINE_PAYMENT: true } }, by);
  const gateway = async (provider: 'VNPAY' | 'ZALOPAY') => {
    const purposes = [{ purpose: 'ACCOUNT' }, { purpose: 'BOOKING' }];
    return (await ann.post<Row>(path, { name: provider, provider, environment: 'LIVE', purposes })).data;
  };
  const [vnpay, zalopay] = [await gateway('VNPAY'), await gateway('ZALOPAY')];
  await ann.put(`${path}/${vnpay.id}/rotate`, { credentials: sandbox.keys.VNPAY });
  await nameGateway(ann, String(vnpay.id), await samples.ref('fund'));
  for (const name of ['test', 'activate']) await ann.put(`${path}/${vnpay.id}/${name}`, {});
  await ann.put(`${path}/mode`, { mode: 'ON', reason: 'For now' });
  await ann.get(`${path}/mode`);
  await dora.get(`${path}/offered?amount=50000`);
  const made = { items: [{ amount: 50_000 }], gatewayId: vnpay.id, purpose: 'ACCOUNT' };
  const { data: order } = await dora.post<Row>(onlineTransaction.path, made);
  const own = `${onlineTransaction.path}/${order.id}`;
  await fetch(String(order.url));
  const { ref } = (await ann.get<Row>(own)).data;
  const at = '/webhooks/payment';
  sandbox.noticeTo('VNPAY', `http://sandbox${at}/vnpay/${vnpay.ipnKey}`);
  const known = sandbox.orders.get(String(ref));
  if (known) Object.assign(known, { state: 'PAID', noticeUrl: `${at}/vnpay/${vnpay.ipnKey}` });
  await ann.get(sandbox.noticeOf(String(ref)).url);
  await ann.post(`${at}/zalopay/${zalopay.ipnKey}`, {});
  await ann.put(`${own}/refund`, { amount: 10_000, reason: 'Too much' });
  await ann.put(`${path}/${zalopay.id}/rotate`, { credentials: sandbox.keys.ZALOPAY });
  await nameGateway(ann, String(zalopay.id), await samples.ref('fund'));
  for (const name of ['test', 'activate']) await ann.put(`${path}/${zalopay.id}/${name}`, {});
  const saved = '/saved-payment';
  const { data: way } = await dora.post<Row>(saved, { gatewayId: zalopay.id, agreed: true });
  await dora.get(`${saved}/${way.id}`);
  const agreed = [...sandbox.orders.values()].find(({ payer }) => payer !== null);
  if (agreed) agreed.state = 'PAID';
  await dora.get(`${saved}/${way.id}`);
  await dora.get(saved);
  await dora.delete(`${saved}/${way.id}`);
  for (const call of ['/payment/refund', '/refund']) {
    const { id: bookingId } = await samples.record(utilityBooking);
    const fee = { fee: 60_000, feeVat: 0, feeSurchargeTax: 0, paidFee: 0, total: 60_000, paymentState: 'UNPAID' };
    const plain = { surcharge: 0, deposit: 0, depositStatus: 'NONE', payBeforeAt: null };
    await change(utilityBooking, bookingId, { ...fee, ...plain, status: 'PENDING', unitId });
    const paid = await dora.post<Row>(onlineTransaction.path, { items: [{ bookingId }], gatewayId: vnpay.id });
    await fetch(String(paid.data.url));
    const asked = String((await ann.get<Row>(`${onlineTransaction.path}/${paid.data.id}`)).data.ref);
    const there = sandbox.orders.get(asked);
    if (there) Object.assign(there, { state: 'PAID', noticeUrl: `${at}/vnpay/${vnpay.ipnKey}` });
    await ann.get(sandbox.noticeOf(asked).url);
    await change(utilityBooking, bookingId, { status: 'WAITING_FOR_CANCELLED', dueFee: 60_000 });
    await ann.post(`${call}/${bookingId}/booking`, { reason: 'It was cancelled' });
  }
  await change(onlineTransaction, String(order.id), { problem: 'NO_RECEIPT', receiptId: null });
  await ann.put(`${own}/book`, {});
  await ann.get('/statistics/online?from=2026-01-01&to=2026-12-31');
  await callBank(ann, samples);
  configurePaymentSandbox(null);
  await sandbox.close();
}

/** Calls the webhook of a bank. */
async function callBank(ann: Site['ann'], samples: Samples): Promise<void> {
  const { path } = bankConnection;
  const made = await samples.record(bankConnection);
  const { data } = await ann.put<Row>(`${path}/${made.id}/rotate`, {});
  const [accountId] = made.bankAccountIds as string[];
  const { accountNumber } = (await ann.get<Row>(`${bankAccount.path}/${accountId}`)).data;
  const line = { reference: 'FT1', accountNumber, direction: 'IN', amount: 5000, content: 'Fee' };
  const told = { transactions: [line] };
  const stamp = String(Math.floor(Date.now() / 1000));
  const hash = createHmac('sha256', String(data.secret))
    .update(`${stamp}.${JSON.stringify(told)}`)
    .digest('hex');
  const headers = { 'X-Lobby-Timestamp': stamp, 'X-Lobby-Signature': hash };
  const { key } = (await ann.get<Row>(`${path}/${made.id}`)).data;
  await ann.post(`/webhooks/bank/${key}`, told, headers);
  const { data: heard } = await ann.get<{ deliveries: Row[] }>(`${path}/${made.id}/deliveries`);
  await ann.put(`${path}/deliveries/${heard.deliveries[0]?.id}/replay`, {});
}
