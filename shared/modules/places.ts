import { numbered } from '../kit/schema.ts';
import { nameKey } from '../kit/text-search.ts';
import { type Level, MOST_LEVELS, MOST_PLACES } from './location.ts';

/** A generated place. Its key is stable while its level and the levels above keep their parents. */
export interface Made {
  key: string;
  above: string | null;
  levelId: string;
  name: string;
  code: string;
}

/** Error of the levels after one of them was changed. */
export interface Fault {
  field: 'parentId' | 'quantity' | 'code' | 'name';
  code: 'LOCATION_IN_ITSELF' | 'LOCATION_TOO_DEEP' | 'LOCATION_TOO_MANY' | 'LOCATION_CLASH';
  params?: Record<string, string | number>;
}

/** The level and its parents up to the top; null on a cycle. */
export function lineage<L extends Level>(levels: readonly L[], id: string): L[] | null {
  const byId = new Map(levels.map(level => [level.id, level]));
  const line: L[] = [];
  for (let level = byId.get(id); level; level = level.parentId ? byId.get(level.parentId) : undefined) {
    if (line.includes(level)) return null;
    line.push(level);
  }
  return line;
}

/** Number of places of a level: the product of the quantities up to the top. */
export const countOf = (levels: readonly Level[], id: string): number =>
  (lineage(levels, id) ?? []).reduce((count, { quantity }) => count * quantity, 1);

export const totalOf = (levels: readonly Level[]): number =>
  levels.reduce((total, { id }) => total + countOf(levels, id), 0);

/** The nth place of a level from 0, in display order. */
export function placeAt(levels: readonly Level[], id: string, n: number): Made {
  const line = lineage(levels, id) ?? [];
  let rest = n;
  const steps = line.map(level => {
    const index = (rest % level.quantity) + 1;
    rest = Math.floor(rest / level.quantity);
    return { level, index };
  });
  steps.reverse();
  const keys = steps.map(({ level, index }) => `${level.id}${String(index).padStart(4, '0')}`);
  return {
    key: keys.join(''),
    above: keys.slice(0, -1).join('') || null,
    levelId: id,
    name: steps.map(({ level, index }) => numbered(level.name, index)).join(' · '),
    code: steps.map(({ level, index }) => numbered(level.code, index)).join('-'),
  };
}

/** All places, parents before children. */
export function placesOf(levels: readonly Level[]): Made[] {
  const depth = new Map(levels.map(({ id }) => [id, lineage(levels, id)?.length ?? 0]));
  return levels
    .toSorted((a, b) => (depth.get(a.id) ?? 0) - (depth.get(b.id) ?? 0))
    .flatMap(({ id }) => Array.from({ length: countOf(levels, id) }, (_, n) => placeAt(levels, id, n)));
}

/** Error of the levels after one was changed, or null. */
export function faultOf(levels: readonly Level[], changed: string): Fault | null {
  for (const { id } of levels) {
    const line = lineage(levels, id);
    if (!line) return { field: 'parentId', code: 'LOCATION_IN_ITSELF' };
    if (line.length > MOST_LEVELS)
      return { field: 'parentId', code: 'LOCATION_TOO_DEEP', params: { max: MOST_LEVELS } };
  }
  const total = totalOf(levels);
  if (total > MOST_PLACES) return { field: 'quantity', code: 'LOCATION_TOO_MANY', params: { max: MOST_PLACES, total } };
  return clashOf(levels, changed);
}

/** Finds a place of the changed level or its descendants whose name or code is taken. */
function clashOf(levels: readonly Level[], changed: string): Fault | null {
  const levelIds = new Set(
    levels.filter(({ id }) => lineage(levels, id)?.some(level => level.id === changed)).map(level => level.id),
  );
  const [touched, others] = [true, false].map(is => placesOf(levels).filter(made => levelIds.has(made.levelId) === is));
  for (const field of ['name', 'code'] as const) {
    const seen = new Set(others?.map(made => nameKey(made[field])));
    for (const made of touched ?? []) {
      const key = nameKey(made[field]);
      if (seen.has(key)) return { field, code: 'LOCATION_CLASH', params: { value: made[field] } };
      seen.add(key);
    }
  }
  return null;
}
