import { answers } from '@lobby/shared/kit/definition.ts';
import type { Socket } from 'socket.io-client';
import { expect, it, vi } from 'vitest';
import { checkNow } from '../../client/kit/live/live.ts';
import { badgesAreFresh, deedsOf, isFresh, openAll, startClient } from '../setup/client/live-client.ts';
import { PROVED } from '../setup/contract/sampling.ts';
import { pause } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

/** Counts what happens to frames on their way. */
const fate = vi.hoisted(() => ({ bad: false, lost: 0, twice: 0, late: 0, whole: 0, seed: 20_261_121 }));

vi.mock('socket.io-client', async original => {
  const real = await original<typeof import('socket.io-client')>();
  /** The same weather at each run. */
  const random = () => {
    fate.seed = (fate.seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return fate.seed / 2_147_483_648;
  };
  const SPOILT = new Set(['event', 'badges', 'progress', 'presence']);
  type Heard = (...body: unknown[]) => void;
  const through =
    (hear: Heard): Heard =>
    (...body) => {
      const luck = fate.bad ? random() : 1;
      if (luck < 0.1) fate.lost++;
      else if (luck < 0.2) {
        fate.twice++;
        hear(...body);
        hear(...body);
      } else if (luck < 0.3) {
        fate.late++;
        setTimeout(() => hear(...body), 20 + random() * 400);
      } else {
        fate.whole++;
        hear(...body);
      }
    };
  const spoil = (socket: Socket): Socket => {
    const on = socket.on.bind(socket);
    const bad = (name: string, hear: Heard) => on(name, SPOILT.has(name) ? through(hear) : hear);
    return Object.assign(socket, { on: bad });
  };
  return { ...real, io: (...given: Parameters<typeof real.io>) => spoil(real.io(...given)) };
});

/** People at work at once. */
const COLLEAGUES = 12;

/** F6 (proof.md), the quick form: 10 % of the frames lost, 10 % repeated, 10 % out of order. */
const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
await startClient(server.url, site, site.ben);

it('frames lost, repeated and out of order leave every list and badge as a fresh load shows them', async () => {
  const listed = PROVED.filter(definition => answers(definition, 'list'));
  const lists = await Promise.all(
    listed.map(async definition => [definition, await openAll(definition, site)] as const),
  );
  fate.bad = true;
  // Modules beside each other, as colleagues work: events of all of them mix. One may take what another's deed needs.
  const tried = { done: 0, refused: [] as string[] };
  const left = [...listed];
  const colleague = async () => {
    for (let definition = left.shift(); definition; definition = left.shift())
      for (const deed of [...deedsOf(definition, site), ...deedsOf(definition, site)])
        await deed.run().then(
          () => tried.done++,
          error => tried.refused.push(`${definition?.name} ${deed.name}: ${error}`),
        );
  };
  await Promise.all(Array.from({ length: COLLEAGUES }, colleague));
  expect(tried.refused.filter(refusal => !/"statusCode":4\d\d/.test(refusal))).toEqual([]);
  expect(tried.refused.length, tried.refused.join('\n')).toBeLessThan(tried.done / 20);
  // Frames under way arrive; then the client asks for missed events, as it does every 30 s.
  await pause(600);
  checkNow();
  for (const [definition, list] of lists) await isFresh(definition, list, site.ann);
  await badgesAreFresh(site, site.ben);
  expect(Math.min(fate.lost, fate.twice, fate.late)).toBeGreaterThan(5);
  expect(fate.whole).toBeGreaterThan(fate.lost);
  for (const [, list] of lists) list.close();
}, 600_000);
