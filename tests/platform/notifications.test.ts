import { text } from '@lobby/server/kit/base/messages.ts';
import { notifications } from '@lobby/server/platform/notifications/notifications.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { NOTIFICATION_TYPES } from '@lobby/shared/kit/notification-topics.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { deskOf } from '../setup/desk.ts';
import { listen, pause } from '../setup/listener.ts';
import { NEVER } from '../setup/routes.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const other = await makeSite(server.url, 'Beta');
const desk = deskOf(site);
const { ann, ben, dora, emil } = site;
// New requests are told to everybody: here it is about work that is given.
for (const who of [ann, ben]) await who.put('/auth/me', { appOff: ['request'] });
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
  it('is theirs alone, newest first, with the page it leads to', async () => {
    await assign('One');
    const id = await assign('Two');
    const answer = await ben.get<Row[]>(`${PATH}?limit=1`);
    expect(answer.data).toMatchObject([
      { type: 'HELP_DESK_ASSIGNED', title: 'Two', by: 'Ann', entityId: id, read: false, viewed: false },
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
    expect(await one?.other('notifications')).toEqual({ projectId: site.id });
    expect((await ben.get<Row>('/count-badges')).data.NOTIFICATION).toBe(before + 1);
    await ben.put('/histories/view-all');
    await two?.other('badges', data => (data.counts as Row).NOTIFICATION === 0);
    await pause(50);
    expect(foreign?.others.filter(({ name }) => name === 'notifications')).toEqual([]);
  });

  it('is seen, read one by one, and read all at once', async () => {
    expect(await unseen(ben)).toBe(0);
    const [first] = await listOf(ben);
    expect(first).toMatchObject({ viewed: true, read: false });
    expect((await ben.call('PATCH', `/histories/${first?.id}/read`)).status).toBe(200);
    expect((await listOf(ben, '?filter[read]=true')).map(row => row.id)).toEqual([first?.id]);
    expect((await listOf(ben, '?filter[read]=false')).map(row => row.id)).not.toContain(first?.id);
    await ben.put('/histories/read-all');
    expect(await listOf(ben, '?filter[read]=false')).toEqual([]);
    await assign('Four');
    expect(await listOf(ben, '?filter[read]=false')).toMatchObject([{ title: 'Four' }]);
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
    await dora.put('/histories/view-all');
    const { id } = await desk.open({ title: 'From home' }, dora);
    await ann.put(`/pms/helpdesk/${id}/approve`, {});
    expect(await listOf(dora, '?limit=1')).toMatchObject([{ type: 'HELP_DESK_APPROVED', entityId: id }]);
    expect(await listOf(emil)).toEqual([]);
    expect(await unseen(dora)).toBe(1);
  });

  it('is counted for several projects in one call', async () => {
    const { data } = await ben.post<Record<string, Row>>('/histories/count-badges/multi-unit-group', {
      unitGroupIds: [site.id, other.id],
    });
    expect(data[site.id]?.NOTIFICATION).toBe(1);
    expect(data).not.toHaveProperty(other.id);
  });

  it('is found by its index', async () => {
    const plan = await notifications()
      .find({ projectId: site.id, userIds: ben.userId, unitId: null })
      .sort({ at: -1, _id: -1 })
      .explain();
    expect(JSON.stringify(plan.queryPlanner.winningPlan)).toContain('"IXSCAN"');
    expect(JSON.stringify(plan.queryPlanner.winningPlan)).not.toContain('"SORT"');
  });
});

it('has words for every kind in every language', () => {
  const missing = Object.keys(NOTIFICATION_TYPES).flatMap(type =>
    LANGUAGES.filter(language => text(language, `notification.types.${type}`).includes('notification.types')),
  );
  expect(missing).toEqual([]);
});
