import { roomsJob } from '@lobby/server/modules/room/index.ts';
import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { roomTopic } from '@lobby/shared/modules/room-topic.ts';
import { beforeEach, expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { stored, change as update } from '../setup/records.ts';
import { listen } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
let count = 0;
let at = await makeSite(server.url, 'Alpha');
beforeEach(async () => {
  at = await makeSite(server.url, `Site ${++count}`);
});

const topic = async (roomType: string) =>
  (await at.ann.get<Row[]>(roomTopic.path)).data.find(one => one.roomType === roomType) as Row;
const change = async (roomType: string, values: object) => {
  const { id, version } = await topic(roomType);
  return at.ann.put<Row>(`${roomTopic.path}/${id}`, { version, ...values });
};
const open = async (roomType: string, content: string, who: Caller = at.dora) =>
  who.post<Row>(`${room.path}/create`, { roomType, content });

it('every project has one of each, made once however many ask', async () => {
  const lists = await Promise.all([1, 2, 3, 4].map(() => at.ann.get<Row[]>(roomTopic.path)));
  const types = ['MANAGEMENT', 'ACCOUNTING', 'TECHNICAL', 'SECURITY'];
  for (const { data } of lists) expect(data.map(one => one.roomType).sort()).toEqual(types.toSorted());
  const [{ data: theirs }] = [await at.dora.get<Row[]>(roomTopic.path)];
  expect(theirs.map(one => Object.keys(one).includes('answerMinutes'))).toEqual([false, false, false, false]);
});

it('one that is off takes no new conversation of residents; what is there goes on', async () => {
  const { data: there } = await open('TECHNICAL', 'The lift is stuck');
  expect((await change('TECHNICAL', { active: false })).status).toBe(200);
  expect((await at.dora.post(`${room.path}/${there.id}/messages`, { content: 'Still' })).status).toBe(201);
  await change('SECURITY', { active: false });
  const refused = await open('SECURITY', 'Who is at the gate?');
  expect([refused.status, refused.code]).toEqual([422, 'ROOM_TOPIC_OFF']);
  const ours = await at.ann.post(`${room.path}/create`, { roomType: 'SECURITY', unitId: at.unitId, content: 'Hello' });
  expect(ours.status).toBe(201);
});

it('tells residents who answers where it shows names of staff, from then on', async () => {
  const { data: one } = await open('TECHNICAL', 'The tap drips');
  const say = (content: string, more: object = {}) =>
    at.ann.post(`${room.path}/${one.id}/messages`, { content, ...more });
  await say('Somebody comes');
  expect((await change('TECHNICAL', { showStaffNames: true })).status).toBe(200);
  const ear = await listen(server.url, at.dora.token);
  await ear.ask('subscribe', { unitId: at.unitId, modules: [room.code] });
  await say('I come at nine');
  await say('Bring the pliers', { private: true });
  const heard = await ear.hear(event => event.entityId === one.id && event.message?.content === 'I come at nine');
  expect([heard.message?.author, heard.actor.name]).toEqual([{ id: 'staff', name: 'Ann', kind: 'staff' }, 'Ann']);
  const talk = (await at.dora.get<Row[]>(`${room.path}/${one.id}/messages`)).data;
  expect(talk.map(({ author }) => (author as { name: string }).name)).toEqual(['Dora', '', 'Ann']);
  const [told] = (await at.dora.get<Row[]>('/histories/pms?limit=1')).data;
  expect(told?.by).toMatchObject({ name: 'Ann' });
  await change('TECHNICAL', { showStaffNames: false });
  await say('Done');
  const after = (await at.dora.get<Row[]>(`${room.path}/${one.id}/messages`)).data;
  expect(after.at(-1)?.author).toMatchObject({ name: '' });
});

it('its rooms are seen by its departments, and only such that can answer are chosen', async () => {
  const { data: one } = await open('ACCOUNTING', 'How much is it?');
  await at.allow({ MEMBER_COMMUNICATE: ['read', 'write'] });
  const seen = async () => (await at.carl.get(`${room.path}/${one.id}`)).status;
  expect(await seen()).toBe(200);
  const { data: other } = await at.ann.post<Row>('/department', { name: 'Nobody works here' });
  const refused = await change('ACCOUNTING', { departmentIds: [other.id] });
  expect([refused.status, refused.code]).toEqual([422, 'REFERENCE_NOT_SUITABLE']);
  expect((await change('ACCOUNTING', { departmentIds: [at.departmentId] })).status).toBe(200);
  expect((await stored(room, String(one.id))).departmentIds).toEqual([at.departmentId]);
  expect(await seen()).toBe(200);
  await change('ACCOUNTING', { departmentIds: [] });
  const { data: fresh } = await open('TECHNICAL', 'The lamp is out');
  expect((await stored(room, String(fresh.id))).departmentIds).toEqual([]);
});

it('an answer is late after the minutes of the topic, and one answer ends that', async () => {
  await change('MANAGEMENT', { answerMinutes: 20 });
  const { data: one } = await open('MANAGEMENT', 'No water on floor 12');
  const { waitingSince } = await stored(room, String(one.id));
  const since = new Date(waitingSince as Date).getTime();
  await roomsJob.run(new Date(since + 19 * MINUTE_MS));
  expect((await stored(room, String(one.id))).late).toBe(false);
  await roomsJob.run(new Date(since + 21 * MINUTE_MS));
  expect((await stored(room, String(one.id))).late).toBe(true);
  expect((await at.ann.get<Row[]>(`${room.path}?filter[late][]=true`)).data.map(({ id }) => id)).toEqual([one.id]);
  await at.ann.post(`${room.path}/${one.id}/messages`, { content: 'We are on it' });
  expect(await stored(room, String(one.id))).toMatchObject({ late: false, waits: false, lateAt: null });
});

it('a room in which nothing was said for long is closed, unless somebody waits in it', async () => {
  const { data: waits } = await open('MANAGEMENT', 'Hello?');
  const { data: quiet } = await open('TECHNICAL', 'Thank you');
  await at.ann.put(`${room.path}/${quiet.id}/answered`, {});
  await roomsJob.run(new Date(Date.now() + 31 * 24 * 60 * MINUTE_MS));
  expect([(await stored(room, String(waits.id))).status, (await stored(room, String(quiet.id))).status]).toEqual([
    'ACTIVE',
    'INACTIVE',
  ]);
});

it('is answered by those who are named for it: its departments, and who sees every room', async () => {
  await at.allow({ MEMBER_COMMUNICATE: ['read', 'write'] });
  const answer = async (roomType: string, who: Caller = at.ann) =>
    (await who.get<Row[]>(`/unit-group/${at.id}/room-members?roomType=${roomType}`)).data.map(({ id }) => id);
  expect(await answer('TECHNICAL')).toEqual(expect.arrayContaining([at.ann.id, at.carl.id]));
  expect((await change('TECHNICAL', { departmentIds: [at.departmentId] })).status).toBe(200);
  const { data: other } = await at.ann.post<Row>('/department', { name: 'Elsewhere' });
  await update(employee, at.carl.id, { departmentId: other.id });
  expect(await answer('TECHNICAL')).toContain(at.ann.id);
  expect(await answer('TECHNICAL')).not.toContain(at.carl.id);
  expect(await answer('SECURITY')).toContain(at.carl.id);
  // Employees with write permission can be assigned or added from other departments, and then see the room.
  const { data: theirs } = await at.ann.post<Row>(`${room.path}/create`, { unitId: at.otherUnitId });
  const { data: third } = await at.ann.post<Row>('/department', { name: 'Somewhere' });
  await update(room, String(theirs.id), { departmentIds: [third.id] });
  expect((await at.carl.get(`${room.path}/${theirs.id}`)).status).toBe(404);
  const act = (name: string, input: object) => at.ann.put<Row>(`${room.path}/${theirs.id}/${name}`, input);
  expect((await act('assign', { employeeId: at.carl.id })).status).toBe(200);
  expect((await at.carl.get(`${room.path}/${theirs.id}`)).status).toBe(200);
  expect((await act('assign', { employeeId: null })).status).toBe(200);
  expect((await at.carl.get(`${room.path}/${theirs.id}`)).status).toBe(404);
  expect((await act('members', { add: [at.carl.id] })).status).toBe(200);
  expect((await at.carl.get(`${room.path}/${theirs.id}`)).status).toBe(200);
  // Employees with read permission only can be neither.
  await at.allow({ MEMBER_COMMUNICATE: ['read'] });
  const refused = await act('assign', { employeeId: at.carl.id });
  expect([refused.status, Object.keys(refused.error.data?.fields ?? {})]).toEqual([422, ['employeeId']]);
  await at.allow({ MEMBER_COMMUNICATE: ['read', 'write'] });
  // Queries by module code still work.
  expect(await answer('MEMBER_COMMUNICATE')).toContain(at.carl.id);
  // Unknown types are refused.
  expect((await at.ann.get(`/unit-group/${at.id}/room-members?roomType=FOO`)).status).toBe(400);
});
