import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { bareDelays, isCalm } from './calm.ts';
import { stopperOf } from './child.ts';
import { boundLine, type Figure } from './figure.ts';
import { now, sleep } from './machine.ts';
import { QUIET_BUILDING } from './stage.ts';
import { median, shown } from './statistics.ts';

const ROOT = join(import.meta.dirname, '../..');
const GIVEN_UP_MS = 120_000;

/** `npm start` on a folder that has the demo, to a page that answers and a server that is ready. */
export const s13: Figure = {
  id: 's13',
  title: '`npm start` for the second time, to a page that answers',
  async run(stage, quick) {
    // For small sizes on a building that is there; else with a database of its own, as anybody has it.
    const home = quick ? await stage.building(QUIET_BUILDING) : null;
    const env: Record<string, string> = home
      ? { DATA_DIR: home.dir, MONGODB_URI: home.uri }
      : { DATA_DIR: mkdtempSync(join(stage.dir, 'start-')) };
    const first = quick ? 'not measured' : `${shown(await startOnce(env))} s`;
    const again = [];
    const bare = [];
    for (let n = 0; n < (quick ? 1 : 3); n++) {
      bare.push(...(await bareDelays(quick ? 0.5 : 4)));
      again.push(await startOnce(env));
    }
    const what = `median of ${again.length}; the first start, on an empty folder: ${first}`;
    return [boundLine(what, median(again), 3, { unit: 's', calm: isCalm(bare) })];
  },
};

/** Starts, waits for the page, stops; answers the seconds to the page. */
async function startOnce(settings: Record<string, string>): Promise<number> {
  const port = await freePort();
  const begun = now();
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, ...settings, PORT: String(port), LOG_LEVEL: 'error' },
    stdio: 'ignore',
  });
  const stop = stopperOf(child);
  try {
    while (!(await answers(`http://127.0.0.1:${port}/readyz`))) {
      if (child.exitCode !== null) throw new Error(`npm start ended (${child.exitCode})`);
      if (now() - begun > GIVEN_UP_MS) throw new Error('npm start has no page after two minutes');
      await sleep(25);
    }
    if (!(await answers(`http://127.0.0.1:${port}/`))) throw new Error('the server is ready, but its page is not');
    return (now() - begun) / 1000;
  } finally {
    await stop();
  }
}

const answers = (url: string) =>
  fetch(url).then(
    response => response.ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
