import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import type { Samples } from './samples.ts';
import type { Site } from './world.ts';

/** Calls of funds and vouchers that no record of a module makes by itself. */
export async function callMoney({ ann }: Pick<Site, 'ann'>, samples: Samples): Promise<void> {
  const { id: fundId } = await samples.record(fund);
  await ann.get(`${fund.path}/balances`);
  await ann.get(`${fund.path}/${fundId}/balance?on=2026-01-31`);
  await ann.put('/payment-method/settings', { version: 1, multiUnitCap: 150 });
  await ann.get('/payment-method/settings');
  await ann.get(`${paymentMethod.path}/offered?for=staff`);
  const [method, other] = [await samples.record(paymentMethod), await samples.record(paymentMethod)];
  await ann.put(`${paymentMethod.path}/${method.id}/move`, { afterId: other.id });
  const came = await samples.record(receipt);
  await ann.get(`${receipt.path}/summary`);
  await ann.get(`${receipt.path}/${came.id}/pdf?lang=en`);
  await ann.post(`${receipt.path}/print`, { ids: [came.id] });
  await ann.put(`${receipt.path}/${came.id}/print`, {});
  await ann.get(`${paymentMethod.path}/clearing`);
  await ann.put(`${paymentMethod.path}/${method.id}`, { version: 1, settles: 'ON_STATEMENT' });
  const line = { methodId: method.id, amount: 5000 };
  const taken = { unitId: await samples.ref('unit'), methods: [line], surplusTo: 'UNIT_ACCOUNT' };
  const { data: paid } = await ann.post<{ id: string }>('/payment/single', taken);
  const lines = { receiptLineIds: [`${paid.id}.0`], amount: 4000, fee: 1000 };
  await ann.post(`${paymentMethod.path}/settle`, { ...lines, accountingDate: '2026-11-01' });
  await ann.get('/bank?q=viet');
  const account = `${bankAccount.path}/${await samples.ref('bank-account')}`;
  const { data: code } = await ann.get<{ text: string }>(`${account}/qr?amount=5000&content=A&format=svg`);
  await ann.post(`${bankAccount.path}/qr/parse`, { text: code.text });
  const { id: noticeId } = await samples.record(feeNotice);
  await ann.get(`${account}/preview?noticeId=${noticeId}`);
  const { id, unitId } = await samples.record(identityAccount);
  await ann.get(`${identityAccount.path}/${id}/qr`);
  await ann.get(`${identityAccount.path}/by-unit/${unitId}`);
}
