import type { Finding } from '@lobby/server/modules/ledger/index.ts';
import { openHome } from '../attack/arena.ts';
import { boundLine, type Line } from '../load/figure.ts';
import { type Served, startServer } from '../load/product.ts';
import type { Stage } from '../load/stage.ts';
import type { Answer, Caller, Row } from '../setup/caller.ts';
import { makeSite, type Site, staySignedIn } from '../setup/world.ts';

/** A building of its own on two servers, so that those who act at once do so at both. */
export interface Pair {
  site: Site;
  /** The folder of both. */
  dir: string;
  /** One of the staff, at the one server or the other. */
  at: (n: number) => Caller;
  /** Kills both as they stand, and starts two in their place. */
  killBoth: () => Promise<void>;
  close: () => Promise<void>;
}

export async function openPair(stage: Stage, name: string): Promise<Pair> {
  const home = await openHome(stage);
  const start = async (): Promise<[Served, Served]> => [await startServer(home), await startServer(home)];
  let servers = await start();
  const site = await makeSite(servers[0].url, name);
  const signOut = staySignedIn([site.ann, site.dora]);
  return {
    site,
    dir: home.dir,
    at: n => site.ann.at(servers[n % 2 ? 1 : 0].url),
    async killBoth() {
      for (const { pid } of servers) process.kill(pid, 'SIGKILL');
      servers = await start();
    },
    async close() {
      signOut();
      await Promise.all(servers.map(({ stop }) => stop()));
      await home.close();
    },
  };
}

/** Answers to many requests: how many succeeded, how many a rule refused, and all others. */
export interface Tally {
  done: number;
  refused: number;
  wrong: string[];
}

/** Counts answers; a refusal is one of these codes, or any where none is named. */
export function tallyOf(codes: readonly string[] = []) {
  const tally: Tally = { done: 0, refused: 0, wrong: [] };
  return {
    tally,
    /** The answer of a call where it was done, else null. */
    async count(call: () => Promise<Answer<Row>>): Promise<Row | null> {
      const answer = await call().catch((error: Error) => error);
      if (answer instanceof Error) tally.wrong.push(answer.message.slice(0, 200));
      else if (answer.status < 300) {
        tally.done++;
        return answer.data;
      } else if (codes.length === 0 || codes.includes(answer.code)) tally.refused++;
      else tally.wrong.push(`${answer.status} ${answer.code}`);
      return null;
    },
  };
}

/** Line of the answers that no client may get; prints the first of them. */
export function wrongAnswers({ wrong }: Tally): Line {
  for (const text of [...new Set(wrong)].slice(0, 5)) console.log(`  ${text}`);
  return boundLine('answers that were neither good nor a refusal', wrong.length, 0, { unit: 'answers' });
}

/** The rules of the books that do not hold: none falls below 0, debits are credits, what the journal says is what is stored. */
export function brokenRules(findings: readonly Finding[]): Line {
  const broken = findings.filter(({ wrong }) => wrong.length > 0);
  for (const { rule, wrong } of broken) console.log(`  ${rule} ${JSON.stringify(wrong.slice(0, 3))}`);
  return boundLine(`of ${findings.length} rules of the books, broken`, broken.length, 0, { unit: 'rules' });
}
