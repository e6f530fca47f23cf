import { createHash } from 'node:crypto';
import { floor } from '@lobby/shared/modules/floor.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { records, type Where } from '../../../kit/store/records.ts';
import type { RunDoc, UnitDoc } from '../types.ts';

const NAMES = ['blockIds', 'floorIds', 'labelIds', 'unitIds'] as const;
const FIELDS = { blockIds: 'blockId', floorIds: 'floorId', labelIds: 'labelIds', unitIds: '_id' } as const;
type RunScope = Partial<Pick<RunDoc, (typeof NAMES)[number]>>;

/** Query of the units of a run: criteria are combined with AND; none means all units. */
export function scopeOfRun(projectId: string, run: RunScope): Where<typeof unit> {
  const named = NAMES.filter(name => run[name]?.length);
  return {
    projectId,
    deletedAt: null,
    ...Object.fromEntries(named.map(name => [FIELDS[name], { $in: run[name] }])),
  };
}

/** Key that is equal for runs of the same month, services and units. */
export function scopeKeyOf(run: RunScope & Partial<Pick<RunDoc, 'month' | 'serviceIds'>>): string {
  const named = (['serviceIds', ...NAMES] as const).map(name => run[name]?.toSorted().join());
  const parts = [run.month, ...named];
  return createHash('sha256').update(parts.join('|')).digest('hex');
}

const PATIENCE_MS = 10_000;
const BY_NAME = { only: [], sort: { 'sorted.name': 1, name: 1, _id: 1 }, patience: PATIENCE_MS } as const;
/** Position of each record by id. */
const placesOf = (docs: readonly { _id: string }[]): Map<string, number> =>
  new Map(docs.map(({ _id }, at) => [_id, at]));

/** Unit ids of a run in order of block, floor and code. */
export async function unitsInOrder(projectId: string, run: RunScope): Promise<string[]> {
  const of = { projectId };
  const [blocks, floors, units] = await Promise.all([
    records(block).find(of, {}, BY_NAME).then(placesOf),
    records(floor).find(of, {}, BY_NAME).then(placesOf),
    records(unit).find(of, scopeOfRun(projectId, run), {
      only: ['blockId', 'floorId'],
      sort: { 'sorted.code': 1, code: 1 },
      patience: PATIENCE_MS,
    }),
  ]);
  const placeOf = (all: Map<string, number>, id: string) => all.get(id) ?? all.size;
  return units
    .toSorted(
      (a, b) =>
        placeOf(blocks, a.blockId) - placeOf(blocks, b.blockId) ||
        placeOf(floors, a.floorId) - placeOf(floors, b.floorId),
    )
    .map(({ _id }) => _id);
}

/** The next units after the last processed one; starts over if that unit no longer exists. */
export async function unitsAfter(
  projectId: string,
  ordered: readonly string[],
  upTo: string | null,
  limit: number,
): Promise<UnitDoc[]> {
  for (let from = ordered.indexOf(upTo ?? '') + 1; from < ordered.length; from += limit) {
    const next = ordered.slice(from, from + limit);
    const found = await records(unit).find({ projectId }, { _id: { $in: next } }, { patience: PATIENCE_MS });
    const byId = new Map(found.map(doc => [doc._id, doc]));
    // Skips removed units, even a whole page of them.
    if (found.length > 0) return next.flatMap(id => byId.get(id) ?? []);
  }
  return [];
}
