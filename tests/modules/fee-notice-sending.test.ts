import { db, newId } from '@lobby/server/kit/database/database.ts';
import { mails } from '@lobby/server/kit/mail/queue.ts';
import { configureWebhookSecret } from '@lobby/server/kit/mail/reports/routes.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { noticeMails, noticeRunsJob } from '@lobby/server/modules/fee-notice/index.ts';
import { changeProject } from '@lobby/server/platform/projects/projects.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { emailSuppression } from '@lobby/shared/modules/email-suppression.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { template } from '@lobby/shared/modules/template.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { isWhole } from '../setup/contract/whole.ts';
import { mailsIn } from '../setup/mail/mailbox.ts';
import { postSigned } from '../setup/mail/signed.ts';
import { NOTICE_MONTH, refusal } from '../setup/money/books.ts';
import { owingSite as owing } from '../setup/money/owing-site.ts';
import { change } from '../setup/records.ts';
import { until } from '../setup/server/listener.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { inDays } from '../setup/time/days.ts';
import { noonZone } from '../setup/time/noon-zone.ts';

const SECRET = 'a-secret-of-reports';
const NO_NIGHT = { quietFrom: '00:00', quietTo: '00:00' };
const server = await startServer();
const second = await startBeside(server);

const owingSite = (name: string) => owing(server.url, name);
const mailsOf = async (to: string) => mailsIn(server.dir).filter(mail => mail.to === to);

describe('a sending', () => {
  it('tells before anything goes who gets it by which channel, and who cannot', async () => {
    const site = await owingSite('Plan');
    // Emil still uses the app; his heir, who now receives the bills, has no email address.
    const at = site.otherUnitId;
    const heir = await site.make(resident.path, { name: 'Fay', unitId: at, role: 'MEMBER', phone: '0912 000 777' });
    const made = await site.ann.put(`${resident.path}/${heir.id}/make-householder`, { unitId: at });
    expect(made.status).toBe(200);
    const { id } = await site.prepare({ sendApp: true, sendPrint: true });
    const { data: plan } = await site.ann.get<Row>(`${noticeRun.path}/${id}/plan`);
    expect(plan).toMatchObject({
      households: 2,
      owed: 120_000,
      channels: [
        { channel: 'EMAIL', to: 1, known: 0, missing: 1 },
        { channel: 'APP', to: 2, known: 0, missing: 0 },
        { channel: 'PRINT', to: 2, known: 0, missing: 0 },
      ],
      missing: [{ reason: 'NO_EMAIL', count: 1, unitIds: [site.otherUnitId] }],
    });
    expect(await mails().countDocuments({ kind: 'feeNotice' })).toBe(0);
    await site.act(id, 'send');
    const done = await site.settled(id);
    expect(done).toMatchObject({ notices: 2, sent: 3, failed: 1, waiting: 2 });
    const failed = (await site.results(id)).find(({ status }) => status === 'FAILED');
    expect(failed).toMatchObject({ channel: 'EMAIL', reason: 'NO_EMAIL', unitId: site.otherUnitId });
    // Marking as printed completes the deliveries on paper.
    const notices = (await site.ann.get<Row[]>(feeNotice.path)).data;
    expect(notices.map(({ sentAt }) => typeof sentAt)).toEqual(['string', 'string']);
    const sent = async (which: boolean) =>
      (await site.ann.get<Row[]>(`${feeNotice.path}?filter[sent][]=${which}`)).data.length;
    expect([await sent(true), await sent(false)]).toEqual([2, 0]);
    const ofUnit = (await site.ann.get<Row[]>(`${feeNotice.path}/units/${at}`)).data;
    expect(ofUnit).toMatchObject([{ status: 'PUBLISHED', totalPayment: 70_000 }]);
    expect(refusal(await site.ann.post(`${feeNotice.path}/print`, { ids: [] }))).toEqual([
      400,
      'EMPTY_BILL_SELECTED',
      'ids',
    ]);
    await site.ann.put(`${feeNotice.path}/mark-printed-multi`, { ids: notices.map(notice => notice.id) });
    await until(async () => (await site.results(id)).filter(({ status }) => status === 'COMPLETED').length === 2);
    // After the address is corrected, only the failed deliveries are sent again.
    const { version } = (await site.ann.get<Row>(`${resident.path}/${heir.id}`)).data;
    const email = 'mended@example.test';
    expect((await site.ann.put(`${resident.path}/${heir.id}`, { version, email })).status).toBe(200);
    const again = await site.act(id, 'resend');
    await until(async () => (await mailsOf(email)).length === 1);
    expect(await site.settled((again.data as Row).retryId)).toMatchObject({ notices: 1, sent: 1, failed: 0 });
    expect(await mailsOf(site.dora.email)).toHaveLength(1);
  });

  it('says in the mail what is owed, by when, and how it is paid', async () => {
    const site = await owingSite('Words');
    await site.run();
    const [mail] = await mailsOf(site.dora.email);
    expect(mail?.text).toContain('50.000\u00a0₫');
    expect(mail?.text).toContain('1018000018');
    expect(mail?.html).toContain('<img src="cid:picture"');
    // Sender, subject, the total without line breaks, and a single button, in that order.
    const html = mail?.html ?? '';
    const places = ['Words', '<h1', '<h2', 'class="button"', '<table role="presentation" width="100%"'].map(one =>
      html.indexOf(one, html.indexOf('class="card"')),
    );
    expect(
      places.every((at, n) => at > (places[n - 1] ?? 0)),
      String(places),
    ).toBe(true);
    expect(html.match(/<h1[^>]*>([^<]*)/)?.[1]).toMatch(/^Phí tháng .*căn /);
    expect(html.match(/class="button" href="([^"]*)"/g)).toEqual([expect.stringMatching(/\/resident\/bills"$/)]);
    expect(html.match(/\d ₫/)).toBeNull();
    const amounts = [...html.matchAll(/tabular-nums">(\u2212?[\d.]+)\u00a0₫</g)].map(([, said = '']) =>
      Number(said.replace('\u2212', '-').replaceAll('.', '')),
    );
    expect(amounts.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(amounts.at(-1));
    expect(mail?.files).toMatchObject([{ name: expect.stringMatching(/\.pdf$/), type: 'application/pdf' }]);
    expect(
      Buffer.from(mail?.files?.[0]?.content ?? '', 'base64')
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect(
      Buffer.from(mail?.picture?.png ?? '', 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    const [row] = (await site.results()).filter(({ unitId }) => unitId === site.unitId);
    const { data } = await site.ann.get<Row>(`${noticeDelivery.path}/${row?.id}`);
    expect(data).toMatchObject({ subject: mail?.subject, templateRevision: 1 });
    expect(String(data.content)).toContain('50.000\u00a0₫');
  });

  it.runIf(isWhole)('speaks with the words of the project, and keeps what it said', async () => {
    const site = await owingSite('Own words');
    const words = { purpose: 'NORMAL', channel: 'EMAIL', language: 'vi' };
    const own = {
      ...words,
      name: 'Own',
      subject: 'To {{unit.code}}',
      body: '<p>{{member.name}} owes {{notice.remaining}}</p>',
    };
    const { id, version } = await site.make(template.path, own);
    await site.ann.put(`${template.path}/${id}/activate`, { replace: true });
    const shown = await site.ann.post<Row>(`${template.path}/preview`, {
      ...words,
      subject: own.subject,
      body: own.body,
      unitId: site.unitId,
    });
    expect(shown.data.html).toContain('owes 50.000\u00a0₫');
    await site.run();
    const [mail] = await mailsOf(site.dora.email);
    // The sent mail equals the preview.
    const linkless = mail?.text.replace(/\(http\S*\/emails\/unsubscribe\S*\)/, '(#)');
    expect(linkless).toBe(shown.data.text);
    expect(mail?.subject).toBe(shown.data.subject);
    await site.ann.put(`${template.path}/${id}`, { version: Number(version) + 1, body: '<p>Later words</p>' });
    const [row] = (await site.results()).filter(({ unitId }) => unitId === site.unitId);
    const { data } = await site.ann.get<Row>(`${noticeDelivery.path}/${row?.id}`);
    expect(data).toMatchObject({ templateId: id, templateRevision: 1 });
    expect((await site.ann.get<Row>(`${template.path}/${id}`)).data).toMatchObject({ usedCount: 2 });
    expect(data.content).toContain('Dora owes 50.000\u00a0₫');
  });

  it('says what is owed at the moment that it goes out, and nothing without words for it', async () => {
    const site = await owingSite('Moment');
    const { id } = await site.run();
    const [row] = (await site.results(id)).filter(({ unitId }) => unitId === site.unitId);
    await site.pay(site.unitId, 20_000);
    const preparedAs = (sentAs: string) =>
      noticeMails.feeNotice({
        id: 'none',
        to: site.dora.email,
        language: 'vi',
        at: new Date(),
        base: 'http://localhost',
        values: { projectId: site.id, noticeId: String(row?.noticeId), runId: '', sentAs },
      });
    expect((await preparedAs('NORMAL'))?.written?.text).toContain('30.000\u00a0₫');
    // A reminder begins with sum and due day, and lists what is still owed alone.
    const due = inDays(-12);
    await db()
      .collection(collectionOf(bill))
      .updateMany({ projectId: site.id }, { $set: { dueDate: due } });
    const html = (await preparedAs('REMIND_DEBT_3'))?.written?.html ?? '';
    const written = due.split('-').toReversed().join('/');
    expect(html).toMatch(
      new RegExp(
        `còn phải trả 30\\.000\u00a0₫[^<]*<[^>]*>[^<]*<[^>]*>, khoản lâu nhất hạn ${written}, đã quá hạn 12 ngày`,
      ),
    );
    expect(html.match(/tabular-nums">[\d.]+\u00a0₫</g)).toEqual([
      'tabular-nums">30.000\u00a0₫<',
      'tabular-nums">30.000\u00a0₫<',
    ]);
    expect(html).not.toContain('Hạn thanh toán');
    for (const one of (await site.ann.get<Row[]>(`${template.path}?filter[purpose][]=REMIND_DEBT_1&limit=100`)).data)
      await site.ann.put(`${template.path}/${one.id}/deactivate`, { reason: 'Not used' });
    const { id: second } = await site.run({ kind: 'REMIND_DEBT_1' });
    expect((await site.results(second)).map(({ reason }) => reason)).toEqual([
      'TEMPLATE_NOT_SET_UP',
      'TEMPLATE_NOT_SET_UP',
    ]);
  });

  it('reaches each household once by each channel, of ten at once through two servers', async () => {
    const site = await owingSite('Ten');
    const runs = await Promise.all(Array.from({ length: 10 }, () => site.prepare({ sendApp: true })));
    await Promise.all(
      runs.map(({ id }, n) => site.ann.at(n % 2 ? server.url : second.url).put(`${noticeRun.path}/${id}/send`, {})),
    );
    await Promise.all(Array.from({ length: 4 }, () => noticeRunsJob.run(new Date())));
    for (const { id } of runs) await site.settled(id);
    const rows = await site.results();
    expect(rows.map(({ unitId, channel }) => `${unitId} ${channel}`).toSorted()).toEqual(
      [site.unitId, site.otherUnitId].flatMap(at => [`${at} APP`, `${at} EMAIL`]).toSorted(),
    );
    for (const who of [site.dora, site.emil]) expect(await mailsOf(who.email)).toHaveLength(1);
    const told = (await site.dora.get<Row[]>('/histories/pms?limit=50')).data;
    const news = told.filter(({ kind }) => kind === 'FEE_NOTICE');
    expect(news).toHaveLength(1);
    // By what it is about, not by its code.
    expect(news[0]).toMatchObject({ title: expect.stringMatching(/^\D+ \d\d\/\d{4}$/), body: '' });
  });

  it.runIf(isWhole)('goes on at another server when its own is killed', async () => {
    const site = await owingSite('Killed');
    const doomed = await startBeside(server);
    const { id } = await site.prepare();
    await site.ann.at(doomed.url).put(`${noticeRun.path}/${id}/send`, {});
    doomed.kill();
    await noticeRunsJob.run(new Date());
    await site.settled(id);
    for (const who of [site.dora, site.emil]) expect(await mailsOf(who.email)).toHaveLength(1);
  });

  it.runIf(isWhole)('reminds only who still owes, looked at again as the mail goes out', async () => {
    const site = await owingSite('Remind');
    await site.pay(site.otherUnitId, 70_000);
    const done = await site.run({ kind: 'REMIND_DEBT_1' });
    expect(done).toMatchObject({ notices: 1, sent: 1 });
    expect((await site.results(done.id)).map(({ unitId }) => unitId)).toEqual([site.unitId]);
    const [row] = await site.results(done.id);
    const goes = () =>
      noticeMails.feeNotice({
        id: 'm1',
        to: site.dora.email,
        language: 'vi',
        at: new Date(),
        base: 'http://localhost',
        values: { projectId: site.id, noticeId: String(row?.noticeId), runId: '', sentAs: 'REMIND_DEBT_2' },
      });
    expect(await goes()).not.toBeNull();
    await site.pay(site.unitId, 50_000);
    expect(await goes()).toBeNull();
    const { id } = await site.prepare({ kind: 'REMIND_DEBT_2' });
    expect((await site.act(id, 'send')).code).toBe('NOTHING_TO_SEND');
  });

  it('takes down what came back and why, and sends it once more', async () => {
    const site = await owingSite('Bounced');
    const { id } = await site.run();
    const rows = () => db().collection<{ _id: string; mailId: string }>(collectionOf(noticeDelivery));
    const of = { projectId: site.id, unitId: site.unitId };
    const row = await rows().findOneAndUpdate(of, { $set: { status: 'SEND' } });
    await mails().updateOne({ _id: row?.mailId }, { $set: { state: 'failed', reason: 'EENVELOPE 550' } });
    await noticeRunsJob.run(new Date());
    expect((await site.results(id)).find(({ unitId }) => unitId === site.unitId)).toMatchObject({
      status: 'BOUNCE',
      reason: 'NON_EXISTENT_ADDRESS',
    });
    expect(await site.read(id)).toMatchObject({ sent: 1, failed: 1 });
    const again = () => site.ann.put(`${noticeDelivery.path}/${row?._id}/resend`, {});
    expect((await again()).status).toBe(200);
    expect((await again()).status).toBe(409);
    await until(async () => (await mailsOf(site.dora.email)).length === 2);
    await until(async () => (await site.read(id)).sent === 2);
    // Another run finds nothing left to send.
    const other = await site.prepare();
    expect((await site.act(other.id, 'send')).code).toBe('NOTHING_TO_SEND');
  });

  it.runIf(isWhole)('is called off together with what still waits', async () => {
    const site = await owingSite('Off');
    const { id } = await site.prepare();
    await db()
      .collection<{ _id: string }>(collectionOf(noticeRun))
      .updateOne({ _id: String(id) }, { $set: { status: 'IN_PROGRESS' } });
    expect((await site.act(id, 'cancel', { reason: 'A wrong month' })).status).toBe(200);
    await noticeRunsJob.run(new Date());
    expect(await site.results(id)).toEqual([]);
    const again = await site.run();
    expect(again).toMatchObject({ sent: 2 });
  });

  it('hears of what came back, once, and leaves such a mailbox alone until it is lifted', async () => {
    configureWebhookSecret(SECRET);
    const site = await owingSite('Bounce');
    await site.run({ sendEmail: true });
    const mine = async () => (await site.results()).find(({ unitId }) => unitId === site.unitId);
    const row = await site.ann.get<Row>(`${noticeDelivery.path}/${(await mine())?.id}`);
    const event = { id: newId(), type: 'bounce', at: new Date().toISOString(), code: '5.1.1' };
    const body = { events: [{ ...event, messageId: `<${row.data.mailId}@lobby.test>` }] };
    const tell = (secret: string) => postSigned(server.url, '/webhooks/email/generic', body, secret);
    expect(await tell('somebody-else-entirely')).toMatchObject({ status: 401 });
    expect(await tell(SECRET)).toMatchObject({ status: 200, data: { accepted: 1, ignored: 0 } });
    expect(await tell(SECRET)).toMatchObject({ status: 200, data: { accepted: 0, ignored: 1 } });
    await noticeRunsJob.run(new Date());
    const back = await until(async () => (await mine())?.status === 'BOUNCE' && mine());
    expect(back).toMatchObject({ reason: 'NON_EXISTENT_ADDRESS' });
    // The next sending finds the address suppressed; an explicit resend is delivered.
    const before = (await mailsOf(site.dora.email)).length;
    await site.run();
    expect(await mailsOf(site.dora.email)).toHaveLength(before);
    const refused = (await site.results()).find(({ reason }) => reason === 'SUPPRESSED');
    expect(refused).toMatchObject({ status: 'FAILED', unitId: site.unitId });
    const again = () => site.ann.put(`${noticeDelivery.path}/${refused?.id}/resend`, {});
    expect(refusal(await again())).toEqual([422, 'SUPPRESSED']);
    const [held] = (await site.ann.get<Row[]>(emailSuppression.path)).data;
    expect(held).toMatchObject({ cause: 'BOUNCE', reason: 'NON_EXISTENT_ADDRESS', residentIds: [site.dora.id] });
    expect((await site.ann.put(`${emailSuppression.path}/${held?.id}/lift`, { reason: 'Mended' })).status).toBe(200);
    expect((await again()).status).toBe(200);
    await until(async () => (await mailsOf(site.dora.email)).length === before + 1);
    // Delivery reports of the other mails are stored: opened, clicked, complaint.
    const other = (await site.results()).find(one => one.unitId !== site.unitId && one.status !== 'FAILED');
    const { mailId } = (await site.ann.get<Row>(`${noticeDelivery.path}/${other?.id}`)).data;
    for (const [type, status] of [
      ['open', 'OPENED'],
      ['click', 'CLICKED'],
      ['complaint', 'COMPLAINT'],
    ] as const) {
      const heard = { id: newId(), type, at: new Date().toISOString(), messageId: `<${mailId}@lobby.test>` };
      const said = await postSigned(server.url, '/webhooks/email/generic', { events: [heard] }, SECRET);
      expect(said, type).toMatchObject({ status: 200 });
      await noticeRunsJob.run(new Date());
      await until(async () => (await site.results()).find(({ id }) => id === other?.id)?.status === status);
    }
  });

  it.runIf(isWhole)(
    'goes to whom the project chose: to the first who is reached, or to all of them, and to nobody twice',
    async () => {
      const site = await owingSite('Readers');
      const [{ unitId }, gil] = [site, 'gil@example.test'];
      await site.make(resident.path, { name: 'Gil', unitId, role: 'CO_HOUSEHOLDER', email: gil });
      let version = 1;
      const set = async (values: object) =>
        expect((await site.ann.put(`/unit-group/${site.id}/sending`, { version: version++, ...values })).status).toBe(
          200,
        );
      const counts = async () => [(await mailsOf(site.dora.email)).length, (await mailsOf(gil)).length];
      await site.run();
      expect(await counts()).toEqual([1, 0]);
      // Her address is suppressed, so the next recipient by role gets it.
      const shut = await site.make(emailSuppression.path, { email: site.dora.email, note: 'Asked by phone' });
      await site.run({ kind: 'REMIND_DEBT_1' });
      expect(await counts()).toEqual([1, 1]);
      await site.ann.put(`${emailSuppression.path}/${shut.id}/lift`, { reason: 'Mended' });
      await set({ noticeRoles: ['CO_HOUSEHOLDER', 'HOUSEHOLDER'] });
      await site.run({ kind: 'REMIND_DEBT_2' });
      expect(await counts()).toEqual([1, 2]);
      await set({ noticeToAll: true });
      const { id } = await site.run({ kind: 'REMIND_DEBT_3' });
      expect(await counts()).toEqual([2, 3]);
      const own = (await site.results(id)).filter(one => one.unitId === unitId);
      expect(new Set(own.map(({ residentId }) => residentId)).size).toBe(2);
      const again = await site.prepare({ kind: 'REMIND_DEBT_3' });
      expect((await site.act(again.id, 'send')).code).toBe('NOTHING_TO_SEND');
      expect(await counts()).toEqual([2, 3]);
    },
  );

  it('speaks for who stands in the settings, and is turned off by the link in it but for what makes a claim', async () => {
    const site = await owingSite('Off by link');
    const sender = { senderName: 'Accounts desk', senderPhone: '028 3822 6868', replyTo: 'desk@example.test' };
    await site.ann.put(`/unit-group/${site.id}/sending`, { version: 1, ...sender });
    await site.run();
    const [mail] = await mailsOf(site.dora.email);
    for (const said of [sender.senderName, '0283 822 6868', sender.replyTo]) expect(mail?.text).toContain(said);
    expect(mail?.html).toContain('/emails/unsubscribe#token=');
    const call = new URL(String(mail?.unsubscribeCall));
    const token = String(call.searchParams.get('token'));
    const at = (given: string) => fetch(`${server.url}${call.pathname}?token=${given}`, { method: 'POST' });
    // A link scanner (GET) changes nothing, and neither does a token of another topic.
    await fetch(`${server.url}${call.pathname}${call.search}`);
    expect((await at(token.replace('.fees.', '.announcements.'))).status).toBe(422);
    expect((await site.dora.get('/fee-notice/channels')).data).toMatchObject({ off: [], track: false });
    expect([(await at(token)).status, (await at(token)).status]).toEqual([200, 200]);
    expect((await site.dora.get('/fee-notice/channels')).data).toMatchObject({ off: ['EMAIL'] });
    await site.run({ kind: 'REMIND_DEBT_2' });
    const row = (await site.results()).find(one => one.unitId === site.unitId && one.kind === 'REMIND_DEBT_2');
    expect(row).toMatchObject({ status: 'UNSUBSCRIBE', reason: 'UNSUBSCRIBE' });
    await site.run({ kind: 'REMIND_DEBT_3' });
    const [, last] = await mailsOf(site.dora.email);
    expect(last?.unsubscribeCall).toBeUndefined();
    expect(last?.html).not.toContain('/emails/unsubscribe');
    expect(last?.text).toContain('thư này không tắt được');
    // Staff reading the stored content cannot unsubscribe the resident.
    const told = (await site.results()).find(one => one.unitId === site.unitId && one.kind === 'NORMAL');
    const kept = (await site.ann.get<Row>(`${noticeDelivery.path}/${told?.id}`)).data;
    expect(kept.content).toContain('/emails/unsubscribe');
    expect(kept.content).not.toContain('token=');
  });

  it('does not go to who has moved out since, and says so', async () => {
    const site = await owingSite('Moved out');
    const { id } = await site.run();
    const rows = () => db().collection<{ _id: string; mailId: string }>(collectionOf(noticeDelivery));
    const of = { projectId: site.id, unitId: site.unitId };
    const row = await rows().findOneAndUpdate(of, { $set: { status: 'SEND' } });
    const left = { projectId: site.id, residentId: site.dora.id };
    await db()
      .collection(collectionOf(residency))
      .updateMany(left, { $set: { living: false } });
    const values = { projectId: site.id, noticeId: '', runId: '', sentAs: 'NORMAL', residentId: site.dora.id };
    const [notice] = (await site.ann.get<Row[]>(`${feeNotice.path}?filter[unitId][]=${site.unitId}`)).data;
    const out = { id: 'none', to: site.dora.email, language: 'vi', at: new Date(), base: '' } as const;
    expect(await noticeMails.feeNotice({ ...out, values: { ...values, noticeId: String(notice?.id) } })).toBeNull();
    await mails().updateOne({ _id: row?.mailId }, { $set: { state: 'dropped' } });
    await noticeRunsJob.run(new Date());
    const skipped = (await site.results(id)).find(({ unitId }) => unitId === site.unitId);
    expect(skipped).toMatchObject({ status: 'SKIPPED', reason: 'MOVED_OUT' });
  });

  it.runIf(isWhole)('leaves out a channel that its reader does without', async () => {
    const site = await owingSite('Choices');
    expect((await site.dora.get('/fee-notice/channels')).data).toMatchObject({ off: [], track: false });
    expect((await site.dora.put('/fee-notice/channels', { off: ['EMAIL'] })).status).toBe(200);
    expect((await site.ann.get('/fee-notice/channels')).status).toBe(403);
    await site.run();
    expect(await mailsOf(site.dora.email)).toEqual([]);
    const row = (await site.results()).find(({ unitId }) => unitId === site.unitId);
    expect(row).toMatchObject({ status: 'UNSUBSCRIBE', reason: 'UNSUBSCRIBE' });
  });

  it.runIf(isWhole)('stays within what short messages may cost in a month', async () => {
    const site = await owingSite('Cap');
    const actor = { id: 'system', name: 'Lobby' };
    const sending = { smsMonthlyCap: 1500, smsWarnAt: 50, smsPrice: [{ network: 'VINAPHONE', price: 800 } as const] };
    const set = { features: { SMS: true }, sending: { ...NO_NIGHT, ...sending }, timeZone: noonZone() };
    await changeProject(site.id, 1, set, { actor, now: new Date() });
    const { id } = await site.prepare({ sendEmail: false, sendSms: true });
    const { data: plan } = await site.ann.get<Row>(`${noticeRun.path}/${id}/plan`);
    expect(plan.sms).toEqual({ segments: 2, cost: 1600, left: 1500 });
    const notices = (await site.ann.get<Row[]>(feeNotice.path)).data.map(one => one.id);
    const send = (noticeIds: string[]) =>
      site.ann.post<Row>(`${feeNotice.path}/send`, { noticeIds, channels: ['SMS'] });
    for (const refused of [await site.act(id, 'send'), await send(notices)]) {
      expect(refusal(refused)).toEqual([422, 'LIMIT_REACHED']);
      expect(refused.error.message).toContain('room for 1 SMS');
    }
    expect(await site.results()).toEqual([]);
    const { data: run } = await send(notices.slice(0, 1));
    expect(await site.settled(run.id)).toMatchObject({ sent: 1, failed: 0 });
    const told = (await site.ben.get<Row[]>('/histories/pms?limit=50')).data;
    expect(told.filter(({ kind }) => kind === 'SEND_CAP_NEAR')).toMatchObject([{ entityId: run.id }]);
    // Scheduled runs send up to the limit.
    await change(noticeRun, id, { status: 'SCHEDULED', sendAt: new Date(0) });
    await noticeRunsJob.run(new Date());
    expect(await site.settled(id)).toMatchObject({ sent: 0, failed: 1 });
    expect((await site.results(id)).map(({ reason }) => reason)).toEqual(['LIMIT_REACHED']);
  });

  it.runIf(isWhole)('needs a channel, and the feature of short messages', async () => {
    const site = await owingSite('Needs');
    const ask = (values: object) => site.ann.post(noticeRun.path, { month: NOTICE_MONTH, ...values });
    expect((await ask({ sendEmail: false, sendApp: false })).error.data?.fields?.sendEmail?.code).toBe(
      'SEND_TYPE_REQUIRED',
    );
    expect(refusal(await ask({ sendSms: true }))).toEqual([422, 'SMS_NOT_SET_UP', 'sendSms']);
    const actor = { id: 'system', name: 'Lobby' };
    const set = { features: { SMS: true }, timeZone: noonZone() };
    await changeProject(site.id, 1, set, { actor, now: new Date() });
    const done = await site.run({ sendEmail: false, sendSms: true });
    expect(done).toMatchObject({ sent: 2, segments: 2 });
  });
});
