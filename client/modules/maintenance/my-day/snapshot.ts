import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { openStorage } from '../../../kit/base/storage.ts';
import { useQuery } from '../../../kit/live/useQuery.ts';
import { type Outgoing, type OutgoingFile, outgoingAtom, send, useOutgoing } from '../../../kit/offline/outbox.ts';
import { readAsked, type TimedAnswer, useSent } from '../../../kit/offline/sent.ts';
import { keepForOffline } from '../../../kit/offline/shell.ts';
import { myUserId, onSessionEnd, scopeAtom, scopeNow } from '../../../kit/session/session.ts';
import { type DayWork, type Snapshot, withSent, withWaiting } from './day.ts';
import { keepHelp } from './help.ts';

/** Delay after a change before works are reloaded, in ms. */
const QUIET_MS = 3000;
const storage = openStorage('maintenance-day');
// Deletes the kept data on sign-out.
onSessionEnd(reason => {
  if (reason !== 'expired') void storage.clear();
});

/** Outbox lane of a work. */
export const laneOf = (id: string): string => `${maintenance.path}/${id}/day`;

export interface Day {
  snapshot: Snapshot | null;
  failed: boolean;
  again: () => void;
}

/** The user's works of the coming days; offline the copy on the phone. */
export function useDay(): Day {
  const { projectId } = useAtomValue(scopeAtom);
  const key = `${myUserId()}/${projectId}`;
  const {
    data: reading,
    error,
    again,
  } = useQuery<TimedAnswer<Snapshot>>(`${maintenance.path}/snapshot`, {
    follow: maintenance.code,
    delay: QUIET_MS,
    read: readAsked<Snapshot>,
  });
  const data = reading?.data;
  const [stored, setStored] = useState<Snapshot | null>(null);
  useEffect(() => {
    if (data) {
      void storage.set(key, data);
      void keepHelp(data);
      if (projectId) void keepForOffline(projectId);
    } else void storage.get<Snapshot>(key).then(entry => entry && setStored(entry));
  }, [data, key, projectId]);
  const read = data ?? stored;
  const sent = useSent(read?.works.map(({ id }) => laneOf(id)) ?? []);
  // Applies entries sent after the request of the works, so that the screen does not fall back to an older state.
  const askedAt = reading?.askedAt ?? 0;
  const snapshot = useMemo(() => read && withSent(read, sent, askedAt, laneOf), [read, askedAt, sent]);
  return { snapshot, failed: error !== null && !snapshot, again: () => void again() };
}

export interface WorkAtHand {
  /** State on this phone, outbox included. */
  work: DayWork;
  waiting: readonly Outgoing[];
  /** Queues an act. */
  act: (name: string, status: string, body?: object, files?: readonly OutgoingFile[]) => void;
}

/** A work with its outbox entries. */
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

/** Number of unsent entries of some works. */
export function countUnsent(read: (lane: string) => readonly Outgoing[], works: readonly DayWork[]): number {
  return works.reduce((sum, { id }) => sum + read(laneOf(id)).filter(({ state }) => state !== 'failed').length, 0);
}

export const waitingAtom = (id: string) => outgoingAtom(laneOf(id));
