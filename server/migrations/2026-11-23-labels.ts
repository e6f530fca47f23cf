import { fold } from '@lobby/shared/kit/text-search.ts';
import { LABEL_TYPES, label } from '@lobby/shared/modules/label.ts';
import { labelGroup } from '@lobby/shared/modules/label-group.ts';
import { db, newId, transaction } from '../kit/database/database.ts';
import { collectionOf, keysOf, nested, type Stored, sealed } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const labels = () => db().collection<Stored>(collectionOf(label));
const groups = () => db().collection<Stored>(collectionOf(labelGroup));

/** A group and those around it, from the inside out. */
function chainOf(group: Stored | undefined, byId: ReadonlyMap<string, Stored>): Stored[] {
  const chain = new Set<Stored>();
  for (let one = group; one && !chain.has(one); one = byId.get(String(one.parentId))) chain.add(one);
  return [...chain];
}

/** The types of the labels in each group and below it, the most frequent first; where there is none, that of the group around. */
function typesOf(own: readonly Stored[], inside: readonly Stored[]): (group: Stored) => string[] {
  const byId = new Map(own.map(group => [group._id, group]));
  const counts = new Map<string, Map<string, number>>();
  for (const { groupId, type } of inside)
    for (const { _id } of chainOf(byId.get(String(groupId)), byId)) {
      const count = counts.get(_id) ?? new Map<string, number>();
      counts.set(_id, count.set(String(type), (count.get(String(type)) ?? 0) + 1));
    }
  const order: readonly string[] = LABEL_TYPES;
  const rank = (type: string) => order.indexOf(type);
  const counted = ({ _id }: Stored) =>
    [...(counts.get(_id) ?? [])].sort(([a, x], [b, y]) => y - x || rank(a) - rank(b)).map(([type]) => type);
  return group => {
    const types = counted(group);
    if (types.length > 0) return types;
    const around = chainOf(group, byId).flatMap(one => counted(one).slice(0, 1));
    return [around[0] ?? LABEL_TYPES[0]];
  };
}

/** The name in capitals without accents, of 20 characters at most and unlike those that the type has. */
function shortNameOf(name: string, taken: Set<string>): string {
  const plain = fold(name)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 16)
    .trim();
  let short = plain || '1';
  for (let n = 2; taken.has(short); n++) short = `${plain} ${n}`.trim();
  taken.add(short);
  return short;
}

/** One group for each type that it holds: the first keeps the record, the others get copies. */
function split(own: readonly Stored[], inside: readonly Stored[]) {
  const typesIn = typesOf(own, inside);
  const ids = new Map(
    own.flatMap(group => typesIn(group).map((type, n) => [`${group._id} ${type}`, n === 0 ? group._id : newId()])),
  );
  const idOf = (group: unknown, type: unknown) => ids.get(`${group} ${type}`) ?? null;
  const taken = new Map<string, Set<string>>(LABEL_TYPES.map(type => [type, new Set()]));
  const docs = own.flatMap(group =>
    typesIn(group).map(type => {
      const shortName = shortNameOf(String(group.name), taken.get(type) ?? new Set());
      const values = { name: group.name, shortName, type, parentId: idOf(group.parentId, type) };
      const doc = { ...group, ...values, _id: idOf(group._id, type) ?? newId() };
      return {
        ...doc,
        ...nested(sealed(labelGroup, group.projectId, values)),
        keys: keysOf(labelGroup, doc, {}) ?? [],
      };
    }),
  );
  return { docs, idOf };
}

async function bringGroups(projectId: string): Promise<void> {
  const own = await groups().find({ projectId }).sort({ createdAt: 1, _id: 1 }).toArray();
  const inside = await labels()
    .find({ projectId, groupId: { $type: 'string' } })
    .toArray();
  const { docs, idOf } = split(own, inside);
  await transaction(async session => {
    for (const doc of docs) await groups().replaceOne({ _id: doc._id }, doc, { session, upsert: true });
    for (const { _id, groupId, type } of inside)
      await labels().updateOne({ _id }, { $set: { groupId: idOf(groupId, type) } }, { session });
  });
}

/**
 * Labels were unique within the project and are so within their type. Groups had a name alone: they have a short name and the type of their labels, and
 * a group that held labels of several types becomes one for each.
 */
export const typesOfLabels: Migration = {
  name: '2026-11-23 labels',
  async run() {
    for await (const { _id, projectId, name, shortName, type } of labels().find())
      await labels().updateOne({ _id }, { $set: sealed(label, projectId, { name, shortName, type }) });
    for (const projectId of await groups().distinct('projectId', { type: { $exists: false } }))
      await bringGroups(projectId);
  },
};
