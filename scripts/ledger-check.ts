import { parseArgs } from 'node:util';
import { readEnv } from '../server/env.ts';
import { checkBooks, namesOf } from '../server/modules/ledger/index.ts';
import { projects } from '../server/platform/projects/projects.ts';
import { withDatabase } from './backup/installation.ts';

// Recomputes the books of all projects, or of one, from their journal and documents, and compares: npm run ledger:check -- --project <code>

const say = (line: string) => process.stdout.write(`${line}\n`);
const { values } = parseArgs({ options: { project: { type: 'string' } } });

try {
  await withDatabase(readEnv({ ...process.env, HOST: '127.0.0.1' }), async () => {
    const wanted = values.project ? { $or: [{ code: values.project }, { name: values.project }] } : {};
    let seen = 0;
    for await (const { _id, name } of projects().find(wanted)) {
      seen++;
      for (const { rule, expected, found, wrong } of await checkBooks(String(_id))) {
        if (wrong.length > 0) process.exitCode = 1;
        say(`${wrong.length > 0 ? 'DIFFERS' : 'agrees '}  ${name}  ${rule}  ${expected} ${found}`);
        const names = await namesOf(String(_id), rule, wrong);
        for (const [n, one] of wrong.entries()) say(`         ${names[n]}: ${one.expected} is ${one.found}`);
      }
    }
    if (seen === 0) throw new Error(`there is no project ${values.project ?? ''}`);
  });
} catch (error) {
  say(`The books were not checked: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
