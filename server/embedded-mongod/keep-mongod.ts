import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { claimFolder, endLeftBehind } from './claim-folder.ts';
import { leadReplicaSet } from './lead-replica-set.ts';

type Log = { info(message: string): void; warn(message: string): void };
export type KeptMongod = { uri: string; stop: () => Promise<void> };

/** Killing it after that loses nothing, because the journal is replayed at the next start. */
const STOP_LIMIT_MS = 30_000;
const START_LIMIT_MS = 60_000;

interface Keeping {
  binary: string;
  dir: string;
  log: Log;
  /** Called when the process runs, a second or two before it accepts connections. */
  onSpawn?: () => void;
}

/**
 * Runs `binary` on the data in `dir` as a one-node replica set until `stop()`. Rejects when another live server uses `dir`,
 * or when mongod cannot start (with the errors of its log).
 */
export async function keepMongod({ binary, dir, log, onSpawn }: Keeping): Promise<KeptMongod> {
  const data = resolve(dir, 'db');
  await mkdir(data, { recursive: true });
  const release = await claimFolder(dir);
  await endLeftBehind(data, log);
  const port = await choosePort(join(dir, 'port'));
  const host = `127.0.0.1:${port}`;
  const logFile = join(dir, 'mongod.log');
  await rename(logFile, join(dir, 'mongod.previous.log')).catch(() => {});

  let child: ChildProcess | undefined;
  let stopping = false;
  const start = () => {
    child = spawn(binary, mongodArguments({ data, port, logFile }), { detached: true, stdio: 'ignore' });
    return new Promise<never>((_, reject) => {
      child?.once('error', reject);
      child?.once('exit', (code, signal) => reject(new Error(`mongod ended (${signal ?? code})`)));
    });
  };
  const keep = async (ended: Promise<never>) => {
    for (;;) {
      const reason = await ended.catch((error: Error) => error.message);
      if (stopping) return;
      log.warn(`${reason}, starting it again`);
      // Long enough not to spin while a disk is full, short enough for a retried request to succeed.
      await sleep(500, undefined, { ref: false });
      if (stopping) return;
      ended = start();
    }
  };
  const stop = async () => {
    stopping = true;
    process.off('exit', terminate);
    if (child) await endProcess(child);
    await release();
  };
  const terminate = () => child?.kill('SIGTERM');
  // Stops the database when the server exits because of an error.
  process.once('exit', terminate);

  const ended = start();
  onSpawn?.();
  const limits = { minHeartbeatFrequencyMS: 50, serverSelectionTimeoutMS: START_LIMIT_MS };
  const client = new MongoClient(`mongodb://${host}/?directConnection=true`, limits);
  try {
    await Promise.race([ended, limitStart(), leadReplicaSet(client, host)]);
  } catch (error) {
    await stop();
    throw new Error(`The embedded database did not start\n${await readErrors(logFile)}`, { cause: error });
  } finally {
    await client.close();
  }
  void keep(ended);
  return { uri: `mongodb://${host}/lobby?directConnection=true`, stop };
}

function mongodArguments({ data, port, logFile }: { data: string; port: number; logFile: string }): string[] {
  return [
    '--dbpath',
    data,
    '--port',
    String(port),
    '--bind_ip',
    '127.0.0.1',
    '--nounixsocket',
    '--replSet',
    'lobby',
    '--oplogSize',
    '1024',
    '--wiredTigerCacheSizeGB',
    '1',
    '--logpath',
    logFile,
    '--logappend',
    '--setParameter',
    'diagnosticDataCollectionEnabled=false',
  ];
}

async function readErrors(logFile: string): Promise<string> {
  const lines = (await readFile(logFile, 'utf8').catch(() => '')).split('\n');
  return [`Its log: ${logFile}`, ...lines.filter(line => /"s":"[EF]"/.test(line)).slice(-4)].join('\n');
}

async function limitStart(): Promise<never> {
  await sleep(START_LIMIT_MS, undefined, { ref: false });
  throw new Error(`mongod is not ready after ${START_LIMIT_MS / 1000} s`);
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise(resolve => child.once('exit', resolve));
  child.kill('SIGTERM');
  const kill = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await exited;
  clearTimeout(kill);
}

/** Reuses the last port if it is free, so that stored addresses of the database stay valid. */
async function choosePort(file: string): Promise<number> {
  const last = Number(await readFile(file, 'utf8').catch(() => '0'));
  const port = (await freePort(last)) ?? (await freePort(0));
  if (!port) throw new Error('No free port for the embedded database');
  await writeFile(file, String(port));
  return port;
}

function freePort(wanted: number): Promise<number | undefined> {
  return new Promise(resolve => {
    const probe = createServer();
    probe.once('error', () => resolve(undefined));
    probe.listen(wanted || 0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : undefined));
    });
  });
}
