import { nextDay } from '@lobby/shared/kit/dates.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import type { handoverSnapshot } from '@lobby/shared/modules/handover-schedule.contract.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import {
  type SheetDraft,
  type SheetImage,
  type SheetLine,
  type SheetMeter,
  type SheetResult,
  type SheetSignature,
  type Signer,
  signedText,
} from '@lobby/shared/modules/handover-sheet.ts';
import { type Part, takePart } from '@lobby/shared/modules/handover-sheet-parts.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { openStorage } from '../../../kit/base/storage.ts';
import { now } from '../../../kit/http/clock.ts';
import { randomId } from '../../../kit/http/ids.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useQuery } from '../../../kit/live/useQuery.ts';
import { type Outgoing, onSent, send, useOutgoing } from '../../../kit/offline/outbox.ts';
import { useSent } from '../../../kit/offline/sent.ts';
import { employeeOf, onSessionEnd, scopeNow } from '../../../kit/session/session.ts';
import { today } from '../../../kit/ui/today.ts';

/** A picture with its URLs; none while it is not uploaded. */
interface ShownImage extends SheetImage {
  url?: string;
  thumbUrl?: string | null;
}
type Pictured<T> = Omit<T, 'images'> & { images: ShownImage[] };
export type ShownLine = Pictured<SheetLine>;
/** A meter with the last reading of the unit's existing meter. */
export type ShownMeter = Pictured<SheetMeter> & { index?: number | null };

/** Result of the previous round for an item. */
interface EarlierLine {
  key: string;
  roomId: string | null;
  itemId: string | null;
  room: string;
  item: string;
  result: SheetResult;
  note: string | null;
  blocking: boolean;
  images: ShownImage[];
}
/** A defect of an earlier round with its due date and repair. */
export interface Promised {
  id: string;
  code: string;
  roomId: string | null;
  itemId: string | null;
  name: string;
  description: string;
  status: 'NOT_REPAIRED' | 'REPAIRED';
  closed: boolean;
  blocking: boolean;
  dueOn: string | null;
  repairedOn: string | null;
  images: ShownImage[];
}
export interface Earlier {
  round: number;
  code: string;
  day: string | null;
  lines: EarlierLine[];
  promises: Promised[];
}

/** Result and promises of the previous round for a line. */
export function earlierOf(earlier: Earlier | null | undefined, { roomId, itemId, room, item }: ShownLine) {
  const same = (target: { roomId: string | null; itemId: string | null }) =>
    itemId !== null && target.itemId === itemId && target.roomId === roomId;
  const line = earlier?.lines.find(
    other => same(other) || (itemId === null && other.room === room && other.item === item),
  );
  return { line, promises: (earlier?.promises ?? []).filter(same) };
}

/** A sheet with the unsent changes of this device applied. */
export interface ShownSheet extends Omit<SheetDraft, 'lines' | 'meters'> {
  id: string;
  code: string;
  status: string;
  round: number;
  unit: string;
  owner: string | null;
  scheduledAt: string | null;
  finishedAt: string | null;
  acceptance: string | null;
  lines: ShownLine[];
  meters: ShownMeter[];
  presentName: string | null;
  presentRelation: string | null;
  identityChecked: boolean;
  /** Absent in snapshots of older versions. */
  defectsAllowed?: boolean;
  opinion: string | null;
  signatures: Record<Signer, (SheetSignature & { file?: { url: string } | null }) | null>;
  earlier?: Earlier | null;
  editions: { number: number; at: string; reason: string | null; result: string }[];
}

const BEGUN = 'PENDING_ACCEPTANCE';
/** Delay after a change before the snapshot is reloaded, in ms. */
const SNAPSHOT_MS = 30_000;
const storage = openStorage('handover-sheets');
// Deletes personal data kept on the device on sign-out.
onSessionEnd(reason => {
  if (reason !== 'expired') void storage.clear();
});
const pathOf = (id: string) => `${handoverSchedule.path}/${id}/sheet`;

const partsIn = (waiting: readonly Outgoing[]): Part[] =>
  waiting.flatMap(({ body, act }) => (act?.entity === null ? (body as { parts: Part[] }).parts : []));

const mine = () => employeeOf(scopeNow().projectId)?.employeeId ?? '';

/** A sheet with parts of this device applied. */
function withParts(sheet: ShownSheet, parts: readonly Part[]): ShownSheet {
  const draft = structuredClone({ ...sheet, seen: [...sheet.seen] });
  for (const part of parts) Object.assign(draft, takePart(draft as SheetDraft, part, mine(), () => true).set);
  return draft;
}

/** Digest of the text a signature covers. */
export async function hashOf(sheet: ShownSheet): Promise<string> {
  const bytes = new TextEncoder().encode(signedText(sheet as SheetDraft, sheet.opinion));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

/** A new sheet part with a key of its own. */
export const partOf = (path: string, value: unknown, base: string | null = null): Part => ({
  key: randomId(),
  path,
  value,
  base,
  at: new Date(now()).toISOString(),
});

/** Keeps the sheets of today and tomorrow on the device for offline use. */
export function useSnapshot(may: boolean): void {
  const from = today();
  const to = nextDay(from);
  const { data } = useContract<typeof handoverSnapshot>(
    '/handover/schedule/snapshot',
    may && { follow: HANDOVER, delay: SNAPSHOT_MS, query: { from, to } },
  );
  useEffect(() => {
    for (const { sheet } of data?.appointments ?? []) void storage.set(pathOf(sheet.id), sheet);
  }, [data]);
}

export interface SheetWork {
  sheet: ShownSheet | null;
  failed: boolean;
  again: () => void;
  waiting: readonly Outgoing[];
  /** URLs of pictures not uploaded yet, by key. */
  previews: ReadonlyMap<string, string>;
  write: (parts: readonly Part[], file?: File) => void;
  /** Starts the inspection; also offline. */
  begin: () => void;
  /** Ends the inspection once all parts are sent. */
  end: (act: 'accept' | 'not-accept', body: object) => void;
}

/** Blob URLs of pictures in the outbox. */
function usePreviews(waiting: readonly Outgoing[]): ReadonlyMap<string, string> {
  const made = useRef(new Map<string, string>());
  useEffect(() => {
    const held = made.current;
    return () => {
      for (const url of held.values()) URL.revokeObjectURL(url);
      held.clear();
    };
  }, []);
  return useMemo(() => {
    for (const entry of waiting)
      if (entry.file)
        for (const { path } of partsIn([entry])) {
          const key = path.split('.')[2];
          if (key && !made.current.has(key)) made.current.set(key, URL.createObjectURL(entry.file));
        }
    return new Map(made.current);
  }, [waiting]);
}

/** Sheet of an appointment on this device: server data, unsent changes, and functions to change it. */
export function useSheet(id: string): SheetWork {
  const path = pathOf(id);
  const { data, error, again } = useQuery<Omit<ShownSheet, 'seen'>>(path, {
    follow: HANDOVER,
    onNotice: notice => notice.kind === 'resync' || notice.event.entityId === id,
  });
  const waiting = useOutgoing(path);
  const unsent = useRef(waiting);
  unsent.current = waiting;
  const [sheet, setSheet] = useState<ShownSheet | null>(null);
  useEffect(() => {
    if (!data) return;
    void storage.set(path, data);
    setSheet(withParts({ ...data, seen: [] }, partsIn(unsent.current)));
  }, [data, path]);
  const missing = error !== null && !data;
  useEffect(() => {
    if (!missing) return;
    // Falls back to the copy on the device while offline.
    void storage.get<Omit<ShownSheet, 'seen'>>(path).then(stored => {
      if (stored) setSheet(before => before ?? withParts({ ...stored, seen: [] }, partsIn(unsent.current)));
    });
  }, [missing, path]);
  const gone = useSent([path]);
  useEffect(() => onSent(path, () => void again()), [path, again]);
  const write = useCallback(
    (parts: readonly Part[], file?: File) => {
      setSheet(before => before && withParts(before, parts));
      send(path, scopeNow(), { parts }, { entity: null, id, path, status: '' }, file ? { file } : {});
    },
    [path, id],
  );
  const end = useCallback(
    (act: 'accept' | 'not-accept', body: object) => {
      const status = act === 'accept' ? 'COMPLETE' : 'NOT_ACCEPTED';
      const whole = { ...body, at: new Date(now()).toISOString() };
      const to = { entity: handoverSchedule.name, id, path: `${handoverSchedule.path}/${id}/${act}`, status };
      send(path, scopeNow(), whole, to);
    },
    [path, id],
  );
  // The start is in the outbox,
  const begun =
    waiting.some(({ act, state }) => act?.status === BEGUN && state !== 'failed') ||
    // or was sent, but the sheet is not reloaded yet: the inspection stays open meanwhile.
    (sheet?.status === 'PENDING_EXECUTION' && gone.some(({ one }) => one.act?.status === BEGUN));
  const shown = sheet && begun ? { ...sheet, status: BEGUN } : sheet;
  const begin = () => {
    if (shown?.status !== 'PENDING_EXECUTION') return;
    const lines = shown.lines.flatMap(({ key, roomId, itemId }) => (roomId && itemId ? [{ key, roomId, itemId }] : []));
    const to = {
      entity: handoverSchedule.name,
      id,
      path: `${handoverSchedule.path}/${id}/begin`,
      status: BEGUN,
    };
    send(path, scopeNow(), { at: new Date(now()).toISOString(), lines }, to);
  };
  return {
    sheet: shown,
    failed: missing,
    again: () => void again(),
    waiting,
    previews: usePreviews(waiting),
    write,
    begin,
    end,
  };
}
