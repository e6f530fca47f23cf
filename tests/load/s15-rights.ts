import { newId } from '@lobby/server/kit/database/database.ts';
import { collectionOf, type Stored } from '@lobby/server/kit/store/schema.ts';
import { beginSession } from '@lobby/server/platform/auth/sessions.ts';
import { users } from '@lobby/server/platform/auth/users.ts';
import { employee, position } from '@lobby/shared/modules/employee.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { openHome } from '../attack/arena.ts';
import { rowsIn, stored } from '../setup/records.ts';
import { makeSite, type Person } from '../setup/world.ts';
import { bareDelays, isCalm } from './calm.ts';
import { boundLine, type Figure, inTurn, ratioLine, turns } from './figure.ts';
import { now, sleep } from './machine.ts';
import { startServer } from './product.ts';
import { openSockets } from './sockets.ts';
import { quantile, shown } from './statistics.ts';

/** Longer than the slowest socket is waited for. */
const MOST_MS = 10_000;

/** A position's rights change, and each of its holders has a socket open. */
export const s15: Figure = {
  id: 's15',
  title: 'Rights of a position change',
  async run(stage, quick) {
    const count = quick ? 50 : 1000;
    const home = await openHome(stage);
    const server = await startServer(home, { JOBS: '0' });
    const site = await makeSite(server.url, 'Rights');
    const { ann, carl } = site;
    const held = String((await ann.get(`${employee.path}/${carl.id}`)).data.positionIds);
    const stranger = (await makeSite(server.url, 'Others')).ann;
    let heard = 0;
    const subscribe = { projectId: site.id, modules: [ticket.code] };
    const handshake = { port: Number(new URL(server.url).port), subscribe };
    await grant(ann, held, ['read']);
    const sockets = [];
    for (const token of await colleagues(carl, count))
      sockets.push(
        await openSockets(1, { ...handshake, auth: { token } }, message => {
          if (message.includes('"action":"permissions"')) heard++;
        }),
      );
    const calm: number[] = [];
    const meanwhile: number[] = [];
    const round = async (n: number) => {
      heard = 0;
      const others = timeLists(stranger, meanwhile);
      const begun = now();
      await grant(ann, held, n % 2 === 0 ? ['read', 'write'] : ['read']);
      while (heard < count && now() - begun < MOST_MS) await sleep(2);
      const taken = now() - begun;
      // Waits for the repeated messages that the other servers' word of the change brings.
      await sleep(1500);
      await others.stop();
      return [taken];
    };
    let n = 0;
    const taken = await inTurn(
      turns(5, quick),
      async () => {
        const delays = await bareDelays(quick ? 0.5 : 4);
        const others = timeLists(stranger, calm);
        await sleep(quick ? 500 : 3000);
        await others.stop();
        return delays;
      },
      () => round(n++),
    );
    for (const socket of sockets) socket.close();
    await server.stop();
    await home.close();
    const [bare, ours] = [taken.baseline.flat(), taken.product.flat()];
    const beside = { unit: 'ms', baseline: `${shown(quantile(bare, 0.99))} ms`, calm: isCalm(bare) };
    const p99 = { product: [quantile(meanwhile, 0.99)], baseline: [quantile(calm, 0.99)] };
    return [
      boundLine(`request sent to heard by all ${count} holders, slowest`, Math.max(...ours), 1000, beside),
      ratioLine(`a list of another building meanwhile, p99 of ${meanwhile.length}`, p99, { unit: 'ms', most: 2 }),
    ];
  },
};

/** Times of a list that somebody asks for again and again, until told to stop. */
function timeLists(who: Person, times: number[]): { stop: () => Promise<void> } {
  let on = true;
  const asking = (async () => {
    while (on) {
      const asked = now();
      await who.get(`${ticket.path}?limit=20`);
      times.push(now() - asked);
      await sleep(10);
    }
  })();
  return {
    async stop() {
      on = false;
      await asking;
    },
  };
}

async function grant(by: Person, positionId: string, flags: string[]): Promise<void> {
  const path = `${position.path}/${positionId}/permissions`;
  const { version } = (await by.get(path)).data;
  await by.put(path, { version, permissions: { [ticket.code]: flags } });
}

/** Makes so many colleagues of a person, with the same position; returns their tokens. */
async function colleagues({ id }: Person, count: number): Promise<string[]> {
  const like = await stored(employee, id);
  const user = await users().findOne({ _id: String(like.userId) });
  if (!user) throw new Error('nobody to be like');
  const made = Array.from({ length: count }, (_, n) => ({ ...user, _id: newId(), logins: [`rights-${n}`] }));
  await users().insertMany(made);
  await rowsIn(collectionOf(employee)).insertMany(
    made.map(({ _id }, n): Stored => ({ ...like, _id: newId(), userId: _id, uniq: { email: `rights-${n}` } })),
  );
  const from = { agent: '', address: '' };
  const sessions = [];
  for (const one of made) sessions.push((await beginSession(one, false, new Date(), from, 'en')).accessToken);
  return sessions;
}
