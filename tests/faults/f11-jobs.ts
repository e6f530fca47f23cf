import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { boundLine, type Figure, type Line } from '../load/figure.ts';
import { sleep } from '../load/machine.ts';
import { signIn, startServer } from '../load/product.ts';
import { SMALL_BUILDING } from '../load/stage.ts';
import { dueContracts } from './due-contracts.ts';
import { openDueWork } from './due-work.ts';
import { lateTickets } from './late-tickets.ts';

const CLOCK = new URL('clock.ts', import.meta.url);

/** Jobs that two servers share: while one stands still in one, is killed in it, or has a wrong clock. */
export const f11: Figure = {
  id: 'f11',
  title: 'Tickets marked late, contracts reminded of and expired, by jobs of two servers',
  async run(stage, quick) {
    const home = await stage.building(SMALL_BUILDING);
    const servers = [await startServer(home), await startServer(home)];
    const [first] = servers;
    if (!first) throw new Error('no server');
    const product = { ...first, ...(await signIn(first.url)) };
    const late = await openDueWork(home.uri, lateTickets(product, quick ? 80 : 400));
    const contracts = await openDueWork(home.uri, dueContracts(quick ? 80 : 400));
    const lines: Line[] = [];
    /** Counts tickets that an interruption left unmarked or marked twice. */
    const count = async (what: string) => {
      const { done, twice } = await late.outcome();
      lines.push(
        boundLine(`${what}: of ${late.count} tickets, not marked`, late.count - done, 0, { unit: 'tickets' }),
        boundLine(`${what}: marked twice`, twice, 0, { unit: 'tickets' }),
      );
    };
    try {
      // Killed in the middle of reminders and ends; another takes its place.
      await contracts.begin(new Date(), first.url);
      const fallen = await contracts.whoWorks(servers.map(server => server.pid));
      process.kill(fallen, 'SIGKILL');
      await contracts.lapse();
      await contracts.finish();
      const { done, twice } = await contracts.outcome();
      lines.push(
        boundLine(
          `worker killed: of ${contracts.count} contracts, not reminded of or expired`,
          contracts.count - done,
          0,
          {
            unit: 'contracts',
          },
        ),
        boundLine('worker killed: contracts told of twice', twice, 0, { unit: 'contracts' }),
      );
      const one = servers.find(server => server.pid !== fallen) ?? first;
      servers.splice(0, 2, one, await startServer(home));

      if (!quick) {
        // Longer than its lock: one stands still in the middle, its lock lapses, another does the job, then the first goes on.
        await late.begin(new Date(Date.now() - 60_000), one.url);
        const still = await late.whoWorks(servers.map(server => server.pid));
        process.kill(still, 'SIGSTOP');
        await late.lapse();
        await late.finish();
        process.kill(still, 'SIGCONT');
        await sleep(3000);
        await count('longer than its lock');
      }

      // Killed in the middle.
      await late.begin(new Date(Date.now() - 60_000), one.url);
      const killed = await late.whoWorks(servers.map(server => server.pid));
      process.kill(killed, 'SIGKILL');
      await late.lapse();
      await late.finish();
      await count('worker killed');
      const alive = servers.find(server => server.pid !== killed) ?? one;

      // Ahead by an hour: every lock of another looks long lapsed there, and what is due in half an hour is late by that clock.
      const ahead = await startServer(home, {
        NODE_OPTIONS: `--import ${CLOCK.href}`,
        CLOCK_SHIFT_MS: String(HOUR_MS),
      });
      servers.push(ahead);
      const what = 'clock of a third server an hour ahead';
      await late.begin(new Date(Date.now() - 60_000), alive.url);
      await late.finish();
      await sleep(2000);
      await count(what);
      // Due times are compared with the database's clock.
      const early = await late.early(new Date(Date.now() + HOUR_MS / 2), alive.url);
      lines.push(boundLine(`${what}: marked before they were due`, early, 0, { unit: 'tickets' }));
      // It goes away; the others, whose clock is right, go on with the job within minutes.
      await ahead.stop();
      if (!quick)
        lines.push(
          boundLine('after it has gone, the job runs again after', await late.untilNextRun(150), 120, { unit: 's' }),
        );
    } finally {
      await late.close();
      await contracts.close();
      for (const server of servers) await server.stop();
    }
    return lines;
  },
};
