import { approvalsJob } from '@lobby/server/modules/approval-request/index.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { writeOff } from '@lobby/shared/modules/write-off.ts';
import { expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { booksAt, refusal, today } from '../setup/money/books.ts';
import { secondPersonAt } from '../setup/money/second-person.ts';
import { permit } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { everything, makeSite } from '../setup/world.ts';

const server = await startServer();
const FROM = 10_000_000;

/** Project with cash in its fund, and approval rules for the named actions. */
async function siteWith(name: string, acts: Readonly<Record<string, number>>) {
  const site = await makeSite(server.url, name);
  const books = await booksAt(site);
  const { ann } = site;
  const { positionIds, setRules, approve, readOne } = await secondPersonAt(site, acts);
  await books.pay({ amount: 50_000_000, allocations: [], surplusTo: 'UNIT_ACCOUNT' });
  const what = { payeeName: 'Mai', category: 'OTHER', content: 'Lift' };
  const given = { method: 'CASH', fundId: books.till.id, accountingDate: today(), ...what };
  const spend = (amount: number, more: object = {}, who: Caller = ann) =>
    who.post<Row>(payslip.path, { ...given, amount, ...more });
  const ask = async (amount = FROM, more: object = {}) => {
    const asked = await spend(amount, { approvalReason: 'The lift stands still', ...more });
    expect([asked.status, asked.data.status]).toEqual([202, 'PENDING']);
    return String(asked.data.approvalRequestId);
  };
  const slips = async () => (await ann.get<Row[]>(payslip.path)).data;
  const tillNow = async () => (await ann.get<Row>(`${fund.path}/${books.till.id}`)).data.balance;
  return { ...site, ...books, positionIds, setRules, spend, ask, approve, readOne, slips, tillNow };
}

it('waits from its amount on, and is done once by somebody else than its maker', async () => {
  const site = await siteWith('Waits', { 'payslip.create': FROM });
  expect((await site.spend(FROM - 1)).status).toBe(201);
  const before = await site.tillNow();
  expect(refusal(await site.spend(FROM))).toEqual([400, 'VALIDATION_FAILED', 'approvalReason']);
  const dry = await site.ann.post<Row>(`${payslip.path}?dryRun=true`, {
    method: 'CASH',
    fundId: site.till.id,
    accountingDate: today(),
    payeeName: 'Mai',
    category: 'OTHER',
    content: 'Lift',
    amount: FROM,
  });
  expect([dry.status, dry.data]).toEqual([200, { needsApproval: true }]);
  const id = await site.ask();
  expect([(await site.slips()).length, await site.tillNow()]).toEqual([1, before]);
  expect(refusal(await site.approve(id, site.ann))).toEqual([422, 'SELF_APPROVAL']);
  const look = await site.ben.get<Row>(`${approvalRequest.path}/${id}/preview`);
  expect(look.data).toMatchObject({
    refused: null,
    balances: [{ before, after: Number(before) - FROM }],
    lines: [
      { account: 'EXPENSE', debit: FROM },
      { account: 'FUND', credit: FROM },
    ],
  });
  expect(await site.tillNow()).toBe(before);
  const done = await site.approve(id);
  expect([done.status, done.data.status]).toEqual([200, 'DONE']);
  const [made] = await site.slips();
  expect(made).toMatchObject({ code: done.data.resultCode, amount: FROM, cashierId: site.ann.id });
  expect(await site.tillNow()).toBe(Number(before) - FROM);
  const history = await site.ann.get<Row[]>(`${payslip.path}/${made?.id}/activities`);
  const told = history.data.map(({ action, actor }) => [action, (actor as Row).id]);
  expect(told).toEqual(
    expect.arrayContaining([
      ['create', site.ann.id],
      ['approve', site.ben.id],
    ]),
  );
  await site.agree();
});

it('one of two simultaneous approvals succeeds', async () => {
  const site = await siteWith('Twice', { 'payslip.create': 1 });
  const { data } = await site.ann.get<Row>(`/employee/${site.carl.id}`);
  await site.allow(everything);
  const positionIds = [...site.positionIds, ...(data.positionIds as string[])];
  await site.setRules([{ act: 'payslip.create', fromAmount: 1, positionIds, active: true }]);
  for (let n = 0; n < 10; n++) {
    const id = await site.ask(1000);
    const both = await Promise.all([site.approve(id, site.ben), site.approve(id, site.carl)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
  expect(await site.slips()).toHaveLength(10);
  await site.agree();
});

it('fails with its code where it is not allowed any more, and nothing is posted', async () => {
  const site = await siteWith('Fails', { 'payslip.create': FROM });
  const refund = { purpose: 'ACCOUNT_REFUND', unitId: site.unitId, category: undefined };
  const id = await site.ask(45_000_000, refund);
  expect((await site.spend(9_000_000, refund)).status).toBe(201);
  const failed = await site.approve(id);
  expect([failed.status, failed.data]).toMatchObject([200, { status: 'FAILED', failure: 'PAYSLIP_EXCEEDS_ACCOUNT' }]);
  expect(await site.slips()).toHaveLength(1);
  // Requests that would be refused on execution are refused at once.
  const above = await site.spend(45_000_000, { ...refund, approvalReason: 'Once more' });
  expect(refusal(above)).toEqual([422, 'PAYSLIP_EXCEEDS_ACCOUNT', 'amount']);
  await site.agree();
});

it('waits once for a document, until it has expired', async () => {
  const site = await siteWith('Once', { 'receipt.cancel': 0 });
  const paid = await site.pay({ amount: 100_000, allocations: [], surplusTo: 'UNIT_ACCOUNT' });
  const cancel = () => site.act(receipt.path, paid.data, 'cancel', { reason: 'Of another unit' });
  const first = await cancel();
  expect(first.status).toBe(202);
  const asked = await site.readOne(String((first.data as Row).approvalRequestId));
  const again = await cancel();
  expect(refusal(again)).toEqual([409, 'APPROVAL_PENDING']);
  expect(again.error?.data).toMatchObject({ code: asked.code });
  const waiting = await site.ben.get<Row[]>(`${approvalRequest.path}/waiting/${paid.data.id}`);
  expect(waiting.data).toMatchObject([{ code: asked.code, maker: 'Ann' }]);
  const later = new Date(Date.now() + 7 * DAY_MS);
  await Promise.all([approvalsJob.run(later), approvalsJob.run(later)]);
  expect((await site.readOne(String(asked.id))).status).toBe('EXPIRED');
  expect((await site.approve(String(asked.id))).status).toBe(409);
  const second = await cancel();
  expect(second.status).toBe(202);
  expect((await site.approve(String((second.data as Row).approvalRequestId))).data.status).toBe('DONE');
  expect((await site.read(receipt.path, paid.data.id)).status).toBe('CANCELED');
  await site.agree();
});

it('is rejected, or taken back by its maker', async () => {
  const site = await siteWith('Ends', { 'bill.write-off': 0 });
  const owed = await site.released(100_000);
  const drop = () => site.ann.post<Row>(writeOff.path, { billId: owed.id, amount: 100_000, reason: 'Nobody pays it' });
  const first = String((await drop()).data.approvalRequestId);
  expect(refusal(await drop())).toEqual([409, 'APPROVAL_PENDING']);
  const no = await site.ben.put<Row>(`${approvalRequest.path}/${first}/reject`, { reason: 'Ask them again' });
  expect(no.data).toMatchObject({ status: 'REJECTED', decision: 'Ask them again' });
  const second = String((await drop()).data.approvalRequestId);
  expect((await site.ben.put(`${approvalRequest.path}/${second}/withdraw`, {})).status).toBe(403);
  expect((await site.ann.put<Row>(`${approvalRequest.path}/${second}/withdraw`, {})).data.status).toBe('WITHDRAWN');
  const third = String((await drop()).data.approvalRequestId);
  expect((await site.approve(third)).data.status).toBe('DONE');
  expect((await site.read('/bill', owed.id)).remaining).toBe(0);
  const counts = await site.ben.get<Row>(`${approvalRequest.path}/count-badges`);
  expect(counts.data).toMatchObject({ mine: 0, toDecide: 0 });
  await site.agree();
});

it('a rule is refused unless two people can complete it', async () => {
  const site = await siteWith('Rules', {});
  const { data } = await site.ann.get<Row>(`/employee/${site.carl.id}`);
  await site.allow({ PAYSLIP: ['read', 'write', 'approve'] });
  await permit(String(site.positionIds[0]), { ...everything, PAYSLIP: ['read'] });
  const rule = { act: 'payslip.create', fromAmount: 0, positionIds: data.positionIds, active: true };
  const alone = await site.setRules([rule]);
  expect(refusal(alone)).toEqual([422, 'RULE_NEEDS_TWO', 'approvalRules.0.positionIds']);
  const unknown = await site.setRules([{ ...rule, act: 'payslip.eat' }]);
  expect(refusal(unknown)).toEqual([400, 'APPROVAL_ACT_UNKNOWN', 'approvalRules.0.act']);
});
