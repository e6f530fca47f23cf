import { numbered } from '../kit/schema.ts';
import { nameKey } from '../kit/text-search.ts';
import { type Level, MOST_LEVELS, MOST_PLACES } from './location.ts';

/** A place that levels make; `key` stays the same while neither its level nor those above it are moved. */
export interface Made {
  key: string;
  above: string | null;
  levelId: string;
  name: string;
  code: string;
}

/** Error of a set of levels after one was changed: its field, and the reason. */
export interface Fault {
  field: 'parentId' | 'quantity' | 'code' | 'name';
  code: 'LOCATION_IN_ITSELF' | 'LOCATION_TOO_DEEP' | 'LOCATION_TOO_MANY' | 'LOCATION_CLASH';
  params?: Record<string, string | number>;
}

/** The levels from a level up to the top, itself first; null where they close a ring. */
export function lineage<L extends Level>(levels: readonly L[], id: string): L[] | null {
  const byId = new Map(levels.map(level => [level.id, level]));
  const line: L[] = [];
  for (let level = byId.get(id); level; level = level.parentId ? byId.get(level.parentId) : undefined) {
    if (line.includes(level)) return null;
    line.push(level);
  }
  return line;
}

/** How many places a level makes: its quantity in each place above. */
export const countOf = (levels: readonly Level[], id: string): number =>
  (lineage(levels, id) ?? []).reduce((count, { quantity }) => count * quantity, 1);

/** How many places all levels make together. */
export const totalOf = (levels: readonly Level[]): number =>
  levels.reduce((total, { id }) => total + countOf(levels, id), 0);

/** The nth place of a level, from 0, in the order in which they stand. */
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

/** All places of the levels, those above first. */
export function placesOf(levels: readonly Level[]): Made[] {
  const depth = new Map(levels.map(({ id }) => [id, lineage(levels, id)?.length ?? 0]));
  return levels
    .toSorted((a, b) => (depth.get(a.id) ?? 0) - (depth.get(b.id) ?? 0))
    .flatMap(({ id }) => Array.from({ length: countOf(levels, id) }, (_, n) => placeAt(levels, id, n)));
}

/** Returns the error of a set of levels after one was changed; null if it is valid. */
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

/** A place of a level, or of one below it, that is called as another. */
function clashOf(levels: readonly Level[], changed: string): Fault | null {
  const own = new Set(
    levels.filter(({ id }) => lineage(levels, id)?.some(level => level.id === changed)).map(one => one.id),
  );
  const [touched, others] = [true, false].map(is => placesOf(levels).filter(made => own.has(made.levelId) === is));
  for (const field of ['name', 'code'] as const) {
    const seen = new Set(others?.map(made => nameKey(made[field])));
    for (const made of touched ?? []) {
      const said = nameKey(made[field]);
      if (seen.has(said)) return { field, code: 'LOCATION_CLASH', params: { value: made[field] } };
      seen.add(said);
    }
  }
  return null;
}
