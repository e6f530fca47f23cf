import { ticket } from '@lobby/shared/modules/ticket.ts';
import { type Document, MongoClient } from 'mongodb';
import type { Figure, Line } from './figure.ts';
import { sleep } from './machine.ts';
import { startProduct } from './product.ts';
import { newTickets } from './s3-create.ts';
import { SMALL_BUILDING } from './stage.ts';
import { shown } from './statistics.ts';

const WARM = 60;
const IDLE_S = 4;
const CONNECTIONS = 32;
/** Commands sent less often than this for each ticket do not belong to making one. */
const SELDOM = 0.05;

interface Counted {
  /** How often each command was asked for since mongod came up, by its name. */
  commands: Map<string, number>;
  writeConflicts: number;
}

/** Counts the database commands for each ticket, less those that the product sends while idle. */
export const commands: Figure = {
  id: 'commands',
  title: 'Commands of the database for each ticket that is posted',
  async run(stage, quick) {
    const count = quick ? 20 : 400;
    const home = await stage.building(SMALL_BUILDING);
    const product = await startProduct(home);
    const client = await new MongoClient(home.uri).connect();
    const next = await newTickets(product);
    const post = async () => {
      const { headers, body } = next();
      const answer = await fetch(`${product.url}/api${ticket.path}`, {
        method: 'POST',
        headers: { ...product.headers, ...headers },
        body,
      });
      if (!answer.ok) throw new Error(await answer.text());
      await answer.arrayBuffer();
    };
    for (let n = 0; n < WARM; n++) await post();

    const idle = await countCommands(client);
    await sleep(IDLE_S * 1000);
    const before = await countCommands(client);
    let left = count;
    const postOthers = async () => {
      while (left-- > 0) await post();
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, postOthers));
    const after = await countCommands(client);
    await client.close();
    await product.stop();

    return [
      costLine('a second while nothing happens', idle, before, IDLE_S),
      costLine('a ticket', before, after, count),
      {
        what: 'write conflicts a ticket',
        ours: shown((after.writeConflicts - before.writeConflicts) / count),
        baseline: '',
        ratio: '',
        bar: '',
        verdict: 'no bar',
      },
    ];
  },
};

async function countCommands(client: MongoClient): Promise<Counted> {
  const { metrics } = await client.db().admin().command({ serverStatus: 1 });
  const byName = Object.entries<Document>(metrics.commands);
  return {
    commands: new Map(byName.flatMap(([name, { total }]) => (total === undefined ? [] : [[name, Number(total)]]))),
    writeConflicts: Number(metrics.operation.writeConflicts),
  };
}

function costLine(what: string, from: Counted, to: Counted, shares: number): Line {
  const costs = [...to.commands]
    .map(([name, total]) => ({ name, each: (total - (from.commands.get(name) ?? 0)) / shares }))
    .filter(({ each }) => each > SELDOM)
    .sort((one, other) => other.each - one.each);
  return {
    what,
    ours: costs.map(({ name, each }) => `${shown(each)} ${name}`).join(', '),
    baseline: '',
    ratio: '',
    bar: '',
    verdict: 'no bar',
  };
}
