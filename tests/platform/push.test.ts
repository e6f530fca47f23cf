import { createECDH } from 'node:crypto';
import { installations, pushes } from '@lobby/server/platform/notifications/push-queue.ts';
import { sendPushes } from '@lobby/server/platform/notifications/send-push.ts';
import { vapidKeys } from '@lobby/server/platform/notifications/start-push.ts';
import { describe, expect, it } from 'vitest';
import { deskOf } from '../setup/desk.ts';
import { until } from '../setup/listener.ts';
import { decrypt, startPushService } from '../setup/push-service.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const desk = deskOf(site);
const { ann, ben, dora } = site;
// New requests are told to everybody: here it is about work that is given.
for (const who of [ann, ben]) await who.put('/auth/me', { appOff: ['request'] });
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
    const key = (await ben.get<{ publicKey: string }>('/installations/key')).data.publicKey;
    for (const device of ['ben-office', 'ben-home']) expect((await install(ben, device)).status).toBe(200);
    await install(ann, 'ann-office');
    const id = await assign('The pump is loud');
    const [one] = await until(() =>
      toDevice('ben-office').length && toDevice('ben-home').length ? toDevice('ben-office') : null,
    );
    expect(one?.said).toMatchObject({
      type: 'HELP_DESK_ASSIGNED',
      title: 'Alpha',
      url: `/projects/${site.id}/help-desk?helpDeskId=${id}`,
      projectId: site.id,
    });
    expect(one?.said.body).toContain('The pump is loud');
    expect(one?.vapid).toMatchObject({ aud: service.origin, key });
    expect(one?.vapid.exp).toBeGreaterThan(Date.now() / 1000);
    expect([one?.topic?.length, one?.ttl]).toEqual([32, 14_400]);
    expect(toDevice('ann-office')).toEqual([]);
    expect(await until(async () => (await pushes().countDocuments()) === 0)).toBe(true);
  });

  it('of one module has one tag, so that a device shows many as one', async () => {
    await assign('The second pump is loud');
    const all = await until(() => (toDevice('ben-office').length === 2 ? toDevice('ben-office') : null));
    expect(new Set(all.map(one => one.said.tag)).size).toBe(1);
  });

  it('is tried again where the service is away, once each, and not at the others', async () => {
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

  it('does not come where its topic was turned off', async () => {
    const before = toDevice('ben-office').length;
    expect((await ben.put('/auth/me', { pushOff: ['assigned'] })).status).toBe(200);
    await assign('The fifth pump is loud');
    expect((await ben.get('/histories/pms?limit=1')).data).toMatchObject([{ title: 'The fifth pump is loud' }]);
    expect(await pushes().countDocuments({ userIds: ben.userId })).toBe(0);
    expect(toDevice('ben-office')).toHaveLength(before);
    await ben.put('/auth/me', { pushOff: [] });
  });
});

describe('a browser', () => {
  it.each([
    ['no JSON', 'abc'],
    ['no endpoint', '{"keys":{}}'],
    ['a neighbour of the server', JSON.stringify({ endpoint: 'http://10.0.0.5/x', keys: { p256dh: 'a', auth: 'b' } })],
  ])('with %s is refused at its field', async (_, deviceToken) => {
    const answer = await ben.post('/installations', { deviceToken, deviceType: 'browser' });
    expect([answer.status, answer.error.data?.fields]).toMatchObject([400, { deviceToken: { code: 'INVALID' } }]);
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

  it('gets nothing once its session has ended', async () => {
    const { status } = await ann.post('/auth/logout');
    expect(status).toBe(200);
    await until(async () => (await installations().countDocuments({ userId: ann.userId })) === 0);
  });
});
