import { room } from '@lobby/shared/modules/room.ts';
import { beforeEach, expect, it } from 'vitest';
import { type Caller, callerOf, type Row } from '../setup/caller.ts';
import { talkBy } from '../setup/house/rooms.ts';
import { rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
let count = 0;
let { ann, ben, dora, emil, unitId } = site;
let at = site;
// A unit has one room per topic, so each test uses its own project.
beforeEach(async () => {
  at = await makeSite(server.url, `Site ${++count}`);
  ({ ann, ben, dora, emil, unitId } = at);
});

const { open, say, status, unread } = talkBy(() => dora);

it('a room begins for a new resident with what is said from then on, and ends for one who moves out', async () => {
  const { id } = await open({ content: 'Chuyện riêng của nhà cũ' });
  const path = `${room.path}/${id}`;
  const texts = async (who: Caller) => (await who.get<Row[]>(`${path}/messages`)).data.map(one => one.content);
  const moved = await ann.put(`/member/${dora.id}/move-out`, { unitId });
  expect([moved.status, moved.text]).toMatchObject([200, expect.anything()]);
  expect([(await dora.get(path)).status, (await dora.get(`${path}/messages`)).status]).toEqual([403, 403]);
  expect((await ann.put(`/member/${emil.id}/move-in`, { unitId, role: 'MEMBER' })).status).toBe(200);
  const here = { Authorization: `Bearer ${emil.token}`, 'X-Unit-Id': unitId };
  const fresh = callerOf(
    () => server.url,
    () => here,
  );
  expect((await fresh.get<Row[]>(room.path)).data).toEqual([]);
  expect((await fresh.get<Row[]>(`${room.path}/messages?q=chuyen`)).data).toEqual([]);
  const opened = await open({}, fresh);
  expect([opened.id, opened.lastText, JSON.stringify(opened).includes('nhà cũ')]).toEqual([id, null, false]);
  await say(id, 'Chào anh chị', fresh);
  expect([await texts(fresh), (await texts(ann)).length]).toEqual([['Chào anh chị'], 2]);
  expect((await fresh.get<Row[]>(room.path)).data.map(one => one.lastText)).toEqual(['Chào anh chị']);
});

it('is searched over all rooms that somebody sees, without accents, notes among staff alone', async () => {
  const { id } = await open({ content: 'Thang máy kêu to' });
  await say(id, 'Thang máy đã báo hãng', ann, { private: true });
  const find = async (q: string, who: Caller) =>
    (await who.get<Row[]>(`${room.path}/messages?q=${encodeURIComponent(q)}`)).data.map(one => one.content);
  expect(await find('thang ma', ann)).toEqual(['Thang máy đã báo hãng', 'Thang máy kêu to']);
  expect(await find('may thang', dora)).toEqual(['Thang máy kêu to']);
  expect(await find('thang', emil)).toEqual([]);
  expect((await ann.get(`${room.path}/messages?q=t`)).status).toBe(400);
});

it('counts what colleagues say too, but nothing from before somebody worked here', async () => {
  const { id } = await open({ content: 'One' });
  await ann.put(`${room.path}/${id}/messages/readall`);
  await say(id, 'A note', ben, { private: true });
  expect([(await status(id, ann))?.unread, (await status(id, ben))?.unread]).toEqual([1, 1]);
  await rowsIn('employees').updateOne({ _id: ben.id }, { $set: { createdAt: new Date() } });
  expect([(await status(id, ben))?.unread, await unread(ben)]).toEqual([0, 0]);
  await say(id, 'Two');
  expect([(await status(id, ben))?.unread, await unread(ben)]).toEqual([1, 1]);
});

it('is read in the bell too, whichever way it was read', async () => {
  const { id } = await open({ content: 'The gate is shut' });
  const told = async (who: Caller) =>
    (await who.get<Row[]>(`/histories/pms?filter[entityId][]=${id}`)).data.map(({ readAt }) => readAt !== null);
  const readsAll = async (who: Caller) => {
    expect(await told(who)).toEqual([false]);
    await who.put(`${room.path}/${id}/messages/readall`);
    expect(await told(who)).toEqual([true]);
  };
  await readsAll(ann);
  await say(id, 'It is open again', ann);
  await readsAll(dora);
});

it('takes thirty words of a resident in a minute, no more', async () => {
  const { id } = await open();
  const said = [];
  for (let n = 0; n < 31; n++) said.push((await say(id, `Word ${n}`)).status);
  expect(said).toEqual([...Array(30).fill(201), 429]);
});
