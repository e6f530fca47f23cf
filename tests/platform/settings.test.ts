import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { feature } from '@lobby/server/kit/base/context.ts';
import { setWhiteLabel } from '@lobby/server/platform/branding/white-labels.ts';
import { type Maintenance, switchMaintenance } from '@lobby/server/platform/maintenance/maintenance.ts';
import { changeProject } from '@lobby/server/platform/projects/projects.ts';
import { setDictionary } from '@lobby/server/platform/wording/dictionary.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { afterEach, describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { deskOf } from '../setup/house/desk.ts';
import { systemIn } from '../setup/records.ts';
import { listen, until } from '../setup/server/listener.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const beside = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const other = await makeSite(server.url, 'Beta');
const desk = deskOf(site);
const { ann, dora } = site;
const by = () => ({ actor: { id: 'system', name: 'Lobby' }, now: new Date() });
const OFF: Maintenance = { on: false, message: '', until: null };

let version = 1;
const set = async (values: Parameters<typeof changeProject>[2]) => {
  ({ version = 1 } = await changeProject(site.id, version, values, by()));
};
const asked = async (path: string, headers: Record<string, string> = {}, method = 'GET', url = server.url) => {
  const answer = await fetch(`${url}/api${path}`, { method, headers });
  return {
    status: answer.status,
    headers: answer.headers,
    ...((await answer.json()) as { code: string; data: Row; error: Row }),
  };
};

/** Requests a path under a host name and returns the body. */
const textAt = async (path: string, host: string): Promise<string> => {
  const { port } = new URL(server.url);
  const asked = get({ host: '127.0.0.1', port, path, headers: { Host: `${host}:${port}` } });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return (await answer.setEncoding('utf8').toArray()).join('');
};

afterEach(async () => {
  await switchMaintenance(OFF, { id: 'system', name: 'Lobby' }, new Date());
});

describe('settings of a project', () => {
  it('hold at once, at every server', async () => {
    const word = `từ cấm ${version}`;
    const say = (url: string) =>
      ann.at(url).post(ticket.path, { title: word, content: 'It is about this', unitId: site.unitId });
    for (const url of [server.url, beside.url]) expect((await say(url)).status).toBe(201);
    await set({ forbiddenWords: [word] });
    expect((await say(server.url)).status).toBe(422);
    await until(async () => (await say(beside.url)).status === 422);
    await set({ forbiddenWords: [] });
  });

  it.each([
    [`${paymentMethod.path}/settings`, 'multiUnitCap'],
    [`/unit-group/${site.id}/sending`, 'mailPerHour'],
  ])('of %s are the same at every server', async (path, name) => {
    const read = async (url: string) => (await ann.at(url).get<Row>(path)).data;
    const before = await read(beside.url);
    const value = Number(before[name]) + 1;
    expect((await ann.put(path, { version: before.version, [name]: value })).status).toBe(200);
    await until(async () => (await read(beside.url))[name] === value);
  });

  it('are told to those who look at the project, and to nobody else', async () => {
    const [mine, theirs] = [await listen(server.url, ann.token), await listen(beside.url, other.ann.token)];
    await mine.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] });
    await theirs.ask('subscribe', { projectId: other.id, modules: ['HELP_DESK'] });
    await set({ hotline: '1900 1111' });
    const told = await mine.other('changed', ({ what }) => what === 'project');
    expect(told).toEqual({ projectId: site.id, what: 'project' });
    expect((await ann.get(`/unit-group/${site.id}`)).data.hotline).toBe('1900 1111');
    await changeProject(other.id, 1, { hotline: '1900 2222' }, by());
    await theirs.other('changed', ({ what, projectId }) => what === 'project' && projectId === other.id);
    expect(theirs.others.filter(({ data }) => data.projectId === site.id)).toEqual([]);
  });

  it('refuse a change of what somebody else has changed', async () => {
    const stale = version;
    await set({ address: '2 Test Street' });
    await expect(changeProject(site.id, stale, { address: '3 Test Street' }, by())).rejects.toThrow('DATA_STALE');
  });

  it('switch features on, for rules and screens', async () => {
    expect((await ann.get('/module/config')).data).toMatchObject({
      PARTIAL_DEPOSIT_REFUND: false,
      APPROVAL_FLOW: true,
    });
    expect(feature(await systemIn(site.id), 'PARTIAL_DEPOSIT_REFUND')).toBe(false);
    await set({ features: { PARTIAL_DEPOSIT_REFUND: true } });
    expect((await dora.get('/module/config')).data).toMatchObject({ PARTIAL_DEPOSIT_REFUND: true });
    expect(feature(await systemIn(site.id), 'PARTIAL_DEPOSIT_REFUND')).toBe(true);
    expect((await ann.get('/module/limit')).data).toMatchObject({ IMPORT_ROWS: 5000, REPORT_YEARS: 10 });
  });

  it('make it read-only after the end of its subscription', async () => {
    const { id } = await desk.open();
    await set({ serviceEndsOn: '2020-01-31' });
    const refused = await ann.post(ticket.path, { title: 'Late', content: 'Too late', unitId: site.unitId });
    expect([refused.status, refused.code]).toEqual([403, 'SERVICE_EXPIRED']);
    expect(refused.error.message).toContain('31/01/2020');
    expect((await dora.post(ticket.path, { title: 'Late', content: 'Too late' })).code).toBe('SERVICE_EXPIRED');
    expect((await ann.put(`${ticket.path}/${id}/claim`)).code).toBe('SERVICE_EXPIRED');
    expect((await ann.get(`${ticket.path}/${id}`)).status).toBe(200);
    expect((await ann.get(`/unit-group/${site.id}`)).data.serviceEndsOn).toBe('2020-01-31');
    await set({ serviceEndsOn: '2999-12-31' });
    await desk.open();
  });
});

describe('the words of a place', () => {
  const words = { unit: { one: 'villa', other: 'villas' }, unit_group: { one: 'estate' } };

  it('are told to everybody, and refusals speak them', async () => {
    const listener = await listen(beside.url, ann.token);
    await listener.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] });
    const before = await ann.get<{ words: object }>('/dictionary');
    expect(before.data.words).toEqual({});
    const texts = { 'errors:NOT_FOUND': 'No such thing in this [[project]].' };
    await setDictionary({ projectId: site.id }, 0, { en: { words, texts } }, by());
    // Changes made by the previous test may be told late.
    const told = await listener.other('changed', ({ what }) => what === 'dictionary');
    expect(told).toEqual({ projectId: site.id, what: 'dictionary' });
    for (const url of [server.url, beside.url])
      expect((await ann.at(url).get('/dictionary')).data).toMatchObject({ language: 'en', words, texts });
    expect((await dora.get('/dictionary')).data).toMatchObject({ words });
    expect((await ann.get('/dictionary?language=ja')).data).toMatchObject({ language: 'ja', words: {} });
    const lost = await ann.get(`${ticket.path}/${'f'.repeat(24)}`);
    expect(lost.error.message).toBe('No such thing in this estate.');
    expect((await other.ann.get('/dictionary')).data).toMatchObject({ words: {} });
  });

  it('are the white label’s before the sign-in, and below the project’s', async () => {
    const label = {
      name: 'Beta Homes',
      hosts: ['beta.localhost'],
      isDefault: false,
      logo: null,
      logoDark: null,
      accent: '#7A2E6B',
      support: '',
      notes: {},
    };
    await setWhiteLabel('beta', 0, label, by());
    const own = { unit: { one: 'flat', other: 'flats' }, member: { one: 'owner', other: 'owners' } };
    await setDictionary({ whiteLabel: 'beta' }, 0, { en: { words: own, texts: {} } }, by());
    const headers = { 'X-White-Label': 'beta', 'Accept-Language': 'en' };
    expect((await asked('/dictionary', headers)).data).toMatchObject({ words: own });
    expect((await asked('/dictionary', { 'Accept-Language': 'en' })).data).toMatchObject({ words: {} });
    expect((await ann.get('/dictionary', headers)).data).toMatchObject({ words: { ...own, ...words } });
    expect((await asked('/white-label', headers)).data).toMatchObject({ id: 'beta', accent: '#7A2E6B' });
    expect((await asked('/white-label')).data).toMatchObject({ id: 'lobby', name: 'Lobby' });
    // The residents' app is installed under the label of its host.
    const installed = async (host: string) => JSON.parse(await textAt('/resident/manifest.webmanifest', host));
    expect(await installed('beta.localhost')).toMatchObject({ name: 'Beta Homes', theme_color: '#7A2E6B' });
    expect(await installed('localhost')).toMatchObject({ name: 'Lobby', start_url: '/resident/', scope: '/resident/' });
    await expect(setWhiteLabel('gamma', 0, label, by())).rejects.toThrow('ALREADY_EXISTS');
    await expect(setWhiteLabel('beta', 0, label, by())).rejects.toThrow('DATA_STALE');
    await expect(setWhiteLabel('beta', 1, { ...label, accent: 'red' }, by())).rejects.toThrow('accent');
  });

  it('keep to texts that there are, and to people of the project', async () => {
    const texts = { 'shell:no.such': 'x' };
    await expect(setDictionary({ projectId: site.id }, 1, { en: { words: {}, texts } }, by())).rejects.toMatchObject({
      data: { fields: { 'en.texts.shell:no.such': { code: 'UNKNOWN_FIELD' } } },
    });
    await expect(setDictionary({ projectId: site.id }, 0, {}, by())).rejects.toThrow('DATA_STALE');
    expect((await asked('/dictionary', { 'X-Project-Id': site.id })).status).toBe(401);
    expect((await ann.get('/dictionary', { 'X-Project-Id': other.id })).status).toBe(403);
    expect((await ann.get('/dictionary?language=xx')).status).toBe(400);
  });
});

describe('maintenance', () => {
  const on = { on: true, message: 'New pipes', until: new Date('2026-11-22T10:00:00Z') };
  const switchOn = () => switchMaintenance(on, { id: 'system', name: 'Lobby' }, new Date());

  it('is 503 for everybody, at every server at once, and says so to whoever asks', async () => {
    const listener = await listen(beside.url, ann.token);
    await switchOn();
    const told = await listener.other('changed', ({ what }) => what === 'maintenance');
    expect(told).toEqual({ projectId: null, what: 'maintenance' });
    for (const url of [server.url, beside.url]) {
      const bearer = { Authorization: `Bearer ${ann.token}`, 'X-Project-Id': site.id, 'Accept-Language': 'en' };
      const refused = await asked(ticket.path, bearer, 'GET', url);
      expect([refused.status, refused.code]).toEqual([503, 'MAINTENANCE']);
      expect(refused.headers.get('Retry-After')).toBe('30');
      expect(refused.error.data).toEqual({ until: on.until.toISOString(), message: 'New pipes' });
      expect((await asked('/check-maintenance', bearer, 'GET', url)).data).toEqual({
        maintenance: true,
        message: 'New pipes',
        until: on.until.toISOString(),
        from: null,
        passes: false,
        version: expect.any(Number),
      });
    }
    expect((await asked('/white-label')).status).toBe(200);
    await switchMaintenance(OFF, { id: 'system', name: 'Lobby' }, new Date());
    expect((await ann.get(ticket.path)).status).toBe(200);
    await until(
      async () =>
        (await asked(ticket.path, { Authorization: `Bearer ${ann.token}`, 'X-Project-Id': site.id }, 'GET', beside.url))
          .status === 200,
    );
  });
});
