import { setImmediate } from 'node:timers/promises';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Ctx } from '../context.ts';
import { newId } from '../database.ts';
import type { Stored } from '../model.ts';
import { type Behaviour, build, edited, type ImportRow } from '../records.ts';
import { type Change, chunks, type NewDocs, saveNew } from '../save.ts';
import { isChanged } from './check-rows.ts';

/** Rows between two breaths, so that others are served meanwhile and what is built is stored. */
const BREATH = 50;

/** All rows or none: new records and what comes with them, and what changes of those that are there. */
export async function storeRows(
  ctx: Ctx,
  definition: Definition,
  behaviour: Behaviour,
  rows: readonly ImportRow[],
): Promise<{ created: number; updated: number; run: string }> {
  const fresh = rows.filter(({ doc }) => !doc);
  const answer = { created: fresh.length, updated: rows.filter(isChanged).length, run: newId() };
  const changes = await changesOf(ctx, definition, behaviour, rows);
  const batches = inTurn(chunks(fresh), batch => newDocs(ctx, definition, behaviour, batch));
  const beside = async () => {
    const docs = (await Promise.all(batches)).flatMap(([own]) => own?.docs ?? []);
    return [...changes, ...((docs.length > 0 && (await behaviour.besideImport?.(ctx, docs))) || [])];
  };
  await saveNew(ctx, answer.run, { batches, beside, answer });
  return answer;
}

/** The work on one batch after another; each is done as early as can be, whoever waits for it. */
function inTurn<A, B>(batches: readonly A[], work: (batch: A) => Promise<B>): Promise<B>[] {
  let last: Promise<unknown> = Promise.resolve();
  return batches.map(batch => {
    const done = last.then(() => work(batch));
    // A batch that nobody gets to must not end the process when it fails.
    done.catch(() => {});
    last = done;
    return done;
  });
}

/** The records of some rows, and the parts that come with them. */
async function newDocs(
  ctx: Ctx,
  definition: Definition,
  behaviour: Behaviour,
  rows: readonly ImportRow[],
): Promise<NewDocs[]> {
  const docs: Stored[] = [];
  const parts: Change[] = [];
  for (const [n, { values }] of rows.entries()) {
    if (n % BREATH === 0) await setImmediate();
    const doc = await build(ctx, definition, values);
    docs.push(doc);
    if (behaviour.alongside) parts.push(...(await behaviour.alongside(ctx, doc, null, true)));
  }
  const made = Map.groupBy(parts, part => part.definition);
  return [
    { definition, docs },
    ...[...made].map(([of, all]) => ({ definition: of, docs: all.flatMap(({ insert }) => insert ?? []) })),
  ];
}

/** What changes of the records that are there. */
async function changesOf(ctx: Ctx, definition: Definition, behaviour: Behaviour, rows: readonly ImportRow[]) {
  const changes: Change[] = [];
  for (const { doc, values } of rows.filter(isChanged)) {
    if (!doc) continue;
    const { changed, after } = await edited(ctx, definition, doc, values);
    changes.push({ definition, action: 'update', update: { doc, set: changed } });
    if (behaviour.alongside) changes.push(...(await behaviour.alongside(ctx, after, doc, true)));
  }
  return changes;
}
