import { DAY_MS, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import type { Definition, Filter } from '@lobby/shared/kit/definition.ts';
import { type VisitorRow, visitor } from '@lobby/shared/modules/visitor.ts';
import { atom, useAtomValue } from 'jotai';
import { useEffect, useMemo, useState } from 'react';
import { store } from '../../kit/base/store.ts';
import { now } from '../../kit/http/clock.ts';
import { type ListView, openList } from '../../kit/list/list.ts';
import { connectionAtom } from '../../kit/live/connection.ts';
import { send, useOutgoing } from '../../kit/offline/outbox.ts';
import { recordAtom } from '../../kit/records/records.ts';
import { scopeAtom, scopeNow } from '../../kit/session/session.ts';
import { deskHere } from './desk/choice.ts';

export type Visit = Partial<VisitorRow> & { id: string };

/** Visits per column of the reception screen; others are found by search. */
const MOST = 200;

const NOTHING = atom<ListView | null>(null);
const definition: Definition = visitor;

/** First visits of a filter, live, and whether they are loaded. */
function useVisitsOf(filter: Filter, sort: string, q: string): { visits: Visit[]; ready: boolean; total: number } {
  const scope = useAtomValue(scopeAtom);
  const search = useMemo((): Filter => (q ? { ...filter, q } : filter), [filter, q]);
  const [list, setList] = useState<ReturnType<typeof openList> | null>(null);
  useEffect(() => {
    const opened = openList(definition, scope, { filter: search, sort });
    opened.show(0, MOST - 1);
    setList(opened);
    return () => {
      setList(null);
      opened.close();
    };
  }, [scope, search, sort]);
  const view = useAtomValue(list?.view ?? NOTHING);
  const ids = view?.ids;
  const rows = useMemo(
    () =>
      atom(get =>
        (ids ?? []).flatMap(id => {
          const entry = id ? get(recordAtom(visitor.name, id)) : null;
          return entry ? [{ ...entry.row, ...entry.patch } as Visit] : [];
        }),
      ),
    [ids],
  );
  return { visits: useAtomValue(rows), ready: view?.phase === 'ready', total: view?.total ?? 0 };
}

const EXPECTED: Filter = { status: { in: ['WAITING', 'APPROVED', 'RECEIVED'] } };
const INSIDE: Filter = { status: { in: ['IN_PROGRESS'] } };

export interface Desk {
  expected: Visit[];
  inside: Visit[];
  left: Visit[];
  ready: boolean;
}

/** When a guest left, in sortable form. */
const leftAt = ({ actualOutAt }: Visit): string => actualOutAt ?? '9';

/** Outbox lane of actions on visits, sent in order. */
export const LANE = visitor.path;

/** Visits of the day by status: the state of the server with the unsent actions of this desk applied. */
export function useDesk(q: string): Desk {
  const lately = useMemo((): Filter => {
    const from = new Date(now() - DAY_MS).toISOString();
    return { status: { in: ['COMPLETED'] }, actualOutAt: { from } };
  }, []);
  const expected = useVisitsOf(EXPECTED, 'expectedInAt', q);
  const inside = useVisitsOf(INSIDE, '-actualInAt', q);
  const left = useVisitsOf(lately, '-actualInAt', q);
  const waiting = useOutgoing(LANE);
  return useMemo(() => {
    const ahead = new Map(
      waiting.flatMap(({ act, state }) => (act && state !== 'failed' ? [[act.id, act.status]] : [])),
    );
    const all = new Map([...expected.visits, ...inside.visits, ...left.visits].map(visit => [visit.id, visit]));
    const standing = [...all.values()].map(visit => ({
      ...visit,
      status: (ahead.get(visit.id) ?? visit.status) as Visit['status'],
    }));
    const of = (statuses: readonly string[]) => standing.filter(({ status }) => statuses.includes(String(status)));
    return {
      expected: of(['WAITING', 'APPROVED', 'RECEIVED']),
      // Overstaying guests first.
      inside: of(['IN_PROGRESS']).sort((a, b) => Number(b.overstay ?? false) - Number(a.overstay ?? false)),
      // The latest first; a departure that is not sent yet has no time.
      left: of(['COMPLETED']).sort((a, b) => leftAt(b).localeCompare(leftAt(a))),
      ready: expected.ready && inside.ready && left.ready,
    };
  }, [expected, inside, left, waiting]);
}

/** Guests get this much time before they count as late. */
const GRACE_MS = 15 * MINUTE_MS;

/** Delay of an expected guest in ms; 0 if on time, inside or departed. */
export function lateBy({ status, expectedInAt }: Visit, at: number): number {
  if (!expectedInAt || !['WAITING', 'APPROVED', 'RECEIVED'].includes(String(status))) return 0;
  return Math.max(0, at - Date.parse(expectedInAt) - GRACE_MS);
}

/** Next action of a visit: approve, check in or check out; null after departure. */
export function nextAct({ status }: Visit): { act: string; status: string } | null {
  if (status === 'WAITING') return { act: 'approve', status: 'APPROVED' };
  if (status === 'APPROVED' || status === 'RECEIVED') return { act: 'in-progress', status: 'IN_PROGRESS' };
  return status === 'IN_PROGRESS' ? { act: 'complete', status: 'COMPLETED' } : null;
}

/**
 * Runs or queues the next action of a visit; sent once, with the time at which it was done. `over`: the answer to the
 * watch list warning.
 */
export function doNext(visit: Visit, over: { override?: true; reason?: string } = {}): void {
  const next = nextAct(visit);
  if (!next) return;
  const path = `${visitor.path}/${visit.id}/${next.act}`;
  const offline = store.get(connectionAtom).state === 'offline';
  const at = {
    at: new Date(now()).toISOString(),
    ...deskHere(),
    ...(offline && next.act === 'in-progress' && { offline }),
  };
  const body = { ...(next.act !== 'approve' && at), ...over };
  send(LANE, scopeNow(), body, { entity: visitor.name, id: visit.id, path, status: next.status });
}
