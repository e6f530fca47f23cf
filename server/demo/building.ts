import type { floor } from '@lobby/shared/modules/floor.ts';
import type { block } from '@lobby/shared/modules/unit.ts';
import { baseOf, idsOf, type Made } from './documents.ts';
import { blockName } from './homes.ts';
import type { Site } from './sites.ts';

const blocksIn = (site: Site) => Math.ceil(site.units / (site.perFloor * site.floors));

export function blocksOf(site: Site): Made<typeof block>[] {
  const id = idsOf('block', site.key);
  return Array.from({ length: blocksIn(site) }, (_, n) => ({
    ...baseOf(id(n), site.founded),
    projectId: site.id,
    name: blockName(n),
  }));
}

/** Floors of a project, block by block. */
export function floorsOf(site: Site): Made<typeof floor>[] {
  const id = idsOf('floor', site.key);
  const blockId = idsOf('block', site.key);
  return Array.from({ length: Math.ceil(site.units / site.perFloor) }, (_, n) => {
    const order = site.lowest + (n % site.floors);
    return {
      ...baseOf(id(n), site.founded),
      projectId: site.id,
      name: String(order),
      blockId: blockId(Math.floor(n / site.floors)),
      order,
    };
  });
}
