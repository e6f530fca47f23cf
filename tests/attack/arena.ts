import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { readEnv } from '@lobby/server/env.ts';
import { connect, disconnect } from '@lobby/server/kit/database/database.ts';
import { configurePersonalSecret } from '@lobby/server/kit/privacy/personal.ts';
import { configureDefinitions } from '@lobby/server/kit/store/refs/refs.ts';
import { configureSessionSecret } from '@lobby/server/platform/auth/sessions.ts';
import type { Permissions } from '@lobby/shared/kit/permissions.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { type Served, startServer } from '../load/product.ts';
import type { Home, Stage } from '../load/stage.ts';
import type { Row } from '../setup/caller.ts';
import { until } from '../setup/client/socket-client.ts';
import { type Samples, samplesOf } from '../setup/contract/samples.ts';
import { makeSite, type Site } from '../setup/world.ts';

/** The real server in a process of its own, and two projects on it whose people know nothing of each other. */
export interface Arena extends Served {
  site: Site;
  other: Site;
  samples: Samples;
  /** One record of every module in the other project. */
  foreign: ReadonlyMap<string, Row>;
  /** Gives Carl these permissions, and waits until the server knows. */
  allow: (permissions: Permissions) => Promise<void>;
  close: () => Promise<void>;
}

let n = 0;

/** A database of its own on the stage, with the folder of the server that uses it; this process may write to it beside that server. */
export async function openHome(stage: Stage): Promise<{ uri: string; dir: string; close: () => Promise<void> }> {
  const dir = mkdtempSync(join(stage.dir, 'arena-'));
  const uri = stage.database(`arena-${++n}`);
  const { personal, signing } = readEnv({ DATA_DIR: dir }).secrets;
  configurePersonalSecret(personal);
  configureSessionSecret(signing);
  configureDefinitions(MODULES);
  // A run that broke off may have left its connection open.
  await disconnect();
  await connect(uri);
  return { uri, dir, close: disconnect };
}

interface Options {
  /** Whether the other project has a record of every module. */
  foreign?: boolean;
  /** The folder of a built client. */
  client?: string;
  /** How the server is started, where that matters. */
  launch?: (home: Home) => Promise<Served>;
  /** On a server that others of the stage have too, until `endShared`. */
  shared?: boolean;
}

type Ground = Served & { home: Awaited<ReturnType<typeof openHome>> };

async function openGround(stage: Stage, launch: (home: Home) => Promise<Served>): Promise<Ground> {
  const home = await openHome(stage);
  return { home, ...(await launch(home)) };
}

async function closeGround({ home, stop }: Ground): Promise<void> {
  await stop();
  await home.close();
}

const shared = new Map<Stage, Promise<Ground>>();

/** Ends the server that arenas of a stage have shared. */
export async function endShared(stage: Stage): Promise<void> {
  await shared.get(stage)?.then(closeGround);
  shared.delete(stage);
}

function sharedGround(stage: Stage, launch: (home: Home) => Promise<Served>): Promise<Ground> {
  const ground = shared.get(stage) ?? openGround(stage, launch);
  shared.set(stage, ground);
  return ground;
}

const withClient = (client: string) => (home: Home) =>
  startServer(home, { TRUST_PROXY: '1', JOBS: '0', CLIENT_DIR: client });

/** Opens an arena of two new projects, by default on a server and a database of its own. */
export async function openArena(
  stage: Stage,
  { foreign = true, client = '', launch = withClient(client), shared = false }: Options = {},
): Promise<Arena> {
  const server = await (shared ? sharedGround : openGround)(stage, launch);
  const site = await makeSite(server.url, 'Alpha');
  const other = await makeSite(server.url, 'Beta');
  const theirs = samplesOf(other);
  const records = new Map<string, Row>();
  if (foreign) for (const definition of MODULES) records.set(definition.name, await theirs.record(definition));
  return {
    ...server,
    site,
    other,
    samples: samplesOf(site),
    foreign: records,
    async allow(permissions) {
      await site.allow(permissions);
      const wanted = textOf(MODULES.map(({ code }) => [code, permissions[code] ?? []]));
      await until(async () => textOf(await flagsOf(site)) === wanted);
    },
    async close() {
      if (!shared) await closeGround(server);
    },
  };
}

async function flagsOf({ carl }: Site): Promise<[string, string[]][]> {
  const { data } = await carl.get<(Record<string, unknown> & { code: string })[]>('/module');
  return data
    .filter(({ code }) => MODULES.some(module => module.code === code))
    .map(({ code, ...flags }) => [code, Object.keys(flags).filter(flag => flags[flag] === true)]);
}

const textOf = (flags: readonly (readonly [string, readonly string[]])[]) =>
  JSON.stringify([...new Map(flags.map(([code, own]) => [code, [...own].sort()]))].sort());
