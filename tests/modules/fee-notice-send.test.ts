import { newId } from '@lobby/server/kit/database/database.ts';
import { mails } from '@lobby/server/kit/mail/queue.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { originOfSendings } from '@lobby/server/migrations/2026-11-30-origin-of-sendings.ts';
import { revisionsOfSendings } from '@lobby/server/migrations/2026-11-30-revisions-of-sendings.ts';
import { noticeRunsJob } from '@lobby/server/modules/fee-notice/index.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { isWhole } from '../setup/contract/whole.ts';
import { mailsIn } from '../setup/mail/mailbox.ts';
import { runTwice } from '../setup/migrated.ts';
import { refusal } from '../setup/money/books.ts';
import { owingSite } from '../setup/money/owing-site.ts';
import { change, rowsIn } from '../setup/records.ts';
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

it('counts what was first sent by "send again" as sent', async () => {
  const site = await halfMailed('First again');
  const notices = await site.ann.get<Row[]>(feeNotice.path);
  const noticeIds = notices.data.filter(({ unitId }) => unitId === site.unitId).map(({ id }) => id);
  const send = (more: object = {}) => site.ann.post<Row>(SEND, { noticeIds, channels: ['EMAIL'], ...more });
  const first = await send({ resend: true });
  await site.settled(first.data.id);
  expect(await site.results(first.data.id)).toHaveLength(1);
  const next = await site.ann.post<Checked>(`${SEND}/check`, { noticeIds, channels: ['EMAIL'] });
  expect(next.data.byChannel).toMatchObject([{ willGet: 0, already: 1 }]);
  const second = await send();
  await site.settled(second.data.id);
  expect(await site.results(second.data.id)).toEqual([]);
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

it('a cancelled run sends nothing more, by mail or on paper, and shows no household as being sent to', async () => {
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

it('the next job turn finishes a cancelled run of which many results still wait', async () => {
  const site = await owingSite(server.url, 'Much');
  const notices = (await site.ann.get<Row[]>(feeNotice.path)).data;
  const { data: run } = await site.ann.post<Row>(SEND, { noticeIds: notices.map(({ id }) => id), channels: ['PRINT'] });
  await until(async () => (await site.results(run.id)).length === 2);
  // State left by a server stopped at the first rows.
  await change(noticeRun, run.id, { status: 'CANCELLED', waiting: 2 });
  await noticeRunsJob.run(new Date());
  expect((await site.results(run.id)).map(({ status }) => status)).toEqual(['SKIPPED', 'SKIPPED']);
  expect(await site.read(run.id)).toMatchObject({ waiting: 0 });
});

it('shows each household what it would get by a channel and why not, in its language, and sends a sample to oneself', async () => {
  const site = await halfMailed('Shown');
  const at = (unitId: string) => site.ann.get<Row[]>(`${feeNotice.path}?filter[unitId][]=${unitId}`);
  const [[mine], [others]] = [(await at(site.unitId)).data, (await at(site.otherUnitId)).data];
  const show = async (id: unknown, body: object) =>
    (await site.ann.post<Row>(`${feeNotice.path}/${id}/send-preview`, body)).data;
  const mail = await show(mine?.id, { channel: 'EMAIL', message: 'Bring <b> cash' });
  expect(mail).toMatchObject({
    unitId: site.unitId,
    residentId: site.dora.id,
    reason: null,
    already: false,
    template: { revision: 1, language: 'vi' },
    pdfUrl: `${feeNotice.path}/${mine?.id}/pdf`,
  });
  expect(mail.text).toContain('Bring <b> cash');
  expect(mail.html).toContain('50.000\u00a0₫');
  expect(mail.to).toMatch(/\*/);
  expect(await show(others?.id, { channel: 'EMAIL' })).toMatchObject({ reason: 'NO_EMAIL', to: null });
  expect(await show(others?.id, { channel: 'APP' })).toMatchObject({ reason: null, html: null, template: null });
  expect(await show(others?.id, { channel: 'SMS' })).toMatchObject({
    reason: 'NOT_SET_UP',
    sms: { segments: expect.any(Number) },
  });
  await site.pay(site.otherUnitId, 70_000);
  const paid = (more: object = {}) => show(others?.id, { channel: 'APP', ...more });
  expect([(await paid()).reason, (await paid({ paidToo: true })).reason]).toEqual(['PAID', null]);
  await change(resident, site.dora.id, { language: 'ja' });
  const inJapanese = await show(mine?.id, { channel: 'EMAIL', kind: 'REMIND_DEBT_1' });
  expect(inJapanese).toMatchObject({ template: { language: 'ja' } });
  expect(await mails().countDocuments({ projectId: site.id })).toBe(0);
  const toAnn = () => mailsIn(server.dir).filter(({ to }) => to === site.ann.email).length;
  const before = toAnn();
  const tried = await site.ann.post(`${feeNotice.path}/${mine?.id}/send-test`, { channel: 'EMAIL' });
  expect([tried.status, tried.data]).toEqual([200, { to: site.ann.email }]);
  await until(async () => toAnn() === before + 1);
  expect(await site.results()).toEqual([]);
  const run = await site.ann.post<Row>(SEND, { noticeIds: [mine?.id], channels: ['EMAIL'] });
  await site.settled(run.data.id);
  expect(await show(mine?.id, { channel: 'EMAIL' })).toMatchObject({ already: true });
  await change(feeNotice, String(mine?.id), { status: 'UNPUBLISHED' });
  const refused = await site.ann.post(`${feeNotice.path}/${mine?.id}/send-preview`, { channel: 'EMAIL' });
  expect(refusal(refused).slice(0, 2)).toEqual([422, 'NOTHING_TO_SEND']);
});

it('a run that failed in part is sent again as a new run, by the failed channels or by others', async () => {
  const site = await halfMailed('Again');
  const { data: run } = await site.ann.post<Row>(SEND, { noticeIds: site.noticeIds, channels: ['EMAIL'] });
  expect(await site.settled(run.id)).toMatchObject({ sent: 1, failed: 1, origin: 'STAFF' });
  const again = (input: object = {}) => site.act(run.id, 'retry-failed', input);
  const same = await again();
  const { retryId } = same.data as Row;
  expect(await site.settled(retryId)).toMatchObject({ origin: 'RESEND', retryOfId: run.id, sent: 0, failed: 1 });
  // The failed results stay unchanged, and the new run takes over.
  expect(await site.read(run.id)).toMatchObject({ sent: 1, failed: 1, retryId });
  const [failed] = (await site.results(run.id)).filter(({ status }) => status === 'FAILED');
  expect(failed).toMatchObject({ unitId: site.otherUnitId, handled: true });
  expect(refusal(await again()).slice(0, 2)).toEqual([422, 'NOTHING_TO_SEND']);
  const reach = async () => (await site.ann.get(`${noticeDelivery.path}/reach`)).data;
  expect(await reach()).toMatchObject({ reached: 1, notReached: 1, missing: [{ unitId: site.otherUnitId }] });
  const other = await site.act(retryId, 'retry-failed', { channels: ['PRINT'] });
  await site.settled((other.data as Row).retryId);
  expect((await site.results((other.data as Row).retryId)).map(({ unitId, channel }) => [unitId, channel])).toEqual([
    [site.otherUnitId, 'PRINT'],
  ]);
  expect(await reach()).toMatchObject({ reached: 1, onTheWay: 1, notReached: 0, missing: [] });
});

it.runIf(isWhole)('a run waits for another one of its kind and month that is working', async () => {
  const site = await owingSite(server.url, 'In turn');
  const { quietFrom, quietTo } = quietNow();
  await site.ann.put(`/unit-group/${site.id}/sending`, { version: 1, quietFrom, quietTo });
  const noticeIds = (await site.ann.get<Row[]>(feeNotice.path)).data.map(({ id }) => id);
  const send = async (body: object) => (await site.ann.post<Row>(SEND, { noticeIds, ...body })).data;
  const first = await send({ channels: ['EMAIL'] });
  await until(async () => (await site.results(first.id)).length === 2);
  const second = await send({ channels: ['PRINT'] });
  await until(async () => (await site.read(second.id)).waitsForId === first.id);
  expect(await site.results(second.id)).toEqual([]);
  expect((await site.act(first.id, 'cancel', { reason: 'Wrong month' })).status).toBe(200);
  expect(await site.settled(second.id)).toMatchObject({ waitsForId: null, notices: 2 });
  expect(await site.results(second.id)).toHaveLength(2);
});

it('tells of what its reader opened and followed in a mail, where the project notes it and the reader agreed', async () => {
  const site = await owingSite(server.url, 'Opened');
  const agree = (track: boolean) => site.dora.put('/fee-notice/channels', { off: [], track });
  const set = { version: 1, trackMail: true, quietFrom: '00:00', quietTo: '00:00' };
  expect((await site.ann.put(`/unit-group/${site.id}/sending`, set)).status).toBe(200);
  const told = (email: string) =>
    mailsIn(server.dir).filter(({ to, html }) => to === email && /\/m\/[oc]\//.test(html));
  await site.run();
  expect([told(site.dora.email), told(site.emil.email)]).toEqual([[], []]);
  expect((await agree(true)).data).toMatchObject({ track: true, tracks: true });
  const { id } = await site.run({ kind: 'REMIND_DEBT_1' });
  const [html = ''] = told(site.dora.email).map(mail => mail.html);
  expect(told(site.emil.email)).toEqual([]);
  const [pixel = ''] = /[^"]*\/m\/o\/[^"]*/.exec(html) ?? [];
  const [link = ''] = /[^"]*\/m\/c\/[^"]*/.exec(html) ?? [];
  expect(html).toMatch(/href="[^"]*\/emails\/unsubscribe/);
  const own = async () => (await site.results(id)).find(({ unitId }) => unitId === site.unitId)?.status;
  const follow = (url: string, how: RequestInit = {}) =>
    fetch(url, { redirect: 'manual', ...how, headers: { 'User-Agent': 'Mozilla/5.0', ...how.headers } });
  // Scanners open what has just been delivered.
  expect((await follow(pixel)).headers.get('Content-Type')).toBe('image/gif');
  await mails().updateMany({ projectId: site.id }, { $set: { doneAt: new Date(Date.now() - 60_000) } });
  await follow(pixel, { method: 'HEAD' });
  await follow(pixel, { headers: { 'User-Agent': 'Mozilla/5.0 (via ggpht.com GoogleImageProxy)' } });
  await noticeRunsJob.run(new Date());
  expect(await own()).toBe('SENT');
  await follow(pixel);
  const becomes = (status: string) =>
    until(async () => {
      await noticeRunsJob.run(new Date());
      return (await own()) === status;
    });
  await becomes('OPENED');
  const led = await follow(link);
  expect([led.status, led.headers.get('Location')]).toEqual([302, expect.stringMatching(/\/resident\/bills$/)]);
  await becomes('CLICKED');
  // Signed: to nowhere else, and of no other mail.
  const [before, token = ''] = link.split('/m/c/');
  const [mailId, , sign] = token.split('.');
  const elsewhere = Buffer.from('https://evil.test/').toString('base64url');
  expect((await follow(`${before}/m/c/${mailId}.${elsewhere}.${sign}`)).status).toBe(404);
  expect((await follow(`${before}/m/o/${'0'.repeat(24)}.${sign}.gif`)).status).toBe(404);
});

it.runIf(isWhole)('a republished notice is sent once more, but its reminders are not', async () => {
  const site = await owingSite(server.url, 'Revised');
  await site.run();
  const [owed] = (await site.ann.get<Row[]>(`${bill.path}?filter[unitId][]=${site.unitId}`)).data;
  const down = { type: 'ADJUST_DOWN', totalPayment: 20_000, reason: 'Measured again' };
  expect((await site.ann.put(`${bill.path}/${owed?.id}/adjust`, down)).status).toBe(200);
  const [notice] = (await site.ann.get<Row[]>(`${feeNotice.path}?filter[unitId][]=${site.unitId}`)).data;
  const again = await site.ann.put<Row>(`${feeNotice.path}/${notice?.id}/publish`, {});
  expect(again.data, again.text).toMatchObject({ revision: 2 });
  const all = { isAll: true, channels: ['EMAIL'] };
  const checked = (await site.ann.post<Checked>(`${SEND}/check`, all)).data;
  expect(checked.byChannel).toMatchObject([{ willGet: 1, already: 1 }]);
  const run = await site.ann.post<Row>(SEND, all);
  await site.settled(run.data.id);
  expect((await site.results(run.data.id)).map(({ unitId, status }) => [unitId, status])).toEqual([
    [site.unitId, 'SENT'],
  ]);
  expect(mailsIn(server.dir).filter(({ to }) => to === site.dora.email)).toHaveLength(2);
});

it('what was sent of a revision before deliveries named it counts as sent', async () => {
  const site = await owingSite(server.url, 'Older revision');
  const [owed] = (await site.ann.get<Row[]>(`${bill.path}?filter[unitId][]=${site.unitId}`)).data;
  const down = { type: 'ADJUST_DOWN', totalPayment: 20_000, reason: 'Measured again' };
  expect((await site.ann.put(`${bill.path}/${owed?.id}/adjust`, down)).status).toBe(200);
  const [notice] = (await site.ann.get<Row[]>(`${feeNotice.path}?filter[unitId][]=${site.unitId}`)).data;
  expect((await site.ann.put<Row>(`${feeNotice.path}/${notice?.id}/publish`, {})).data).toMatchObject({ revision: 2 });
  const all = { isAll: true, channels: ['EMAIL'] };
  await site.settled((await site.ann.post<Row>(SEND, all)).data.id);
  const left = async () => (await site.ann.post<Checked>(`${SEND}/check`, all)).data.byChannel;
  expect(await left()).toMatchObject([{ willGet: 0, already: 2 }]);
  const once = `${notice?.id}:NORMAL:EMAIL`;
  const older = { $set: { once, 'uniq.once': once.toLowerCase() } };
  await rowsIn(collectionOf(noticeDelivery)).updateOne({ noticeId: notice?.id }, older);
  expect(await left()).toMatchObject([{ willGet: 1, already: 1 }]);
  await runTwice(revisionsOfSendings, [noticeDelivery]);
  expect(await left()).toMatchObject([{ willGet: 0, already: 2 }]);
});

it('runs from before they said who began them are of their rule, or of staff', async () => {
  const site = await owingSite(server.url, 'Older runs');
  const runs = [
    await site.prepare(),
    await site.prepare({ kind: 'REMIND_DEBT_1' }),
    await site.prepare({ month: '2026-12' }),
  ];
  const [byStaff, byRule, again] = runs.map(run => run.id);
  const stored = rowsIn(collectionOf(noticeRun));
  await stored.updateOne({ _id: byStaff }, { $unset: { origin: '' } });
  await stored.updateOne({ _id: byRule }, { $set: { ruleId: newId() }, $unset: { origin: '' } });
  await stored.updateOne({ _id: again }, { $set: { origin: 'RESEND' } });
  const begunBy = async (origin: string) => {
    const { data } = await site.ann.get<Row[]>(`${noticeRun.path}?filter[origin][]=${origin}`);
    return data.map(one => one.id);
  };
  const all = () => Promise.all(['STAFF', 'REMINDER_JOB', 'RESEND'].map(begunBy));
  expect(await all()).toEqual([[], [], [again]]);
  await runTwice(originOfSendings, [noticeRun]);
  expect(await all()).toEqual([[byStaff], [byRule], [again]]);
});
