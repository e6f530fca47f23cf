import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { noticeRunsJob, remindersJob } from '@lobby/server/modules/fee-notice/index.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { debtPromise } from '@lobby/shared/modules/debt-tracking.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { reminderExclusion, reminderRule } from '@lobby/shared/modules/reminder.ts';
import { template } from '@lobby/shared/modules/template.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { mailsIn } from '../setup/mail/mailbox.ts';
import { MONTH, NOTICE_MONTH, refusal, today } from '../setup/money/books.ts';
import { takeMoney } from '../setup/money/paying.ts';
import { until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();

interface ReminderPlan extends Record<string, unknown> {
  rows: Row[];
}

/** Noon in Vietnam. */
const noon = (day: string) => new Date(`${day}T05:00:00Z`);

/** Project of two units with notices overdue for four days, and a reminder after three days. */
async function lateSite(name: string) {
  const site = await makeSite(server.url, name);
  const { ann, unitId, otherUnitId } = site;
  const make = async (path: string, values: object): Promise<Row> => {
    const made = await ann.post<Row>(path, values);
    if (made.status !== 201) throw new Error(made.text);
    return made.data;
  };
  await ann.post(`${template.path}/built-in`, {});
  const till = await make(fund.path, { name: 'Till', code: 'TM', kind: 'CASH' });
  const of = await make(service.path, {
    code: 'S',
    name: 'Fee',
    group: 'OTHER',
    source: 'FIXED',
    repeatable: true,
    interestPerYear: 10,
  });
  const bills = new Map<string, unknown>();
  for (const at of [unitId, otherUnitId]) {
    const made = await make(bill.path, { unitId: at, serviceId: of.id, month: MONTH, amount: 100_000 });
    await ann.put(`${bill.path}/${made.id}/release`, {});
    bills.set(at, made.id);
  }
  await make(bankAccount.path, { bankBin: '970436', accountNumber: '1018000018', accountName: 'BAN QUAN LY' });
  await ann.post(`${feeNotice.path}/build`, { month: NOTICE_MONTH, publish: true });
  const own = { projectId: site.id };
  const due = { $set: { dueDate: addDays(today(), -4), day: addDays(today(), -10) } };
  for (const definition of [bill, feeNotice]) await db().collection(collectionOf(definition)).updateMany(own, due);
  // The bills were posted before their notices were created.
  const posted = { $set: { accountingDate: due.$set.day } };
  await db().collection(collectionOf(bill)).updateMany(own, posted);
  const rule = await make(reminderRule.path, { kind: 'REMIND_DEBT_1', sendApp: false });
  const seen = async (day = today()) => (await ann.get<ReminderPlan>(`/fee-notice/reminder-plan?day=${day}`)).data;
  const outcomes = async (day?: string) =>
    new Map((await seen(day)).rows.map(row => [row.unitId, row.outcome] as const));
  const pay = (at: string) =>
    takeMoney(ann, {
      unitId: at,
      fundId: till.id,
      accountingDate: today(),
      payerName: 'Mai',
      amount: 100_000,
      allocations: [{ billId: bills.get(at), amount: 100_000 }],
    });
  const sent = async () =>
    (await ann.get<Row[]>(`${noticeDelivery.path}?filter[kind][]=REMIND_DEBT_1`)).data.filter(
      ({ status }) => status === 'SENT',
    );
  const turn = async () => {
    await remindersJob.run(noon(today()));
    await noticeRunsJob.run(new Date());
  };
  return { ...site, make, till, rule, seen, outcomes, pay, sent, turn };
}

describe('reminders', () => {
  it('are told of before they go: to whom, by what, and why others get none', async () => {
    const site = await lateSite('Told');
    const { unitId, otherUnitId } = site;
    const plan = await site.seen();
    expect(plan).toMatchObject({ working: true, rules: 1, counts: [{ outcome: 'SEND', count: 2, owed: 200_000 }] });
    expect(plan.rows[0]).toMatchObject({ daysLate: 4, lateFee: 110, channels: ['EMAIL'], kind: 'REMIND_DEBT_1' });
    expect((await site.seen(addDays(today(), -2))).rows).toEqual([]);
    const month = await site.ann.get<Row[]>(`/fee-notice/reminder-plan/month?month=${today().slice(0, 7)}`);
    expect(month.data.length).toBeGreaterThan(27);
    const file = await rowsOfSheet((await site.ann.file('/fee-notice/reminder-plan/export')).body);
    expect(file.map(line => line.slice(3, 4))).toEqual([[expect.any(String)], ['100000'], ['100000']]);
    const far = await site.ann.get(`/fee-notice/reminder-plan?day=${addDays(today(), 61)}`);
    expect(refusal(far)).toEqual([400, 'REMINDER_DAY_OUT_OF_RANGE', 'day']);
    await site.pay(unitId);
    const stop = await site.make(reminderExclusion.path, {
      unitId: otherUnitId,
      reason: 'Abroad',
      untilOn: today(),
    });
    expect([...(await site.outcomes())].toSorted()).toEqual(
      [
        [unitId, 'PAID'],
        [otherUnitId, 'LEFT_OUT'],
      ].toSorted(),
    );
    expect((await site.outcomes(addDays(today(), 1))).get(otherUnitId)).toBe('SEND');
    const again = { unitId: otherUnitId, reason: 'Abroad' };
    expect(refusal(await site.ann.post(reminderExclusion.path, again)).slice(0, 2)).toEqual([
      409,
      'REMINDER_EXCLUSION_EXISTS',
    ]);
    const lifted = await site.ann.put<Row>(`${reminderExclusion.path}/${stop.id}/include`, { liftReason: 'Back' });
    expect(lifted.data).toMatchObject({ status: 'LIFTED', liftReason: 'Back' });
    expect((await site.outcomes()).get(otherUnitId)).toBe('SEND');
    // An exclusion expires after its last day, and a last day in the past is refused.
    const next = await site.make(reminderExclusion.path, { ...again, untilOn: today() });
    await remindersJob.run(noon(addDays(today(), 1)));
    expect((await site.ann.get<Row>(`${reminderExclusion.path}/${next.id}`)).data.status).toBe('OVER');
    const old = await site.ann.post(reminderExclusion.path, { ...again, untilOn: addDays(today(), -1) });
    expect(refusal(old)).toEqual([400, 'VALIDATION_FAILED', 'untilOn']);
  });

  it('by a channel that the project has not switched on reach nobody, and say so', async () => {
    const site = await lateSite('Off');
    const texts = { version: site.rule.version, sendEmail: false, sendSms: true };
    expect((await site.ann.put(`${reminderRule.path}/${site.rule.id}`, texts)).status).toBe(200);
    expect([...(await site.outcomes()).values()]).toEqual(['NO_ADDRESS', 'NO_ADDRESS']);
    const both = { version: site.rule.version + 1, sendEmail: true };
    expect((await site.ann.put(`${reminderRule.path}/${site.rule.id}`, both)).status).toBe(200);
    await site.turn();
    await until(async () => {
      const rows = (await site.ann.get<Row[]>(`${noticeDelivery.path}?filter[channel][]=SMS`)).data;
      return rows.length === 2 && rows.every(({ status, reason }) => status === 'FAILED' && reason === 'NOT_SET_UP');
    });
    await until(async () => (await site.sent()).length === 2);
  });

  it('leave alone who has on account what they owe, but where a rule says otherwise', async () => {
    const site = await lateSite('Covered');
    const { unitId, otherUnitId, rule } = site;
    const prepay = { fundId: site.till.id, accountingDate: today(), payerName: 'Mai', allocations: [] };
    for (const [at, amount] of [
      [unitId, 150_000],
      [otherUnitId, 50_000],
    ] as const)
      await takeMoney(site.ann, { ...prepay, unitId: at, amount });
    expect(Object.fromEntries(await site.outcomes())).toEqual({ [unitId]: 'CREDIT_COVERS', [otherUnitId]: 'SEND' });
    const off = { version: rule.version, skipWhenCovered: false };
    expect((await site.ann.put(`${reminderRule.path}/${rule.id}`, off)).status).toBe(200);
    expect((await site.outcomes()).get(unitId)).toBe('SEND');
  });

  it('are counted in their calendar for who still owes alone, up to the next sending day of the project', async () => {
    const site = await lateSite('Calendar');
    const settings = '/payment-method/settings';
    expect((await site.ann.put(settings, { version: 1, reminderOffsets: [5, 7, 12] })).status).toBe(200);
    const calendar = async () =>
      (
        await site.ann.get<{ day: string; levels: number[] }[]>(
          `/fee-notice/reminder-plan/month?month=${today().slice(0, 7)}`,
        )
      ).data
        .filter(({ levels }) => levels.some(count => count > 0))
        .map(one => [one.day, one.levels]);
    // The last day is two days before 1 December: a month after the notice would be much later.
    const first = addDays(today(), 1);
    expect(await calendar()).toEqual([[first, [2, 0, 0]]]);
    await site.pay(site.unitId);
    expect(await calendar()).toEqual([[first, [1, 0, 0]]]);
    await site.make(reminderExclusion.path, { unitId: site.otherUnitId, reason: 'Abroad', untilOn: first });
    expect(await calendar()).toEqual([]);
  });

  it('go by themselves once, to who owes and to nobody else, however often the job runs', async () => {
    const site = await lateSite('Once');
    await site.pay(site.unitId);
    await Promise.all([site.turn(), site.turn(), site.turn()]);
    await until(async () => (await site.sent()).length === 1);
    await site.turn();
    const runs = await site.ann.get<Row[]>(`${noticeRun.path}?filter[kind][]=REMIND_DEBT_1`);
    expect(runs.data).toHaveLength(1);
    expect((await site.sent()).map(({ unitId }) => unitId)).toEqual([site.otherUnitId]);
    expect(mailsIn(server.dir).filter(({ to }) => to === site.dora.email)).toEqual([]);
    expect((await site.outcomes()).get(site.otherUnitId)).toBe('SENT');
  });

  it('wait for the hour, and for a day on which the building works', async () => {
    const site = await lateSite('Hours');
    const early = new Date(noon(today()).getTime() - 5 * 3_600_000);
    await remindersJob.run(early);
    await site.make('/holiday', { name: 'Tet', startsOn: today(), endsOn: addDays(today(), 2) });
    await site.turn();
    const runs = await site.ann.get<Row[]>(`${noticeRun.path}?filter[kind][]=REMIND_DEBT_1`);
    expect(runs.data).toEqual([]);
    expect(await site.seen()).toMatchObject({ working: false, next: addDays(today(), 3) });
  });

  it('go at once where somebody asks, and leave out who has promised to pay', async () => {
    const site = await lateSite('At once');
    const promise = { unitId: site.unitId, amount: 100_000, promisedOn: addDays(today(), 3), note: 'By Friday' };
    expect((await site.ann.post(debtPromise.path, promise)).status).toBe(201);
    expect(Object.fromEntries(await site.outcomes())).toEqual({
      [site.unitId]: 'PROMISED',
      [site.otherUnitId]: 'SEND',
    });
    const send = (unitIds?: string[]) => site.ann.post<Row>('/fee-notice/reminder-plan/send', { unitIds });
    const nothing = await send([site.unitId]);
    expect(refusal(nothing)).toEqual([422, 'NOTHING_TO_SEND']);
    expect(nothing.error.message).toContain('promised to pay');
    expect(refusal(await send([]))).toEqual([400, 'EMPTY_APARTMENT_SELECTED', 'unitIds']);
    const begun = await send();
    expect([begun.status, begun.data]).toEqual([202, { runs: 1, households: 1 }]);
    await noticeRunsJob.run(new Date());
    await until(async () => (await site.sent()).length === 1);
    expect((await site.sent()).map(({ unitId }) => unitId)).toEqual([site.otherUnitId]);
  });
});
