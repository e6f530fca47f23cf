import { text } from '@lobby/server/kit/base/messages.ts';
import { notifications } from '@lobby/server/platform/notifications/notifications.ts';
import { lineOf, wordsOf } from '@lobby/server/platform/notifications/presentation.ts';
import type { Notification } from '@lobby/server/platform/notifications/rows.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { NOTIFICATION_TYPES } from '@lobby/shared/kit/notification-topics.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { NEVER } from '../setup/contract/routes.ts';
import { deskOf } from '../setup/house/desk.ts';
import { listen, pause, until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const other = await makeSite(server.url, 'Beta');
const desk = deskOf(site);
const { ann, ben, dora, emil } = site;
// New requests are told to everybody: here it is about work that is given.
for (const who of [ann, ben]) await who.put('/auth/me', { appOff: ['new'] });
const PATH = '/histories/pms';
const listOf = async (who: typeof ann, query = '') => (await who.get<Row[]>(`${PATH}${query}`)).data;
const unseen = async (who: typeof ann) =>
  (await who.get<Record<string, number>>('/histories/count-badges')).data.NOTIFICATION;
const assign = async (title: string, to = ben) => {
  const { id } = await desk.open({ title });
  await ann.put(`/pms/helpdesk/${id}/assign`, { employeeId: to.id });
  return id;
};

describe('what somebody was told of', () => {
  it('is said in words with nothing left open, whatever kind it is, in every language', () => {
    const row = { by: { id: ann.id, name: 'Ann' }, subject: { title: 'June' } } as Notification;
    for (const language of LANGUAGES)
      for (const kind of Object.keys(NOTIFICATION_TYPES) as Notification['kind'][]) {
        const said = wordsOf({ ...row, kind }, language);
        expect(`${said.title} ${said.body}`, kind).toMatch(/^(?!.*\{\{).*June/);
      }
  });

  it('names unit and matter once and no code where a name says it, whatever kind it is, in every language', () => {
    const [unit, matter, code] = ['A-12.05', 'Wiring', 'DV-2611-00033'];
    const titles = [code, `${code} ${matter}`, `${code} · ${matter}`, matter, `${unit} ${matter}`];
    for (const language of LANGUAGES)
      for (const kind of Object.keys(NOTIFICATION_TYPES) as Notification['kind'][])
        for (const title of titles) {
          const row = { kind, by: { id: ann.id, name: 'Ann' }, subject: { module: 'X', id: 'x', title } };
          const said = wordsOf(row, language, { unit, matter, code });
          const all = `${said.title} · ${lineOf(said)}`;
          const times = (words: string) => all.split(words).length - 1;
          expect([times(unit), times(matter), times(code)], `${kind} ${language} ${all}`).toEqual([1, 1, 0]);
        }
  });

  it('is theirs alone, newest first, with the page it leads to', async () => {
    await assign('One');
    const id = await assign('Two');
    const answer = await ben.get<Row[]>(`${PATH}?limit=1`);
    expect(answer.data).toMatchObject([
      {
        type: 'HELP_DESK',
        kind: 'HELP_DESK_ASSIGNED',
        topic: 'assigned',
        module: 'HELP_DESK',
        entityId: id,
        count: 1,
        title: 'Ann assigned to you',
        body: 'Two',
        unit: expect.stringMatching(/./),
        by: { id: ann.id, name: 'Ann' },
        readAt: null,
        viewedAt: null,
      },
    ]);
    expect(answer.data[0]?.url).toBe(`/projects/${site.id}/help-desk?helpDeskId=${id}`);
    expect(answer.headers.get('Content-Range')).toBe('items 0-0/2');
    expect(await listOf(ann)).toEqual([]);
    expect(await listOf(other.ann)).toEqual([]);
  });

  it('does not tell people of what they did themselves', async () => {
    await assign('My own', ann);
    expect(await listOf(ann)).toEqual([]);
  });

  it('is told live on every device, with the number on the bell', async () => {
    const [one, two, foreign] = await Promise.all([ben, ben, ann].map(who => listen(server.url, who.token)));
    const before = (await unseen(ben)) ?? 0;
    await assign('Three');
    const of = (data: Record<string, unknown>) => (data.counts as Row).NOTIFICATION === before + 1;
    await Promise.all([one?.other('badges', of), two?.other('badges', of)]);
    await until(() => one?.events.some(event => event.module === 'NOTIFICATION' && event.action === 'create'));
    expect((await ben.get<Row>('/count-badges')).data.NOTIFICATION).toBe(before + 1);
    await ben.put('/histories/view-all');
    await two?.other('badges', data => (data.counts as Row).NOTIFICATION === 0);
    await pause(50);
    expect(foreign?.events.filter(event => event.module === 'NOTIFICATION')).toEqual([]);
  });

  it('is seen, read one by one, and read all at once', async () => {
    expect(await unseen(ben)).toBe(0);
    const [first] = await listOf(ben);
    expect(first).toMatchObject({ viewedAt: expect.any(String), readAt: null });
    expect((await ben.call('PATCH', `/histories/${first?.id}/read`)).status).toBe(200);
    expect((await listOf(ben, '?filter[read]=true')).map(row => row.id)).toEqual([first?.id]);
    expect((await listOf(ben, '?filter[read]=false')).map(row => row.id)).not.toContain(first?.id);
    await ben.put('/histories/read-all');
    expect(await listOf(ben, '?filter[read]=false')).toEqual([]);
    await assign('Four');
    expect(await listOf(ben, '?filter[read]=false')).toMatchObject([{ body: 'Four' }]);
    expect(await unseen(ben)).toBe(1);
  });

  it('is nobody else’s to mark', async () => {
    const [mine] = await listOf(ben);
    for (const who of [ann, other.ann])
      expect((await who.call('PATCH', `/histories/${mine?.id}/read`)).status).toBe(404);
    expect((await ben.call('PATCH', `/histories/${NEVER}/read`)).status).toBe(404);
    expect((await ben.call('PATCH', '/histories/x/read')).status).toBe(400);
  });

  it('comes to the residents of the unit', async () => {
    await dora.put('/histories/read-all');
    const { id } = await desk.open({ title: 'From home' }, dora);
    await ann.put(`/pms/helpdesk/${id}/approve`, {});
    expect(await listOf(dora, '?limit=1')).toMatchObject([
      { kind: 'HELP_DESK_APPROVED', url: `/resident/requests/${id}` },
    ]);
    expect(await listOf(emil)).toEqual([]);
    expect(await unseen(dora)).toBe(1);
  });

  it('counts for a resident until it is read: looking at the list leaves row and bell as they are', async () => {
    const { id } = await desk.open({ title: 'Counted' }, dora);
    await ann.put(`/pms/helpdesk/${id}/approve`, {});
    const unread = async () => (await listOf(dora, '?filter[read]=false&limit=100')).length;
    const before = await unread();
    expect(before).toBeGreaterThan(0);
    expect(await unseen(dora)).toBe(before);
    await dora.put('/histories/view-all');
    expect([await unseen(dora), await unread()]).toEqual([before, before]);
    const [newest] = await listOf(dora, '?limit=1');
    await dora.call('PATCH', `/histories/${newest?.id}/read`);
    expect([await unseen(dora), await unread()]).toEqual([before - 1, before - 1]);
    await dora.put('/histories/read-all');
    expect([await unseen(dora), await unread()]).toEqual([0, 0]);
  });

  it('is counted for several projects in one call', async () => {
    const { data } = await ben.post<Record<string, Row>>('/histories/count-badges/multi-unit-group', {
      unitGroupIds: [site.id, other.id],
    });
    expect(data[site.id]?.NOTIFICATION).toBe(1);
    expect(data).not.toHaveProperty(other.id);
    const body = { unitGroupIds: [site.id], userId: ann.userId };
    expect((await ben.post('/histories/count-badges/multi-unit-group', body)).status).toBe(400);
  });

  it('is one line where more than twenty were given at once, and one by one where fewer were', async () => {
    const open = async (count: number) => {
      const ids: string[] = [];
      for (let at = 0; at < count; at++) ids.push((await desk.open({ title: `Many ${at}` })).id);
      return ids;
    };
    const give = async (count: number) => {
      await ben.put('/histories/read-all');
      await ben.put('/histories/view-all');
      const { data } = await ann.put<{ done: string[] }>('/pms/helpdesk/assign-multi', {
        ids: await open(count),
        employeeId: ben.id,
      });
      expect(data.done).toHaveLength(count);
      return listOf(ben, '?filter[read]=false&limit=50');
    };
    expect((await give(20)).map(row => row.count)).toEqual(Array(20).fill(1));
    const told = await give(24);
    expect(told).toMatchObject([
      {
        kind: 'HELP_DESK_ASSIGNED',
        count: 24,
        title: 'Ann assigned to you',
        body: 'Help desk',
        url: `/projects/${site.id}/help-desk`,
      },
    ]);
    expect(await unseen(ben)).toBe(1);
    await ben.call('PATCH', `/histories/${told[0]?.id}/read`);
    expect(await unseen(ben)).toBe(0);
  });

  it('is found by its index', async () => {
    const plan = await notifications()
      .find({ projectId: site.id, userId: ben.userId, unitId: null })
      .sort({ at: -1, _id: -1 })
      .explain();
    expect(JSON.stringify(plan.queryPlanner.winningPlan)).toContain('"IXSCAN"');
    expect(JSON.stringify(plan.queryPlanner.winningPlan)).not.toContain('"SORT"');
  });
});

describe('one row', () => {
  it('holds what is told anew while it is unread: with its number, the newest words, and seen no more', async () => {
    const id = await assign('Loud');
    await ben.put('/histories/read-all');
    for (let n = 1; n <= 10; n++) await desk.say(id, `Words ${n}`, {}, dora);
    const [row] = await listOf(ben, '?limit=1');
    expect(row).toMatchObject({ kind: 'HELP_DESK_MESSAGE', count: 10, body: 'Loud: Words 10' });
    expect(await unseen(ben)).toBe(1);
    await ben.put('/histories/view-all');
    await desk.say(id, 'Call 0912 345 678 or a@b.vn', {}, dora);
    expect(await listOf(ben, '?limit=1')).toMatchObject([{ count: 11, viewedAt: null, body: 'Loud: Call … or …' }]);
    // A reply marks the conversation as read by its writer.
    await desk.say(id, 'On the way', {}, ben);
    expect(await unseen(ben)).toBe(0);
    await desk.say(id, 'Thanks', {}, dora);
    expect(await listOf(ben, '?limit=2')).toMatchObject([{ count: 1, readAt: null }, { count: 11 }]);
  });

  it('of several reasons is told once, by the strongest', async () => {
    const id = await assign('Followed');
    await ben.put('/histories/read-all');
    await ben.put(`/pms/helpdesk/${id}/follow`);
    await desk.say(id, 'And?', {}, dora);
    await desk.say(id, '@Ben', { private: true, mentions: [ben.id] }, ann);
    const rows = (await listOf(ben, '?filter[read]=false')).filter(one => one.entityId === id);
    expect(rows.map(({ kind, count }) => [kind, count])).toEqual([
      ['HELP_DESK_MENTION', 1],
      ['HELP_DESK_MESSAGE', 1],
    ]);
  });
});

describe('the list', () => {
  it('is filtered by type, topic, record and time, and what is found is read at once', async () => {
    const id = await assign('Filtered');
    const filters = ['type]=HELP_DESK', 'topic]=assigned', `entityId]=${id}`, 'at][from]=2020-01-01T00:00:00Z'];
    for (const filter of filters)
      expect(
        (await listOf(ben, `?filter[${filter}`)).map(row => row.entityId),
        filter,
      ).toContain(id);
    expect(await listOf(ben, '?filter[type]=NEWS')).toEqual([]);
    expect(await listOf(ben, '?filter[type]=WEBVIEW')).toEqual([]);
    expect((await ben.get(`${PATH}?filter[topic]=other`)).status).toBe(400);
    await ben.put('/histories/read-all', { filter: { entityId: [id] } });
    const [row] = await listOf(ben, `?filter[entityId]=${id}`);
    expect(row?.readAt).toEqual(expect.any(String));
  });

  it('holds nothing of what its reader may read no more', async () => {
    const mine = await makeSite(server.url, 'Gamma');
    await mine.allow({ HELP_DESK: ['read', 'write'] });
    const { id } = await deskOf(mine).open({ title: 'Hidden' });
    await mine.ann.put(`/pms/helpdesk/${id}/assign`, { employeeId: mine.carl.id });
    expect((await unseen(mine.carl)) ?? 0).toBeGreaterThan(0);
    const live = await listen(server.url, mine.carl.token);
    await mine.allow({});
    expect([await listOf(mine.carl), await unseen(mine.carl)]).toEqual([[], 0]);
    live.close();
  });
});

it('counts what a recount finds, whatever was done', async () => {
  const mine = await makeSite(server.url, 'Delta');
  const own = deskOf(mine);
  const ids = await Promise.all(['A', 'B', 'C'].map(async title => (await own.open({ title }, mine.dora)).id));
  for (const [n, act] of [0, 3, 1, 0, 2, 4, 0, 1, 3, 0, 0, 4, 2, 1, 0].entries()) {
    const id = ids[n % ids.length] ?? '';
    const [row] = await listOf(mine.ann);
    if (act < 2) await own.say(id, `Words ${n}`, {}, mine.dora);
    if (act === 2) await mine.ann.put('/histories/view-all');
    if (act === 3) await mine.ann.call('PATCH', `/histories/${row?.id}/read`);
    if (act === 4) await own.say(id, `Answer ${n}`, {}, mine.ann);
    const rows = await listOf(mine.ann, '?limit=100');
    expect(await unseen(mine.ann), String(n)).toBe(rows.filter(one => !one.viewedAt).length);
  }
});

it('a fresh project has all badges, and nothing waits', async () => {
  const fresh = await makeSite(server.url, 'Epsilon');
  const { data } = await fresh.ann.get<Record<string, number>>('/histories/count-badges');
  expect([Object.keys(data).length, new Set(Object.values(data))]).toEqual([11, new Set([0])]);
  expect((await fresh.dora.get('/count-badges')).data).toEqual({ RESIDENT_COMMUNICATE: 0, NOTIFICATION: 0 });
});

it('has words for every kind in every language', () => {
  const missing = Object.keys(NOTIFICATION_TYPES).flatMap(type =>
    LANGUAGES.filter(language => text(language, `notification.types.${type}`).includes('notification.types')),
  );
  expect(missing).toEqual([]);
});
