import { position } from '@lobby/shared/modules/employee.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { beforeAll, expect, it } from 'vitest';
import { change } from '../setup/records.ts';
import { listen, until } from '../setup/server/listener.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

interface View {
  id: string;
  version: number;
  list: string;
  name: string;
  query: string;
  columns: unknown;
  shared: boolean;
  owner: string;
  mine: boolean;
  mayChange: boolean;
  count: number | null;
}

const server = await startServer();
const second = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const beta = await makeSite(server.url, 'Beta');
const { ann, ben, carl } = site;
const views = async (who = ann, list = 'ticket') => (await who.get<View[]>(`/views?list=${list}`)).data;
const add = (who: typeof ann, values: Record<string, unknown> = {}) =>
  who.post<View>('/views', { list: 'ticket', name: 'Urgent', query: 'priority=urgent', shared: false, ...values });

beforeAll(async () => {
  for (const priority of ['urgent', 'urgent', 'low'])
    await ann.post(ticket.path, { title: 'One', content: 'x', unitId: site.unitId, priority });
});

it('keeps the state of a list under a name, with what the list does not know left out', async () => {
  const columns = { order: ['title', 'code'], hidden: ['rating'] };
  const made = await add(ann, { query: 'priority=urgent&tab=all&sort=dueAt&helpDeskId=1&status=$where', columns });
  expect(made.status).toBe(201);
  expect(made.data).toMatchObject({ name: 'Urgent', columns, shared: false, mine: true, mayChange: true });
  expect(Object.fromEntries(new URLSearchParams(made.data.query))).toEqual({
    tab: 'all',
    sort: 'dueAt',
    priority: 'urgent',
  });
  const { data } = await ann.put<View>(`/views/${made.data.id}`, { version: 1, query: 'priority=urgent', name: 'Now' });
  expect(data).toMatchObject({ name: 'Now', query: 'priority=urgent', columns, version: 2 });
  expect((await ann.put(`/views/${made.data.id}`, { version: 1, name: 'Late' })).code).toBe('DATA_STALE');
  expect((await views()).map(one => [one.name, one.count])).toEqual([['Now', 2]]);
  await ann.delete(`/views/${made.data.id}`);
  expect(await views()).toEqual([]);
});

it('is kept once for one intent', async () => {
  const one = () =>
    ben.post<View>('/views', { list: 'ticket', name: 'Once', query: '', shared: false }, { 'Idempotency-Key': 'view' });
  const [first, again] = [await one(), await one()];
  expect(again.data.id).toBe(first.data.id);
  expect((await views(ben)).map(view => view.name)).toEqual(['Once']);
  await ben.delete(`/views/${first.data.id}`);
});

it('counts as the list does, for each reader; what the list does not know is left out', async () => {
  const made = [
    await add(ann, { name: 'a', query: '' }),
    await add(ann, { name: 'b', query: 'tab=going&priority=urgent' }),
    await add(ann, { name: 'c', query: 'assigneeId=me&tab=all', shared: true }),
    await add(ann, { name: 'd', query: 'tab=all&createdAt=7d&status=WAITING_APPROVAL,GONE' }),
    await add(ann, { name: 'e', query: 'unitId=GONE' }),
  ];
  const [first] = (await ann.get<{ id: string }[]>(ticket.path)).data;
  await ann.put(`${ticket.path}/${first?.id}/claim`, {});
  expect((await views()).map(one => one.count)).toEqual([3, 0, 1, 3, 3]);
  expect((await views(ben)).map(one => [one.name, one.count])).toEqual([['c', 0]]);
  for (const { data } of made) await ann.delete(`/views/${data.id}`);
});

it('is one’s own until it is shared; then its maker and an Admin may change it, and nobody else', async () => {
  const { data: own } = await add(ann);
  expect(await views(ben)).toEqual([]);
  const byBen = () => ben.put(`/views/${own.id}`, { version: 2, name: 'Mine now' });
  expect((await byBen()).status).toBe(404);
  expect((await ben.delete(`/views/${own.id}`)).status).toBe(404);
  await ann.put(`/views/${own.id}`, { version: 1, shared: true });
  expect(await views(ben)).toMatchObject([{ name: 'Urgent', mine: false, mayChange: false, owner: ann.name }]);
  expect([(await byBen()).status, (await ben.delete(`/views/${own.id}`)).status]).toEqual([403, 403]);
  const { data: me } = await ben.get<Record<string, string[]>>(`/employee/${ben.id}`);
  const [chief = ''] = me.positionIds ?? [];
  const { db } = await import('@lobby/server/kit/database/database.ts');
  await db()
    .collection<{ _id: string }>('positions')
    .updateOne({ _id: chief }, { $set: { admin: true } });
  await change(position, chief, { name: 'Chief' });
  expect(await views(ben)).toMatchObject([{ mayChange: true }]);
  expect((await byBen()).status).toBe(200);
  expect((await ben.delete(`/views/${own.id}`)).status).toBe(200);
  await db()
    .collection<{ _id: string }>('positions')
    .updateOne({ _id: chief }, { $unset: { admin: 1 } });
  await change(position, chief, { name: 'Chief' });
});

it('shows and takes views of lists that the caller may read, in this project', async () => {
  const ear = await listen(second.url, ben.token);
  await ear.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] });
  const { data } = await add(ann, { shared: true });
  await site.allow({});
  expect(await views(carl)).toEqual([]);
  expect((await add(carl)).status).toBe(403);
  await site.allow({ HELP_DESK: ['read'] });
  expect(await views(carl)).toHaveLength(1);
  expect(await views(beta.ann)).toEqual([]);
  expect((await beta.ann.put(`/views/${data.id}`, { version: 1, name: 'x' })).status).toBe(404);
  expect((await site.dora.get('/views')).status).toBe(403);
  await ann.delete(`/views/${data.id}`);
  // The next test hears nothing of this one.
  await until(() => ear.others.filter(({ name }) => name === 'views').length === 2);
});

it('is told to the maker’s other tabs, and where it is shared to whoever has the list open, through any server', async () => {
  const mine = await listen(second.url, ann.token);
  const theirs = await listen(second.url, ben.token);
  for (const ear of [mine, theirs]) await ear.ask('subscribe', { projectId: site.id, modules: ['HELP_DESK'] });
  const { data } = await add(ann);
  const told = { projectId: site.id, list: 'ticket' };
  expect(await mine.other('views')).toEqual(told);
  expect(theirs.others.filter(other => other.name === 'views')).toEqual([]);
  await ann.put(`/views/${data.id}`, { version: 1, shared: true });
  expect(await theirs.other('views')).toEqual(told);
  expect(theirs.events.filter(event => event.entity === 'view')).toEqual([]);
  await ann.delete(`/views/${data.id}`);
});

it('refuses what is no view, at its field', async () => {
  const refused = async (values: Record<string, unknown>) => {
    const { status, error } = await add(ann, values);
    return [status, ...Object.keys(error.data?.fields ?? {})];
  };
  expect(await refused({ name: '  ' })).toEqual([400, 'name']);
  expect(await refused({ list: 'nothing' })).toEqual([400, 'list']);
  expect(await refused({ query: 'x'.repeat(2001) })).toEqual([400, 'query']);
  expect(await refused({ columns: { hidden: 'all' } })).toEqual([400, 'columns.hidden']);
});
