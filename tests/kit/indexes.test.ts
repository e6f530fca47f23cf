import { collections } from '@lobby/server/app/collections.ts';
import {
  ANY_TEXT,
  connect,
  db,
  disconnect,
  ensureCollections,
  type Index,
} from '@lobby/server/kit/database/database.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '../setup/server/database.ts';

beforeAll(async () => {
  await connect(freshDatabase());
});
afterAll(disconnect);

interface Stage {
  indexName?: string;
  inputStage?: Stage;
}
const indexOf = ({ indexName, inputStage }: Stage): string | undefined =>
  indexName ?? (inputStage && indexOf(inputStage));

/** The name that MongoDB gives an index. */
const nameOf = (key: Index['key']) => Object.entries(key).flat().join('_');

/** Whether the documents of an index are those with a text in a field. */
const isText = (value: unknown) => value === ANY_TEXT || (value as { $type?: string } | null)?.$type === 'string';

/** A value that a query asks for and that fits a condition of a partial index. */
const valueFor = (condition: unknown) => {
  if (isText(condition)) return 'text';
  const { $in, $type } = (condition ?? {}) as { $in?: unknown[]; $type?: string };
  return $type === undefined ? ($in?.[0] ?? condition) : 1;
};

it('looks up a text through each index of documents with a text', async () => {
  await ensureCollections(collections);
  let tried = 0;
  for (const { name, indexes } of collections)
    for (const { key, options } of indexes) {
      const filter = Object.entries(options?.partialFilterExpression ?? {});
      if (!filter.some(([, value]) => isText(value))) continue;
      const asked = Object.fromEntries(filter.map(([path, value]) => [path, valueFor(value)]));
      const { queryPlanner } = await db()
        .collection(name)
        .find({ projectId: 'p', ...asked })
        .explain('queryPlanner');
      const plans = [queryPlanner.winningPlan, ...queryPlanner.rejectedPlans].map(indexOf);
      expect(plans, `${name} ${JSON.stringify(key)}`).toContain(options?.name ?? nameOf(key));
      tried++;
    }
  expect(tried).toBeGreaterThan(50);
});

it('makes an index anew whose options have changed since an earlier version', async () => {
  const made = (partialFilterExpression: object) =>
    ensureCollections([
      {
        name: 'changed',
        indexes: [
          { key: { place: 1 }, options: { partialFilterExpression } },
          { key: { place: 1, word: 1 }, options: { unique: true, name: 'word', partialFilterExpression } },
        ],
      },
    ]);
  await made({ word: { $type: 'string' } });
  await db().collection<{ word: string }>('changed').insertOne({ word: 'kept' });
  await made({ word: ANY_TEXT });
  const indexes = await db().collection('changed').indexes();
  expect(indexes.map(({ name, partialFilterExpression }) => [name, partialFilterExpression])).toEqual([
    ['_id_', undefined],
    ['place_1', { word: ANY_TEXT }],
    ['word', { word: ANY_TEXT }],
  ]);
  expect(await db().collection('changed').countDocuments()).toBe(1);
});
