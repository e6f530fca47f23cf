import { ticket } from '@lobby/shared/modules/ticket.ts';
import { FANOUT_SERVER } from './calm.ts';
import { startChild } from './child.ts';
import { boundLine, each, type Figure, inTurn, type Line, ratioLine, turns } from './figure.ts';
import { median, shown } from './statistics.ts';
import { type Fanout, measureFanout } from './tell-many.ts';
import { PROJECT } from './ticket-row.ts';

const LIVE_SERVER = new URL('live-server.ts', import.meta.url);

/** Events told to subscribed staff: the live side of the product beside bare Socket.IO that sends the same bytes. */
export const s1: Figure = {
  id: 's1',
  title: 'Deliveries of events to subscribed staff, rows handed to the feed directly',
  async run(_stage, quick) {
    // Presence looks for a database that is not there, and would say so every second.
    const product = await startChild(LIVE_SERVER, { LOG_LEVEL: 'silent' });
    const bare = await startChild(FANOUT_SERVER);
    await bare.ask(await product.ask<object>({ sample: true }));
    const as = { auth: { token: PROJECT }, subscribe: { projectId: PROJECT, modules: [ticket.code] } };
    const lines: Line[] = [];
    for (const count of quick ? [20] : [200, 1000]) {
      const seconds = quick ? 0.3 : 2;
      const taken = await inTurn<Fanout>(
        turns(7, quick),
        () => measureFanout(bare, count, seconds, {}),
        () => measureFanout(product, count, seconds, as),
      );
      const cpu = each(taken, one => one.cpuMicros);
      const lost = taken.product.reduce((sum, one) => sum + one.lost, 0);
      const bar = { unit: 'deliveries/s', least: 0.9 };
      lines.push(
        ratioLine(
          `to ${count} subscribers`,
          each(taken, one => one.perSecond),
          bar,
        ),
        boundLine(`to ${count} subscribers, lost`, lost, 0, { unit: 'events' }),
      );
      const micros = [median(cpu.product), median(cpu.baseline)].map(shown);
      console.log(`  to ${count}: CPU of the server for a delivery ${micros.join(' µs, bare ')} µs`);
    }
    await Promise.all([product.stop(), bare.stop()]);
    return lines;
  },
};
