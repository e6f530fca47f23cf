import { setImmediate } from 'node:timers/promises';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Ctx } from '../../base/context.ts';
import { newId, type Session } from '../../database/database.ts';
import type { Behaviour, Done, ImportRow } from '../../records/behaviour.ts';
import { build, edited } from '../../records/records.ts';
import { chunks, type NewDocs, saveNew } from '../../store/bulk-insert.ts';
import type { Change } from '../../store/save.ts';
import { isChanged, isNew } from './check-rows.ts';

/** Rows built before the event loop gets a turn and the finished ones are stored. */
const BREATH = 50;

/** Stores all rows or none: new records with what comes along, and changes of existing ones. `left`: rows of the file left out. */
export async function storeRows(
  ctx: Ctx,
  definition: Definition,
  behaviour: Behaviour,
  rows: readonly ImportRow[],
  left: number,
): Promise<{ created: number; updated: number; left: number; run: string }> {
  const fresh = rows.filter(isNew);
  const answer = { created: fresh.length, updated: rows.filter(isChanged).length, left, run: newId() };
  const changed = await loadChanges(ctx, definition, behaviour, rows);
  const edits = changed.filter(({ update }) => update);
  const made: Done[] = [];
  const batches = inTurn(chunks(fresh), async batch => {
    const { done, more } = await makeBatch(ctx, definition, behaviour, batch, fresh, rows);
    made.push(...done);
    edits.push(...more.filter(({ update }) => update));
    return newDocs(definition, done, more);
  });
  // Runs after all batches are built and stored.
  const beside = async (session: Session) => {
    if (behaviour.inTransaction) for (const done of made) await behaviour.inTransaction(ctx, session, done);
    return edits;
  };
  await saveNew(ctx, answer.run, { batches: [...batches, newDocs(definition, [], changed)], beside, answer });
  return answer;
}

/** Starts work on batches one after another, without waiting for anybody to use the results. */
function inTurn<A, B>(batches: readonly A[], work: (batch: A) => Promise<B>): Promise<B>[] {
  let last: Promise<unknown> = Promise.resolve();
  return batches.map(batch => {
    const done = last.then(() => work(batch));
    // An unhandled failure of a batch that is never awaited would end the process.
    done.catch(() => {});
    last = done;
    return done;
  });
}

/** New records of a batch, and the changes that come with them. */
async function makeBatch(
  ctx: Ctx,
  definition: Definition,
  behaviour: Behaviour,
  batch: readonly ImportRow[],
  rows: readonly ImportRow[],
  file: readonly ImportRow[],
): Promise<{ done: Done[]; more: Change[] }> {
  const done: Done[] = [];
  const more: Change[] = [];
  const homes = homesByRow(file);
  for (const [n, row] of batch.entries()) {
    if (n % BREATH === 0) await setImmediate();
    const doc = await build(ctx, definition, row.values);
    const write: Done = { kind: 'import', doc, before: null, rows, file, homes: homes.get(row) ?? [] };
    done.push(write);
    more.push(...((await behaviour.changes?.(ctx, write)) ?? []));
  }
  return { done, more };
}

/** Homes that rows add to each person, by the first row about them. */
function homesByRow(rows: readonly ImportRow[]): Map<ImportRow, Record<string, unknown>[]> {
  const homes = new Map<ImportRow, Record<string, unknown>[]>();
  for (const row of rows) if (row.home) homes.set(row.of ?? row, [...(homes.get(row.of ?? row) ?? []), row.home]);
  return homes;
}

/** Documents to insert: the records, then their parts by definition. */
function newDocs(definition: Definition, done: readonly Done[], more: readonly Change[]): NewDocs[] {
  const parts = Map.groupBy(
    more.filter(({ insert }) => insert),
    part => part.definition,
  );
  return [
    { definition, docs: done.flatMap(({ doc }) => doc ?? []) },
    ...[...parts].map(([of, all]) => ({ definition: of, docs: all.flatMap(({ insert }) => insert ?? []) })),
  ];
}

/** Changes of existing records. */
async function loadChanges(ctx: Ctx, definition: Definition, behaviour: Behaviour, rows: readonly ImportRow[]) {
  const changes: Change[] = [];
  const homes = homesByRow(rows);
  for (const row of rows) {
    const { doc, values } = row;
    const rowHomes = homes.get(row) ?? [];
    const isEdited = Object.keys(values).length > 0;
    if (!doc || (!isEdited && rowHomes.length === 0)) continue;
    const { changed, after } = isEdited ? await edited(ctx, definition, doc, values) : { changed: {}, after: doc };
    const done: Done = { kind: 'update', doc: after, before: doc, file: rows, homes: rowHomes };
    const also = async (session: Session) => behaviour.inTransaction?.(ctx, session, done);
    if (isEdited) changes.push({ definition, action: 'update', update: { doc, set: changed }, also });
    changes.push(...((await behaviour.changes?.(ctx, done)) ?? []));
  }
  return changes;
}
