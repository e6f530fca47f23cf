import { randomUUID } from 'node:crypto';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { bareDelays, isCalm } from './calm.ts';
import { boundLine, type Figure, inTurn, turns } from './figure.ts';
import { now, sleep } from './machine.ts';
import { call, type Product, startProduct } from './product.ts';
import { openSockets } from './sockets.ts';
import { SMALL_BUILDING } from './stage.ts';
import { quantile, shown } from './statistics.ts';

const WATCHERS = 200;
const PER_SECOND = 5;

/** A colleague approves tickets over HTTP; how long until the last of 200 others has heard of it. */
export const s2: Figure = {
  id: 's2',
  title: 'A colleague’s act seen by 200 others: request sent to event at the last client, 5 acts/s',
  async run(stage, quick) {
    const seconds = quick ? 1 : 15;
    const product = await startProduct(await stage.building(SMALL_BUILDING));
    const watchers = quick ? 20 : WATCHERS;
    const heard = new Map<string, number[]>();
    const sockets = await openSockets(
      watchers,
      {
        port: Number(new URL(product.url).port),
        auth: { token: product.token },
        subscribe: { projectId: product.projectId, modules: [ticket.code] },
      },
      message => {
        const [name, event] = JSON.parse(message.toString().slice(2));
        if (name === 'event' && event.action === 'approve') heard.get(event.entityId)?.push(now());
      },
    );
    let lost = 0;
    const taken = await inTurn(
      turns(3, quick),
      () => bareDelays(quick ? 0.5 : 8),
      async () => {
        const acts = await approveMany(product, seconds * PER_SECOND, watchers, heard);
        lost += acts.reduce((sum, act) => sum + watchers - act.heard.length, 0);
        return acts.map(act => Math.max(...act.heard) - act.sentAt);
      },
    );
    sockets.close();
    await product.stop();
    const bare = taken.baseline.flat();
    const ours = taken.product.flat();
    const beside = (share: number) => ({
      unit: 'ms',
      baseline: `${shown(quantile(bare, share))} ms`,
      calm: isCalm(bare),
    });
    return [
      boundLine(`p50 of ${ours.length} acts`, quantile(ours, 0.5), 20, beside(0.5)),
      boundLine('p99', quantile(ours, 0.99), 60, beside(0.99)),
      boundLine('lost', lost, 0, { unit: 'events' }),
    ];
  },
};

async function approveMany(product: Product, count: number, watchers: number, heard: Map<string, number[]>) {
  const { data: units } = await call<{ id: string }[]>(product, 'GET', `${unit.path}/options`);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const body = { title: `Rò rỉ nước ${randomUUID()}`, content: 'Nước chảy', unitId: units[0]?.id };
    ids.push((await call<{ id: string }>(product, 'POST', ticket.path, body)).data.id);
  }
  for (const id of ids) heard.set(id, []);
  await sleep(1000);
  const begun = now();
  const acts = [];
  for (const [n, id] of ids.entries()) {
    await sleep(Math.max(0, begun + (n * 1000) / PER_SECOND - now()));
    acts.push({ id, sentAt: now(), done: call(product, 'PUT', `${ticket.path}/${id}/approve`, { version: 1 }) });
  }
  await Promise.all(acts.map(act => act.done));
  const missing = () => ids.some(id => (heard.get(id)?.length ?? 0) < watchers);
  for (let waited = 0; missing() && waited < 5000; waited += 100) await sleep(100);
  return acts.map(({ id, sentAt }) => ({ sentAt, heard: heard.get(id) ?? [] }));
}
