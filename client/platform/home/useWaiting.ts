import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { holds } from '@lobby/shared/kit/permissions.ts';
import type { waitingWork } from '@lobby/shared/modules/home.contract.ts';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { debounce } from '../../kit/http/debounce.ts';
import { subscribeToModule } from '../../kit/live/live.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { permissionsAtom } from '../../kit/session/permissions.ts';
import { REGISTRY } from '../../shell/registry.ts';
import { useRetry } from './useRetry.ts';

/** A record with its title and notes, as the server returns it. */
export interface Called {
  entity: string;
  id: string;
  title: string;
  code: string | null;
  note: string;
  status: string | null;
  at: string | null;
}

/** Waiting records of a module and kind. */
export type Waiting = AnswerOf<typeof waitingWork>[number];

/** Modules whose events change the list. */
const MODULES = [...new Set(REGISTRY.filter(({ waits }) => waits).map(({ code }) => code))];
/** Polling interval besides events, because due times pass. */
const EVERY_MS = 60_000;
const QUIET_MS = 3000;

/** Pending work of the user in a project; null while loading. */
export function useWaiting(projectId: string): readonly Waiting[] | null {
  const { data, loading, again } = useContract<typeof waitingWork>('/waiting', {
    scope: { projectId },
    every: EVERY_MS,
  });
  useRetry(data === null && !loading, again);
  const permissions = useAtomValue(permissionsAtom(projectId));
  useEffect(() => {
    const soon = debounce(() => void again(), QUIET_MS, 5 * QUIET_MS);
    const open = MODULES.filter(module => holds(permissions ?? {}, module, 'read'));
    const stops = open.map(module => subscribeToModule({ projectId }, module, soon.soon));
    return () => {
      for (const stop of stops) stop();
      soon.cancel();
    };
  }, [projectId, permissions, again]);
  return data;
}
