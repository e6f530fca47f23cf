import { createECDH } from 'node:crypto';
import { installations } from '@lobby/server/platform/notifications/push/devices.ts';
import { pushes } from '@lobby/server/platform/notifications/push/push-queue.ts';
import { sendPushes } from '@lobby/server/platform/notifications/push/send-push.ts';
import { vapidKeys } from '@lobby/server/platform/notifications/push/start-push.ts';
import { runGatheredNoticesJob } from '@lobby/server/platform/notifications/timing/gathered-pushes.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { deskOf } from '../setup/house/desk.ts';
import { decrypt, startPushService } from '../setup/mail/push-service.ts';
import { rowsIn } from '../setup/records.ts';
import { listen, until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const desk = deskOf(site);
const { ann, ben, carl, dora } = site;
// New requests are told to everybody: here it is about work that is given.
for (const who of [ann, ben]) await who.put('/auth/me', { appOff: ['new'] });
const service = await startPushService();
const install = (who: typeof ann, device: string) =>
  who.post('/installations', { deviceToken: service.subscribe(device), deviceType: 'browser' });
const toDevice = (device: string) => service.pushed.filter(one => one.device === device);
const assign = async (title: string) => {
  const { id } = await desk.open({ title });
  await ann.put(`/pms/helpdesk/${id}/assign`, { employeeId: ben.id });
  return id;
};

it('is opened as RFC 8291 says (its Appendix A)', () => {
  const browser = createECDH('prime256v1');
  browser.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
  const message =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url');
  expect(decrypt(Buffer.from(message, 'base64url'), browser, auth)).toBe('When I grow up, I want to be a watermelon');
});

it('has the same keys on every server of an installation, and others elsewhere', () => {
  expect(vapidKeys('a')).toEqual(vapidKeys('a'));
  expect(vapidKeys('a')).not.toEqual(vapidKeys('b'));
});

describe('a push', () => {
  it('reaches every browser of who is told, sealed and signed, and nobody else', async () => {
    const key = (await ben.get<{ publicKey: string }>('/installations/vapid-key')).data.publicKey;
    for (const device of ['ben-office', 'ben-home']) expect((await install(ben, device)).status).toBe(201);
    await install(ann, 'ann-office');
    const id = await assign('The pump is loud');
    const [one] = await until(() =>
      toDevice('ben-office').length && toDevice('ben-home').length ? toDevice('ben-office') : null,
    );
    expect(one?.said).toMatchObject({
      type: 'HELP_DESK',
      title: 'Ann assigned to you',
      body: expect.stringMatching(/^\S+ · The pump is loud$/),
      url: `/projects/${site.id}/help-desk?helpDeskId=${id}`,
      projectId: site.id,
    });
    expect(one?.vapid).toMatchObject({ aud: service.origin, key });
    const left = (one?.vapid.exp ?? 0) - Date.now() / 1000;
    expect(left > 0 && left <= 12 * 3600).toBe(true);
    expect([one?.topic?.length, one?.ttl]).toEqual([32, 86_400]);
    expect(toDevice('ann-office')).toEqual([]);
    expect(await until(async () => (await pushes().countDocuments()) === 0)).toBe(true);
  });

  it('of one record has one tag, so that a device shows what is newest of it', async () => {
    const id = await assign('The second pump is loud');
    for (const words of ['Hello?', 'Anybody?']) {
      await desk.say(id, words, {}, dora);
      await until(() => toDevice('ben-office').some(one => one.said.body.endsWith(words)));
    }
    const talk = toDevice('ben-office').filter(one => one.said.body.includes('The second pump is loud: '));
    expect(new Set(talk.map(one => one.said.tag)).size).toBe(1);
    expect(talk.at(-1)?.topic).toBe(talk.at(-1)?.said.tag);
  });

  it('is tried again where the service is away, once each, and not at the others', async () => {
    // A push that is still under way would take the answer.
    await until(async () => (await pushes().countDocuments()) === 0);
    const [office, home] = [toDevice('ben-office').length, toDevice('ben-home').length];
    service.answer(503);
    await assign('The third pump is loud');
    const waiting = await until(async () => pushes().findOne({ tries: 1, 'sent.0': { $exists: true } }));
    expect(waiting?.sent).toHaveLength(1);
    await sendPushes(new Date(Date.now() + 120_000));
    expect([toDevice('ben-office').length, toDevice('ben-home').length]).toEqual([office + 1, home + 1]);
  });

  it('forgets a browser that the service knows no more', async () => {
    service.unsubscribe('ben-home');
    await assign('The fourth pump is loud');
    await until(async () => (await installations().countDocuments({ userId: ben.userId })) === 1);
    expect(await until(async () => (await pushes().countDocuments()) === 0)).toBe(true);
  });

  it('does not come for what was read, or is looked at', async () => {
    const before = toDevice('ben-office').length;
    const live = await listen(server.url, ben.token);
    const { id } = await desk.open({ title: 'The looked-at pump' });
    await live.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] });
    await live.ask('presence', { projectId: site.id, module: 'HELP_DESK', entityId: id, mode: 'viewing' });
    await until(async () => rowsIn('presence').findOne({ 'entry.entityId': id }));
    await ann.put(`/pms/helpdesk/${id}/assign`, { employeeId: ben.id });
    await until(async () => (await pushes().countDocuments()) === 0);
    expect(toDevice('ben-office')).toHaveLength(before);
    live.close();
  });

  it('waits for the end of the quiet hours; then one tells how many came', async () => {
    const quiet = { mode: 'OWN', from: '00:00', to: '23:59' };
    await ben.put('/auth/me', { quiet });
    const before = toDevice('ben-office').length;
    for (const title of ['The night pump', 'The other night pump']) await assign(title);
    await runGatheredNoticesJob(new Date());
    await until(async () => (await pushes().countDocuments()) === 0);
    expect(toDevice('ben-office')).toHaveLength(before);
    const { id } = await desk.open({ title: 'The burst pump', priority: 'urgent' });
    await ann.put(`/pms/helpdesk/${id}/assign`, { employeeId: ben.id });
    await until(() => toDevice('ben-office').some(one => one.said.body.endsWith('The burst pump')));
    await ben.put('/auth/me', { quiet: { mode: 'NEVER' } });
    await Promise.all([runGatheredNoticesJob(new Date()), runGatheredNoticesJob(new Date())]);
    const said = await until(() => toDevice('ben-office').find(one => one.said.type === 'SYSTEM'));
    expect(said.said.body).toBe('2 new notifications while you were off');
    await until(async () => (await pushes().countDocuments()) === 0);
    expect(toDevice('ben-office').filter(one => one.said.type === 'SYSTEM')).toHaveLength(1);
  });

  it('says nothing but that there is something, where its reader wants it so', async () => {
    await ben.put('/auth/me', { hideText: true });
    await assign('The secret pump');
    const last = await until(() => toDevice('ben-office').find(one => one.said.body === 'You have a new notification'));
    expect(last.said.title).toBe('Alpha');
    await ben.put('/auth/me', { hideText: false });
  });

  it('does not come where its topic was turned off', async () => {
    const before = toDevice('ben-office').length;
    expect((await ben.put('/auth/me', { pushOff: ['assigned'] })).status).toBe(200);
    await assign('The fifth pump is loud');
    expect((await ben.get('/histories/pms?limit=1')).data).toMatchObject([{ body: 'The fifth pump is loud' }]);
    expect(await pushes().countDocuments({ userId: ben.userId })).toBe(0);
    expect(toDevice('ben-office')).toHaveLength(before);
    await ben.put('/auth/me', { pushOff: [] });
  });
});

describe('a browser', () => {
  it.each([
    ['no JSON', 'abc'],
    ['no endpoint', '{"keys":{}}'],
    ['a neighbour of the server', JSON.stringify({ endpoint: 'http://10.0.0.5/x', keys: { p256dh: 'a', auth: 'b' } })],
    ...[
      'https://127.0.0.1/x',
      'http://push.example/x',
      'https://user@push.example/x',
      'https://push.example:444/x',
    ].map(endpoint => {
      const keys = { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16).toString('base64url') };
      return [endpoint, JSON.stringify({ endpoint, keys })];
    }),
  ])('with %s is refused at its field', async (_, deviceToken) => {
    const answer = await ben.post('/installations', { deviceToken, deviceType: 'browser' });
    expect([answer.status, answer.error.data?.fields]).toMatchObject([
      422,
      { deviceToken: { code: 'PUSH_TOKEN_INVALID' } },
    ]);
  });

  it('is its last user’s, and only they take it away', async () => {
    const token = service.subscribe('shared');
    const { data } = await ann.post('/installations', { deviceToken: token, deviceType: 'browser' });
    await dora.delete(`/installations/${data.id}`);
    expect(await installations().countDocuments({ _id: data.id })).toBe(1);
    await ben.post('/installations', { deviceToken: token, deviceType: 'browser' });
    expect(await installations().findOne({ _id: data.id })).toMatchObject({ userId: ben.userId });
    await ben.delete(`/installations/${data.id}`);
    expect(await installations().countDocuments({ _id: data.id })).toBe(0);
  });

  it('is known to its owner by name, renewed when it comes again, and tried', async () => {
    const token = service.subscribe('tried');
    const post = () => dora.post('/installations', { deviceToken: token, deviceType: 'browser' });
    expect((await dora.post('/installations/test')).code).toBe('PUSH_OFF');
    expect([(await post()).status, (await post()).status]).toEqual([201, 200]);
    const { data } = await dora.get<Row[]>('/installations');
    expect(data).toMatchObject([{ surface: 'RESIDENT', current: true, lastSentAt: null }]);
    expect(JSON.stringify(data)).not.toContain('endpoint');
    for (let n = 0; n < 5; n++) expect((await dora.post('/installations/test')).status).toBe(200);
    expect((await dora.post('/installations/test')).status).toBe(429);
    await sendPushes();
    await until(() => toDevice('tried').some(one => one.said.url === '/resident/notifications'));
  });

  it('is one of ten; the eleventh takes the place of the one unseen longest', async () => {
    for (let n = 0; n < 11; n++) await install(carl, `many-${n}`);
    expect(await installations().countDocuments({ userId: carl.userId })).toBe(10);
  });

  it('is given up after five refusals in a row', async () => {
    await install(carl, 'refused');
    await installations().deleteMany({ userId: carl.userId, 'subscription.endpoint': /many/ });
    for (let n = 1; n <= 5; n++) {
      service.answer(403);
      await pushes().insertOne({
        _id: `refused-${n}`,
        userId: carl.userId,
        projectId: '',
        notificationId: null,
        sent: [],
        tries: 0,
        dueAt: new Date(0),
        at: new Date(),
      });
      await sendPushes();
      // A sending that had begun before may have taken it.
      await until(async () => (await pushes().findOne({ _id: `refused-${n}` })) === null);
    }
    expect(await installations().countDocuments({ userId: carl.userId })).toBe(0);
  });

  it('gets nothing once its session has ended', async () => {
    const { status } = await ann.post('/auth/logout');
    expect(status).toBe(200);
    await until(async () => (await installations().countDocuments({ userId: ann.userId })) === 0);
  });
});
