import type { maintenanceSnapshot } from '@lobby/shared/modules/maintenance.contract.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { openStorage } from '../../../kit/base/storage.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { type Outgoing, type OutgoingFile, outgoingAtom, send, useOutgoing } from '../../../kit/offline/outbox.ts';
import { readAsked, useSent } from '../../../kit/offline/sent.ts';
import { keepForOffline } from '../../../kit/offline/shell.ts';
import { myUserId, onSessionEnd, scopeAtom, scopeNow } from '../../../kit/session/session.ts';
import { type DayWork, type Snapshot, withSent, withWaiting } from './day.ts';
import { keepHelp } from './help.ts';

/** Quiet time after a change before the works are read again. */
const QUIET_MS = 3000;
const storage = openStorage('maintenance-day');
// Who leaves takes along what was kept of the building.
onSessionEnd(reason => {
  if (reason !== 'expired') void storage.clear();
});

/** Where what is said of a work waits to be sent. */
export const laneOf = (id: string): string => `${maintenance.path}/${id}/day`;

export interface Day {
  snapshot: Snapshot | null;
  failed: boolean;
  again: () => void;
}

/** My works of the next days: as the server has them, or as they were read here before where there is no network. */
export function useDay(): Day {
  const { projectId } = useAtomValue(scopeAtom);
  const key = `${myUserId()}/${projectId}`;
  const {
    data: asked,
    error,
    again,
  } = useContract<typeof maintenanceSnapshot>('/maintenance/snapshot', {
    follow: maintenance.code,
    delay: QUIET_MS,
    read: readAsked<Snapshot>,
  });
  const data = asked?.data;
  const [kept, setKept] = useState<Snapshot | null>(null);
  useEffect(() => {
    if (data) {
      void storage.set(key, data);
      void keepHelp(data);
      if (projectId) void keepForOffline(projectId);
    } else void storage.get<Snapshot>(key).then(found => found && setKept(found));
  }, [data, key, projectId]);
  const read = data ?? kept;
  const sent = useSent(read?.works.map(({ id }) => laneOf(id)) ?? []);
  // What was sent after the works were asked for stands as this phone said it: nobody's screen falls back meanwhile.
  const askedAt = asked?.askedAt ?? 0;
  const snapshot = useMemo(() => read && withSent(read, sent, askedAt, laneOf), [read, askedAt, sent]);
  return { snapshot, failed: error !== null && !snapshot, again: () => void again() };
}

export interface WorkAtHand {
  /** As it stands on this phone. */
  work: DayWork;
  waiting: readonly Outgoing[];
  /** Does an act, now or as soon as there is a network. */
  act: (name: string, status: string, body?: object, files?: readonly OutgoingFile[]) => void;
}

/** A work of the day, with what this phone has said of it and not sent yet. */
export function useWork(work: DayWork): WorkAtHand {
  const { id } = work;
  const lane = laneOf(id);
  const waiting = useOutgoing(lane);
  const stands = useMemo(() => withWaiting(work, waiting), [work, waiting]);
  const act = useCallback<WorkAtHand['act']>(
    (name, status, body = {}, files = []) => {
      const to = { entity: maintenance.name, id, path: `${maintenance.path}/${id}/${name}`, status };
      send(lane, scopeNow(), body, to, { files });
    },
    [id, lane],
  );
  return { work: stands, waiting, act };
}

/** How much of some works was not sent yet. */
export function countUnsent(read: (lane: string) => readonly Outgoing[], works: readonly DayWork[]): number {
  return works.reduce((sum, { id }) => sum + read(laneOf(id)).filter(({ state }) => state !== 'failed').length, 0);
}

export const waitingAtom = (id: string) => outgoingAtom(laneOf(id));
