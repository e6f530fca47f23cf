import { ticket } from '@lobby/shared/modules/ticket.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { deskOf } from '../setup/desk.ts';
import { listen, pause, until } from '../setup/listener.ts';
import { startServer } from '../setup/server.ts';
import { makeSite, signIn } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, emil } = site;
const desk = deskOf(site);
const turn = (appUsage: boolean) => ann.put(`${unit.path}/${site.unitId}/app-usage`, { appUsage });
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
  const { data } = await signIn(server.url, 'resident', dora.email);
  expect(data.units).toEqual([]);
  await pause(300);
  const { id } = await desk.open();
  await pause(500);
  expect(live.events.filter(one => one.entityId === id)).toEqual([]);
  expect(await live.ask('subscribe', { unitId: site.unitId, modules: [ticket.code] })).not.toMatchObject({ ok: true });
  await turn(true);
  await until(async () => (await dora.get(ticket.path)).status === 200);
  await hearing(dora, site.unitId);
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
