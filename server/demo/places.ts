import type { location, place } from '@lobby/shared/modules/location.ts';
import { placesOf } from '@lobby/shared/modules/places.ts';
import { blocksOf } from './building.ts';
import { baseOf, idsOf, type Made } from './documents.ts';
import type { Site } from './sites.ts';

/** Levels of a project's places: towers with floors and halls, basements with parking areas. */
export function levelsOf(site: Site): Made<typeof location>[] {
  const id = idsOf('location', site.key);
  const level = (n: number, name: string, code: string, quantity: number, parent: number | null) => ({
    ...baseOf(id(n), site.founded),
    projectId: site.id,
    name,
    code,
    quantity,
    parentId: parent === null ? null : id(parent),
  });
  return [
    level(0, 'Toà {i}', 'T{i}', blocksOf(site).length, null),
    level(1, 'Tầng {i}', 'F{i}', site.floors, 0),
    level(2, 'Hành lang {i}', 'H{i}', 2, 1),
    level(3, 'Tầng hầm {i}', 'B{i}', 2, null),
    level(4, 'Khu đỗ xe {i}', 'P{i}', 4, 3),
  ];
}

/** Places generated from the levels. */
export function placesIn(site: Site): Made<typeof place>[] {
  const id = idsOf('place', site.key);
  const made = placesOf(levelsOf(site).map(level => ({ ...level, id: level._id })));
  const ids = new Map(made.map(({ key }, n) => [key, id(n)]));
  return made.map(({ key, above, levelId, name, code }, n) => ({
    ...baseOf(id(n), site.founded),
    projectId: site.id,
    name,
    code,
    levelId,
    parentId: above === null ? null : (ids.get(above) ?? null),
    order: key,
  }));
}
