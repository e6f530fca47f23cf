import { setImmediate } from 'node:timers/promises';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Ctx } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import { db, type Session, transaction } from '../../database/database.ts';
import type { Behaviour, Done, ImportRow } from '../../records/behaviour.ts';
import { build, edited } from '../../records/records.ts';
import { chunks } from '../../store/bulk-insert.ts';
import { checkRefs } from '../../store/refs/refs.ts';
import { throwDuplicate } from '../../store/save.ts';
import { collectionOf, type Stored } from '../../store/schema.ts';
import { faultsIn, isChanged, isGood, isNew } from './check-rows.ts';

/** Rows rehearsed before the event loop gets a turn. */
const BREATH = 50;

/** Rolls back the transaction of a rehearsal. */
class Rehearsed extends Error {}

/**
 * Runs an import in a transaction that is rolled back, so that refusals of the work itself, such as overlapping days, become
 * errors of their rows before anything is stored.
 */
export async function rehearse(
  ctx: Ctx,
  definition: Definition,
  behaviour: Behaviour,
  file: readonly ImportRow[],
): Promise<void> {
  const { changes, inTransaction, ofEditedAlone } = behaviour;
  if (!changes && !inTransaction) return;
  const trial: Ctx = { ...ctx, once: null };
  const good = file.filter(row => isGood(row) && (isNew(row) || isChanged(row)));
  const rows = good.filter(isNew);
  const made: [ImportRow, Done][] = [];
  for (const [n, row] of good.entries()) {
    if (n % BREATH === 0) await setImmediate();
    await atRow(definition, row, async () => {
      if (ofEditedAlone && !row.doc) return void (await checkRefs(trial, definition.fields, row.values));
      const done = await loadDone(trial, definition, row, { rows, file });
      await changes?.(trial, done);
      made.push([row, done]);
    });
  }
  if (!inTransaction || made.length === 0) return;
  const work: Work = (session, done) => inTransaction(trial, session, done);
  if (await undone(definition, session => allAtOnce(definition, session, made, work))) return;
  await undone(definition, session => oneByOne(definition, session, made, work));
}

type Made = readonly (readonly [ImportRow, Done])[];
type Work = (session: Session, done: Done) => Promise<void>;

/** Runs a transaction and rolls it back. Returns whether it ended without a refusal. */
async function undone(definition: Definition, run: (session: Session) => Promise<boolean>): Promise<boolean> {
  let isWhole = false;
  await transaction(async session => {
    isWhole = await run(session);
    throw new Rehearsed();
  }).catch(error => {
    // Another request has stored the same value.
    if (!(error instanceof Rehearsed)) throwDuplicate(error, [{ definition, action: 'import' }]);
  });
  return isWhole;
}

/** Inserts all new records at once. If nothing is refused then, nothing will be. */
async function allAtOnce(definition: Definition, session: Session, made: Made, work: Work): Promise<boolean> {
  const docs = made.flatMap(([, { kind, doc }]) => (kind === 'import' ? [doc] : []));
  for (const part of chunks(docs))
    await db().collection<Stored>(collectionOf(definition)).insertMany(part, { session });
  try {
    for (const [n, [, done]] of made.entries()) {
      if (n % BREATH === 0) await setImmediate();
      await work(session, done);
    }
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Inserts row by row, so that of two conflicting rows the second gets the error. */
async function oneByOne(definition: Definition, session: Session, made: Made, work: Work): Promise<boolean> {
  for (const [row, done] of made) {
    if (done.kind === 'import')
      await db().collection<Stored>(collectionOf(definition)).insertOne(done.doc, { session });
    await atRow(definition, row, () => work(session, done));
  }
  return true;
}

async function loadDone(
  ctx: Ctx,
  definition: Definition,
  { row, doc: before, values }: ImportRow,
  { rows, file }: { rows: readonly ImportRow[]; file: readonly ImportRow[] },
): Promise<Done> {
  if (!before) {
    // Without a prefix, since a rehearsal must not use up numbers.
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
