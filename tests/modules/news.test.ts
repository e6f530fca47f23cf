import { newsJob } from '@lobby/server/modules/news/jobs.ts';
import { DAY_MS, HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { announcement } from '@lobby/shared/modules/announcement.ts';
import { news } from '@lobby/shared/modules/news.ts';
import { poll } from '@lobby/shared/modules/poll.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { change, stored } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, emil, unitId } = site;
const make = async (values: Record<string, unknown> = {}) => {
  return ann.create(news.path, { title: 'Hồ bơi', content: 'Mở lại.', ...values });
};
const act = (id: string, name: string, input: Record<string, unknown> = {}) =>
  ann.put(`${news.path}/${id}/${name}`, input);
const told = async (id: string) =>
  (await dora.get<Row[]>('/histories/pms?limit=50')).data.filter(one => one.entityId === id);

it('is published at its time, told once, and not again when it is published anew', async () => {
  const { id } = await make({ notify: true });
  expect((await act(id, 'schedule', { publishAt: new Date(Date.now() - HOUR_MS) })).code).toBe('NEWS_TIME_PAST');
  const publishAt = new Date(Date.now() + HOUR_MS);
  expect((await act(id, 'schedule', { publishAt })).data.status).toBe('SCHEDULED');
  const later = new Date(publishAt.getTime() + 1000);
  await Promise.all([newsJob.run(later), newsJob.run(later)]);
  await newsJob.run(later);
  expect(await stored(news, id)).toMatchObject({ status: 'PUBLISHED', publishAt, toldUpTo: null });
  expect(await told(id)).toMatchObject([{ kind: 'NEWS_PUBLISHED', topic: 'news', type: 'NEWS', count: 1 }]);
  expect((await act(id, 'unpublish', { reason: 'Wrong day' })).data).toMatchObject({ status: 'DO_NOT_PUBLISH' });
  await act(id, 'publish');
  await newsJob.run(later);
  expect(await told(id)).toMatchObject([{ count: 1 }]);
});

it('is marked when its words change, and taken back when it has expired', async () => {
  const { id } = await make();
  const wrong = await ann.post(news.path, { title: 'A', content: 'B', expiresAt: new Date(Date.now() - HOUR_MS) });
  expect([wrong.status, wrong.code]).toEqual([422, 'NEWS_EXPIRES_BEFORE']);
  await act(id, 'publish');
  const { version } = await stored(news, id);
  const edited = await ann.put(`${news.path}/${id}`, {
    version,
    title: 'Hồ bơi mở',
    expiresAt: new Date(Date.now() + HOUR_MS),
  });
  expect(edited.data).toMatchObject({ edited: true, title: 'Hồ bơi mở' });
  await newsJob.run(new Date(Date.now() + 2 * HOUR_MS));
  expect((await stored(news, id)).status).toBe('DO_NOT_PUBLISH');
  await change(news, id, { expiresAt: new Date(Date.now() - HOUR_MS) });
  expect((await act(id, 'publish')).code).toBe('NEWS_EXPIRED');
});

it('stands first in three at once, the fourth is refused with their names', async () => {
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    const { id } = await make({ title });
    await act(id, 'publish');
    ids.push(id);
  }
  for (const id of ids.slice(0, 3)) expect((await act(id, 'pin', { pinned: true })).status).toBe(200);
  const fourth = await act(ids[3] ?? '', 'pin', { pinned: true });
  expect([fourth.status, fourth.code]).toEqual([422, 'NEWS_TOO_MANY_PINNED']);
  const pinned = fourth.error.data?.pinned as Row[] | undefined;
  expect(pinned?.map(({ title }) => title).toSorted()).toEqual(['One', 'Three', 'Two']);
  await act(ids[0] ?? '', 'unpublish');
  expect((await act(ids[3] ?? '', 'pin', { pinned: true })).status).toBe(200);
});

it('stands before the others while it is pinned, and after half a year in the archive alone', async () => {
  const day = (days: number) => new Date(Date.now() - days * DAY_MS);
  const made: string[] = [];
  for (const [title, days] of [
    ['Old', 300],
    ['Older', 400],
    ['Pinned', 350],
    ['New', 2],
  ] as const) {
    const { id } = await make({ title });
    await act(id, 'publish');
    await change(news, id, { publishAt: day(days), pinned: title === 'Pinned' });
    made.push(id);
  }
  const read = async (query: string) =>
    (await dora.get<Row[]>(`${news.path}?limit=100&sort=-publishAt&${query}`)).data
      .filter(({ id }) => made.includes(id))
      .map(({ title }) => title);
  expect(await read('filter[pinned][]=true')).toEqual(['Pinned']);
  expect(await read(`filter[pinned][]=false&filter[publishAt][to]=${day(180).toISOString()}`)).toEqual([
    'Old',
    'Older',
  ]);
});

it('is for those it is meant for, and counts each who opens it once', async () => {
  const { id } = await make({ audience: 'UNITS', unitIds: [unitId] });
  await act(id, 'publish');
  for (let n = 0; n < 5; n++) expect((await dora.get(`${news.path}/${id}`)).status).toBe(200);
  expect((await emil.get(`${news.path}/${id}`)).status).toBe(404);
  expect((await stored(news, id)).viewers).toBe(1);
  const copy = await ann.post(`${news.path}/${id}/duplicate`);
  expect(copy.data).toMatchObject({ title: 'Hồ bơi', status: 'UNPUBLISHED', viewers: 0 });
});

it('keeps of what is written the markup that is harmless, as polls and announcements do', async () => {
  const content =
    '<h2>Hồ bơi</h2><p onclick="x()">Mở <strong>lại</strong> <a href="javascript:x()">ở đây</a></p><script>x()</script><img src=x onerror="x()">';
  const others = [
    { path: poll.path, more: { closesAt: new Date(Date.now() + DAY_MS), options: [{ text: 'a' }, { text: 'b' }] } },
    { path: announcement.path, more: { sendTypes: ['APP'] } },
  ];
  for (const { path, more } of [{ path: news.path, more: {} }, ...others]) {
    const made = await ann.create(path, { title: 'Hồ bơi', content, ...more });
    expect(made.content, path).toContain('<h2>Hồ bơi</h2>');
    expect(made.content, path).toContain('<strong>lại</strong>');
    expect(made.content, path).not.toMatch(/script|onclick|onerror/);
  }
  const empty = await ann.post(announcement.path, { title: 'A', content: '<p> </p>', sendTypes: ['APP'] });
  expect([empty.status, empty.error.data?.fields?.content?.code]).toEqual([400, 'ANNOUNCEMENT_CONTENT_REQUIRED']);
});

it('tells before it is published whom it is for', async () => {
  const reach = async (values: object) => (await ann.get(`${news.path}/${(await make({ ...values })).id}/reach`)).data;
  const all = await reach({});
  expect(all).toMatchObject({ people: 2 });
  expect(await reach({ audience: 'UNITS', unitIds: [unitId] })).toEqual({ units: 1, people: 1 });
  expect(await reach({ audience: 'STAFF' })).toEqual({ units: 0, people: 0 });
});
