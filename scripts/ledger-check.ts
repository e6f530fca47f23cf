import { parseArgs } from 'node:util';
import { readEnv } from '../server/env.ts';
import { reconcile } from '../server/modules/reconciliation/index.ts';
import { projects } from '../server/platform/projects/projects.ts';
import { withDatabase } from './backup/installation.ts';

// Recomputes the ledgers of all projects, or of one, from journal and documents, and compares: npm run ledger:check --
// --project <code>

/** Number of differences to print per check. */
const SHOWN = 20;
const say = (line: string) => process.stdout.write(`${line}\n`);
const { values } = parseArgs({ options: { project: { type: 'string' } } });

try {
  await withDatabase(readEnv({ ...process.env, HOST: '127.0.0.1' }), async () => {
    const wanted = values.project ? { $or: [{ code: values.project }, { name: values.project }] } : {};
    let seen = 0;
    for await (const { _id, name } of projects().find(wanted)) {
      seen++;
      for (const { check, ok, left, right, wrong } of await reconcile(String(_id))) {
        if (!ok) process.exitCode = 1;
        say(`${ok ? 'agrees ' : 'DIFFERS'}  ${name}  ${check}  ${left} ${right}`);
        for (const mismatch of wrong.slice(0, SHOWN))
          say(`         ${mismatch.rule} ${mismatch.name}: ${mismatch.left} is ${mismatch.right}`);
      }
    }
    if (seen === 0) throw new Error(`there is no project ${values.project ?? ''}`);
  });
} catch (error) {
  say(`The books were not checked: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
