import { ticket } from '@lobby/shared/modules/ticket.ts';
import { expect, it } from 'vitest';
import { deskOf } from '../setup/house/desk.ts';
import { rowsIn } from '../setup/records.ts';
import { ASKING, listen, until } from '../setup/server/listener.ts';
import { type SecondServer, startAlone, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const desk = deskOf(site);

/** Writes through a server until it is gone; answers the ids that were acknowledged. */
async function writeUntilGone(second: SecondServer, acknowledged: Set<string>): Promise<void> {
  const who = site.ann.at(second.url);
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (;;) {
        const made = await desk.open({}, who).catch(() => null);
        if (!made) return;
        acknowledged.add(made.id);
      }
    }),
  );
}

/** Every acknowledged ticket is there, and every ticket has the event that tells of it. */
async function isWhole(acknowledged: ReadonlySet<string>): Promise<void> {
  const docs = await rowsIn('tickets').find({ projectId: site.id }).toArray();
  const told = await rowsIn('events').find({ projectId: site.id, entity: 'ticket', action: 'create' }).toArray();
  const stored = new Set(docs.map(doc => doc._id));
  expect([...acknowledged].filter(id => !stored.has(id))).toEqual([]);
  expect(told.map(one => one.entityId).toSorted()).toEqual([...stored].toSorted());
}

it('a server killed three times under writes loses nothing that it acknowledged', async () => {
  const acknowledged = new Set<string>();
  for (let n = 0; n < 3; n++) {
    const second = await startAlone(server);
    const writing = writeUntilGone(second, acknowledged);
    await until(() => acknowledged.size >= 25 * (n + 1));
    second.kill();
    await writing;
  }
  await isWhole(acknowledged);
}, 90_000);

it('a server told to stop finishes what it has begun, and a client comes back for the rest', async () => {
  const [first, next] = [await startAlone(server), await startAlone(server)];
  const live = await listen(first.url, site.ben.token);
  const { cursor } = await live.ask('subscribe', { projectId: site.id, modules: [ticket.code] });
  const acknowledged = new Set<string>();
  const writing = writeUntilGone(first, acknowledged);
  await until(() => acknowledged.size >= 25);
  const start = performance.now();
  await Promise.all([first.stop(), writing]);
  expect(performance.now() - start).toBeLessThan(10_000);
  await isWhole(acknowledged);
  const back = await listen(next.url, site.ben.token);
  const heard = await until(async () => {
    const answer = await back.ask('subscribe', { projectId: site.id, modules: [ticket.code], since: cursor });
    const ids = (answer.events ?? []).map(event => event.entityId);
    return [...acknowledged].every(id => ids.includes(id)) && ids;
  }, ASKING);
  expect(new Set(heard).size).toBe(heard.length);
}, 90_000);
