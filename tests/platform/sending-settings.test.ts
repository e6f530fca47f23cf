import { newId } from '@lobby/server/kit/database/database.ts';
import { mails, queueMail } from '@lobby/server/kit/mail/queue.ts';
import { configureWebhookSecret } from '@lobby/server/kit/mail/reports/routes.ts';
import { readEnvelope } from '@lobby/server/kit/mail/reports/sns.ts';
import { sendDue } from '@lobby/server/kit/mail/send.ts';
import { stopMails } from '@lobby/server/kit/mail/stop.ts';
import { notifications } from '@lobby/server/platform/notifications/notifications.ts';
import { changeProject } from '@lobby/server/platform/projects/projects.ts';
import { stoppedMailsJob } from '@lobby/server/platform/sending/stopped-mails.ts';
import { emailSuppression } from '@lobby/shared/modules/email-suppression.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { describe, expect, it } from 'vitest';
import { complaintAbout, deliveryReport } from '../../scripts/sandbox/reports.ts';
import type { Row } from '../setup/caller.ts';
import { until } from '../setup/client/socket-client.ts';
import { mailsIn } from '../setup/mail/mailbox.ts';
import { postSigned, signedBySns } from '../setup/mail/signed.ts';
import { refusal } from '../setup/money/books.ts';
import { change, rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const SECRET = 'a-secret-of-reports';
const server = await startServer();

describe('settings of sending', () => {
  it('are defaults until they are set, and tell no secret', async () => {
    const { id, ann } = await makeSite(server.url, 'Sending');
    const at = `/unit-group/${id}/sending`;
    const { data } = await ann.get<Row>(at);
    expect(data).toMatchObject({ mailPerHour: 2000, mailPerDomainPerMinute: 60, smsAccents: 'FOLD', version: 1 });
    expect(data.noticeRoles).toEqual(['HOUSEHOLDER', 'CO_HOUSEHOLDER']);
    const price = [{ network: 'VIETTEL', price: 700 }];
    const changed = await ann.put<Row>(at, {
      version: 1,
      quietFrom: '20:30',
      smsBrandName: 'HOA SEN',
      smsPrice: price,
      smsKey: 'a-key-of-a-gateway',
    });
    expect(changed.data).toMatchObject({ quietFrom: '20:30', smsBrandName: 'HOA SEN', smsPrice: price, version: 2 });
    expect(changed.data.smsKeySet).toMatchObject({ by: 'Ann' });
    expect((await ann.get(at)).text).not.toContain('a-key-of');
    expect((await ann.get(`/activities?limit=20`)).text).not.toContain('a-key-of');
    expect(refusal(await ann.put(at, { version: 1, quietFrom: '20:00' }))[1]).toBe('DATA_STALE');
  });

  it('refuse what a gateway or a mail server would not take', async () => {
    const { id, ann, carl, allow } = await makeSite(server.url, 'Refused');
    const at = `/unit-group/${id}/sending`;
    const field = async (values: object, name: string) =>
      (await ann.put(at, { version: 1, ...values })).error.data?.fields?.[name]?.code;
    expect(await field({ smsBrandName: 'Bảo vệ' }, 'smsBrandName')).toBe('SMS_BRAND_NAME_INVALID');
    expect(await field({ quietFrom: '25:00' }, 'quietFrom')).toBe('TIME_INVALID');
    expect(refusal(await ann.put(at, { version: 1, mailFrom: 'a@elsewhere.test' }))).toEqual([
      400,
      'SENDER_DOMAIN_NOT_ALLOWED',
      'mailFrom',
    ]);
    await allow({ UNIT_GROUP: ['read'] });
    expect((await carl.get(at)).status).toBe(200);
    expect((await carl.put(at, { version: 1, senderName: 'X' })).status).toBe(403);
  });

  it('show how mails go out, and try it', async () => {
    const { id, ann } = await makeSite(server.url, 'Health');
    const { data } = await ann.get<Row>(`/unit-group/${id}/sending/email`);
    expect(data).toMatchObject({
      smtp: false,
      dkim: false,
      stoppedAt: null,
      warnings: expect.arrayContaining(['NO_SERVER']),
    });
    expect((await ann.post(`/unit-group/${id}/sending/email/verify`)).data).toEqual({ sent: true, answer: '' });
    expect(mailsIn(server.dir).some(mail => mail.to === ann.email)).toBe(true);
  });

  it('tell what became of the mails of the week, and warn before providers refuse the sender', async () => {
    const { id, ann } = await makeSite(server.url, 'Week');
    const at = new Date();
    const report = (outcome: 'bounce' | 'clicked') => ({ outcome, code: null, at, told: true });
    const rows = Array.from({ length: 40 }, (_, n) => ({
      _id: newId(),
      kind: 'feeNotice',
      language: 'vi' as const,
      sender: { name: 'L', host: null },
      projectId: id,
      domain: 'd',
      state: 'sent' as const,
      tries: 1,
      dueAt: at,
      at,
      doneAt: at,
      reason: null,
      ...(n < 2 && { report: report(n ? 'bounce' : 'clicked') }),
    }));
    await mails().insertMany(rows);
    const { data } = await ann.get<Row>(`/unit-group/${id}/sending/email`);
    expect(data).toMatchObject({
      waiting: 0,
      week: { handedOver: 40, bounced: 1, complained: 0, opened: 1, clicked: 1 },
      warnings: expect.arrayContaining(['BOUNCES']),
    });
    expect(data.warnings).not.toContain('COMPLAINTS');
  });

  it('say of short messages what is missing and what is used, and try them on oneself alone', async () => {
    const { id, ann, carl, allow } = await makeSite(server.url, 'Short');
    const sms = `/unit-group/${id}/sending/sms`;
    expect((await ann.get<Row>(sms)).data).toMatchObject({
      on: false,
      usedThisMonth: 0,
      cap: null,
      warnings: expect.arrayContaining(['OFF', 'NO_BRAND_NAME', 'NO_GATEWAY', 'NO_PRICE']),
    });
    expect(refusal(await ann.post(`${sms}/verify`, {}))[1]).toBe('SMS_NOT_SET_UP');
    const by = { actor: { id: ann.id, name: 'Ann' }, now: new Date() };
    await changeProject(id, 1, { features: { SMS: true } }, by);
    await change(employee, ann.id, { phone: '+84912000111' });
    expect(refusal(await ann.post(`${sms}/verify`, { phone: '0912 000 222' }))).toEqual([
      400,
      'VALIDATION_FAILED',
      'phone',
    ]);
    expect((await ann.post(`${sms}/verify`, { phone: '0912 000 111' })).data).toEqual({ sent: true, answer: '' });
    expect(mailsIn(server.dir).some(({ to }) => to === '+84912000111')).toBe(true);
    await allow({ UNIT_GROUP: ['read'] });
    expect([(await carl.get(sms)).status, (await carl.post(`${sms}/verify`, {})).status]).toEqual([200, 403]);
  });

  it('let short messages go without accents, whoever sends them, until a project keeps them', async () => {
    const { id, ann } = await makeSite(server.url, 'Accents');
    const told = async () => {
      const mail = await queueMail(
        {
          to: '+84912345678',
          kind: 'announcementSms',
          language: 'vi',
          sender: { name: 'HOASEN', host: null },
          values: { project: 'Hoa Sen', title: 'Cắt nước', content: 'Từ “8 giờ”.' },
          projectId: id,
        },
        new Date(Date.now() - 60_000),
      );
      await sendDue();
      return (await until(() => mailsIn(server.dir).find(one => one.id === mail))).subject;
    };
    expect(await told()).toBe('Hoa Sen: Cat nuoc. Tu "8 gio".');
    await ann.put(`/unit-group/${id}/sending`, { version: 1, smsAccents: 'KEEP' });
    expect(await told()).toBe('Hoa Sen: Cắt nước. Từ “8 giờ”.');
  });
});

const building = await makeSite(server.url, 'Back');
const blocked = async (filter = '') =>
  (await building.ann.get<Row[]>(`${emailSuppression.path}?limit=100${filter}`)).data;

describe('what comes back of a mail', () => {
  async function sent(to: string): Promise<string> {
    const id = newId();
    await queueMail(
      {
        id,
        to,
        kind: 'reset',
        language: 'vi',
        sender: { name: 'L', host: null },
        values: {},
        projectId: building.id,
      },
      new Date(Date.now() - 60_000),
    );
    await sendDue();
    // The server may have taken it first, and would say how it went after what is said here.
    await until(async () => (await mails().findOne({ _id: id }))?.state !== 'waiting');
    await mails().updateOne({ _id: id }, { $set: { state: 'sent' } });
    return id;
  }
  const headers = (id: string) =>
    `Message-ID: <${id}@lobby.test>\r\nX-Entity-Ref: ${id}\r\nSubject: Notice\r\n\r\nBody`;

  it('is taken once, signed, as it was mailed; a receipt after a complaint changes nothing', async () => {
    configureWebhookSecret(null);
    const [to, id] = ['back@example.test', await sent('back@example.test')];
    const raw = (body: string, secret = SECRET) => postSigned(server.url, '/webhooks/email/raw', body, secret);
    expect(await raw('x: y')).toMatchObject({ status: 404 });
    configureWebhookSecret(SECRET);
    const complaint = complaintAbout(headers(id));
    expect(await raw(complaint, 'another-secret-of-reports')).toMatchObject({
      status: 401,
      code: 'WEBHOOK_SIGNATURE_INVALID',
    });
    expect(await raw(complaint)).toMatchObject({ status: 200, data: { accepted: 1, ignored: 0 } });
    expect(await blocked()).toMatchObject([{ cause: 'COMPLAINT', reason: 'SPAM_MARK', status: 'ACTIVE' }]);
    const arrived = deliveryReport(headers(id), to, 'delivered', '2.0.0');
    expect(await raw(arrived)).toMatchObject({ status: 200, data: { accepted: 0, ignored: 1 } });
    expect((await mails().findOne({ _id: id }))?.report?.outcome).toBe('complaint');
    expect(await raw('Subject: Away until Monday\r\n\r\nHello')).toMatchObject({ status: 200, data: { ignored: 1 } });
  });

  it('of a full mailbox blocks nobody', async () => {
    configureWebhookSecret(SECRET);
    const before = (await blocked()).length;
    const [to, id] = ['full@example.test', await sent('full@example.test')];
    const full = deliveryReport(headers(id), to, 'failed', '5.2.2');
    expect(await postSigned(server.url, '/webhooks/email/raw', full, SECRET)).toMatchObject({ data: { accepted: 1 } });
    expect(await blocked()).toHaveLength(before);
  });

  it('by Amazon holds only with a signature of Amazon, fresh, of a topic that is heard', async () => {
    const now = new Date('2026-11-25T10:00:00Z');
    const topic = 'arn:aws:sns:ap-southeast-1:1:mail';
    const { whole, certificate } = signedBySns(topic, '{}', now);
    const read = (more: object = {}, topics = [topic], at = now) =>
      readEnvelope(JSON.stringify({ ...whole, ...more }), topics, at, async () => certificate);
    expect((await read())?.MessageId).toBe('m1');
    expect(await read({ Message: '{"a":1}' })).toBeNull();
    expect(await read({}, ['another'])).toBeNull();
    expect(await read({ SigningCertURL: 'https://sns.evil.test/cert.pem' })).toBeNull();
    expect(await read({}, [topic], new Date('2026-11-26T10:00:00Z'))).toBeNull();
  });
});

it('tells once an hour who may set it that mails wait for a sign-in that is refused', async () => {
  const site = await makeSite(server.url, 'Stopped');
  const email = `/unit-group/${site.id}/sending/email`;
  const at = new Date();
  await stopMails('EAUTH 535', at);
  expect((await site.ann.get<Row>(email)).data).toMatchObject({
    stoppedAt: at.toISOString(),
    warnings: expect.arrayContaining(['STOPPED']),
  });
  for (let n = 0; n < 2; n++) await stoppedMailsJob.run(new Date());
  const rows = await notifications().find({ projectId: site.id, kind: 'MAILS_STOPPED' }).toArray();
  expect(rows.map(({ userId }) => userId).toSorted()).toEqual([site.ann.userId, site.ben.userId].toSorted());
  expect(rows.map(({ count }) => count)).toEqual([1, 1]);
  await rowsIn('mail-stops').deleteMany({});
});
