import { ticket } from '@lobby/shared/modules/ticket.ts';
import { deskOf } from '../setup/house/desk.ts';
import { openBilledHouse } from './billed-house.ts';
import { bareDelays, isCalm } from './calm.ts';
import { boundLine, type Figure } from './figure.ts';
import { now, sleep } from './machine.ts';
import { openSockets } from './sockets.ts';
import { quantile, shown } from './statistics.ts';

const READERS = 20;
const PER_SECOND = 5;
const MONTHS = ['2026-09', '2026-10'];

/** People write to each other while the bills of a building are made. */
export const s7: Figure = {
  id: 's7',
  title: 'A chat while a billing run goes on',
  async run(stage, quick) {
    const house = await openBilledHouse(stage, quick ? 400 : 5000, MONTHS);
    const { server, site } = house;
    const { ann, ben } = site;
    const desk = deskOf(site);
    const { id } = await desk.open();
    const heard = new Map<string, number[]>();
    const sockets = await openSockets(
      READERS,
      {
        port: Number(new URL(server.url).port),
        auth: { token: ben.token },
        subscribe: { projectId: site.id, modules: [ticket.code] },
      },
      message => {
        const [name, event] = JSON.parse(message.toString().slice(2));
        if (name === 'event' && event.message) heard.get(event.message.content)?.push(now());
      },
    );
    const calm = isCalm(await bareDelays(quick ? 0.5 : 4));
    await house.bill(String(MONTHS[0]));
    await loopDelay(server.url);

    const sent = new Map<string, number>();
    let billing = true;
    const billed = house.bill(String(MONTHS[1])).finally(() => {
      billing = false;
    });
    const said: Promise<unknown>[] = [];
    const answered: number[] = [];
    for (let n = 0; billing; n++) {
      const words = `Xin chào ${n}`;
      heard.set(words, []);
      sent.set(words, now());
      const asked = now();
      said.push(desk.say(id, words, {}, ann).then(() => answered.push(now() - asked)));
      await sleep(1000 / PER_SECOND);
    }
    const seconds = await billed;
    const loop = await loopDelay(server.url);
    await Promise.all(said);
    const missing = () => [...heard.values()].some(times => times.length < READERS);
    for (let waited = 0; missing() && waited < 5000; waited += 100) await sleep(100);
    sockets.close();
    await house.close();
    const delays = [...heard].map(([words, times]) => Math.max(...times) - (sent.get(words) ?? 0));
    const lost = [...heard.values()].reduce((sum, times) => sum + READERS - times.length, 0);
    const what = `${delays.length} messages to ${READERS} readers during a run of ${shown(seconds)} s`;
    console.log(`  answered, p99: ${shown(quantile(answered, 0.99))} ms`);
    return [
      boundLine(`${what}: request sent to the last reader, p99`, quantile(delays, 0.99), 200, { unit: 'ms', calm }),
      boundLine('delay of the server’s event loop, p99', loop * 1000, 50, { unit: 'ms', calm }),
      boundLine('lost', lost, 0, { unit: 'events' }),
    ];
  },
};

/** The delay that 99 of 100 turns of a server's event loop stay below, in seconds, since this was last asked. */
async function loopDelay(url: string): Promise<number> {
  const page = await (await fetch(`${url}/metrics`)).text();
  return Number(/^lobby_event_loop_delay_seconds\{quantile="0.99"\} (\S+)/m.exec(page)?.[1]);
}
