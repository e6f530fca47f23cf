import { randomUUID } from 'node:crypto';
import { label } from '@lobby/shared/modules/label.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { startChild } from './child.ts';
import { each, type Figure, inTurn, ratioLine, turns } from './figure.ts';
import { costs, hammer } from './hammer.ts';
import { call, type Product, startProduct } from './product.ts';
import { openSockets } from './sockets.ts';
import { SMALL_BUILDING } from './stage.ts';

export const HTTP_SERVER = new URL('baselines/http-server.ts', import.meta.url);
const LISTENERS = 10;
const TITLE = 'Ro ri nuoc phong tam can ho';
const CONTENT = 'x'.repeat(400);

const NOTE =
  'the bare transaction inserts two rows with five indexes; a ticket is seven commands (its number; in the transaction its key, 8 rows that guard what it refers to, the ticket, notices, the event row), 19 indexes and some 50 keys by which it is found; a quarter of the server’s time is writing to sockets, the rest is spread thin (shifts, garbage, BSON and promises 3 to 5 % each).';

/** Tickets made over HTTP beside the bare transaction of ticket and audit row, all in one project, ten listeners each. */
export const s3: Figure = {
  id: 's3',
  title: 'POST of a ticket with an Idempotency-Key, 32 connections, one project',
  async run(stage, quick) {
    const connections = quick ? 4 : 32;
    const seconds = quick ? 0.6 : 4;
    const product = await startProduct(await stage.building(SMALL_BUILDING));
    const bare = await startChild(HTTP_SERVER, { MONGODB_URI: stage.database('bare-create') });
    const port = Number(new URL(product.url).port);
    const { projectId, token, headers } = product;
    const subscribe = { projectId, modules: [ticket.code] };
    const listeners = [
      await openSockets(LISTENERS, { port: bare.port }, () => {}),
      await openSockets(LISTENERS, { port, auth: { token }, subscribe }, () => {}),
    ];
    const ours = await newTickets(product);
    let n = 0;
    const theirs = () => ({
      body: JSON.stringify({
        projectId: 'p0',
        title: TITLE,
        content: CONTENT,
        unitId: `A-12-0${n++ % 9}`,
        labels: ['water', 'urgent'],
      }),
    });
    const json = { 'Content-Type': 'application/json' };
    const post = { connections, seconds, method: 'POST' as const };
    const taken = await inTurn(
      turns(5, quick),
      () =>
        hammer(`http://127.0.0.1:${bare.port}/tickets`, {
          ...post,
          headers: json,
          each: theirs,
          pids: [bare.pid, stage.pid],
        }),
      () =>
        hammer(`${product.url}/api${ticket.path}`, { ...post, headers, each: ours, pids: [product.pid, stage.pid] }),
    );
    for (const listener of listeners) listener.close();
    await Promise.all([product.stop(), bare.stop()]);
    return [
      {
        ...ratioLine(
          `tickets made; ${costs(taken)}`,
          each(taken, one => one.perSecond),
          { unit: 'requests/s', least: 0.55 },
        ),
        note: NOTE,
      },
    ];
  },
};

/** Tickets that somebody posts one after another, each with a key of its own. */
export async function newTickets(product: Product): Promise<() => { headers: Record<string, string>; body: string }> {
  const [units, labels, types] = await Promise.all(
    [unit.path, `${label.path}?filter[type][]=HELP_DESK`, ticketType.path].map(async path => {
      const [place, query = ''] = path.split('?');
      const { data } = await call<{ id: string }[]>(product, 'GET', `${place}/options?${query}`);
      return data.map(one => one.id);
    }),
  );
  let n = 0;
  return () => ({
    headers: { 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({
      title: TITLE,
      content: CONTENT,
      unitId: units?.[n++ % 9],
      typeId: types?.[0],
      labelIds: labels?.slice(0, 2),
    }),
  });
}
