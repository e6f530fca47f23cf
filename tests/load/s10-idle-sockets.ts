import { ticket } from '@lobby/shared/modules/ticket.ts';
import { FANOUT_SERVER } from './calm.ts';
import { startChild } from './child.ts';
import { type Figure, inTurn, ratioLine, turns } from './figure.ts';
import { heapOf, PROBED } from './heap.ts';
import { sleep } from './machine.ts';
import { startProduct } from './product.ts';
import { type Handshake, openSockets } from './sockets.ts';
import { SMALL_BUILDING } from './stage.ts';

/** Memory of an open socket that hears nothing. */
export const s10: Figure = {
  id: 's10',
  title: 'Memory of an idle socket, signed in and subscribed to the help desk',
  async run(stage, quick) {
    const count = quick ? 50 : 2000;
    const product = await startProduct(await stage.building(SMALL_BUILDING), undefined, PROBED);
    const bare = await startChild(FANOUT_SERVER, PROBED);
    const { token, projectId } = product;
    const port = Number(new URL(product.url).port);
    const taken = await inTurn(
      turns(3, quick),
      () => perSocket(bare.pid, count, { port: bare.port }),
      () => perSocket(product.pid, count, { port, auth: { token }, subscribe: { projectId, modules: [ticket.code] } }),
    );
    await Promise.all([product.stop(), bare.stop()]);
    return [ratioLine(`${count} sockets, garbage let go of`, taken, { unit: 'kB a socket', most: 1.5 })];
  },
};

async function perSocket(pid: number, count: number, handshake: Handshake): Promise<number> {
  // The first sockets of a process cost what is made once.
  (await openSockets(20, handshake, () => {})).close();
  await sleep(1000);
  const before = await heapOf(pid);
  const sockets = await openSockets(count, handshake, () => {});
  await sleep(1000);
  const after = await heapOf(pid);
  sockets.close();
  await sleep(1000);
  return (after - before) / count / 1024;
}
