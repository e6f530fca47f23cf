import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Ctx } from '../base/context.ts';
import { targetOf } from '../store/refs/refs.ts';
import { modelOf, type Stored } from '../store/schema.ts';
import { homesOf } from './homes.ts';

/** Expands records for a file: one with several homes gets a row for each, its main home first. */
export async function rowsByHome({ projectId }: Ctx, definition: Definition, docs: Stored[]): Promise<Stored[]> {
  const homes = homesOf(definition);
  if (!homes) return docs;
  const { at, all, fields, kept } = homes;
  const several = docs.filter(doc => Array.isArray(doc[all]) && doc[all].length > 1).map(({ _id }) => _id);
  if (several.length === 0) return docs;
  const residences = await modelOf(targetOf(kept.in))
    .find({ projectId, [kept.of]: { $in: several }, [kept.current]: true, deletedAt: null })
    .sort({ createdAt: 1, _id: 1 })
    .lean<Stored[]>();
  const byRecord = Map.groupBy(residences, home => String(home[kept.of]));
  return docs.flatMap(doc => {
    const further = byRecord.get(doc._id)?.filter(home => home[at] !== doc[at]) ?? [];
    const placeOf = (home: Stored) => Object.fromEntries([at, ...fields].map(name => [name, home[name] ?? null]));
    return [doc, ...further.map(home => ({ ...doc, ...placeOf(home) }))];
  });
}
