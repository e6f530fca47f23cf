import type { FieldError } from '@lobby/shared/kit/errors.ts';
import type { Fields } from '@lobby/shared/kit/fields.ts';
import { MongoServerError } from 'mongodb';
import { failFields } from '../base/errors.ts';
import { clockNow } from '../database/clock.ts';
import { type Collection, db, type Session } from '../database/database.ts';
import type { Stored } from './schema.ts';

/**
 * Shared and exclusive locks of records within transactions. Under snapshot isolation a record can be removed while another
 * one begins to refer to it, since neither transaction writes what the other one writes. So a transaction that adds a
 * reference writes one of the record's guard rows, and one that removes the record writes all of them: the two conflict, and
 * the later one is retried and sees what the other has done. Concurrent transactions of one server write different rows, so
 * those that use the same record do not wait for each other.
 */
export const guardCollection: Collection = {
  name: 'guards',
  // A transaction that found the record present uses it within the hour, so older rows can go.
  indexes: [{ key: { goneAt: 1 }, options: { expireAfterSeconds: 3600 } }],
};

/** Guard rows per record. */
const SHARDS = 64;

/** Number of this server's transactions that use each shard now. */
const holders = Array<number>(SHARDS).fill(0);
/** Servers start at different shards, to avoid conflicts. */
const firstShard = Math.floor(Math.random() * SHARDS);

/** Runs a transaction with a shard that no other one of this server uses, as far as there are enough. */
export async function withShard<T>(run: (shard: number) => Promise<T>): Promise<T> {
  let shard = firstShard;
  for (let n = 1; n < SHARDS && holders[shard] !== 0; n++) {
    const next = (firstShard + n) % SHARDS;
    if ((holders[next] ?? 0) < (holders[shard] ?? 0)) shard = next;
  }
  holders[shard] = (holders[shard] ?? 0) + 1;
  try {
    return await run(shard);
  } finally {
    holders[shard] = (holders[shard] ?? 1) - 1;
  }
}

/** A record that a field begins to refer to. */
export interface Use {
  id: string;
  /** Path of the field. */
  field: string;
}

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(id => typeof id === 'string' && id !== '');
const linesIn = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value : []);

/** References in values that the record did not have before. */
export function usesOf(fields: Fields, values: Record<string, unknown>, before?: Stored): Use[] {
  const uses: Use[] = [];
  const note = (field: string, ids: readonly string[], earlier: readonly string[]) => {
    for (const id of ids) if (!earlier.includes(id)) uses.push({ id, field });
  };
  for (const [name, field] of Object.entries(fields)) {
    if (!(name in values)) continue;
    if (field.kind === 'ref' || field.kind === 'refs') note(name, idsIn(values[name]), idsIn(before?.[name]));
    if (field.kind !== 'lines') continue;
    for (const [inner, part] of Object.entries(field.of)) {
      if (part.kind !== 'ref') continue;
      const earlier = linesIn(before?.[name]).flatMap(line => idsIn(line[inner]));
      for (const [at, line] of linesIn(values[name]).entries())
        note(`${name}.${at}.${inner}`, idsIn(line[inner]), earlier);
    }
  }
  return uses;
}

/**
 * Locks referenced records until the transaction ends. Refuses removed ones at their field. `made`: ids that the transaction
 * itself creates.
 */
export async function holdUsed(
  uses: readonly Use[],
  made: ReadonlySet<string>,
  shard: number,
  session: Session,
): Promise<void> {
  const wanted = new Map(uses.filter(({ id }) => !made.has(id)).map(({ id, field }) => [`${id}:${shard}`, field]));
  // A removed record's row does not match, and the upsert then fails on the duplicate id.
  const there = { goneAt: null };
  await writeRows([...wanted.keys()], there, { $inc: { n: 1 } }, session, async rows => {
    const gone = await guards()
      .find({ _id: { $in: rows }, goneAt: { $ne: null } })
      .toArray();
    const fields = gone.map(({ _id }): [string, FieldError] => [wanted.get(_id) ?? '', NOT_FOUND]);
    if (fields.length > 0) failFields(Object.fromEntries(fields), NOT_FOUND.code);
  });
}
const NOT_FOUND = { code: 'REFERENCE_NOT_FOUND' } as const;

const allRows = (ids: readonly string[]) =>
  ids.flatMap(id => Array.from({ length: SHARDS }, (_, shard) => `${id}:${shard}`));

/** Locks removed records: conflicts with every transaction that refers to one of them. */
export const holdRemoved = (ids: readonly string[], session: Session): Promise<void> =>
  writeRows(allRows(ids), {}, { $set: { goneAt: clockNow() } }, session);

/** Conflicts with every transaction that holds one of these keys, without removing them. */
export const lockAgainst = (ids: readonly string[], session: Session): Promise<void> =>
  writeRows(allRows(ids), {}, { $inc: { n: 1 } }, session);

/** Marks removed records as present again. */
export const holdRestored = (ids: readonly string[], session: Session): Promise<void> =>
  writeRows(allRows(ids), {}, { $unset: { goneAt: 1 }, $inc: { n: 1 } }, session);

interface Guard {
  _id: string;
  n?: number;
  /** When its record was removed. */
  goneAt?: Date | null;
}
const guards = () => db().collection<Guard>(guardCollection.name);

const MOST_OF_A_COMMAND = 5000;

async function writeRows(
  rows: readonly string[],
  where: Record<string, unknown>,
  update: Record<string, unknown>,
  session: Session,
  onDuplicate?: (rows: string[]) => Promise<void>,
): Promise<void> {
  // In a fixed order, so that two transactions conflict at the first common row.
  const all = [...new Set(rows)].sort();
  for (let from = 0; from < all.length; from += MOST_OF_A_COMMAND) {
    const part = all.slice(from, from + MOST_OF_A_COMMAND);
    // A raw command, as in `writeEvents`.
    const { writeErrors = [] } = await db().command(
      { update: guardCollection.name, updates: part.map(_id => ({ q: { _id, ...where }, u: update, upsert: true })) },
      { session },
    );
    if (writeErrors.length === 0) continue;
    await onDuplicate?.(part);
    // Two transactions created the same row: the later one is retried.
    throw new MongoServerError({ ...writeErrors[0], errorLabels: ['TransientTransactionError'] });
  }
}
