import { sees, sightAround, sightQuery, type Viewer } from '@lobby/server/kit/store/row-access.ts';
import { modelOf, type Stored } from '@lobby/server/kit/store/schema.ts';
import { department, employee, position } from '@lobby/shared/modules/employee.ts';
import { task } from '@lobby/shared/modules/task.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { change, makeRecord, stored } from '../setup/records.ts';
import { listen, pause, until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, carl } = site;
const other = (await makeRecord(site.id, department, { name: 'Elsewhere' }))._id;
const WORK = ['read', 'write', 'delete', 'export', 'updateStatus', 'approve'] as const;
await site.allow({ TASK: WORK });

const hidden = await makeRecord(site.id, task, { title: 'Pay the pump', departmentId: other }, { overdue: true });
const own = await makeRecord(site.id, task, { title: 'Paint the pump', departmentId: site.departmentId });
const everybodys = await makeRecord(site.id, task, { title: 'Clean the pump' });
const named = await makeRecord(site.id, task, { title: 'Buy the pump', departmentId: other, memberIds: [carl.id] });
const VISIBLE = [own, everybodys, named].map(({ _id }) => _id).sort();

describe('a record of another department', () => {
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();

  it('is in no list, count, search, view, choice or file of a colleague, and in those of whoever sees all', async () => {
    expect(ids((await carl.get<{ id: string }[]>(`${task.path}?limit=100`)).data)).toEqual(VISIBLE);
    expect((await ann.get<Row[]>(`${task.path}?limit=100`)).data).toHaveLength(4);
    type Counts = Record<'tabs' | 'marks', Record<string, number>> & Record<'total' | 'TASK', number>;
    const counts = (await carl.get<Counts>(`${task.path}/count-badges`)).data;
    expect([counts.total, counts.tabs.all, counts.marks.overdue, counts.TASK]).toEqual([3, 3, 0, 0]);
    expect(ids((await carl.get<{ id: string }[]>(`${task.path}/options?q=pump`)).data)).toEqual(VISIBLE);
    expect((await carl.get(`${task.path}/options?ids[]=${hidden._id}`)).data).toEqual([]);
    const found = (await carl.get<{ entity: string; id: string }[]>('/search?q=pump')).data;
    expect(ids(found.filter(({ entity }) => entity === task.name))).toEqual(VISIBLE);
    expect((await carl.get(`/search?records[]=task/${hidden._id}`)).data).toEqual([]);
    expect((await carl.get('/count-badges')).data.TASK).toBe(0);
    expect((await ann.get('/count-badges')).data.TASK).toBe(1);
  });

  it('answers every call as one that never was', async () => {
    const at = `${task.path}/${hidden._id}`;
    const answers = await Promise.all([
      carl.get(at),
      carl.get(`${at}/activities`),
      carl.get(`${at}/timeline`),
      carl.put(at, { version: 1, title: 'Mine' }),
      carl.put(`${at}/start`, {}),
      carl.put(`${at}/change-progress/CANCELLED`, { note: 'No' }),
      carl.delete(at),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(404));
    const many = await carl.put(`${task.path}/cancel-multi`, { ids: [hidden._id], reason: 'No' });
    expect(many.data.refused).toMatchObject([{ id: hidden._id, code: 'NOT_FOUND' }]);
    expect((await carl.post(`${task.path}/duplicate`, { id: hidden._id })).code).toBe('REFERENCE_NOT_FOUND');
    const part = await carl.post(task.path, { title: 'A part of it', parentId: hidden._id });
    expect([part.status, part.error.data?.fields?.parentId?.code]).toEqual([422, 'REFERENCE_NOT_FOUND']);
    expect((await modelOf(task).findOne({ _id: hidden._id, projectId: site.id }).lean<Stored>())?.version).toBe(1);
  });

  it('is not in the activity of the project', async () => {
    await site.allow({ TASK: WORK, ACTIVITY: ['read'] });
    const entries = (await carl.get<{ entityId: string }[]>('/activity/list?limit=100')).data;
    const told = new Set(entries.map(({ entityId }) => entityId));
    expect(VISIBLE.every(id => told.has(id))).toBe(true);
    expect(told.has(hidden._id)).toBe(false);
    await site.allow({ TASK: WORK });
  });

  it('is not heard of, until it becomes one’s own; when it is no more, it leaves', async () => {
    const ear = await listen(server.url, carl.token);
    const chief = await listen(server.url, ann.token);
    await ear.ask('subscribe', { projectId: site.id, modules: ['TASK'] });
    const { cursor } = await chief.ask('subscribe', { projectId: site.id, modules: ['TASK'] });
    const about = (one: typeof ear) => one.events.filter(({ entityId }) => entityId === hidden._id);
    await change(task, hidden._id, { priority: 'high' });
    await until(() => about(chief).length === 1);
    await change(task, hidden._id, { departmentId: site.departmentId });
    await until(() => about(ear).length === 1);
    expect(about(ear)[0]).toMatchObject({ action: 'update', data: { title: 'Pay the pump' } });
    await change(task, hidden._id, { departmentId: other });
    await until(() => about(ear).length === 2);
    expect(about(ear)[1]).toMatchObject({ action: 'remove', data: null });
    await change(task, hidden._id, { priority: 'low' });
    await until(() => about(chief).length === 4);
    await pause(200);
    expect(about(ear)).toHaveLength(2);

    const late = await listen(server.url, carl.token);
    const { events = [] } = await late.ask('subscribe', { projectId: site.id, modules: ['TASK'], since: cursor });
    expect(events.map(({ action }) => action)).toEqual(['update', 'remove']);
  });

  it('is looked for again by who comes to another department', async () => {
    const ear = await listen(server.url, carl.token);
    await ear.ask('subscribe', { projectId: site.id, modules: ['TASK'] });
    const { positionIds } = await stored(employee, carl.id);
    const [place = ''] = positionIds as string[];
    await change(position, place, { departmentId: other });
    await ear.hear(({ action, entity, data }) => action === 'sight' && entity === task.name && data === null);
    expect((await carl.get(`${task.path}/${hidden._id}`)).status).toBe(200);
    await change(position, place, { departmentId: site.departmentId });
    await until(async () => (await carl.get(`${task.path}/${hidden._id}`)).status === 404);
  });

  it('shows nobody who is with it', async () => {
    const ear = await listen(server.url, carl.token);
    const chief = await listen(server.url, ann.token);
    for (const one of [ear, chief]) await one.ask('subscribe', { projectId: site.id, modules: ['TASK'] });
    const at = { projectId: site.id, module: 'TASK', mode: 'viewing' };
    expect(await ear.ask('presence', { ...at, entityId: hidden._id })).toMatchObject({ ok: false });
    expect(await chief.ask('presence', { ...at, entityId: hidden._id })).toMatchObject({ ok: true });
    expect(await chief.ask('presence', { ...at, entityId: own._id })).toMatchObject({ ok: true });
    await ear.other('presence', ({ entityId }) => entityId === own._id);
    expect(ear.others.filter(({ name, data }) => name === 'presence' && data.entityId === hidden._id)).toEqual([]);
  });

  it('does not count in the live badge of who does not see it', async () => {
    const ear = await listen(server.url, carl.token);
    const chief = await listen(server.url, ann.token);
    for (const one of [ear, chief]) await one.ask('subscribe', { projectId: site.id, modules: ['TASK'] });
    await makeRecord(site.id, task, { title: 'Late here' }, { overdue: true });
    await makeRecord(site.id, task, { title: 'Late there', departmentId: other }, { overdue: true });
    const counts = (one: typeof ear) =>
      one.others.filter(({ name }) => name === 'badges').map(({ data }) => data.counts);
    await until(() => counts(chief).some(count => (count as { TASK: number }).TASK === 3));
    expect(counts(ear).at(-1)).toEqual({ TASK: 1 });
    expect((await carl.get('/count-badges')).data.TASK).toBe(1);
  });
});

describe('the rule as a query and as a predicate', () => {
  const PEOPLE = ['p1', 'p2', 'p3'].map((_, n) => String(n + 1).repeat(24));
  const PLACES = ['a', 'b'].map(one => one.repeat(24));
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(seed / 65_536) % below;
  };
  const one = <T>(list: readonly T[]): T | null => list[random(list.length + 1)] ?? null;
  const record = () => ({
    departmentId: one(PLACES),
    assigneeId: one(PEOPLE),
    approverId: one(PEOPLE),
    creatorId: one(PEOPLE),
    memberIds: PEOPLE.filter(() => random(3) === 0),
  });

  it('finds the same records for any viewer, before a change and after it', async () => {
    const project = await makeSite(server.url, 'Property');
    const docs: Stored[] = [];
    for (let n = 0; n < 150; n++) docs.push(await makeRecord(project.id, task, { title: `T ${n}` }, record()));
    for (let n = 0; n < 60; n++) {
      const viewer: Viewer = {
        employeeId: one(PEOPLE),
        departmentIds: PLACES.filter(() => random(2) === 0),
        permissions: random(5) === 0 ? { TASK: ['read', 'aggregate'] } : { TASK: ['read'] },
      };
      const found = await modelOf(task)
        .find({ projectId: project.id, ...sightQuery(task, viewer) }, { _id: 1 })
        .lean<Stored[]>();
      const ids = new Set(found.map(({ _id }) => _id));
      for (const doc of docs) {
        expect(sees(task, viewer, { ...doc })).toBe(ids.has(doc._id));
        const before = record();
        expect(sightAround(task, { action: 'update', before, row: { ...doc } }, viewer)).toEqual({
          before: sees(task, viewer, before),
          after: ids.has(doc._id),
        });
      }
    }
  });
});
