import { db } from '@lobby/server/kit/database/database.ts';
import { householdersOfUnits } from '@lobby/server/migrations/2026-11-30-householders-of-units.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { bookOf, rowsOfSheet } from '../setup/files/sheets.ts';
import { runTwice } from '../setup/migrated.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, carl, allow } = site;
const path = resident.path;

let n = 0;
async function newUnit(): Promise<string> {
  const { blockId, floorId } = site;
  return (await ann.post(unit.path, { code: `H-${++n}`, type: 'APARTMENT', blockId, floorId, area: 50 })).data.id;
}
const phone = () => `09350${String(10_000 + ++n)}`;
async function settle(unitId: string, role: string, more: object = {}): Promise<Row> {
  const made = await ann.post<Row>(path, { name: `Trần Văn ${++n}`, unitId, role, ...more });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  return made.data;
}
const householder = async (id: string) => (await ann.get(`${unit.path}/${id}`)).data.householderId;
const act = async (who: unknown, name: string, input: object) => {
  const done = await ann.put(`${path}/${who}/${name}`, input);
  expect([name, done.status, done.text]).toEqual([name, 200, expect.any(String)]);
};
/** Imports rows that change residents known by phone, or that are new. */
async function bring(rows: readonly Record<string, unknown>[], query = '?existing=update') {
  const book = formOf([{ name: 'a.xlsx', body: await bookOf(ann, resident, rows) }]);
  const done = await ann.post(`${path}/import${query}`, book);
  expect([done.status, done.text]).toEqual([201, expect.any(String)]);
  return done.data;
}
const idOf = async (name: string) =>
  (await ann.get<Row[]>(`${path}?filter[q]=${encodeURIComponent(name)}`)).data.find(one => one.name === name)?.id;

/** What the householder of a unit is after each way in which he may change: `head` is the one before, `other` lives there too. */
interface Before {
  home: string;
  head: Row;
  other: Row;
}
type Way = (before: Before) => Promise<unknown>;
const WAYS: Readonly<Record<string, Way>> = {
  async 'somebody is made householder'({ home, other }) {
    await act(other.id, 'make-householder', { unitId: home });
    return other.id;
  },
  async 'the householder moves out'({ home, head }) {
    await act(head.id, 'move-out', { unitId: home });
    return null;
  },
  async 'another one moves out'({ home, head, other }) {
    await act(other.id, 'move-out', { unitId: home });
    return head.id;
  },
  async 'the last one moves out, and the former householder moves in again'({ home, head, other }) {
    await act(other.id, 'move-out', { unitId: home });
    await act(head.id, 'move-out', { unitId: home });
    expect(await householder(home)).toBeNull();
    await act(head.id, 'move-in', { unitId: home, role: 'HOUSEHOLDER' });
    return head.id;
  },
  async 'somebody moves in from elsewhere as householder'({ home, head }) {
    const { id } = await settle(await newUnit(), 'HOUSEHOLDER');
    await act(head.id, 'move-out', { unitId: home });
    await act(id, 'move-in', { unitId: home, role: 'HOUSEHOLDER' });
    return id;
  },
  async 'the role is edited away'({ head: { id, version } }) {
    expect((await ann.put(`${path}/${id}`, { version, role: 'CO_HOUSEHOLDER' })).status).toBe(200);
    return null;
  },
  async 'the role is edited to another'({ head, other }) {
    await ann.put(`${path}/${head.id}`, { version: head.version, role: 'MEMBER' });
    expect((await ann.put(`${path}/${other.id}`, { version: other.version, role: 'HOUSEHOLDER' })).status).toBe(200);
    return other.id;
  },
  async 'another home becomes the main one'({ home, head }) {
    const next = await newUnit();
    await act(head.id, 'move-in', { unitId: next, role: 'MEMBER' });
    await act(head.id, 'main-home', { unitId: next });
    expect(await householder(next)).toBeNull();
    expect(await householder(home)).toBe(head.id);
    await act(head.id, 'move-out', { unitId: home });
    return null;
  },
  async 'the householder is removed'({ head }) {
    expect((await ann.delete(`${path}/${head.id}`)).status).toBe(200);
    return null;
  },
  async 'the householder is removed and restored'({ home, head, other }) {
    await ann.delete(`${path}/${other.id}`);
    const { version } = (await ann.delete(`${path}/${head.id}`)).data;
    expect(await householder(home)).toBeNull();
    await act(head.id, 'restore', { version });
    return head.id;
  },
  async 'another one is removed and restored'({ head, other }) {
    const { version } = (await ann.delete(`${path}/${other.id}`)).data;
    await act(other.id, 'restore', { version });
    return head.id;
  },
  async 'the removed householder is erased'({ head }) {
    await ann.delete(`${path}/${head.id}`);
    await act(head.id, 'erase-removed', { reason: 'Asked' });
    return null;
  },
  async 'the householder moves out and is erased'({ home, head }) {
    await act(head.id, 'move-out', { unitId: home });
    await act(head.id, 'erase', { reason: 'Asked' });
    return null;
  },
  async 'the householder is merged into another who lives there'({ head, other }) {
    await act(other.id, 'merge', { withId: head.id, version: other.version });
    return other.id;
  },
  async 'the householder is merged into somebody from elsewhere'({ head }) {
    const { id, version } = await settle(await newUnit(), 'MEMBER');
    await act(id, 'merge', { withId: head.id, version });
    return id;
  },
  async 'somebody is merged into the householder'({ head, other }) {
    await act(head.id, 'merge', { withId: other.id, version: head.version });
    return head.id;
  },
  async 'an import takes the role away'({ home, head }) {
    await bring([{ name: head.name, unitId: home, phone: head.told, role: 'MEMBER' }]);
    return null;
  },
  async 'an import gives the role to another, who stands before the present one'({ home, head, other }) {
    const [next, former] = [
      { name: other.name, unitId: home, phone: other.told, role: 'HOUSEHOLDER' },
      { name: head.name, unitId: home, phone: head.told, role: 'MEMBER' },
    ];
    await bring([next, former]);
    return other.id;
  },
  async 'an import gives the role to somebody new, faulty rows left out'({ home, head }) {
    await bring(
      [
        { name: head.name, unitId: home, phone: head.told, role: 'MEMBER' },
        { name: 'Lê Thị Mới', unitId: home, role: 'HOUSEHOLDER', phone: phone() },
        { name: 'Lê Thị Khách', unitId: home, role: 'MEMBER' },
        { name: '1', unitId: home, role: 'MEMBER' },
      ],
      '?existing=update&faulty=leave',
    );
    return idOf('Lê Thị Mới');
  },
  async 'an import settles an empty unit'({ home, head, other }) {
    for (const { id } of [head, other]) await act(id, 'move-out', { unitId: home });
    await bring(
      [
        { name: 'Vũ Thị Con', unitId: home, role: 'MEMBER' },
        { name: 'Vũ Văn Chủ', unitId: home, role: 'HOUSEHOLDER' },
      ],
      '',
    );
    expect((await ann.get(`${unit.path}/${home}`)).data.state).toBe('IN_USE');
    return idOf('Vũ Văn Chủ');
  },
  async 'an import brings a further home'({ home, head, other }) {
    for (const { id } of [head, other]) await act(id, 'move-out', { unitId: home });
    const own = await newUnit();
    const two = { name: 'Hồ Hai Nhà', phone: phone() };
    await bring(
      [
        { ...two, unitId: own, role: 'MEMBER' },
        { ...two, unitId: home, role: 'HOUSEHOLDER' },
      ],
      '',
    );
    expect(await householder(own)).toBeNull();
    return idOf(two.name);
  },
};

it.each(Object.entries(WAYS))('a unit names its householder when %s', async (_, way) => {
  const home = await newUnit();
  expect(await householder(home)).toBeNull();
  const [told, also] = [phone(), phone()];
  const head = { ...(await settle(home, 'HOUSEHOLDER', { phone: told })), told };
  const other = { ...(await settle(home, 'MEMBER', { phone: also })), told: also };
  expect(await householder(home)).toBe(head.id);
  const after = await way({ home, head, other });
  expect([await householder(home), after]).toEqual([after, after === null ? null : expect.any(String)]);
  const { data: homes } = await ann.get<Row[]>(`${residency.path}?filter[unitId][]=${home}&filter[living][]=true`);
  expect(homes.find(one => one.role === 'HOUSEHOLDER')?.residentId ?? null).toBe(after);
});

it('one of two who take the place at once gets it, and the unit names that one', async () => {
  const home = await newUnit();
  const two = await Promise.all([1, 2].map(() => settle(home, 'MEMBER')));
  const done = await Promise.all(two.map(({ id }) => ann.put(`${path}/${id}/make-householder`, { unitId: home })));
  expect(done.map(({ status }) => status)).toContain(200);
  const { data: homes } = await ann.get<Row[]>(`${residency.path}?filter[unitId][]=${home}&filter[living][]=true`);
  const heads = homes.flatMap(({ role, residentId }) => (role === 'HOUSEHOLDER' ? [residentId] : []));
  expect([await householder(home)]).toEqual(heads);
});

it('is named to readers of residents alone, and found in no search', async () => {
  const home = await newUnit();
  const head = await settle(home, 'HOUSEHOLDER', { name: 'Người Kín Đáo' });
  const names = () => carl.get<Row[]>(`${path}/options?ids[]=${head.id}`);
  const sheet = async () => (await rowsOfSheet((await carl.file(`${unit.path}/export`)).body)).flat();
  await allow({ UNIT: ['read', 'export'] });
  expect((await carl.get<Row[]>(unit.path)).status).toBe(200);
  expect((await names()).status).toBe(403);
  expect(await sheet()).not.toContain('Người Kín Đáo');
  const told = async () => (await carl.get(`${unit.path}/${home}/activities`)).text.includes(head.id);
  expect(await told()).toBe(false);
  await allow({ UNIT: ['read', 'export'], MEMBER: ['read'] });
  expect(await told()).toBe(true);
  expect((await names()).data).toMatchObject([{ name: 'Người Kín Đáo' }]);
  expect(await sheet()).toContain('Người Kín Đáo');
  expect((await ann.get<Row[]>(`${unit.path}?filter[q]=${encodeURIComponent('Kín Đáo')}`)).data).toEqual([]);
  // Told by the server alone.
  const { version } = (await ann.get(`${unit.path}/${home}`)).data;
  expect((await ann.put(`${unit.path}/${home}`, { version, householderId: null })).status).toBe(400);
});

it('units of an older store get their householders', async () => {
  const [home, empty] = [await newUnit(), await newUnit()];
  const head = await settle(home, 'HOUSEHOLDER');
  await settle(empty, 'MEMBER');
  await db()
    .collection('units')
    .updateMany({ projectId: site.id }, { $unset: { householderId: 1 } });
  await runTwice(householdersOfUnits, [unit]);
  expect([await householder(home), await householder(empty)]).toEqual([head.id, null]);
  expect(await householder(site.unitId)).toBe(site.dora.id);
});
