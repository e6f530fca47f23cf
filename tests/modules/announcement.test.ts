import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { db } from '@lobby/server/kit/database/database.ts';
import { Undeliverable } from '@lobby/server/kit/mail/deliver.ts';
import { mails } from '@lobby/server/kit/mail/queue.ts';
import { overGateway } from '@lobby/server/kit/mail/sms.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { announcementsJob } from '@lobby/server/modules/announcement/deliver.ts';
import { announcementMails } from '@lobby/server/modules/announcement/mails.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { announcement } from '@lobby/shared/modules/announcement.ts';
import { announcementDelivery } from '@lobby/shared/modules/announcement-delivery.ts';
import { news } from '@lobby/shared/modules/news.ts';
import { poll } from '@lobby/shared/modules/poll.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { describe, expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { formOf, PDF } from '../setup/files/uploads.ts';
import { change } from '../setup/records.ts';
import { listen, until } from '../setup/server/listener.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { quietNow } from '../setup/time/quiet.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const second = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, emil, unitId } = site;
const make = async (path: string, values: object): Promise<Row> => (await ann.post(path, values)).data;
const write = (values: object = {}) =>
  make(announcement.path, { title: 'Cắt nước', content: 'Từ 8 giờ.', sendTypes: ['APP'], ...values });
const listOf = async (who: Caller, path: string) => (await who.get<Row[]>(path)).data.map(({ id }) => id);
const results = async (id: string) =>
  (await ann.get<Row[]>(`${announcementDelivery.path}?filter[announcementId][]=${id}&limit=100`)).data;

describe('an announcement', () => {
  it('reaches everybody once by each way, though two servers send it at once', async () => {
    const doc = await write({ sendTypes: ['APP', 'EMAIL'] });
    const reach = (await ann.get(`${announcement.path}/${doc.id}/recipients`)).data;
    expect(reach).toMatchObject({ people: 2, app: 2, email: 2 });
    expect(await listOf(dora, announcement.path)).not.toContain(doc.id);
    await ann.put(`${announcement.path}/${doc.id}/send`, {});
    await Promise.all(Array.from({ length: 6 }, () => announcementsJob.run(new Date())));
    await until(async () => (await ann.get(`${announcement.path}/${doc.id}`)).data.status === 'SENT');
    const sent = await results(doc.id);
    expect(sent.map(({ channel }) => channel).toSorted()).toEqual(['APP', 'APP', 'EMAIL', 'EMAIL']);
    expect(await listOf(dora, announcement.path)).toContain(doc.id);
    const told = (await dora.get<Row[]>('/histories/pms?limit=50')).data.filter(one => one.entityId === doc.id);
    expect(told.map(({ kind }) => kind)).toEqual(['ANNOUNCEMENT']);
    const rows = await db()
      .collection(collectionOf(announcementDelivery))
      .find({ announcementId: doc.id, mailId: { $ne: null } })
      .toArray();
    expect(await mails().countDocuments({ _id: { $in: rows.map(({ mailId }) => mailId) } })).toBe(2);
    const { version } = (await ann.get(`${announcement.path}/${doc.id}`)).data;
    expect((await ann.put(`${announcement.path}/${doc.id}`, { version, title: 'X' })).code).toBe('ANNOUNCEMENT_SENT');
  });

  it('goes by the app to as many as were counted before: not to who may not use it', async () => {
    await change(resident, emil.id, { appUsage: false });
    const doc = await write({ sendTypes: ['APP'] });
    const reach = (await ann.get<Row>(`${announcement.path}/${doc.id}/recipients`)).data;
    expect(reach).toMatchObject({ people: 2, app: 1, nobody: 1 });
    await ann.put(`${announcement.path}/${doc.id}/send`, {});
    await until(async () => (await ann.get(`${announcement.path}/${doc.id}`)).data.status === 'SENT');
    const counts = { recipientCount: 2, sentCount: 1, failedCount: 1 };
    expect((await ann.get(`${announcement.path}/${doc.id}`)).data).toMatchObject(counts);
    const failed = (await results(doc.id)).find(({ status }) => status === 'FAILED');
    expect(failed).toMatchObject({ residentId: emil.id, problem: 'APP_OFF' });
    await change(resident, emil.id, { appUsage: true });
  });

  it('that is stopped lets out nothing of what still waits', async () => {
    const doc = await write({ sendTypes: ['APP', 'EMAIL'] });
    await ann.put(`${announcement.path}/${doc.id}/send`, {});
    await until(async () => (await ann.get(`${announcement.path}/${doc.id}`)).data.status === 'SENT');
    const rows = await db()
      .collection<{ _id: string; mailId: string }>(collectionOf(announcementDelivery))
      .find({ announcementId: doc.id, channel: 'EMAIL' })
      .toArray();
    const ids = rows.map(({ mailId }) => mailId);
    await until(async () => (await mails().countDocuments({ _id: { $in: ids }, state: 'sent' })) === ids.length);
    // The counts follow the mails.
    await until(async () => (await ann.get(`${announcement.path}/${doc.id}`)).data.waitingCount === 0);
    // As at night, with further units still to be processed.
    const later = new Date(Date.now() + 3_600_000);
    await mails().updateMany(
      { _id: { $in: ids } },
      { $set: { state: 'waiting', tries: 0, dueAt: later, doneAt: null } },
    );
    for (const { _id } of rows) await change(announcementDelivery, _id, { status: 'SEND' });
    await change(announcement, doc.id, { status: 'SENDING' });
    const before = Number((await ann.get(`${announcement.path}/${doc.id}`)).data.waitingCount);
    expect((await ann.put(`${announcement.path}/${doc.id}/withdraw`, { reason: 'Water is back' })).status).toBe(200);
    const states = (await results(doc.id)).filter(({ channel }) => channel === 'EMAIL').map(({ status }) => status);
    expect(states).toEqual(['SKIPPED', 'SKIPPED']);
    expect(await mails().countDocuments({ _id: { $in: ids } })).toBe(0);
    expect((await ann.get(`${announcement.path}/${doc.id}`)).data).toMatchObject({ waitingCount: before - 2 });
  });

  it('is for units of a floor or a label, which their residents see, and hear of live', async () => {
    const made = await ann.post<Row>('/label', { name: `Tầng cao ${Date.now()}`, shortName: 'TC', type: 'UNIT' });
    const unit = (await ann.get<Row>(`/unit/${unitId}`)).data;
    await ann.put(`/unit/${unitId}`, { version: unit.version, labelIds: [made.data.id] });
    await until(async () => (await ann.get(`/unit/${unitId}`)).data.version !== unit.version);
    const byLabel = await write({ audience: 'UNITS', labelIds: [made.data.id] });
    expect((await ann.get(`${announcement.path}/${byLabel.id}/recipients`)).data).toMatchObject({
      units: 1,
      people: 1,
    });
    const byFloor = await write({ audience: 'UNITS', floorIds: [site.floorId] });
    const reach = (await ann.get<{ units: number }>(`${announcement.path}/${byFloor.id}/recipients`)).data;
    expect(reach.units).toBeGreaterThan(0);
    const ear = await listen(server.url, dora.token);
    await ear.ask('subscribe', { unitId, modules: ['ANNOUNCEMENT'] });
    await ann.put(`${announcement.path}/${byLabel.id}/send`, {});
    await ear.hear(one => one.entityId === byLabel.id);
    await until(async () => (await ann.get(`${announcement.path}/${byLabel.id}`)).data.status === 'SENT');
    expect((await results(byLabel.id)).map(({ unitId: at }) => at)).toEqual([unitId]);
    expect(
      [await listOf(dora, announcement.path), await listOf(emil, announcement.path)].map(ids =>
        ids.includes(byLabel.id),
      ),
    ).toEqual([true, false]);
  });

  it('is said to each in the language that they read', async () => {
    const said = { title: 'Water off', content: 'From 8.' };
    const twice = [
      { language: 'en', ...said },
      { language: 'en', ...said },
    ];
    const refused = await ann.post(announcement.path, {
      title: 'Cắt nước',
      content: 'Từ 8 giờ.',
      sendTypes: ['APP'],
      texts: twice,
    });
    expect(refused.error.data?.fields?.['texts.1.language']?.code).toBe('LANGUAGE_TWICE');
    const doc = await write({
      sendTypes: ['APP', 'EMAIL'],
      audience: 'UNITS',
      unitIds: [unitId],
      texts: twice.slice(1),
    });
    await db()
      .collection<{ _id: string }>('users')
      .updateOne({ _id: dora.userId }, { $set: { language: 'en' } });
    await ann.put(`${announcement.path}/${doc.id}/send`, {});
    await until(async () => (await ann.get(`${announcement.path}/${doc.id}`)).data.status === 'SENT');
    const row = await db()
      .collection(collectionOf(announcementDelivery))
      .findOne({ announcementId: doc.id, channel: 'EMAIL' });
    const mail = await mails().findOne({ _id: String(row?.mailId) });
    expect(mail?.language).toBe('en');
    expect((await dora.get(`${announcement.path}/${doc.id}`)).data.texts).toEqual(twice.slice(1));
    await db()
      .collection<{ _id: string }>('users')
      .updateOne({ _id: dora.userId }, { $unset: { language: '' } });
  });

  it('says of each mail what its channel has reported: opened, pressed, marked as spam', async () => {
    const doc = await write({ sendTypes: ['APP', 'EMAIL'] });
    await ann.put(`${announcement.path}/${doc.id}/send`, {});
    await until(async () => (await ann.get(`${announcement.path}/${doc.id}`)).data.status === 'SENT');
    const rows = db().collection<{ _id: string; mailId: string }>(collectionOf(announcementDelivery));
    const sent = await rows.find({ announcementId: doc.id, channel: 'EMAIL' } as object).toArray();
    const report = async (n: number, outcome: 'delivered' | 'opened' | 'clicked' | 'complaint') => {
      const [own] = sent.slice(n);
      await mails().updateOne(
        { _id: String(own?.mailId) },
        { $set: { report: { outcome, code: null, at: new Date(), told: false } } },
      );
      await announcementsJob.run(new Date());
      return ((await rows.findOne({ _id: String(own?._id) })) as { status?: string } | null)?.status;
    };
    await rows.updateMany({ announcementId: doc.id, channel: 'EMAIL' } as object, {
      $set: { status: 'SENT' } as object,
    });
    // Compared with the list response, since delivery reports send no events.
    const marked = async () => {
      const query = `filter[status][]=COMPLAINT&filter[announcementId][]=${doc.id}`;
      const { data, headers } = await ann.get<Row[]>(`${announcementDelivery.path}?${query}`);
      return [...data.map(({ problem }) => problem), headers.get('content-range')?.split('/')[1]];
    };
    expect(await marked()).toEqual(['0']);
    expect([await report(0, 'delivered'), await report(0, 'opened'), await report(0, 'clicked')]).toEqual([
      'DELIVERIED',
      'OPENED',
      'CLICKED',
    ]);
    expect(await report(1, 'complaint')).toBe('COMPLAINT');
    expect(await marked()).toEqual(['SPAM_MARK', '1']);
    expect((await ann.get(`${announcement.path}/${doc.id}`)).data).toMatchObject({
      sentCount: 3,
      waitingCount: 0,
      failedCount: 1,
    });
    expect(await mails().countDocuments({ projectId: site.id, kind: 'announcement', 'report.told': false })).toBe(0);
  });

  it('goes by mail at any hour, adds up, and is tried by who writes it alone', async () => {
    const { quietFrom, quietTo } = quietNow();
    const { version } = (await ann.get<Row>(`/unit-group/${site.id}/sending`)).data;
    const set = await ann.put(`/unit-group/${site.id}/sending`, { version, quietFrom, quietTo });
    expect(set.status, set.text).toBe(200);
    const doc = await write({ sendTypes: ['APP', 'EMAIL'] });
    const tried = await ann.post<{ to: string }>(`${announcement.path}/${doc.id}/test`, {});
    expect([tried.status, tried.data.to]).toEqual([200, expect.stringContaining('@')]);
    expect(await results(doc.id)).toEqual([]);
    await ann.put(`${announcement.path}/${doc.id}/send`, {});
    await until(async () => (await ann.get(`${announcement.path}/${doc.id}`)).data.status === 'SENT');
    const rows = await db()
      .collection<{ mailId: string | null }>(collectionOf(announcementDelivery))
      .find({ announcementId: doc.id, channel: 'EMAIL' } as object)
      .toArray();
    const queued = await mails()
      .find({ _id: { $in: rows.map(({ mailId }) => String(mailId)) } })
      .toArray();
    // Due now instead of after the quiet hours; a mail in delivery is locked for some minutes.
    const soon = Date.now() + 30 * 60_000;
    expect(queued.map(({ dueAt }) => dueAt.getTime() < soon)).toEqual([true, true]);
    const own = (await ann.get(`${announcement.path}/${doc.id}`)).data;
    expect(Number(own.sentCount) + Number(own.waitingCount) + Number(own.failedCount)).toBe(4);
    const reach = (await ann.get(`${announcement.path}/${doc.id}/recipients`)).data;
    expect(reach.smsAt).toEqual(expect.any(String));
  });

  it('is for the chosen units alone, and tells what is missing of whom', async () => {
    const doc = await write({ audience: 'UNITS', unitIds: [unitId] });
    await ann.put(`${announcement.path}/${doc.id}/send`, {});
    await until(async () => (await ann.get(`${announcement.path}/${doc.id}`)).data.status === 'SENT');
    expect((await results(doc.id)).map(({ unitId: at }) => at)).toEqual([unitId]);
    expect(
      [await listOf(dora, announcement.path), await listOf(emil, announcement.path)].map(ids => ids.includes(doc.id)),
    ).toEqual([true, false]);
  });

  it('for owners alone, or without some units, is nowhere with the others', async () => {
    const of = { unitIds: [unitId, site.otherUnitId], sendTypes: ['APP'] };
    const { version } = (await ann.get<Row>(`${resident.path}/${emil.id}`)).data;
    const owns = await ann.put(`${resident.path}/${emil.id}`, { version, owner: true });
    expect(owns.status, owns.text).toBe(200);
    for (const [values, reached] of [
      [{ ownersOnly: true }, site.otherUnitId],
      [{ excludeUnitIds: [site.otherUnitId] }, unitId],
      [{ excludeUnitIds: [unitId], unitIds: undefined }, site.otherUnitId],
    ] as const) {
      const asked = { ...of, ...values };
      const reach = await ann.post(`${announcement.path}/recipients`, asked);
      expect(reach.data, JSON.stringify(values)).toMatchObject({ people: 1 });
      const doc = await write(asked);
      await ann.put(`${announcement.path}/${doc.id}/send`, {});
      await until(async () => (await ann.get(`${announcement.path}/${doc.id}`)).data.status === 'SENT');
      expect((await results(doc.id)).map(one => one.unitId)).toEqual([reached]);
      for (const [who, at] of [
        [dora, unitId],
        [emil, site.otherUnitId],
      ] as const) {
        const told = (await who.get<Row[]>('/histories/pms?limit=50')).data.some(one => one.entityId === doc.id);
        const { status } = await who.get(`${announcement.path}/${doc.id}`);
        expect([told, (await listOf(who, announcement.path)).includes(doc.id), status], at).toEqual(
          at === reached ? [true, true, 200] : [false, false, 404],
        );
      }
    }
  });

  it('goes to those whom its question named, to nobody else and not to nobody', async () => {
    const asked = { audience: 'UNITS', unitIds: [unitId], sendTypes: ['APP', 'EMAIL'] };
    const reach = await ann.post(`${announcement.path}/recipients`, asked);
    expect(reach.data).toMatchObject({ units: 1, people: 1, app: 1, email: 1, nobody: 0 });
    const doc = await write(asked);
    const changed = await ann.put(`${announcement.path}/${doc.id}/send`, { expected: 4 });
    // The recipient counts contain no SMS if the project sends none, even with known phone numbers.
    const texted = await ann.post(`${announcement.path}/recipients`, { ...asked, sendTypes: ['SMS'] });
    expect(texted.data).toMatchObject({ people: 1, sms: 0, nobody: 1 });
    expect([changed.status, changed.code, changed.error.data]).toMatchObject([
      409,
      'ANNOUNCEMENT_COUNT_CHANGED',
      { expected: 4, now: 1 },
    ]);
    const none = await write({ audience: 'UNITS', unitIds: [unitId], roles: ['EMPOWER'] });
    expect((await ann.put(`${announcement.path}/${none.id}/send`, {})).code).toBe('ANNOUNCEMENT_NO_RECIPIENTS');
    expect((await ann.put(`${announcement.path}/${doc.id}/send`, { expected: 1 })).status).toBe(200);
    await until(async () => (await ann.get(`${announcement.path}/${doc.id}`)).data.status === 'SENT');
  });

  it('is seen by who opens it in the app, and by nobody else', async () => {
    const doc = await write();
    await ann.put(`${announcement.path}/${doc.id}/send`, {});
    await until(async () => (await ann.get(`${announcement.path}/${doc.id}`)).data.status === 'SENT');
    const statuses = async () => (await results(doc.id)).map(({ status }) => status).toSorted();
    expect(await statuses()).toEqual(['DELIVERIED', 'DELIVERIED']);
    await Promise.all([1, 2, 3].map(() => dora.get(`${announcement.path}/${doc.id}`)));
    expect(await statuses()).toEqual(['DELIVERIED', 'SEEN']);
  });

  it('that is urgent reaches who turned announcements off, and waits for no morning', async () => {
    await dora.put('/auth/me', { mailOff: ['announcements'], appOff: ['announcements'] });
    const reached = async (urgent: boolean) => {
      const doc = await write({ urgent, sendTypes: ['APP', 'EMAIL'], audience: 'UNITS', unitIds: [unitId] });
      await ann.put(`${announcement.path}/${doc.id}/send`, {});
      await until(async () => (await ann.get(`${announcement.path}/${doc.id}`)).data.status === 'SENT');
      const mailed = async () => {
        await announcementsJob.run(new Date());
        return (await results(doc.id)).find(({ channel, status }) => channel === 'EMAIL' && status !== 'SEND')?.status;
      };
      await until(async () => (await mailed()) !== undefined);
      const told = (await dora.get<Row[]>('/histories/pms?limit=50')).data.filter(one => one.entityId === doc.id);
      return [await mailed(), told.length];
    };
    expect(await reached(false)).toEqual(['UNSUBSCRIBE', 0]);
    expect(await reached(true)).toEqual(['SENT', 1]);
    await dora.put('/auth/me', { mailOff: [], appOff: [] });
    const night = await ann.post(`${announcement.path}/recipients`, { urgent: true, sendTypes: ['SMS'] });
    expect(night.data.smsAt).toBeNull();
  });

  it('names its ways as one list, takes its files along by mail, and tells its author when it is out', async () => {
    const body = formOf([{ name: 'lịch.pdf', body: PDF }]);
    const [file] = (await ann.post<Row[]>('/upload', body)).data;
    const doc = await write({ sendTypes: ['EMAIL'], attachments: [file?.id], audience: 'UNITS', unitIds: [unitId] });
    expect(doc.sendTypes).toEqual([{ channel: 'EMAIL' }]);
    const byWay = async (way: string) =>
      (await ann.get<Row[]>(`${announcement.path}?filter[sendTypes][]=${way}&limit=100`)).data.map(({ id }) => id);
    expect([(await byWay('EMAIL')).includes(doc.id), (await byWay('SMS')).includes(doc.id)]).toEqual([true, false]);
    const twice = await ann.post(announcement.path, { title: 'A', content: 'B', sendTypes: ['APP', 'APP'] });
    expect(twice.error.data?.fields?.sendTypes?.code).toBe('LISTED_TWICE');
    await ann.put(`${announcement.path}/${doc.id}/send`, {});
    await until(async () => (await ann.get(`${announcement.path}/${doc.id}`)).data.status === 'SENT');
    expect((await results(doc.id)).map(({ channel }) => channel)).toEqual(['EMAIL']);
    const prepared = await announcementMails.announcement({
      id: 'm',
      to: 'nobody@example.com',
      language: 'vi',
      values: { projectId: site.id, announcementId: doc.id },
      at: new Date(),
      base: '',
    });
    expect(prepared?.files).toMatchObject([{ name: 'lịch.pdf', type: 'application/pdf' }]);
    const told = (await ann.get<Row[]>('/histories/pms?limit=50')).data.filter(one => one.entityId === doc.id);
    expect(told.map(({ kind }) => kind)).toEqual(['ANNOUNCEMENT_DONE']);
  });

  it('that is urgent stands at the head of the app until its reader says so', async () => {
    const doc = await write({ urgent: true, audience: 'UNITS', unitIds: [unitId] });
    await ann.put(`${announcement.path}/${doc.id}/send`, {});
    await until(async () => (await ann.get(`${announcement.path}/${doc.id}`)).data.status === 'SENT');
    const heads = async (who: Caller) =>
      (await who.get<{ urgent: Row[] }>('/resident/home')).data.urgent.map(({ id }) => id);
    expect([await heads(dora), await heads(emil)].map(ids => ids.includes(doc.id))).toEqual([true, false]);
    const say = (who: Caller) => who.put(`${announcement.path}/${doc.id}/acknowledge`, {});
    expect((await say(emil)).status).toBe(404);
    const [one, two] = await Promise.all([say(dora), say(dora)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(await heads(dora)).not.toContain(doc.id);
    expect((await results(doc.id))[0]).toMatchObject({ status: 'SEEN', acknowledgedAt: expect.any(String) });
  });

  it('that is withdrawn is nowhere in the app, nor among what people were told; its places say whom it is for', async () => {
    const values = { unitIds: [unitId], roles: ['HOUSEHOLDER'], category: 'SAFETY' };
    const doc = await write(values);
    expect(doc).toMatchObject({ audience: 'UNITS', category: 'SAFETY' });
    const asked = await ann.post(`${announcement.path}/recipients`, { ...values, category: undefined });
    expect(asked.data).toMatchObject({ units: 1 });
    const all = await write({ unitIds: [unitId] });
    await ann.put(`${announcement.path}/${all.id}/send`, {});
    await until(async () => (await ann.get(`${announcement.path}/${all.id}`)).data.status === 'SENT');
    const told = async () =>
      (await dora.get<Row[]>('/histories/pms?limit=50')).data.some(one => one.entityId === all.id);
    expect([await told(), (await dora.get(`${announcement.path}/${all.id}`)).status]).toEqual([true, 200]);
    const gone = await ann.put(`${announcement.path}/${all.id}/withdraw`, { reason: 'Nhầm ngày' });
    expect(gone.data).toMatchObject({ status: 'WITHDRAWN', reason: 'Nhầm ngày' });
    expect([await told(), (await dora.get(`${announcement.path}/${all.id}`)).status]).toEqual([false, 404]);
    const again = await ann.post<Row>(`${announcement.path}/${all.id}/duplicate`, {});
    expect([again.status, again.data]).toMatchObject([201, { status: 'DRAFT', title: 'Cắt nước', unitIds: [unitId] }]);
    const from = new Date(Date.now() + DAY_MS).toISOString();
    const reversed = {
      title: 'A',
      content: 'B',
      sendTypes: ['APP'],
      validFrom: from,
      validTo: new Date().toISOString(),
    };
    expect((await ann.post(announcement.path, reversed)).error.data?.fields?.validTo?.code).toBe('DATES_REVERSED');
  });

  it('that was missed by hours waits, and its author hears of it once', async () => {
    const doc = await write();
    const scheduledAt = new Date(Date.now() + 3_600_000);
    await ann.put(`${announcement.path}/${doc.id}/schedule`, { scheduledAt: scheduledAt.toISOString() });
    const late = new Date(scheduledAt.getTime() + 3 * 3_600_000);
    await announcementsJob.run(late);
    await announcementsJob.run(late);
    expect((await ann.get(`${announcement.path}/${doc.id}`)).data.status).toBe('SCHEDULED');
    const told = (await ann.get<Row[]>('/histories/pms?limit=50')).data.filter(one => one.entityId === doc.id);
    expect(told).toMatchObject([{ kind: 'ANNOUNCEMENT_MISSED', count: 1 }]);
    const back = await ann.put(`${announcement.path}/${doc.id}/unschedule`, {});
    expect(back.data).toMatchObject({ status: 'DRAFT', scheduledAt: null });
  });

  it('waits for its time, and needs a way, a time to come, and the feature of short messages', async () => {
    const doc = await write();
    const past = { scheduledAt: new Date(Date.now() - 3_600_000).toISOString() };
    expect((await ann.put(`${announcement.path}/${doc.id}/schedule`, past)).error.data?.fields?.scheduledAt?.code).toBe(
      'ANNOUNCEMENT_TIME_PAST',
    );
    const scheduledAt = new Date(Date.now() + 3_600_000);
    await ann.put(`${announcement.path}/${doc.id}/schedule`, { scheduledAt: scheduledAt.toISOString() });
    await announcementsJob.run(new Date());
    expect((await ann.get(`${announcement.path}/${doc.id}`)).data.status).toBe('SCHEDULED');
    await announcementsJob.run(new Date(scheduledAt.getTime() + 1000));
    expect((await ann.get(`${announcement.path}/${doc.id}`)).data.status).toBe('SENT');
    const none = await ann.post(announcement.path, { title: 'A', content: 'B' });
    expect(none.error.data?.fields?.sendTypes?.code).toBe('ANNOUNCEMENT_SEND_TYPES_REQUIRED');
    const empty = await ann.post(announcement.path, { title: 'A', sendTypes: ['APP'] });
    expect([empty.status, empty.error.data?.fields?.content?.code]).toEqual([400, 'ANNOUNCEMENT_CONTENT_REQUIRED']);
    const sms = await ann.post(announcement.path, { title: 'A', content: 'B', sendTypes: ['SMS'] });
    expect(sms.error.data?.fields?.sendTypes?.code).toBe('SMS_NOT_SET_UP');
  });
});

it('a short message goes to the gateway with its id, and is told from one that is refused', async () => {
  const taken: { id: string; to: string; text: string }[] = [];
  const gateway = createServer((req, res) => {
    let body = '';
    req.on('data', part => {
      body += part;
    });
    req.on('end', () => {
      const one = JSON.parse(body);
      res.statusCode = one.to.endsWith('0') ? 422 : one.to.endsWith('9') ? 503 : 202;
      if (res.statusCode === 202) taken.push(one);
      res.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const deliver = overGateway(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`);
  const message = {
    id: 'm1',
    subject: 'Alpha: Cắt nước',
    text: '',
    html: '',
    at: new Date(),
    from: { name: 'ALPHA', address: '' },
  };
  await deliver({ ...message, to: '+84912345678' });
  await expect(deliver({ ...message, to: '+84912345670' })).rejects.toBeInstanceOf(Undeliverable);
  await expect(deliver({ ...message, to: '+84912345679' })).rejects.not.toBeInstanceOf(Undeliverable);
  expect(taken).toEqual([{ id: 'm1', to: '+84912345678', from: 'ALPHA', text: 'Alpha: Cắt nước' }]);
  gateway.close();
});

it('news is read by residents while it is published, and told them live', async () => {
  const doc = await make(news.path, { title: 'Hồ bơi', content: 'Mở lại.' });
  expect(await listOf(dora, news.path)).not.toContain(doc.id);
  const ear = await listen(server.url, dora.token);
  await ear.ask('subscribe', { unitId, modules: [news.code] });
  await ann.put(`${news.path}/${doc.id}/publish`, {});
  await ear.hear(event => event.entityId === doc.id);
  expect(await listOf(dora, news.path)).toContain(doc.id);
  await ann.put(`${news.path}/${doc.id}/unpublish`, {});
  await ear.hear(event => event.entityId === doc.id && event.action === 'remove');
  expect((await dora.get(`${news.path}/${doc.id}`)).status).toBe(404);
});

describe('a poll', () => {
  let ids: string[] = [];
  const begin = async (values: object) => {
    const doc = await make(poll.path, {
      title: 'Giờ nào?',
      closesAt: new Date(Date.now() + DAY_MS).toISOString(),
      options: [{ text: '5:00' }, { text: '6:00' }],
      ...values,
    });
    await ann.put(`${poll.path}/${doc.id}/publish`, {});
    ids = (doc.options as { id: string }[]).map(option => option.id);
    return doc;
  };
  const voteIn = (id: string, who: Caller, choices: number[]) =>
    who.put(`${poll.path}/${id}/vote`, { optionIds: choices.map(at => ids[at] ?? 'none') });
  const stands = async (id: string) => {
    const { counts, voted } = (await ann.get<{ counts: { votes: number }[]; voted: number }>(`${poll.path}/${id}`))
      .data;
    return [...counts.map(({ votes }) => votes), voted];
  };

  it('counts each voter once, who may think again, through two servers at once', async () => {
    const { id } = await begin({});
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        voteIn(id, (n % 2 ? dora : emil).at(n % 3 ? server.url : second.url), [n % 4 < 2 ? 0 : 1]),
      ),
    );
    await voteIn(id, dora, [1]);
    await voteIn(id, emil, [1]);
    expect(await stands(id)).toEqual([0, 2, 2]);
    expect((await dora.get(`${poll.path}/${id}/vote`)).data).toEqual({ by: null, optionIds: [ids[1]] });
    expect((await voteIn(id, dora, [0, 1])).code).toBe('POLL_TOO_MANY_ANSWERS');
    expect((await voteIn(id, dora, [7])).error.data?.fields?.optionIds?.code).toBe('CHOICE_INVALID');
    expect((await ann.put(`${poll.path}/${id}`, { version: 2, most: 2 })).code).toBe('POLL_FIXED');
    await ann.put(`${poll.path}/${id}/close`, { reason: 'Done' });
    expect((await voteIn(id, dora, [0])).code).toBe('STATUS_NOT_ALLOWED');
  });

  it('shows residents how it stands only once they have voted, and keeps a vote that is not to change', async () => {
    const { id } = await begin({ change: false });
    const standing = async (who: Caller) => (await who.get(`${poll.path}/${id}/results`)).data;
    await voteIn(id, dora, [0]);
    expect(await standing(emil)).toEqual({ voted: 1, entitled: 2 });
    expect(await standing(dora)).toMatchObject({ voted: 1, options: [{ votes: 1, percent: 100 }, { votes: 0 }] });
    expect(JSON.stringify((await emil.get(`${poll.path}/${id}`)).data)).not.toContain('votes');
    expect((await voteIn(id, dora, [1])).code).toBe('POLL_VOTED');
    const [late, alike] = [
      { title: 'A', options: [{ text: 'a' }, { text: 'b' }], closesAt: '2020-01-01T00:00:00Z' },
      { title: 'A', options: [{ text: 'a' }, { text: 'A' }], closesAt: new Date(Date.now() + DAY_MS) },
    ];
    expect((await ann.post(poll.path, late)).code).toBe('POLL_TIME_PAST');
    const refused = await ann.post(poll.path, alike);
    expect([refused.status, refused.error.data?.fields?.options?.code]).toEqual([400, 'POLL_OPTIONS_INVALID']);
  });

  it('tells nobody who chose what', async () => {
    const { id } = await begin({ weight: 'UNIT' });
    await voteIn(id, dora, [0]);
    const { text } = await ann.get(`${poll.path}/${id}/activities`);
    expect(text).not.toContain('optionIds');
    expect(await stands(id)).toEqual([1, 0, 1]);
  });
});
