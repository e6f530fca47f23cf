import { resident } from '@lobby/shared/modules/resident.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { deskOf } from '../setup/house/desk.ts';
import { change } from '../setup/records.ts';
import { listen, pause, until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite, signIn } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, emil } = site;
const desk = deskOf(site);
const turn = (appUsage: boolean) => ann.put(`${unit.path}/${site.unitId}/app-usage`, { appUsage });
const refusedTo = async ({ email }: typeof dora) => {
  const { status, code, error } = await signIn(server.url, 'resident', email);
  return [status, code, error.data?.reason];
};
const hearing = async (who: typeof dora, unitId: string) => {
  const live = await listen(server.url, who.token);
  expect(await live.ask('subscribe', { unitId, modules: [ticket.code] })).toMatchObject({ ok: true });
  return live;
};

it('shuts the app of a unit to its residents at once, and opens it again', async () => {
  const live = await hearing(dora, site.unitId);
  expect((await dora.get(ticket.path)).status).toBe(200);
  expect((await turn(false)).status).toBe(200);
  await until(async () => (await dora.get(ticket.path)).status === 403);
  expect((await emil.get(ticket.path)).status).toBe(200);
  expect(await refusedTo(dora)).toEqual([403, 'USER_NOT_ACTIVE', 'APP_USE_OFF']);
  const me = await dora.get<{ units: Row[]; closed: string }>('/auth/me');
  expect([me.data.units, me.data.closed]).toEqual([[], 'APP_USE_OFF']);
  await live.hear(one => one.action === 'permissions');
  await pause(300);
  const { id } = await desk.open();
  await pause(500);
  expect(live.events.filter(event => event.entityId === id)).toEqual([]);
  expect(await live.ask('subscribe', { unitId: site.unitId, modules: [ticket.code] })).not.toMatchObject({ ok: true });
  await turn(true);
  await until(async () => (await dora.get(ticket.path)).status === 200);
  await hearing(dora, site.unitId);
});

it('tells each resident by themselves why the app is shut', async () => {
  const { ann, dora, emil } = await makeSite(server.url, 'Beta');
  const act = async (who: typeof dora, name: string, values: object = {}) =>
    expect((await ann.put(`${resident.path}/${who.id}/${name}`, values)).status).toBe(200);
  const live = await listen(server.url, dora.token);
  await act(dora, 'app-usage', { appUsage: false });
  await until(async () => (await dora.get(ticket.path)).status === 403);
  expect(await refusedTo(dora)).toEqual([403, 'USER_NOT_ACTIVE', 'APP_USE_OFF']);
  await act(dora, 'app-usage', { appUsage: true });
  await until(async () => (await dora.get(ticket.path)).status === 200);
  await change(resident, dora.id, { appState: 'ACTIVE' });
  await act(dora, 'block-app');
  expect(await live.other('signed-out')).toEqual({ reason: 'BLOCKED' });
  expect(await refusedTo(dora)).toEqual([403, 'USER_NOT_ACTIVE', 'BLOCKED']);
  const { data } = await ann.get<Row>(`${resident.path}/${emil.id}`);
  await act(emil, 'move-out', { unitId: data.unitId });
  expect(await refusedTo(emil)).toEqual([403, 'USER_NOT_ACTIVE', 'MOVED_OUT']);
});

it('describes to makers of other apps what residents may call, and nothing of the staff', async () => {
  const paths = async (query = '') =>
    Object.entries(
      ((await (await fetch(`${server.url}/api/openapi.json${query}`)).json()) as { paths: Record<string, object> })
        .paths,
    ).flatMap(([path, methods]) => Object.keys(methods).map(method => `${method} ${path}`));
  const [all, theirs] = [await paths(), await paths('?audience=resident')];
  expect(theirs).toEqual(
    expect.arrayContaining(['get /api/resident/home', 'post /api/pms/helpdesk', 'get /api/auth/me']),
  );
  expect(theirs.filter(one => /employee|webhooks|maintenance$|\/auth\/login|export/.test(one))).toEqual([
    'post /api/resident/auth/login',
    'get /api/check-maintenance',
  ]);
  expect(theirs.length).toBeLessThan(all.length / 2);
  for (const path of theirs.filter(one => /^get [^{]*$/.test(one))) {
    const { status, code } = await dora.get(path.replace('get /api', ''));
    expect([path, status === 403 && code]).toEqual([path, false]);
  }
});

it('takes a request that was moved to another unit from the screens of the old one', async () => {
  const [old, next] = [await hearing(dora, site.unitId), await hearing(emil, site.otherUnitId)];
  const { id, version } = await desk.open();
  const before = await old.hear(one => one.entityId === id);
  const moved = await ann.put(`${ticket.path}/${id}`, { version, unitId: site.otherUnitId });
  expect([moved.status, moved.data.unitId]).toEqual([200, site.otherUnitId]);
  const gone = await old.hear(one => one.entityId === id && one.action === 'remove');
  expect(gone.data).toBeNull();
  const there = await next.hear(one => one.entityId === id && one.action === 'update');
  expect((there.data as Row).unitId).toBe(site.otherUnitId);
  const back = await listen(server.url, dora.token);
  const since = { unitId: site.unitId, modules: [ticket.code], since: before.cursor };
  const missed = await back.ask('subscribe', since);
  expect(missed.events).toMatchObject([{ entityId: id, action: 'remove', data: null }]);
});
