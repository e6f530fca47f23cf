import { mails } from '@lobby/server/kit/mail/queue.ts';
import { runNoticeRunsJob } from '@lobby/server/modules/fee-notice/index.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { mailsIn } from '../setup/mail/mailbox.ts';
import { refusal } from '../setup/money/books.ts';
import { owingSite } from '../setup/money/owing-site.ts';
import { change } from '../setup/records.ts';
import { until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { quietNow } from '../setup/time/quiet.ts';

const server = await startServer();
const SEND = `${feeNotice.path}/send`;

interface Checked {
  total: number;
  none: number;
  byChannel: { channel: string; willGet: number; noAddress: number; already: number }[];
  byReason: { reason: string; count: number; sample: string[] }[];
}

/** Project of two units: the recipient of one has an email address, that of the other has none. */
async function halfMailed(name: string) {
  const site = await owingSite(server.url, name);
  const at = site.otherUnitId;
  const heir = await site.make(resident.path, { name: 'Fay', unitId: at, role: 'MEMBER', phone: '0912 000 777' });
  const made = await site.ann.put(`${resident.path}/${heir.id}/make-householder`, { unitId: at });
  expect(made.status).toBe(200);
  const notices = (await site.ann.get<Row[]>(feeNotice.path)).data;
  return { ...site, noticeIds: notices.map(({ id }) => id) };
}

it('says who gets it before anything goes, by the first channel that reaches or by each, and then does so', async () => {
  const site = await halfMailed('First');
  const { noticeIds } = site;
  const ask = async (body: object) => (await site.ann.post<Checked>(`${SEND}/check`, { noticeIds, ...body })).data;
  const channels = ['EMAIL', 'PRINT'];
  const figures = ({ byChannel }: Checked) => byChannel.map(one => [one.channel, one.willGet, one.noAddress]);
  const first = await ask({ channels, mode: 'FIRST' });
  expect(figures(first)).toEqual([
    ['EMAIL', 1, 0],
    ['PRINT', 1, 0],
  ]);
  const each = await ask({ channels, mode: 'EACH' });
  expect(figures(each)).toEqual([
    ['EMAIL', 1, 1],
    ['PRINT', 2, 0],
  ]);
  expect(each.byReason).toMatchObject([{ reason: 'NO_EMAIL', count: 1, sample: [expect.any(String)] }]);
  expect((await ask({ channels: ['EMAIL'] })).none).toBe(1);
  expect(await mails().countDocuments({ kind: 'feeNotice' })).toBe(0);

  const sent = await site.ann.post<Row>(SEND, { noticeIds, channels, mode: 'FIRST', message: 'Bring <b> {{x}} cash' });
  expect([sent.status, sent.data.code]).toEqual([202, expect.stringMatching(/^GTB-/)]);
  await site.settled(sent.data.id);
  const rows = await site.results(sent.data.id);
  expect(rows.map(({ channel, unitId }) => [channel, unitId]).toSorted()).toEqual([
    ['EMAIL', site.unitId],
    ['PRINT', site.otherUnitId],
  ]);
  const [mail] = mailsIn(server.dir).filter(({ to }) => to === site.dora.email);
  expect(mail?.text).toContain('Bring <b> {{x}} cash');
  // Sent again: all have received it, and it goes out again only on request.
  const again = await ask({ channels, mode: 'EACH' });
  expect(again.byChannel.map(one => one.already)).toEqual([1, 1]);
  const prepared = await site.prepare({ sendEmail: true });
  const left = await site.act(prepared.id, 'send');
  expect([left.code, left.error?.message]).toEqual(['NOTHING_TO_SEND', expect.stringContaining('were sent already')]);
  // A run with nothing to send cannot be scheduled either, unlike one whose recipients may still change.
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const waiting = await site.act(prepared.id, 'schedule', { sendAt });
  expect([waiting.status, waiting.code, waiting.error.data?.why]).toEqual([
    422,
    'NOTHING_TO_SEND',
    expect.stringContaining('were sent already'),
  ]);
  for (const values of [{ month: '2026-12' }, { kind: 'REMIND_DEBT_1' }]) {
    const open = await site.prepare({ sendEmail: true, ...values });
    expect((await site.act(open.id, 'schedule', { sendAt })).status, JSON.stringify(values)).toBe(200);
  }
  const second = await site.ann.post<Row>(SEND, { noticeIds: [noticeIds[0]], channels: ['EMAIL'], resend: true });
  await site.settled(second.data.id);
  expect(await site.results(second.data.id)).toHaveLength(1);
});

it('refuses what there is nothing to send of, and a reminder of what is not late', async () => {
  const site = await halfMailed('Nothing');
  const send = (body: object) => site.ann.post(SEND, { channels: ['EMAIL'], ...body });
  expect(refusal(await send({}))[1]).toBe('EMPTY_BILL_SELECTED');
  expect(refusal(await send({ noticeIds: [] }))[1]).toBe('EMPTY_BILL_SELECTED');
  for (const [kind, why] of [
    ['REMIND_DEBT_1', 'is overdue and unpaid'],
    ['LATE_FEE', 'has a late fee'],
  ]) {
    const nothing = await send({ isAll: true, kind });
    expect([nothing.code, nothing.error.message]).toEqual(['NOTHING_TO_SEND', expect.stringContaining(String(why))]);
  }
  // The same for a prepared run.
  for (const [values, why] of [
    [{ month: '2024-01' }, 'is issued'],
    [{ minOwed: 999_999_999 }, 'as much as the least'],
  ] as const) {
    const { id } = await site.prepare(values);
    const nothing = await site.act(id, 'send');
    expect([nothing.status, nothing.code, nothing.error?.message]).toEqual([
      422,
      'NOTHING_TO_SEND',
      expect.stringContaining(why),
    ]);
  }
  expect(refusal(await send({ isAll: true, channels: ['SMS'] }))).toEqual([422, 'SMS_NOT_SET_UP', 'channels']);
  expect(refusal(await send({ isAll: true, channels: [] }))[0]).toBe(400);
  const far = new Date(Date.now() + 90 * DAY_MS).toISOString();
  expect(refusal(await send({ isAll: true, scheduledAt: far }))).toEqual([422, 'SEND_TIME_PAST', 'scheduledAt']);
  await site.allow({ FEE_NOTICE: ['read'] });
  expect((await site.carl.post(SEND, { isAll: true, channels: ['EMAIL'] })).status).toBe(403);
  expect((await site.carl.post(`${SEND}/check`, { isAll: true, channels: ['EMAIL'] })).status).toBe(200);
});

it('is held up and goes on, and what was called off goes nowhere', async () => {
  const site = await halfMailed('Paused');
  const { quietFrom, quietTo } = quietNow();
  await site.ann.put(`/unit-group/${site.id}/sending`, { version: 1, quietFrom, quietTo });
  const { noticeIds } = site;
  const { data: run } = await site.ann.post<Row>(SEND, { noticeIds, channels: ['EMAIL'] });
  await until(async () => (await site.results(run.id)).some(({ status }) => status === 'SEND'));
  expect((await site.act(run.id, 'pause')).status).toBe(200);
  const rows = () => mails().find({ kind: 'feeNotice', projectId: site.id }).toArray();
  expect((await rows()).map(({ dueAt }) => dueAt.getUTCFullYear())).toEqual([9999]);
  expect(refusal(await site.act(run.id, 'pause'))[1]).toBe('STATUS_CHANGED');
  expect((await site.act(run.id, 'resume')).status).toBe(200);
  expect((await rows())[0]?.dueAt.getUTCFullYear()).toBeLessThan(9999);
  expect((await site.act(run.id, 'cancel', { reason: 'Wrong month' })).status).toBe(200);
  const { data: leftOut } = await site.ann.get<Row[]>(`${noticeRun.path}/${run.id}/left-out`);
  expect(leftOut.map(({ reason }) => reason)).toContain('NO_EMAIL');
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const planned = await site.ann.post<Row>(SEND, { noticeIds, channels: ['PRINT'], scheduledAt: later });
  expect(await site.read(planned.data.id)).toMatchObject({ status: 'SCHEDULED' });
  const moved = new Date(Date.now() + 7_200_000).toISOString();
  expect((await site.act(planned.data.id, 'reschedule', { sendAt: moved })).status).toBe(200);
});

it('that is called off lets out nothing more, by mail or on paper, and says of no household that it is being sent', async () => {
  const site = await owingSite(server.url, 'Called off');
  const { quietFrom, quietTo } = quietNow();
  await site.ann.put(`/unit-group/${site.id}/sending`, { version: 1, quietFrom, quietTo });
  const notices = (await site.ann.get<Row[]>(feeNotice.path)).data;
  const asked = { noticeIds: notices.map(({ id }) => id), channels: ['EMAIL', 'PRINT'] };
  for (const held of [false, true]) {
    const { data: run } = await site.ann.post<Row>(SEND, asked);
    await until(async () => (await site.results(run.id)).filter(({ status }) => status === 'SEND').length === 4);
    if (held) await site.act(run.id, 'pause');
    expect((await site.act(run.id, 'cancel', { reason: 'Wrong month' })).status).toBe(200);
    const states = (await site.results(run.id)).map(({ status, reason }) => [status, reason]);
    expect(states).toEqual(states.map(() => ['SKIPPED', 'CANCELLED_BY_STAFF']));
    expect(await site.read(run.id)).toMatchObject({ status: 'CANCELLED', waiting: 0, sent: 0, failed: 0 });
    expect(await mails().countDocuments({ kind: 'feeNotice', projectId: site.id })).toBe(0);
  }
  // Nobody has received it: another run sends it.
  const again = await site.ann.post<Row>(SEND, asked);
  await until(async () => (await site.results(again.data.id)).length === 4);
});

it('of which much waits is called off to its end by the next turn', async () => {
  const site = await owingSite(server.url, 'Much');
  const notices = (await site.ann.get<Row[]>(feeNotice.path)).data;
  const { data: run } = await site.ann.post<Row>(SEND, { noticeIds: notices.map(({ id }) => id), channels: ['PRINT'] });
  await until(async () => (await site.results(run.id)).length === 2);
  // State left by a server stopped at the first rows.
  await change(noticeRun, run.id, { status: 'CANCELLED', waiting: 2 });
  await runNoticeRunsJob(new Date());
  expect((await site.results(run.id)).map(({ status }) => status)).toEqual(['SKIPPED', 'SKIPPED']);
  expect(await site.read(run.id)).toMatchObject({ waiting: 0 });
});
