import { db } from '@lobby/server/kit/database/database.ts';
import { users } from '@lobby/server/platform/auth/users.ts';
import { clearNotifications } from '@lobby/server/platform/notifications/clear.ts';
import { notificationCollection } from '@lobby/server/platform/notifications/notifications.ts';
import { changeProject } from '@lobby/server/platform/projects/projects.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { department } from '@lobby/shared/modules/employee.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { afterEach, describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { samplesOf } from '../setup/contract/samples.ts';
import { listen, until } from '../setup/server/listener.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const beside = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
await makeSite(server.url, 'Beta');
const { ann, ben, carl, dora } = site;
const path = `/unit-group/${site.id}`;
const settings = async () => (await ann.get<Row & Record<string, never>>(`${path}/settings`)).data;
const set = async (values: object, who = ann) => who.put(path, { version: (await settings()).version, ...values });
const setAdmin = (admin: boolean) => users().updateOne({ _id: ann.userId }, { $set: { admin } as object });

afterEach(() => setAdmin(false));

describe('settings of a project', () => {
  it('are changed by flag, told live, and refused when stale', async () => {
    const listener = await listen(beside.url, ben.token);
    await listener.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] });
    const before = await settings();
    const changed = await set({
      name: 'Alpha Tower',
      code: 'at-1',
      hotlines: [{ name: 'Guard', phone: '0950 000 113' }],
    });
    expect(changed.data).toMatchObject({
      name: 'Alpha Tower',
      code: 'AT-1',
      version: before.version + 1,
      by: { name: 'Ann' },
    });
    expect(await listener.other('changed')).toEqual({ projectId: site.id, what: 'project' });
    const stale = await ben.put(path, { version: before.version, address: 'Elsewhere' });
    expect([stale.status, stale.code]).toEqual([409, 'DATA_STALE']);
    expect(stale.error.data?.current).toMatchObject({ name: 'Alpha Tower', version: before.version + 1 });
    expect((await dora.get(`${path}/contact`)).data).toMatchObject({
      hotlines: [{ name: 'Guard', phone: '0950 000 113' }],
    });
    const history = await ann.get<Row[]>('/activity/list?filter[module][]=UNIT_GROUP');
    expect(history.data[0]).toMatchObject({
      record: null,
      before: { name: 'Alpha', hotlines: null },
      after: { name: 'Alpha Tower', code: 'AT-1', hotlines: 'Guard 0950 000 113' },
    });
    await site.allow({ UNIT_GROUP: ['updateStatus'] });
    const { version } = await settings();
    expect((await carl.put(path, { version, name: 'Mine' })).status).toBe(403);
    expect((await carl.put(path, { version, features: { SMS: true } })).data).toMatchObject({
      features: { SMS: true },
    });
    await site.allow({ UNIT_GROUP: ['updateInfo'] });
    expect((await carl.put(path, { version: version + 1, features: { SMS: false } })).status).toBe(403);
    expect((await carl.get(`${path}/settings`)).status).toBe(403);
  });

  it('name what is wrong at its field', async () => {
    const wrong: [object, string, string][] = [
      [{ name: '' }, 'name', 'REQUIRED'],
      [{ code: 'A B!' }, 'code', 'CODE_INVALID'],
      [{ code: 'BETA' }, 'code', 'PROJECT_CODE_EXISTS'],
      [{ timeZone: 'Mars/Base' }, 'timeZone', 'CHOICE_INVALID'],
      [{ hotlines: [{ name: 'x', phone: '' }] }, 'hotlines.0.phone', 'REQUIRED'],
      [{ logo: 'javascript:alert(1)' }, 'logo', 'IMAGE_INVALID'],
      [{ ticketExpiryDays: 0 }, 'ticketExpiryDays', 'TOO_SMALL'],
      [{ retentionDays: 4000 }, 'retentionDays', 'TOO_LARGE'],
      [{ contractNumber: 'HD-{yyyy}' }, 'contractNumber', 'CONTRACT_PATTERN_INVALID'],
      [{ contractNumber: '{n}/{quarter}' }, 'contractNumber', 'CONTRACT_PATTERN_INVALID'],
      [{ hotlines: [{ name: 'x', phone: 'ask' }] }, 'hotlines.0.phone', 'PHONE_INVALID'],
      [{ hotlines: ['1900 12', '1900.12'].map(phone => ({ name: 'x', phone })) }, 'hotlines', 'LISTED_TWICE'],
      [{ hotline: 'nobody' }, 'hotline', 'PHONE_INVALID'],
      [{ forbiddenWords: ['a', 'A'] }, 'forbiddenWords', 'LISTED_TWICE'],
      [{ serviceEndsOn: '2030-01-01' }, 'serviceEndsOn', 'KEEPER_ONLY'],
      [{ features: { NOTHING: true } }, 'features.NOTHING', 'UNKNOWN_FIELD'],
    ];
    for (const [values, field, code] of wrong) {
      const answer = await set(values);
      expect([answer.status >= 400 && answer.status < 500, answer.error?.data?.fields?.[field]?.code], field).toEqual([
        true,
        code,
      ]);
    }
  });

  it('can be prolonged after the end, by who keeps the installation alone', async () => {
    await changeProject(
      site.id,
      (await settings()).version,
      { serviceEndsOn: '2020-01-31' },
      { actor: { id: 'system', name: 'Lobby' }, now: new Date() },
    );
    expect((await set({ address: 'Late' })).code).toBe('SERVICE_EXPIRED');
    expect((await set({ serviceEndsOn: null })).code).toBe('KEEPER_ONLY');
    await setAdmin(true);
    expect((await set({ serviceEndsOn: null })).data).toMatchObject({ serviceEndsOn: null });
  });

  it('clear away what was told long ago', async () => {
    const rows = db().collection<{ _id: string }>(notificationCollection.name);
    const row = (id: string, days: number) => ({
      _id: id,
      projectId: site.id,
      at: new Date(Date.now() - days * DAY_MS),
    });
    await rows.insertMany([row('old', 41), row('young', 39)]);
    await set({ retentionDays: 40 });
    expect(await clearNotifications(new Date())).toBe(1);
    expect(await rows.findOne({ _id: 'young' })).not.toBeNull();
  });
});

describe('words of a project', () => {
  it('are set by version, for texts that there are, with what these leave open', async () => {
    const put = (version: number, languages: unknown, who = ann) => who.put('/dictionary/own', { version, languages });
    const languages = { en: { words: { unit: { one: 'villa' } }, texts: { 'errors:NOT_FOUND': 'Nothing here.' } } };
    expect((await put(0, languages)).data).toEqual({ version: 1, languages });
    expect((await ben.at(beside.url).get('/dictionary?language=en')).data).toMatchObject({
      words: { unit: { one: 'villa' } },
    });
    expect((await put(0, languages)).error.data).toMatchObject({ current: { version: 1, languages } });
    const texts = { 'errors:NOT_FOUND': 'No {{thing}}', 'no:such': 'x' };
    expect((await put(1, { en: { words: {}, texts } })).error.data?.fields).toMatchObject({
      'en.texts.errors:NOT_FOUND': { code: 'TEXT_VARIABLES' },
      'en.texts.no:such': { code: 'UNKNOWN_FIELD' },
    });
    // Placeholders with spaces within are the same placeholders.
    const spaced = { en: { words: {}, texts: { 'import:done_other': '{{ count }} lines came in' } } };
    expect((await put(1, spaced)).data).toMatchObject({
      languages: { en: { texts: { 'import:done_other': '{{count}} lines came in' } } },
    });
    await site.allow({ UNIT_GROUP: ['read'] });
    expect((await put(1, {}, carl)).status).toBe(403);
    expect((await carl.get('/dictionary/own')).status).toBe(200);
  });
});

describe('the white label of a project', () => {
  it('is changed by who is Admin in all its buildings, its host names by who keeps the installation', async () => {
    const { data: label } = await ann.get<Row & { hosts: string[]; isDefault: boolean }>('/white-label/own');
    expect(label).toMatchObject({ name: 'Lobby', may: false, keeper: false });
    const {
      id: _id,
      buildings: _buildings,
      may: _may,
      keeper: _keeper,
      ...values
    } = label as Row & Record<string, unknown>;
    expect((await ann.put('/white-label/own', { ...values, name: 'Alpha' })).code).toBe('WHITE_LABEL_NOT_YOURS');
    expect((await ann.post('/white-label/own', { name: 'Alpha' })).code).toBe('KEEPER_ONLY');
    await setAdmin(true);
    const own = await ann.post<Row>('/white-label/own', { name: 'Alpha Homes' });
    expect((await ann.post('/white-label/own', { name: 'Alpha Homes' })).data).toEqual(own.data);
    expect(own.data).toMatchObject({
      name: 'Alpha Homes',
      hosts: [],
      isDefault: false,
      buildings: ['Alpha Tower'],
      version: 1,
    });
    const put = (more: object) =>
      ann.put('/white-label/own', { ...values, name: 'Alpha', isDefault: false, version: 1, ...more });
    expect((await put({ accent: 'red' })).error.data?.fields).toMatchObject({ accent: { code: 'COLOUR_INVALID' } });
    expect((await put({ hosts: ['No Host'] })).error.data?.fields).toMatchObject({
      'hosts.0': { code: 'HOST_INVALID' },
    });
    expect((await put({ hosts: ['alpha.localhost'], accent: '#7A2E6B' })).data).toMatchObject({
      version: 2,
      accent: '#7A2E6B',
    });
    expect((await put({})).code).toBe('DATA_STALE');
    const seen = await fetch(`${server.url}/api/white-label`, { headers: { 'X-White-Label': own.data.id } });
    expect(await seen.json()).toMatchObject({ data: { name: 'Alpha', accent: '#7A2E6B' } });
  });
});

describe('maintenance', () => {
  it('is announced, begun and ended by who keeps the installation', async () => {
    const state = async () => (await ann.get<Row>('/check-maintenance')).data;
    const put = async (body: object) => {
      const { version } = await state();
      return ann.put('/maintenance', { on: true, message: 'Pipes', from: null, until: null, version, ...body });
    };
    const headers = { Authorization: `Bearer ${ben.token}`, 'X-Project-Id': site.id };
    const statusOf = async () => (await fetch(`${server.url}/api/unit`, { headers })).status;
    expect((await put({})).code).toBe('KEEPER_ONLY');
    await setAdmin(true);
    const from = new Date(Date.now() + 3_600_000).toISOString();
    expect((await put({ from, until: new Date().toISOString() })).error.data?.fields).toHaveProperty('until');
    expect((await put({ from })).status).toBe(200);
    expect(await state()).toMatchObject({ maintenance: false, from, message: 'Pipes', passes: true });
    expect(await statusOf()).toBe(200);
    const { version } = await state();
    const both = await Promise.all([put({ from, message: 'One', version }), put({ from, message: 'Two', version })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = both.find(({ status }) => status === 409);
    expect([lost?.code, lost?.error.data?.current]).toEqual([
      'DATA_STALE',
      expect.objectContaining({ on: true, version: version + 1, by: 'Ann' }),
    ]);
    await put({ from: new Date(Date.now() + 300).toISOString() });
    await until(async () => (await statusOf()) === 503);
    expect((await ann.get('/unit')).status).toBe(200);
    await put({ on: false });
    expect(await statusOf()).toBe(200);
    expect(await state()).toMatchObject({ maintenance: false, from: null });
  });
});

it('names to residents only the staff of departments that are shown to them', async () => {
  const members = async (who: typeof dora) => (await who.get<Row[]>(`${path}/room-members`)).data.map(one => one.name);
  expect(await members(dora)).toEqual([]);
  await ann.put(`${department.path}/${site.departmentId}`, { version: 1, shownToResidents: true });
  expect(await members(dora)).toEqual(['Ann', 'Ben']);
});

it('tells the types of buildings and the numbers of one’s projects', async () => {
  const types = await ann.get<{ code: string; name: string }[]>('/unit-group-type/list');
  expect(types.data).toContainEqual({ code: 'VILLA', name: 'Villas' });
  const { data } = await ann.get<Row[]>('/unit-group');
  expect(data).toEqual([expect.objectContaining({ id: site.id, units: 2, blocks: 1, residents: 2, staff: 3 })]);
});

it('lets the screens ask again for its size when a unit is added or taken away', async () => {
  const listener = await listen(beside.url, ben.token);
  await listener.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] });
  const told = () => listener.others.filter(({ name, data }) => name === 'changed' && data.what === 'project').length;
  const made = await samplesOf(site).record(unit);
  await until(() => told() > 0);
  const before = told();
  expect((await ann.delete(`${unit.path}/${made.id}`)).status).toBe(200);
  await until(() => told() > before);
});
