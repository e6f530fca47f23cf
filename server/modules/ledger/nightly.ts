import { log } from '../../kit/ops/log.ts';
import { projects } from '../../platform/projects/projects.ts';
import { checkBooks } from './check.ts';

/** Checks the books of all projects as `npm run ledger:check` does, and says in the log what does not agree; answers how many rules are broken. */
export async function checkAllBooks(): Promise<number> {
  let broken = 0;
  for await (const { _id } of projects().find({}, { projection: { _id: 1 } }))
    for (const { rule, expected, found, wrong } of await checkBooks(String(_id))) {
      if (wrong.length === 0) continue;
      broken++;
      log.error(
        { projectId: String(_id), rule, expected, found, wrong: wrong.map(({ id }) => id) },
        'books do not agree',
      );
    }
  return broken;
}
