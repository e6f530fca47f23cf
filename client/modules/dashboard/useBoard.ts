import type { Trade } from '@lobby/shared/kit/home.ts';
import type { ChartShown, MoneyChartShown, TileShown } from '@lobby/shared/modules/dashboard.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { useQuery } from '../../kit/live/useQuery.ts';
import { permissionsAtom } from '../../kit/session/permissions.ts';

interface Catalogue {
  preset: Trade;
  tiles: readonly TileShown[];
  charts: readonly ChartShown[];
  money: readonly MoneyChartShown[];
}

/** What the reader may put on a board; asked for again once their rights change. */
export function useBoard(projectId: string) {
  const permissions = useAtomValue(permissionsAtom(projectId));
  const query = useQuery<Catalogue>('/dashboard/catalogue', { scope: { projectId } });
  const { again } = query;
  const before = useRef(permissions);
  useEffect(() => {
    if (before.current !== permissions) void again();
    before.current = permissions;
  }, [permissions, again]);
  return query;
}

/** Tiles of one module together: they are read again with its events. */
export const byModule = (tiles: readonly TileShown[]): [string, TileShown[]][] => [
  ...Map.groupBy(tiles, ({ module }) => module),
];
