import { ticket } from '@lobby/shared/modules/ticket.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { NEVER } from '../setup/contract/routes.ts';
import { samplesOf } from '../setup/contract/samples.ts';
import { deskOf } from '../setup/house/desk.ts';
import { type Heard, listen } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const desk = deskOf(site);
const samples = samplesOf(site);
const { ann, ben, dora, emil } = site;

describe('a conversation', () => {
  it('stays with the household it was held with when its request moves to another, unless staff say otherwise', async () => {
    const { id } = await desk.open({}, dora);
    await desk.say(id, 'My alarm code is 4711', {}, dora);
    await desk.say(id, 'We are on our way');
    const move = async (unitId: string, more = {}) =>
      ann.put(`${desk.path}/${id}`, { version: (await desk.read(id)).version, unitId, ...more });
    const heard = async (who: typeof dora) => (await desk.talk(id, who)).data.map(({ content }) => content);
    const first = await desk.read(id);
    expect((await move(site.otherUnitId)).status).toBe(200);
    expect(await heard(emil)).toEqual([]);
    // The new unit does not see the request of the previous one either.
    const shown = async (who: typeof dora) => (await who.get<Row>(`${desk.path}/${id}`)).data;
    expect(await shown(emil)).toMatchObject({ title: first.code, content: null, images: [], attachments: [] });
    const [row] = (await emil.get<Row[]>(`${desk.path}?limit=1`)).data;
    expect(row).toMatchObject({ id, title: first.code });
    const found = async (q: unknown) =>
      (await emil.get<Row[]>(`${desk.path}?filter[q]=${encodeURIComponent(String(q))}`)).data.map(one => one.id);
    expect([await found(first.title), await found(first.code)]).toEqual([[], [id]]);
    // Staff see the content and its author.
    expect(await shown(ann)).toMatchObject({
      title: first.title,
      content: first.content,
      residentId: null,
      writerId: dora.id,
    });
    expect((await desk.talk(id, emil)).headers.get('Content-Range')).toMatch(/\/0$/);
    await desk.say(id, 'Is it at yours?');
    expect(await heard(emil)).toEqual(['Is it at yours?']);
    const bell = (await emil.get<Row[]>('/histories/pms')).data.filter(one => one.entityId === id);
    expect(bell.length).toBeGreaterThan(0);
    expect(JSON.stringify(bell)).not.toContain(String(first.title));
    expect(await heard(ann)).toEqual(['My alarm code is 4711', 'We are on our way', 'Is it at yours?']);
    expect((await desk.talk(id, dora)).status).toBe(404);
    // The new unit sees fields rewritten by staff, and nothing else.
    const { version } = await desk.read(id);
    expect((await ann.put(`${desk.path}/${id}`, { version, title: 'Water from above' })).status).toBe(200);
    expect(await shown(emil)).toMatchObject({ title: 'Water from above', content: null, images: [] });
    // Moved back, each unit sees its own messages.
    expect((await move(site.unitId)).status).toBe(200);
    expect(await heard(dora)).toEqual(['My alarm code is 4711', 'We are on our way']);
    expect(await shown(dora)).toMatchObject({ title: first.code, content: first.content });
    expect((await move(site.otherUnitId, { earlierShown: true })).status).toBe(200);
    expect(await heard(emil)).toEqual(await heard(ann));
    expect(await shown(emil)).toMatchObject({ title: 'Water from above', content: first.content });
    // The choice applies to one unit only.
    expect((await move(site.unitId)).data.earlierShown).toBe(false);
    expect(await heard(dora)).toEqual(['My alarm code is 4711', 'We are on our way']);
  });

  it('takes no word that was written for another household, or to a request that has ended since', async () => {
    const { id } = await desk.open({}, dora);
    const seen = { unitId: site.unitId, status: 'WAITING_APPROVAL' };
    expect((await desk.say(id, 'For Dora', seen)).data).toMatchObject({ content: 'For Dora', unitId: site.unitId });
    await ann.put(`${desk.path}/${id}`, { version: (await desk.read(id)).version, unitId: site.otherUnitId });
    const moved = await desk.say(id, 'Dora’s alarm code', seen);
    expect([moved.status, moved.code]).toEqual([409, 'MOVED_MEANWHILE']);
    expect((await desk.say(id, 'Among us', { ...seen, private: true })).status).toBe(201);
    const now = { ...seen, unitId: site.otherUnitId };
    expect((await desk.say(id, 'For Emil', now)).status).toBe(201);
    await desk.act(id, 'approve');
    expect((await desk.say(id, 'They come', now)).status).toBe(201);
    await desk.act(id, 'complete', {}, ben);
    const over = await desk.say(id, 'We are on our way', now);
    expect([over.status, over.code, over.error.data]).toMatchObject([
      409,
      'STATUS_CHANGED',
      { status: 'COMPLETED', by: { name: 'Ben' } },
    ]);
    expect((await desk.say(id, 'It is done', { ...now, status: 'COMPLETED' })).status).toBe(201);
    expect((await desk.talk(id, emil)).data.map(({ content }) => content)).toEqual([
      'For Emil',
      'They come',
      'It is done',
    ]);
  });

  it('is read by no other household when its request moves in the same moment', async () => {
    const sides = [ann, dora];
    for (let n = 0; n < 8; n++) {
      const { id, version } = await desk.open({}, dora);
      const [said] = await Promise.all([
        desk.say(id, 'For Dora alone', { unitId: site.unitId }, sides[n % 2]),
        ann.put(`${desk.path}/${id}`, { version, unitId: site.otherUnitId }),
      ]);
      expect([201, 404, 409]).toContain(said.status);
      expect((await emil.get(`${desk.path}/${id}/messages`)).text).not.toContain('For Dora alone');
      const kept = (await desk.talk(id)).data;
      expect(kept.map(({ unitId }) => unitId)).toEqual(said.status === 201 ? [site.unitId] : []);
    }
  });

  it('goes between staff and resident, oldest first', async () => {
    const { id } = await desk.open({}, dora);
    await desk.say(id, 'When will you come?', {}, dora);
    await desk.say(id, 'At  three\n\n\n\nI hope ');
    const seen = await desk.talk(id);
    expect(seen.data.map(one => [one.content, one.author, one.private])).toEqual([
      ['When will you come?', { id: dora.id, name: 'Dora', kind: 'resident' }, false],
      ['At three\n\nI hope', { id: ann.id, name: 'Ann', kind: 'staff' }, false],
    ]);
    expect(seen.headers.get('Content-Range')).toBe('items 0-1/2');
    // Only staff see the unit of a message.
    const read = (await desk.talk(id, dora)).data;
    expect(read).toEqual(seen.data.map(({ unitId: _, ...one }) => one));
    expect(read.some(one => 'unitId' in one)).toBe(false);
  });

  it('counts itself and whose turn it is, without a new version', async () => {
    const { id } = await desk.open();
    await desk.say(id, 'Hello', {}, dora);
    const first = await desk.read(id);
    expect(first).toMatchObject({ messageCount: 1, awaitsReply: true, version: 1 });
    await desk.say(id, 'Hello');
    const second = await desk.read(id);
    expect(second).toMatchObject({ messageCount: 2, awaitsReply: false, version: 1 });
    expect(String(second.lastMessageAt) > String(first.lastMessageAt)).toBe(true);
    expect((await desk.act(id, 'approve', { version: 1 })).status).toBe(200);
  });

  it('loses no count when many write and act at once', async () => {
    const { id } = await desk.open();
    await Promise.all([
      ...Array.from({ length: 30 }, (_, n) => desk.say(id, `No ${n}`, {}, n % 2 ? ann : dora)),
      desk.act(id, 'approve', { note: 'A note' }),
      desk.act(id, 'claim', {}, ben),
    ]);
    expect((await desk.talk(id)).data).toHaveLength(31);
    expect(await desk.read(id)).toMatchObject({ messageCount: 31 });
  });

  it('pages by offset and around a message', async () => {
    const { id } = await desk.open();
    const ids: string[] = [];
    for (let n = 0; n < 9; n++) ids.push((await desk.say(id, `No ${n}`)).data.id);
    const page = async (query: string) => {
      const { data, headers } = await ann.get<Row[]>(`${desk.path}/${id}/messages?${query}`);
      expect(headers.get('Content-Range')).toMatch(/\/9$/);
      return data.map(one => ids.indexOf(one.id));
    };
    expect(await page('limit=3')).toEqual([6, 7, 8]);
    expect(await page('offset=1&limit=3')).toEqual([1, 2, 3]);
    expect(await page(`before=${ids[4]}&limit=3`)).toEqual([1, 2, 3]);
    expect(await page(`after=${ids[4]}&limit=3`)).toEqual([5, 6, 7]);
    expect(await page(`around=${ids[4]}&limit=4`)).toEqual([3, 4, 5, 6]);
    expect(await page('offset=20')).toEqual([]);
    for (const bad of ['limit=0', 'limit=101', 'offset=-1', 'before=x'])
      expect((await ann.get(`${desk.path}/${id}/messages?${bad}`)).status, bad).toBe(400);
  });

  it('begins the work with the first public reply to an approved ticket, and tells the resident', async () => {
    const { id } = await desk.after('approve');
    await desk.say(id, 'A word among us', { private: true });
    await desk.say(id, 'Hurry', {}, dora);
    expect((await desk.read(id)).status).toBe('APPROVED');
    await desk.say(id, 'We are on our way');
    expect(await desk.read(id)).toMatchObject({ status: 'PROCESSING', assigneeId: ann.id, version: 3 });
    await desk.say(id, 'Nearly there', {}, ben);
    const starts = (await desk.entries(id)).filter(one => one.action === 'start');
    expect(starts).toHaveLength(1);
    expect(starts[0]).toMatchObject({
      actor: { id: ann.id },
      before: { status: 'APPROVED' },
      after: { status: 'PROCESSING' },
    });
    // One change causes one notification, that of the message.
    const kinds = (await desk.told(id)).filter(one => one.unitId).map(one => one.kind);
    expect(kinds).toEqual(['HELP_DESK_CREATED', 'HELP_DESK_APPROVED', 'HELP_DESK_MESSAGE']);
  });

  it('begins it once, when two reply at once', async () => {
    const { id } = await desk.after('approve');
    const replies = await Promise.all([desk.say(id, 'Mine'), desk.say(id, 'Mine too', {}, ben)]);
    expect(replies.map(reply => reply.status)).toEqual([201, 201]);
    expect((await desk.entries(id)).filter(one => one.action === 'start')).toHaveLength(1);
  });

  it('is closed to residents when the ticket is, until then open', async () => {
    const done = await desk.after('approve', 'complete');
    expect((await desk.say(done.id, 'Thanks', {}, dora)).status).toBe(201);
    for (const over of [await desk.after('reject'), await desk.after('approve', 'complete', 'rate')]) {
      const answer = await desk.say(over.id, 'But', {}, dora);
      expect([answer.status, answer.code]).toEqual([409, 'HELP_DESK_CLOSED']);
      expect((await desk.say(over.id, 'For the record', { private: true })).status).toBe(201);
    }
  });

  it('notifies the unit of a reply, and who has the ticket of a question', async () => {
    const { id } = await desk.open();
    await desk.act(id, 'claim', {}, ben);
    await desk.say(id, 'Well?', {}, dora);
    await desk.say(id, 'Soon');
    await desk.say(id, 'Unlikely', { private: true });
    expect((await desk.told(id)).filter(one => one.kind === 'HELP_DESK_MESSAGE')).toEqual([
      // The creator follows the ticket too.
      { kind: 'HELP_DESK_MESSAGE', unitId: null, employeeIds: [ann.id, ben.id] },
      { kind: 'HELP_DESK_MESSAGE', unitId: site.unitId, employeeIds: [] },
    ]);
  });

  it('is followed by who makes, gets or writes; who left comes back only when called in', async () => {
    const { id } = await desk.open();
    const followers = async () =>
      (await ann.get<Row & { followerIds: string[] }>(`${ticket.path}/${id}`)).data.followerIds;
    expect(await followers()).toEqual([ann.id]);
    await desk.act(id, 'assign', { employeeId: ben.id });
    expect(await followers()).toEqual([ann.id, ben.id]);
    await ann.put(`${ticket.path}/${id}/unfollow`);
    await desk.say(id, 'I only say so', { private: true });
    expect(await followers()).toEqual([ben.id]);
    await desk.say(id, 'What do you say?', { private: true, mentions: [ann.id] }, ben);
    expect(await followers()).toEqual([ben.id, ann.id]);
    await ann.put(`${ticket.path}/${id}/followers`, { remove: [ben.id] });
    await desk.say(id, 'Well', {}, ben);
    expect(await followers()).toEqual([ann.id]);
    await ben.put(`${ticket.path}/${id}/follow`);
    expect(await followers()).toEqual([ann.id, ben.id]);
  });

  it('names who was called in and has not read it yet', async () => {
    const { id } = await desk.open();
    const waiting = async (who = ann) =>
      (await who.get<Row[]>(`${ticket.path}?filter[mentionedIds][]=me&limit=100`)).data.flatMap(one =>
        one.id === id ? [one.id] : [],
      );
    await desk.say(id, 'Ask Ben', { private: true, mentions: [ben.id] });
    expect([await waiting(ben), await waiting()]).toEqual([[id], []]);
    await desk.talk(id);
    expect(await waiting(ben)).toEqual([id]);
    await Promise.all([desk.talk(id, ben), desk.talk(id, ben)]);
    expect(await waiting(ben)).toEqual([]);
    await desk.say(id, 'Again', { private: true, mentions: [ben.id] });
    await desk.say(id, 'I know', { private: true }, ben);
    expect(await waiting(ben)).toEqual([]);
  });

  it('carries pictures, whose links are the reader’s own', async () => {
    const { id } = await desk.open();
    const image = await samples.upload();
    const said = await desk.say(id, 'Look', { images: [image] });
    const [mine, theirs] = [(await desk.talk(id)).data[0], (await desk.talk(id, dora)).data[0]];
    for (const one of [said.data, mine, theirs])
      expect(one?.images).toEqual([expect.objectContaining({ id: image, type: 'image/png' })]);
    const url = (one: Row | undefined) => String((one?.images as { url: string }[] | undefined)?.[0]?.url);
    expect(url(theirs)).not.toBe(url(mine));
    expect((await dora.file(url(theirs))).status).toBe(200);
    expect((await desk.say(id, 'Again', { images: [image] })).status).toBe(422);
  });

  it('is not others’', async () => {
    const { id } = await desk.open({}, dora);
    expect((await desk.talk(id, emil)).status).toBe(404);
    expect((await desk.say(id, 'Me too', {}, emil)).status).toBe(404);
    expect((await desk.say(NEVER, 'Nothing')).status).toBe(404);
  });
});

describe('a private note', () => {
  it('is not the resident’s to write', async () => {
    const { id } = await desk.open({}, dora);
    const answer = await desk.say(id, 'Hidden', { private: true }, dora);
    expect([answer.status, answer.error.data?.fields?.private?.code]).toEqual([400, 'UNKNOWN_FIELD']);
  });

  it('never reaches residents: no text, count, event, notification or place', async () => {
    const [live, staff] = [await listen(server.url, dora.token), await listen(server.url, ben.token)];
    await live.ask('subscribe', { unitId: site.unitId, modules: ['HELP_DESK'] });
    await staff.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] });
    const { cursor } = await live.ask('subscribe', { unitId: site.unitId, modules: ['HELP_DESK'] });
    const { id } = await desk.open({}, dora);
    const before = await desk.read(id, dora);
    const hidden = await desk.say(id, 'Between ourselves', { private: true });
    await staff.hear(one => one.action === 'message' && one.entityId === id);
    expect((await desk.talk(id)).data).toHaveLength(1);

    const talk = await desk.talk(id, dora);
    expect([talk.data, talk.headers.get('Content-Range')]).toEqual([[], 'items */0']);
    for (const place of ['before', 'after', 'around'])
      expect((await dora.get<Row[]>(`${desk.path}/${id}/messages?${place}=${hidden.data.id}`)).data).toEqual([]);
    expect(await desk.read(id, dora)).toEqual(before);
    await desk.act(id, 'approve', { note: 'Between ourselves too' });
    await live.hear(one => one.action === 'approve' && one.entityId === id);
    expect(live.events.filter(event => event.entityId === id).map(event => event.action)).toEqual([
      'create',
      'approve',
    ]);
    const missed = await live.ask('subscribe', { unitId: site.unitId, modules: ['HELP_DESK'], since: cursor });
    const all: Heard[] = [...live.events, ...(missed.events ?? [])];
    expect(JSON.stringify(all)).not.toContain('Between ourselves');
    expect(all.filter(one => one.message)).toEqual([]);
    expect((await desk.told(id)).map(one => one.kind)).toEqual(['HELP_DESK_NEW', 'HELP_DESK_APPROVED']);
    const files = await staff.hear(one => one.action === 'approve' && one.entityId === id);
    expect(files.message).toMatchObject({ content: 'Between ourselves too', private: true });
  });
});

it('a message is told with the ticket’s row, whose version is the old one', async () => {
  const live = await listen(server.url, ben.token);
  await live.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] });
  const { id } = await desk.open({}, dora);
  const said = await desk.say(id, 'Hello', {}, dora);
  const event = await live.hear(one => one.action === 'message' && one.entityId === id);
  expect(event).toMatchObject({ module: 'HELP_DESK', version: 1, actor: { id: dora.id, name: 'Dora' } });
  expect(event.message).toMatchObject({ id: said.data.id, content: 'Hello', private: false, ticketId: id });
  const { data } = await ben.get<Row[]>(`${desk.path}?limit=100`);
  expect(event.data).toEqual(data.find(one => one.id === id));
  const [entry] = await desk.entries(id);
  expect(entry).toMatchObject({ id: event.id, action: 'message', after: { private: false }, version: 1 });
});
