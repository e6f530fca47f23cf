import type { ChartShown, Preset, TileShown } from '@lobby/shared/modules/dashboard.ts';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useQuery } from '../../kit/live/useQuery.ts';
import { permissionsAtom } from '../../kit/session/permissions.ts';

interface Catalogue {
  preset: Preset;
  tiles: readonly TileShown[];
  charts: readonly ChartShown[];
}

/** What the reader may put on a board; asked for again once their rights change. */
export function useBoard(projectId: string) {
  const permissions = useAtomValue(permissionsAtom(projectId));
  const query = useQuery<Catalogue>('/dashboard/catalogue', { scope: { projectId } });
  const { again } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other rights it is another board
  useEffect(() => void again(), [permissions]);
  return query;
}

/** Tiles of one module together: they are read again with its events. */
export const byModule = (tiles: readonly TileShown[]): [string, TileShown[]][] => [
  ...Map.groupBy(tiles, ({ module }) => module),
];
