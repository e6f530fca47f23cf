import { readEnv } from '../server/env.ts';
import { checkBooks } from '../server/modules/ledger/index.ts';
import { projects } from '../server/platform/projects/projects.ts';
import { withDatabase } from './backup/installation.ts';

// Recomputes the books of all projects from their journal and documents, and compares: npm run ledger:check

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  await withDatabase(readEnv({ ...process.env, HOST: '127.0.0.1' }), async () => {
    for await (const { _id, name } of projects().find())
      for (const { rule, expected, found, wrong } of await checkBooks(String(_id))) {
        if (wrong.length > 0) process.exitCode = 1;
        say(`${wrong.length > 0 ? 'DIFFERS' : 'agrees '}  ${name}  ${rule}  ${expected} ${found}`);
        for (const one of wrong) say(`         ${one.id}: ${one.expected} is ${one.found}`);
      }
  });
} catch (error) {
  say(`The books were not checked: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
