import { db } from '@lobby/server/kit/database/database.ts';
import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { debtComparison } from '@lobby/shared/modules/debt-comparison.ts';
import { debtTracking } from '@lobby/shared/modules/debt-tracking.ts';
import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { balanceSheet, debtReport } from '@lobby/shared/modules/financial-reports.ts';
import { bankAccount, fund, fundTransfer } from '@lobby/shared/modules/fund.ts';
import { fundCount } from '@lobby/shared/modules/fund-count.ts';
import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { reconciliation } from '@lobby/shared/modules/reconciliation.ts';
import { expect, vi } from 'vitest';
import type { Samples } from '../contract/samples.ts';
import { today } from '../time/days.ts';
import { WAIT } from '../time/limit.ts';
import type { Site } from '../world.ts';

/** Calls routes of funds and vouchers that no record needs. */
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
  await ann.get(`${receipt.path}/${came.id}/paid-for`);
  await ann.get(`${receipt.path}/${came.id}/pdf?lang=en`);
  await ann.get(`${receipt.path}/${came.id}/pages?look=now`);
  await ann.post(`${receipt.path}/print`, { ids: [came.id] });
  await ann.put(`${receipt.path}/${came.id}/print`, {});
  await ann.get('/statistics/advance-payment/export?from=2026-01-01&to=2026-01-31&group=unit');
  await ann.get(`/unit-account/advance/suggestions?unitId=${await samples.ref('unit')}`);
  const held = await samples.record(deposit);
  await ann.put(`${deposit.path}/${held.id}`, { version: held.version, content: 'Keys' });
  await ann.get(`${deposit.path}/summary`);
  const asked = await samples.record(depositRequest);
  await ann.put(`${depositRequest.path}/${asked.id}`, { version: asked.version, amount: 2000 });
  await ann.get(`${depositRequest.path}/${asked.id}/qr`);
  const ahead = `/unit-account/${await samples.ref('unit')}/advance/${await samples.ref('service')}`;
  await ann.get(`${ahead}/history`);
  const went = await samples.record(payslip);
  const waits = await samples.record(approvalRequest);
  await ann.get(`${approvalRequest.path}/${waits.id}/preview`);
  await ann.get(`${approvalRequest.path}/waiting/${went.id}`);
  await ann.get(`${approvalRequest.path}/rule-test?act=payslip.create&fromAmount=1000`);
  await ann.get(`${payslip.path}/summary`);
  await ann.get(`${payslip.path}/refundable?unitId=${await samples.ref('unit')}`);
  await ann.get(`${receipt.path}/units/${await samples.ref('unit')}`);
  await ann.get(`${payslip.path}/${went.id}/pdf?lang=en`);
  await ann.get(`${payslip.path}/${went.id}/pages`);
  await ann.post(`${payslip.path}/print`, { ids: [went.id] });
  await ann.put(`${payslip.path}/${went.id}/print`, {});
  await ann.put(`${payslip.path}/${went.id}`, { version: went.version, note: 'Edited' });
  const { version } = (await ann.get(`${receipt.path}/${came.id}`)).data;
  await ann.put(`${receipt.path}/${came.id}`, { version, note: 'Edited' });
  await ann.get(`${paymentMethod.path}/clearing`);
  const late = { settles: 'ON_STATEMENT', referenceRequired: false };
  await ann.put(`${paymentMethod.path}/${other.id}`, { version: 1, ...late });
  const line = { methodId: other.id, amount: 5000 };
  const taken = { unitId: await samples.ref('unit'), methods: [line], surplusTo: 'UNIT_ACCOUNT' };
  const { data: paid } = await ann.post<{ id: string }>('/payment/single', taken);
  const lines = { receiptLineIds: [`${paid.id}.0`], amount: 4000, fee: 1000 };
  await ann.post(`${paymentMethod.path}/settle`, { ...lines, accountingDate: '2026-11-01' });
  const own = `${unitAccount.path}/${taken.unitId}`;
  await ann.get(`${own}/history?from=2026-01-01&to=2026-11-30`);
  // Enough to leave a balance on the unit's account, whatever it owes.
  await ann.post('/payment/single', { ...taken, methods: [{ methodId: other.id, amount: 9_000_000 }] });
  const due = await samples.record(bill, { unitId: taken.unitId });
  await ann.put(`${bill.path}/${due.id}/release`, {});
  await ann.post(`${own}/deduct/preview`, {});
  await ann.post(`${own}/deduct`, {});
  await ann.put(`${unitAccount.path}/deduct-multi`, { ids: [taken.unitId] });
  const compared = debtComparison.path;
  await ann.get(`${compared}/live`);
  await ann.post(`${compared}/preview`, { unitIds: [taken.unitId], asOf: today() });
  await ann.put(`${compared}/make-multi`, { ids: [taken.unitId], asOf: today() });
  await ann.put(`${compared}/offset`, { unitIds: [taken.unitId] });
  const comparison = `${compared}/${(await samples.record(debtComparison)).id}`;
  await ann.post(`${comparison}/offset/preview`, {});
  const owing = debtTracking.path;
  await ann.get(owing);
  await ann.get(`${owing}/export`);
  const year = 'from=2026-01-01&to=2026-12-31';
  for (const call of [`?${year}`, '/ageing', '/top', '/series?months=2', `/documents?${year}&cell=billed`])
    await ann.get(`${debtReport.path}${call}`);
  await ann.get(`${debtReport.path}/export?${year}`);
  await ann.get(`${owing}/reminders?on=2026-11-20`);
  await ann.get(`${owing}/calendar?from=2026-11-01&to=2026-12-31`);
  await ann.post(`${owing}/${taken.unitId}/contact`, { how: 'CALL', note: 'Pays on Friday' });
  await callReconciliation({ ann });
  await ann.get(`${balanceSheet.path}?on=2026-01-31&compare=lastYear`);
  await ann.get(`${balanceSheet.path}/series?months=2`);
  const january = 'from=2026-01-01&to=2026-01-31';
  for (const call of [`/trial?${january}`, `/trial/export?${january}`, `/input-vat?${january}`])
    await ann.get(`${balanceSheet.path}${call}`);
  await ann.get(`${balanceSheet.path}/export?on=2026-01-31`);
  await ann.get(`${balanceSheet.path}/input-vat/export?${january}`);
  await ann.get('/cashbook/daily?from=2026-11-01&to=2026-11-30&group=week');
  await ann.get('/cashbook/export?from=2026-11-01&to=2026-11-30');
  const counted = await samples.record(fundCount);
  const papers = [
    [fundCount.path, counted.id],
    [fundTransfer.path, (await samples.record(fundTransfer)).id],
    [deposit.path, held.id],
    [depositRequest.path, asked.id],
    [compared, (await samples.record(debtComparison)).id],
  ];
  for (const [of, one] of papers) {
    await ann.get(`${of}/${one}/pdf`);
    await ann.post(`${of}/print`, { ids: [one] });
  }
  await ann.get(`/statistics/operational/documents?${january}&kind=INCOME&key=OTHER&column=2026-01`);
  for (const report of ['/statistics/operational', '/statistics/debt', '/statistics/advance-payment', '/cashbook'])
    await ann.get(`${report}/pdf?${january}`);
  await ann.get(`${balanceSheet.path}/pdf?on=2026-01-31`);
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

/** Calls the checks of the books. */
async function callReconciliation({ ann }: Pick<Site, 'ann'>): Promise<void> {
  const { path } = reconciliation;
  await ann.post(`${path}/run`, { checks: ['ENTRIES'] });
  const ran = async () => expect((await ann.get(`${path}/ENTRIES`)).data.at).not.toBeNull();
  await vi.waitFor(ran, WAIT);
  for (const call of ['', '/runs', '/day?on=2026-01-31', '/day/pdf?on=2026-01-31', '/export'])
    await ann.get(`${path}${call}`);
  await db()
    .collection('reconciliation-checks')
    .updateMany({ check: 'ENTRIES' }, { $set: { ok: false } });
  await ann.put(`${path}/ENTRIES/acknowledge`, { reason: 'Known since May' });
  await ann.put(`${path}/ENTRIES/withdraw`, {});
}
