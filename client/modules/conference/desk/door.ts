import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { fold, foldCode } from '@lobby/shared/kit/text-search.ts';
import { CONFERENCE } from '@lobby/shared/modules/conference.ts';
import type { doorList } from '@lobby/shared/modules/conference-unit.contract.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useRef, useState } from 'react';
import { openStorage } from '../../../kit/base/storage.ts';
import { now } from '../../../kit/http/clock.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { type Outgoing, send } from '../../../kit/offline/outbox.ts';
import { keepForOffline } from '../../../kit/offline/shell.ts';
import { onSessionEnd, scopeAtom, scopeNow } from '../../../kit/session/session.ts';

/** A unit as kept on a desk's device for use without a network. */
export type DoorRow = AnswerOf<typeof doorList>[number];
interface Kept {
  at: string;
  rows: DoorRow[];
}

/** Delay after a change before the list is reloaded, in ms; it only serves as offline copy. */
const AGAIN_MS = 5000;
const MOST = 20;
const storage = openStorage('conference-door');
// Personal data is deleted on sign-out. Unsent scans stay; they contain no names.
onSessionEnd(reason => {
  if (reason !== 'expired') void storage.clear();
});

/** The loaded data, otherwise the copy kept on the device. */
export function useKept<T>(name: string | null, data: T | null): T | null {
  const { projectId } = useAtomValue(scopeAtom);
  const key = name && `${projectId}/${name}`;
  const [stored, setStored] = useState<{ key: string; data: T } | null>(null);
  useEffect(() => {
    if (!key) return;
    if (data !== null) void storage.set(key, data);
    else void storage.get<T>(key).then(entry => entry !== undefined && setStored({ key, data: entry }));
  }, [key, data]);
  return data ?? (stored?.key === key ? stored.data : null);
}

/** Number of this desk, kept across reloads. */
export function useDeskNumber(): [string, (desk: string) => void] {
  const [desk, setDesk] = useState('1');
  const typed = useRef(false);
  useEffect(() => {
    void storage.get<string>('desk').then(name => name && !typed.current && setDesk(name));
  }, []);
  const choose = (next: string) => {
    typed.current = true;
    setDesk(next);
    void storage.set('desk', next);
  };
  return [desk, choose];
}

/** List of a meeting on this device, updated while online. Also keeps the page, so that it opens offline. */
export function useDoor(conferenceId: string | null): Kept | null {
  const { projectId } = useAtomValue(scopeAtom);
  const { data } = useContract<typeof doorList>(
    '/conference-unit/door',
    conferenceId && { follow: CONFERENCE, delay: AGAIN_MS, query: { conferenceId: conferenceId ?? '' } },
  );
  const fresh = useMemo(() => data && { at: new Date(now()).toISOString(), rows: data }, [data]);
  useEffect(() => {
    if (fresh && projectId) void keepForOffline(projectId);
  }, [fresh, projectId]);
  return useKept<Kept>(conferenceId, fresh);
}

async function digestOf(text: string): Promise<string> {
  const bytes = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

/** Row of a unit by its code or six-digit number. */
export const rowOf = (rows: readonly DoorRow[], typed: string): DoorRow | undefined =>
  rows.find(({ code6, unit }) => code6 === typed.trim() || foldCode(unit) === foldCode(typed));

/** All rows represented by the same person. */
const heldWith = (rows: readonly DoorRow[], target: DoorRow): DoorRow[] =>
  rows.filter(row => row.id === target.id || row.holders.some(holder => target.holders.includes(holder)));

/** Offline counterpart of the server's search: by pass, six digits, unit or name. */
export async function findAtDoor(rows: readonly DoorRow[], typed: string): Promise<DoorRow[]> {
  const code = typed.trim();
  if (code.startsWith('HN:')) {
    const digest = await digestOf(code);
    const row = rows.find(({ pass }) => pass === digest);
    return row ? heldWith(rows, row) : [];
  }
  const exact = rowOf(rows, code);
  if (exact) return heldWith(rows, exact);
  const words = fold(code).split(/\s+/).filter(Boolean);
  const named = rows.filter(({ unit, owner, representative }) => {
    const text = fold(`${unit} ${owner} ${representative ?? ''}`);
    return words.every(word => text.includes(word));
  });
  const [first] = named;
  return first && named.length === 1 ? heldWith(rows, first) : named.slice(0, MOST);
}

/** Outbox lane of a meeting's scans. */
export const laneOf = (conferenceId: string): string => `/conference-door/${conferenceId}`;

/** Queues a check-in with the time of this desk; sent exactly once. */
export const letIn = (conferenceId: string, row: Pick<DoorRow, 'id'>, desk: string, identityChecked: boolean): string =>
  send(
    laneOf(conferenceId),
    scopeNow(),
    { desk, identityChecked, scannedAt: new Date(now()).toISOString() },
    {
      entity: conferenceUnit.name,
      id: row.id,
      path: `${conferenceUnit.path}/${row.id}/check-in`,
      status: 'CHECKED_IN',
    },
    { stays: true },
  );

const scanOf = ({ body }: Outgoing) => body as { desk: string; scannedAt: string };

/** Rows with unsent scans of this device applied. */
export function withScans(rows: readonly DoorRow[], waiting: readonly Outgoing[]): DoorRow[] {
  const scans = new Map(waiting.filter(({ state }) => state !== 'failed').map(entry => [entry.act?.id, scanOf(entry)]));
  return rows.map(row => {
    const scan = row.checkIn === 'CHECKED_IN' ? undefined : scans.get(row.id);
    return scan ? { ...row, checkIn: 'CHECKED_IN', checkedInAt: scan.scannedAt, desk: scan.desk } : row;
  });
}
