import { createHash } from 'node:crypto';
import { floor } from '@lobby/shared/modules/floor.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

/** A list of references as it is stored. */
export const ids = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const NAMES = ['blockIds', 'floorIds', 'labelIds', 'unitIds'] as const;
const FIELDS = { blockIds: 'blockId', floorIds: 'floorId', labelIds: 'labelIds', unitIds: '_id' } as const;

/** Which units a run is about: what it names narrows each other, and nothing named means all. */
export function scopeOfRun(projectId: string, run: Record<string, unknown>): Record<string, unknown> {
  const named = NAMES.filter(name => ids(run[name]).length > 0);
  return {
    projectId,
    deletedAt: null,
    ...Object.fromEntries(named.map(name => [FIELDS[name], { $in: ids(run[name]) }])),
  };
}

/** What two runs have alike that are about the same. */
export function keyOfRun(run: Record<string, unknown>): string {
  const parts = [run.month, ...['serviceIds', ...NAMES].map(name => ids(run[name]).toSorted().join())];
  return createHash('sha256').update(parts.join('|')).digest('hex');
}

const orderIn = async (projectId: string, definition: typeof block | typeof floor): Promise<Map<string, number>> => {
  const all = await modelOf(definition)
    .find({ projectId, deletedAt: null }, { _id: 1 })
    .sort({ 'sorted.name': 1, name: 1, _id: 1 })
    .maxTimeMS(10_000)
    .lean<Stored[]>();
  return new Map(all.map(({ _id }, at) => [_id, at]));
};

/** The units of a run in their order: by block, floor and code. */
export async function unitsInOrder(projectId: string, run: Record<string, unknown>): Promise<string[]> {
  const [blocks, floors, units] = [
    await orderIn(projectId, block),
    await orderIn(projectId, floor),
    await modelOf(unit)
      .find(scopeOfRun(projectId, run), { _id: 1, blockId: 1, floorId: 1 })
      .sort({ 'sorted.code': 1, code: 1 })
      .maxTimeMS(10_000)
      .lean<Stored[]>(),
  ];
  const of = (all: Map<string, number>, id: unknown) => all.get(String(id)) ?? all.size;
  return units
    .toSorted((a, b) => of(blocks, a.blockId) - of(blocks, b.blockId) || of(floors, a.floorId) - of(floors, b.floorId))
    .map(({ _id }) => _id);
}

/** The next units after the one that a run has come to; where that is gone, from the first on. */
export async function unitsAfter(
  projectId: string,
  ordered: readonly string[],
  upTo: unknown,
  limit: number,
): Promise<Stored[]> {
  const from = ordered.indexOf(String(upTo)) + 1;
  const next = ordered.slice(from, from + limit);
  const found = await modelOf(unit)
    .find({ projectId, _id: { $in: next }, deletedAt: null })
    .maxTimeMS(10_000)
    .lean<Stored[]>();
  const byId = new Map(found.map(doc => [doc._id, doc]));
  return next.flatMap(id => byId.get(id) ?? []);
}
