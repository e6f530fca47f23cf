import type { Standing } from '../standing.tsx';
import type { PlanFloor, PlanUnit } from './usePlan.ts';

/** Row of the plan: a block heading, or a floor with its units. */
export type Level =
  | { kind: 'block'; id: string; name: string }
  | { kind: 'floor'; id: string; name: string; units: readonly PlanUnit[] };

interface Whole {
  blocks: readonly { id: string; name: string }[];
  floors: readonly PlanFloor[];
  units: readonly PlanUnit[];
}

/** Rows of one block or of all, from the top floor down; floors without units are left out. */
export function levelsOf({ blocks, floors, units }: Whole, blockId: string | null): Level[] {
  const byFloor = Map.groupBy(units, flat => flat.floorId);
  const shown = blockId ? blocks.filter(block => block.id === blockId) : blocks;
  return shown.flatMap(({ id, name }): Level[] => {
    const ofBlock = floors
      .filter(floor => floor.blockId === id && byFloor.has(floor.id))
      .toSorted((a, b) => b.order - a.order || (a.name < b.name ? 1 : -1));
    const lines = ofBlock.map(
      (floor): Level => ({
        kind: 'floor',
        id: floor.id,
        name: floor.name,
        units: (byFloor.get(floor.id) ?? []).toSorted((a, b) => (a.code < b.code ? -1 : 1)),
      }),
    );
    return lines.length > 0 && !blockId ? [{ kind: 'block', id, name }, ...lines] : lines;
  });
}

/** Number of units per status, most frequent first. */
export function countsOf(levels: readonly Level[], by: Standing): [string, number][] {
  const counts = new Map<string, number>();
  for (const level of levels)
    if (level.kind === 'floor') for (const unit of level.units) counts.set(unit[by], (counts.get(unit[by]) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/** Position on the plan: row, and unit from the left. */
export interface Spot {
  line: number;
  at: number;
}

const lengthOf = (level: Level | undefined) => (level?.kind === 'floor' ? level.units.length : 0);

/** Position after a key press; null if the key leads nowhere. */
export function moveSpot(levels: readonly Level[], { line, at }: Spot, key: string): Spot | null {
  const vertical = (step: 1 | -1): Spot | null => {
    for (let next = line + step; next >= 0 && next < levels.length; next += step) {
      const length = lengthOf(levels[next]);
      if (length > 0) return { line: next, at: Math.min(at, length - 1) };
    }
    return null;
  };
  const last = lengthOf(levels[line]) - 1;
  switch (key) {
    case 'ArrowDown':
      return vertical(1);
    case 'ArrowUp':
      return vertical(-1);
    case 'ArrowRight':
      return at < last ? { line, at: at + 1 } : null;
    case 'ArrowLeft':
      return at > 0 ? { line, at: at - 1 } : null;
    case 'Home':
      return { line, at: 0 };
    case 'End':
      return { line, at: Math.max(0, last) };
    default:
      return null;
  }
}

/** Units in reading order. */
export function orderOf(levels: readonly Level[]): string[] {
  return levels.flatMap(level => (level.kind === 'floor' ? level.units.map(unit => unit.id) : []));
}

export function spotOf(levels: readonly Level[], id: string | null): Spot | null {
  for (const [line, level] of levels.entries()) {
    const at = level.kind === 'floor' ? level.units.findIndex(unit => unit.id === id) : -1;
    if (at >= 0) return { line, at };
  }
  return null;
}
