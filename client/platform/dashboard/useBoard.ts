import type { dashboardCatalogue } from '@lobby/shared/modules/dashboard.contract.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { useContract } from '../../kit/live/useContract.ts';
import { permissionsAtom } from '../../kit/session/permissions.ts';

/** Tiles and charts the user may see; reloads when permissions change. */
export function useBoard(projectId: string) {
  const permissions = useAtomValue(permissionsAtom(projectId));
  const query = useContract<typeof dashboardCatalogue>('/dashboard/catalogue', { scope: { projectId } });
  const { again } = query;
  const before = useRef(permissions);
  useEffect(() => {
    if (before.current !== permissions) void again();
    before.current = permissions;
  }, [permissions, again]);
  return query;
}

interface Places {
  /** Columns occupied: of six on wide screens, of two on narrow ones. */
  wide: number;
  narrow: number;
}

/** Widths of panes so that each row is full; of more than three panes the first is the widest. */
export function placesOf(count: number): Places[] {
  const wide = (n: number): number => {
    if (count <= 3) return 6 / Math.max(1, count);
    if (n < 2) return n === 0 ? 4 : 2;
    const left = (count - 2) % 3;
    // A remainder of one pane makes two rows of two, a remainder of two one row of two.
    const halves = left === 1 ? 4 : left === 2 ? 2 : 0;
    return n >= count - halves ? 3 : 2;
  };
  const isWide = count > 3;
  // On narrow screens an odd last pane takes a whole row.
  const lone = (isWide ? count - 1 : count) % 2 === 1;
  return Array.from({ length: count }, (_, n) => ({
    wide: wide(n),
    narrow: (isWide && n === 0) || (lone && n === count - 1) ? 2 : 1,
  }));
}
