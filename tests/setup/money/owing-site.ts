import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { template } from '@lobby/shared/modules/template.ts';
import { expect } from 'vitest';
import type { Row } from '../caller.ts';
import { until } from '../server/listener.ts';
import { makeSite } from '../world.ts';
import { MONTH, NOTICE_MONTH, today } from './books.ts';
import { takeMoney } from './paying.ts';

/** A project with two units in debt, each with its notice of the month. */
export async function owingSite(url: string, name: string) {
  const site = await makeSite(url, name);
  const { ann, unitId, otherUnitId } = site;
  const make = async (path: string, values: object): Promise<Row> => {
    const made = await ann.post<Row>(path, values);
    if (made.status !== 201) throw new Error(made.text);
    return made.data;
  };
  await ann.post(`${template.path}/built-in`, {});
  const till = await make(fund.path, { name: 'Till', code: 'TM', kind: 'CASH' });
  const of = await make(service.path, { code: 'S', name: 'Fee', group: 'OTHER', source: 'FIXED', repeatable: true });
  await make(bankAccount.path, { bankBin: '970436', accountNumber: '1018000018', accountName: 'BAN QUAN LY' });
  const bills = new Map<string, unknown>();
  for (const [at, amount] of [
    [unitId, 50_000],
    [otherUnitId, 70_000],
  ] as const) {
    const made = await make(bill.path, { unitId: at, serviceId: of.id, month: MONTH, amount });
    await ann.put(`${bill.path}/${made.id}/release`, {});
    bills.set(at, made.id);
  }
  await ann.post(`${feeNotice.path}/build`, { month: NOTICE_MONTH, publish: true });
  const results = async (runId?: unknown) =>
    (await ann.get<Row[]>(`${noticeDelivery.path}?limit=100${runId ? `&filter[runId][]=${runId}` : ''}`)).data;
  const prepare = (values: object = {}) =>
    make(noticeRun.path, { month: NOTICE_MONTH, sendEmail: true, sendApp: false, ...values });
  const read = async (id: unknown): Promise<Row> => (await ann.get<Row>(`${noticeRun.path}/${id}`)).data;
  const act = (id: unknown, name: string, input: object = {}) => ann.put(`${noticeRun.path}/${id}/${name}`, input);
  /** Sends a run and waits for its end. */
  async function run(values: object = {}): Promise<Row> {
    const { id } = await prepare(values);
    expect((await act(id, 'send')).status).toBe(200);
    return settled(id);
  }
  const settled = (id: unknown) =>
    until(async () => {
      const now = await read(id);
      return ['COMPLETED', 'FAILED'].includes(String(now.status)) && now;
    });
  const pay = (at: string, amount: number) =>
    takeMoney(site.ann, {
      unitId: at,
      fundId: till.id,
      accountingDate: today(),
      payerName: 'Mai',
      amount,
      allocations: [{ billId: bills.get(at), amount }],
    });
  return { ...site, make, results, prepare, read, act, run, settled, pay };
}
