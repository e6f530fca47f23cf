import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { type Reading, room, seersOf } from '@lobby/shared/modules/room.ts';
import { task } from '@lobby/shared/modules/task.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { beforeEach, expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { few } from '../setup/contract/whole.ts';
import { talkBy } from '../setup/house/rooms.ts';
import { rowsIn, stored } from '../setup/records.ts';
import { listen, until } from '../setup/server/listener.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const second = await startBeside(server);
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

it('is one for a unit and a topic, however often it is asked for', async () => {
  const first = await open({ roomType: 'ACCOUNTING', content: 'How much is it?' });
  const again = await open({ roomType: 'ACCOUNTING' });
  const ours = await open({ roomType: 'ACCOUNTING', unitId }, ann);
  expect([again.id, ours.id]).toEqual([first.id, first.id]);
  const [mine, theirs] = await Promise.all([
    open({ roomType: 'TECHNICAL' }),
    open({ roomType: 'TECHNICAL', unitId }, ann),
  ]);
  expect(mine.id).toBe(theirs.id);
  expect(mine.id).not.toBe(first.id);
  await ann.put(`${room.path}/${first.id}/inactive`, {});
  const known = await dora.post(`${room.path}/create`, { roomType: 'ACCOUNTING' });
  expect([known.status, known.data.id]).toEqual([200, first.id]);
});

it('waits for us from the resident’s word to our answer, and is whose the first answer is', async () => {
  const { id } = await open({ roomType: 'MANAGEMENT', content: 'Is the pool open?' });
  const since = (await stored(room, id)).waitingSince;
  await say(id, 'Hello?');
  expect(await stored(room, id)).toMatchObject({ waits: true, waitingSince: since, lastText: 'Hello?' });
  const waiting = await ann.get<Row[]>(`${room.path}?filter[waits][]=true&sort=waitingSince`);
  expect(waiting.data.map(one => one.id)).toContain(id);
  await say(id, 'For us only', ann, { private: true });
  expect((await stored(room, id)).waits).toBe(true);
  await say(id, 'Until nine.', ann);
  const answered = await stored(room, id);
  expect(answered).toMatchObject({ waits: false, waitingSince: null, assigneeId: ann.id });
  // The list says who of the household writes, to staff alone.
  const writer = await ann.get<Row>(`/member/${answered.writerId}`);
  expect([writer.status, writer.data.unitIds]).toEqual([200, [unitId]]);
  const [own] = (await dora.get<Row[]>(`${room.path}?offset=0&limit=5`)).data;
  expect(own?.id).toBe(id);
  expect(own).not.toHaveProperty('writerId');
});

it('opens again when the resident writes', async () => {
  const { id } = await open({ roomType: 'MANAGEMENT', content: 'Too loud' });
  await ann.put(`${room.path}/${id}/inactive`, {});
  expect((await stored(room, id)).waits).toBe(false);
  await say(id, 'Loud again');
  expect(await stored(room, id)).toMatchObject({ status: 'ACTIVE', waits: true });
});

it('shows residents one voice: no name of who answers, in the talk, live, or told', async () => {
  const { id } = await open({ roomType: 'SECURITY', content: 'Who was that?' });
  const ear = await listen(server.url, dora.token);
  await ear.ask('subscribe', { unitId, modules: [room.code] });
  await say(id, 'A courier.', ann);
  await say(id, 'Noted', ben, { private: true });
  const desk = await listen(second.url, ben.token);
  await desk.ask('subscribe', { projectId: at.id, modules: [room.code] });
  await say(id, 'On its way.', ann);
  for (const hearer of [ear, desk]) {
    const said = await hearer.other('message', ({ message }) => (message as Row).content === 'On its way.');
    expect([typeof said.cursor, said.roomId]).toEqual(['string', id]);
    const row = await hearer.other('room', data => (data.row as Row).lastText === 'On its way.');
    expect(row.row).toMatchObject({ id, unitId });
    if (hearer === ear) expect(JSON.stringify([said, row])).not.toContain('Ann');
  }
  const heard = await ear.hear(event => event.entityId === id && event.message?.content === 'A courier.');
  expect(heard.message).toMatchObject({ author: { name: '', kind: 'staff' } });
  expect(heard.actor.name).toBe('');
  const talk = (await dora.get<Row[]>(`${room.path}/${id}/messages`)).data;
  expect(talk.map(({ content }) => content)).toEqual(['Who was that?', 'A courier.', 'On its way.']);
  expect(JSON.stringify([talk, ear.events, (await dora.get(`${room.path}/${id}`)).data])).not.toContain('Ann');
  expect(JSON.stringify(ear.events)).not.toContain('Noted');
  const told = (await dora.get<Row[]>('/histories/pms?limit=1')).data;
  expect(told).toMatchObject([{ kind: 'MSG_NEW', type: 'MSG', by: null }]);
  const ours = (await ben.get<Row[]>(`${room.path}/${id}/messages`)).data;
  expect(ours.map(({ author }) => (author as { name: string }).name)).toEqual(['Dora', 'Ann', 'Ben', 'Ann']);
});

it('is closed to the neighbours', async () => {
  const { id } = await open({ roomType: 'TECHNICAL', content: 'The tap' });
  const [message] = (await dora.get<Row[]>(`${room.path}/${id}/messages`)).data;
  const answers = await Promise.all([
    emil.get(`${room.path}/${id}`),
    emil.get(`${room.path}/${id}/messages`),
    say(id, 'Me too', emil),
    emil.put(`${room.path}/${id}/messages/${message?.id}/read`),
    emil.put(`${room.path}/${id}/messages/readall`),
  ]);
  expect(answers.map(answer => answer.status)).toEqual(Array(answers.length).fill(404));
  expect((await emil.get<Row[]>(room.path)).data).toEqual([]);
  expect(await status(id, emil)).toBeUndefined();
});

it('is read by each for themselves, up to a message and never back, the same at every server', async () => {
  const { id } = await open({ roomType: 'MANAGEMENT', content: 'One' });
  const messages = [];
  for (const content of ['Two', 'Three']) messages.push((await say(id, content)).data);
  const before = await unread(ann);
  expect(await status(id, ann)).toMatchObject({ unread: 3, lastReadId: null, readers: [] });
  const at = `${room.path}/${id}/messages`;
  await ann.put(`${at}/${messages[1]?.id}/read`);
  await ann.put(`${at}/${messages[0]?.id}/read`);
  expect(await status(id, ann)).toMatchObject({ unread: 0, lastReadId: messages[1]?.id });
  expect([await unread(ann), await unread(ann.at(second.url))]).toEqual([before - 1, before - 1]);
  expect(await status(id, ben)).toMatchObject({ unread: 3, readers: [{ name: 'Ann', kind: 'staff' }] });
  // Residents do not see which employees have read a message.
  expect((await status(id, dora))?.readers).toEqual([]);
  await say(id, 'Four');
  expect((await status(id, ann))?.unread).toBe(1);
  await say(id, 'An answer', ben);
  expect((await status(id, dora))?.unread).toBe(1);
  await dora.put(`${at}/readall`);
  expect((await status(id, dora))?.unread).toBe(0);
});

it('tells all screens of a person what they have read, on every server', async () => {
  const { id } = await open({ roomType: 'ACCOUNTING', content: 'Paid' });
  const ears = await Promise.all([server.url, second.url].map(url => listen(url, ben.token)));
  for (const ear of ears) await ear.ask('subscribe', { projectId: at.id, modules: [room.code] });
  await say(id, 'And again');
  const badge = (ear: (typeof ears)[number]) =>
    ear.others.findLast(({ name, data }) => name === 'badges' && 'RESIDENT_COMMUNICATE' in (data.counts as object))
      ?.data.counts as { RESIDENT_COMMUNICATE: number } | undefined;
  const counted = await unread(ben);
  for (const ear of ears) await until(() => badge(ear)?.RESIDENT_COMMUNICATE === counted);
  await ben.put(`${room.path}/${id}/messages/readall`);
  for (const ear of ears) {
    await ear.other('read', data => data.roomId === id);
    await until(() => badge(ear)?.RESIDENT_COMMUNICATE === counted - 1);
  }
});

it('shows the two sides that the other writes and has read, residents without a name, on every server', async () => {
  const { id } = await open({ roomType: 'MANAGEMENT', content: 'Is the pool open?' });
  const [home, desk] = [await listen(second.url, dora.token), await listen(server.url, ben.token)];
  await home.ask('subscribe', { unitId, modules: [room.code] });
  await desk.ask('subscribe', { projectId: at.id, modules: [room.code] });
  const about = { projectId: at.id, module: room.code, entityId: id };
  await desk.ask('presence', { ...about, mode: 'typing' });
  await home.other('typing', data => data.entityId === id && data.typing === true);
  await desk.ask('presence', { ...about, mode: 'viewing' });
  await home.other('typing', data => data.entityId === id && data.typing === false);
  await home.ask('presence', { ...about, mode: 'typing' });
  await desk.other('presence', data => JSON.stringify(data).includes('"resident","mode":"typing"'));
  const before = (await dora.get<Reading[]>(`${room.path}/read-status?roomIds[]=${id}`)).data[0];
  expect(before).toMatchObject({ othersReadId: null, readers: [] });
  await ben.put(`${room.path}/${id}/messages/readall`);
  await home.other('read', data => data.roomId === id);
  const after = (await dora.get<Reading[]>(`${room.path}/read-status?roomIds[]=${id}`)).data[0];
  expect([typeof after?.othersReadId, after?.readers]).toEqual(['string', []]);
  expect(JSON.stringify(home.others)).not.toContain(ben.name);
});

it('counts for everybody what a fresh look counts, whatever was said and read', async () => {
  let seed = 11;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    // The low bits of this generator have short cycles.
    return Math.floor(seed / 65_536) % below;
  };
  const rooms: string[] = [];
  for (const roomType of ['MANAGEMENT', 'TECHNICAL', 'SECURITY']) rooms.push((await open({ roomType }, emil)).id);
  /** Unread messages by room and person. */
  const expected = new Map<string, number>();
  const people: [string, Caller][] = [
    ['ann', ann],
    ['ben', ben],
  ];
  for (const id of rooms) for (const [name] of people) expected.set(`${id} ${name}`, 0);
  for (let n = 0; n < few(50, 15); n++) {
    const id = rooms[random(rooms.length)] ?? '';
    const deed = random(4);
    const [name, who] = people[random(2)] ?? ['ann', ann];
    if (deed < 2) {
      await say(id, `Word ${n}`, emil);
      for (const [one] of people) expected.set(`${id} ${one}`, (expected.get(`${id} ${one}`) ?? 0) + 1);
    } else if (deed === 2) {
      await say(id, `Answer ${n}`, who);
      for (const [one] of people)
        if (one !== name) expected.set(`${id} ${one}`, (expected.get(`${id} ${one}`) ?? 0) + 1);
    } else {
      await who.put(`${room.path}/${id}/messages/readall`);
      expected.set(`${id} ${name}`, 0);
    }
  }
  for (const id of rooms)
    for (const [name, who] of people) expect((await status(id, who))?.unread, name).toBe(expected.get(`${id} ${name}`));
});

it('says the same message once, and in the order it was sent', async () => {
  const { id } = await open({ roomType: 'MANAGEMENT' }, emil);
  const headers = { 'Idempotency-Key': 'one-message' };
  await Promise.all([1, 2, 3].map(() => emil.post(`${room.path}/${id}/messages`, { content: 'Once' }, headers)));
  for (let n = 0; n < 10; n++) await say(id, `${n}`, emil);
  const talk = (await ann.get<Row[]>(`${room.path}/${id}/messages`)).data;
  expect(talk.map(({ content }) => content)).toEqual(['Once', ...Array.from({ length: 10 }, (_, n) => `${n}`)]);
  const empty = await say(id, '   ', emil);
  expect([empty.status, empty.code]).toEqual([400, 'MESSAGE_EMPTY']);
  expect((await say(id, 'Never', emil, { private: true })).status).toBe(400);
});

it('lets a resident neither see nor do what is among staff', async () => {
  const { id } = await open({ roomType: 'MANAGEMENT' });
  expect((await dora.get(`${room.path}/${id}`)).data).not.toHaveProperty('assigneeId');
  for (const act of ['assign', 'claim', 'inactive'])
    expect((await dora.put(`${room.path}/${id}/${act}`)).status).toBe(403);
  expect((await dora.get(`${ticket.path}/replies`)).status).toBe(403);
});

it('is claimed by one of two at once, who is named to the other; nothing waits once it needs no answer', async () => {
  const { id } = await open({ content: 'Thanks!' });
  const claims = await Promise.all([ann, ben].map(who => who.put(`${room.path}/${id}/claim`)));
  const lost = claims.find(claim => claim.status !== 200);
  const won = claims[0] === lost ? ben : ann;
  expect([lost?.status, lost?.code, lost?.error.data?.by]).toMatchObject([409, 'STATUS_CHANGED', { id: won.id }]);
  expect((await ann.put(`${room.path}/${id}/answered`)).data.waitingSince).toBeNull();
  const again = await ann.put(`${room.path}/${id}/answered`);
  expect([again.status, again.code]).toEqual([409, 'STATUS_CHANGED']);
  expect((await ann.put(`${room.path}/${id}/members`, { add: [ben.id] })).data.memberIds).toEqual([ben.id]);
  expect((await ann.put(`${room.path}/${id}/note`, { note: 'Two dogs' })).data.note).toBe('Two dogs');
  expect(JSON.stringify((await dora.get(`${room.path}/${id}`)).data)).not.toContain('Two dogs');
  const named = await ann.post(`${room.path}/create`, { unitId, residentId: 'f'.repeat(24) });
  expect(named.status).toBe(422);
});

it('lets words be taken back, found, and quoted by day', async () => {
  const { id } = await open({ content: 'Mất nước tầng 12' });
  const path = `${room.path}/${id}/messages`;
  const texts = async (query: string, who = ann) =>
    (await who.get<Row[]>(`${path}?${query}`)).data.map(one => one.content);
  const sent = (await say(id, 'Sent too early')).data;
  expect(await texts('q=mat nuoc')).toEqual(['Mất nước tầng 12']);
  expect(await texts(`date=${new Date().toISOString().slice(0, 4)}-01-01`)).toHaveLength(2);
  expect(await texts('date=2999-01-01')).toEqual([]);
  expect((await emil.put(`${path}/${sent.id}/withdraw`)).status).toBe(404);
  await rowsIn('room-messages').updateOne(
    { _id: String(sent.id) },
    { $set: { at: new Date(Date.now() - 16 * 60_000) } },
  );
  expect((await dora.put(`${path}/${sent.id}/withdraw`)).code).toBe('MESSAGE_WITHDRAW_TOO_LATE');
  const taken = await ann.put(`${path}/${sent.id}/withdraw`);
  expect([taken.status, taken.data.content]).toEqual([200, '']);
  expect(await texts('q=early')).toEqual([]);
  const quoted = await say(id, 'This one', ann, { replyToId: sent.id, unitId, roomType: 'MANAGEMENT' });
  expect(quoted.data).toMatchObject({ type: 'TEXT', replyToId: sent.id });
  expect((await say(id, 'Not here', ann, { roomType: 'SECURITY' })).code).toBe('ROOM_UNIT_MISMATCH');
});

it('has been seen by those who have read its last message', async () => {
  const { id } = await open({ content: 'Is anybody there?' });
  const [message] = (await ann.get<Row[]>(`${room.path}/${id}/messages`)).data;
  await ben.put(`${room.path}/${id}/messages/${message?.id}/read`);
  const seen = async () => {
    const reading = await status(id, ann);
    return reading ? seersOf(reading) : null;
  };
  expect(await seen()).toHaveLength(1);
  const readAt = async () => (await status(id, ann))?.readers.find(({ name }) => name === ben.name)?.at ?? '';
  const before = await readAt();
  await say(id, 'Hello?');
  expect(await seen()).toEqual([]);
  // Reading by the author does not count.
  await dora.put(`${room.path}/${id}/messages/readall`);
  expect(await seen()).toEqual([]);
  await ben.put(`${room.path}/${id}/messages/readall`);
  expect(await seen()).toEqual([ben.name]);
  expect((await readAt()) > before).toBe(true);
});

it('stays as its household reads it, whatever staff note, assign or leave among themselves', async () => {
  const { id } = await open({ content: 'The lamp is out' });
  await say(id, 'We see to it', ann);
  const read = async () => (await dora.get<Row>(`${room.path}/${id}`)).data;
  const { version: _first, ...before } = await read();
  await say(id, 'Again the same lamp', ann, { private: true });
  await ann.put(`${room.path}/${id}/note`, { note: 'Calls every week' });
  await ann.put(`${room.path}/${id}/assign`, { employeeId: ben.id });
  expect((await ann.get<Row>(`${room.path}/${id}`)).data.updatedAt).not.toBe(before.updatedAt);
  expect(await read()).toMatchObject(before);
  await say(id, 'It shines again', ann);
  const after = await read();
  expect(after.updatedAt).toBe((await ann.get<Row>(`${room.path}/${id}`)).data.updatedAt);
});

it('is as it was before, once a resident takes a word back', async () => {
  const { id } = await open({ content: 'Good morning' });
  await say(id, 'Good morning to you', ann);
  const seen = async () => {
    const { status, lastText, waits, waitingSince, lateAt, late, lastMessageAt, lastWordAt } = await stored(
      room,
      String(id),
    );
    return { status, lastText, waits, waitingSince, lateAt, late, lastMessageAt, lastWordAt };
  };
  const before = await seen();
  expect(before).toMatchObject({ lastText: 'Good morning to you', waits: false });
  const take = (one: Row) => dora.put(`${room.path}/${id}/messages/${one.id}/withdraw`);
  const told = async () =>
    (await ann.get<Row[]>('/histories/pms')).data.filter(one => String(one.body).includes('My code is 1234'));
  const word = (await say(id, 'My code is 1234')).data;
  expect(await told()).toHaveLength(1);
  expect(await seen()).toMatchObject({ lastText: 'My code is 1234', waits: true });
  expect((await take(word)).status).toBe(200);
  expect(await seen()).toEqual(before);
  expect(await told()).toEqual([]);
  const bell = async () =>
    (await ann.get<Row[]>('/histories/pms')).data
      .filter(one => one.entityId === id && one.kind === 'MSG_NEW')
      .map(({ count, readAt }) => [count, readAt]);
  const quiet = await bell();
  // With two messages, the other one still waits.
  const [first, second] = [(await say(id, 'One')).data, (await say(id, 'Two')).data];
  await take(first);
  const left = await seen();
  expect(left).toMatchObject({ lastText: 'Two', waits: true });
  expect(JSON.stringify(left.waitingSince)).toBe(JSON.stringify(second.at));
  expect(await bell()).not.toEqual(quiet);
  await take(second);
  expect(await seen()).toEqual(before);
  // Notifications contain neither, in whichever order the messages are retracted.
  expect(await bell()).toEqual(quiet);
  // A room reopened by a message closes again without it, unless other messages followed.
  const close = () => ann.put(`${room.path}/${id}/inactive`, {});
  expect((await close()).status).toBe(200);
  const again = (await say(id, 'Hello?')).data;
  expect(await seen()).toMatchObject({ status: 'ACTIVE', waits: true });
  await take(again);
  expect(await seen()).toEqual({ ...before, status: 'INACTIVE' });
  const third = (await say(id, 'Are you there?')).data;
  await say(id, 'We are', ann);
  await take(third);
  expect(await seen()).toMatchObject({ status: 'ACTIVE', lastText: 'We are', waits: false });
});

it('makes a request and a task of a message, once each, with a card that leads there', async () => {
  const { id } = await open({ content: 'The tap drips' });
  const [message] = (await ann.get<Row[]>(`${room.path}/${id}/messages`)).data;
  const turn = (kind: string) => ann.post(`${room.path}/${id}/messages/${message?.id}/${kind}`, { title: 'Tap' });
  const [made, again] = [await turn('ticket'), await turn('ticket')];
  expect([made.status, again.status, again.code]).toEqual([201, 409, 'MESSAGE_ALREADY_LINKED']);
  expect(again.error.data).toMatchObject({ module: 'HELP_DESK', id: made.data.id, code: made.data.code });
  expect(await stored(ticket, String(made.data.id))).toMatchObject({
    unitId,
    content: 'The tap drips',
    residentId: dora.id,
    roomId: id,
    roomMessageId: message?.id,
  });
  // A due time in the past has to be confirmed, as in the task form.
  const late = { title: 'Tap', dueAt: new Date(Date.now() - DAY_MS).toISOString() };
  const over = await ann.post(`${room.path}/${id}/messages/${message?.id}/task`, late);
  expect([over.status, over.error.data?.fields?.dueAt?.code]).toEqual([400, 'TIME_IS_OVER']);
  const work = await turn('task');
  expect(work.status).toBe(201);
  expect(await stored(task, String(work.data.id))).toMatchObject({
    unitId,
    residentId: dora.id,
    roomId: id,
    roomMessageId: message?.id,
  });
  const cards = async (who: Caller) =>
    (await who.get<Row[]>(`${room.path}/${id}/messages`)).data
      .filter(one => one.type === 'LINK')
      .map(one => (one.link as Row).module);
  expect([await cards(ann), await cards(dora)]).toEqual([['HELP_DESK', 'TASK'], ['HELP_DESK']]);
});

it('is listed by offset, each with what its reader has not read', async () => {
  for (const roomType of ['MANAGEMENT', 'SECURITY']) await open({ roomType, content: 'Hello' });
  const page = await ann.get<Row[]>(`${room.path}?offset=1&limit=1`);
  expect([page.data.length, page.data[0]?.unread, page.headers.get('Content-Range')]).toEqual([1, 1, 'items 1-1/2']);
});

it('that has lost its title is told of by its household alone', async () => {
  const { id } = await open({ roomType: 'MANAGEMENT', content: 'Is the pool open?' });
  const { version } = await stored(room, id);
  expect((await ann.put(`${room.path}/${id}`, { version, title: null })).status).toBe(200);
  expect((await ann.put(`${room.path}/${id}/assign`, { employeeId: ben.id })).status).toBe(200);
  await say(id, 'Hello?');
  const notices = await rowsIn('notifications').find({ 'subject.id': id, userId: ben.userId }).toArray();
  const told = notices.map(({ kind, subject }) => [kind, (subject as { title: string }).title]);
  expect(told).toContainEqual(['MSG_ASSIGNED', '']);
  expect(JSON.stringify(told)).not.toContain('null');
});
