import { setImmediate } from 'node:timers/promises';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Ctx } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import { db, transaction } from '../../database/database.ts';
import type { Behaviour, Done, ImportRow } from '../../records/behaviour.ts';
import { build, edited } from '../../records/records.ts';
import { refuseDuplicate } from '../../store/save.ts';
import { collectionOf, type Stored } from '../../store/schema.ts';
import { faultsIn, isChanged, isGood, isNew } from './check-rows.ts';

/** Rows between two breaths, so that others are served meanwhile. */
const BREATH = 50;

/** Ends the transaction of a rehearsal: nothing of it stays. */
class Rehearsed extends Error {}

/**
 * Does what an import would do with its good rows, and takes it back: what only the work itself refuses, such as days that two records share, is
 * a fault of its row before anything is stored.
 */
export async function rehearse(
  ctx: Ctx,
  definition: Definition,
  behaviour: Behaviour,
  file: readonly ImportRow[],
): Promise<void> {
  const { changes, inTransaction } = behaviour;
  if (!changes && !inTransaction) return;
  const own: Ctx = { ...ctx, once: null };
  const good = file.filter(row => isGood(row) && (isNew(row) || isChanged(row)));
  const rows = good.filter(isNew);
  const made: [ImportRow, Done][] = [];
  for (const [n, row] of good.entries()) {
    if (n % BREATH === 0) await setImmediate();
    await atRow(definition, row, async () => {
      const done = await doneOf(own, definition, row, { rows, file });
      await changes?.(own, done);
      made.push([row, done]);
    });
  }
  if (!inTransaction || made.length === 0) return;
  await transaction(async session => {
    const collection = db().collection<Stored>(collectionOf(definition));
    // One after another: of two rows that share something the second is told.
    for (const [row, done] of made) {
      if (done.kind === 'import') await collection.insertOne(done.doc, { session });
      await atRow(definition, row, () => inTransaction(own, session, done));
    }
    throw new Rehearsed();
  }).catch(error => {
    // Somebody else was quicker with the same value.
    if (!(error instanceof Rehearsed)) refuseDuplicate(error, [{ definition, action: 'import' }]);
  });
}

async function doneOf(
  ctx: Ctx,
  definition: Definition,
  { row, doc: before, values }: ImportRow,
  { rows, file }: { rows: readonly ImportRow[]; file: readonly ImportRow[] },
): Promise<Done> {
  if (!before) {
    // It takes no number of its series.
    const { prefix, ...plain } = definition;
    const doc = await build(ctx, plain, prefix ? { ...values, code: `#${row}` } : values);
    return { kind: 'import', doc, before: null, rows, file, homes: [] };
  }
  const { after } = await edited(ctx, definition, before, values);
  return { kind: 'update', doc: after, before, file, homes: [] };
}

async function atRow(definition: Definition, row: ImportRow, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    row.errors = { ...row.errors, ...faultsIn(error, definition) };
  }
}
