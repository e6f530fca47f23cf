import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { type Figure, type InTurn, inTurn, ratioLine, turns } from './figure.ts';
import { hammer } from './hammer.ts';
import { addBuildings } from './multiply.ts';
import { type Product, startProduct } from './product.ts';
import { newTickets } from './s3-create.ts';
import { cursorAt, FIRST, timed, wordsOf } from './s5-deep-and-search.ts';
import { fillDemo, type Stage } from './stage.ts';
import { shown } from './statistics.ts';

const WITHIN = 1.25;

/** One building with its database to itself, and the same among hundreds: what people of it do, in turn. */
export const s17: Figure = {
  id: 's17',
  title: 'A building among 500, against the same alone',
  async run(stage, quick) {
    const size = quick ? { units: 60, tickets: 300, buildings: 3 } : { units: 5000, tickets: 100_000, buildings: 499 };
    const each = quick ? { units: 10, tickets: 50 } : { units: 250, tickets: 1750 };
    const alone = await openBuilding(stage, 'alone', size);
    const among = await openBuilding(stage, 'among', size, each);
    const seconds = quick ? 0.6 : 3;
    const both = (measure: (product: Product) => Promise<number>): Promise<InTurn<number>> =>
      inTurn(
        turns(5, quick),
        () => measure(alone),
        () => measure(among),
      );

    // Before anything is posted: of titles that differ.
    const { alone: words } = await wordsOf(alone, quick ? 5 : 40);
    const posted = await both(async product => {
      const pids: [number, number] = [product.pid, stage.pid];
      const post = { connections: quick ? 4 : 32, seconds, method: 'POST' as const, headers: product.headers, pids };
      return (await hammer(`${product.url}/api${ticket.path}`, { ...post, each: await newTickets(product) })).perSecond;
    });
    const listed = await both(async product => {
      const get = {
        connections: 16,
        seconds,
        headers: product.headers,
        pids: [product.pid, stage.pid] as [number, number],
      };
      return (await hammer(`${product.url}/api${FIRST}&filter[status][]=RATED`, get)).perSecond;
    });
    const row = quick ? 100 : 19_000;
    const cursors = new Map([
      [alone, await cursorAt(alone, row)],
      [among, await cursorAt(among, row)],
    ]);
    const calls = quick ? 5 : 60;
    const deep = await both(product => timed(product, `${FIRST}&after=${cursors.get(product)}`, calls));
    const searched = await both(async product => {
      let sum = 0;
      for (const word of words) sum += await timed(product, `${FIRST}&filter[q]=${encodeURIComponent(word)}`);
      return sum / words.length;
    });
    await Promise.all([alone.stop(), among.stop()]);
    const rate = { unit: 'requests/s', least: 1 / WITHIN };
    const time = { unit: 'ms', most: WITHIN };
    const records = size.tickets + size.units + size.buildings * (each.units + each.tickets);
    return [
      ratioLine(`tickets posted among ${shown(records)} records`, posted, rate),
      ratioLine('a filtered list with its total', listed, rate),
      ratioLine(`a page at row ${shown(row)}`, deep, time),
      ratioLine(`a search, mean of ${words.length} words`, searched, time),
    ];
  },
};

/** The demo building on a database of its own, by itself or among others. */
async function openBuilding(
  stage: Stage,
  name: string,
  size: { units: number; tickets: number; buildings: number },
  beside?: { units: number; tickets: number },
): Promise<Product> {
  const home = { uri: stage.database(name), dir: mkdtempSync(join(stage.dir, `${name}-`)) };
  await fillDemo(home, size.tickets, size.units);
  if (!beside) return startProduct(home);
  const before = await startProduct(home);
  await before.stop();
  await addBuildings(home, before.projectId, size.buildings, beside);
  return startProduct(home);
}
