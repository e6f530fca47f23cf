import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { type HandoverDefectRow, handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { useEffect, useState } from 'react';
import { openStorage } from '../../../kit/base/storage.ts';
import { useQuery } from '../../../kit/live/useQuery.ts';
import { type Outgoing, send, useOutgoing } from '../../../kit/offline/outbox.ts';
import { readAsked, type TimedAnswer, useSent } from '../../../kit/offline/sent.ts';
import { onSessionEnd, scopeNow } from '../../../kit/session/session.ts';

/** Maximum number of defects in a walk. */
const MOST = 100;
const { name, path } = handoverDefect;
/** Outbox lane of the walk, which keeps the order. */
const LANE = `${path}/walk`;
const SOON_MS = 1000;

const storage = openStorage('handover-walk');
// Deletes the kept data on sign-out.
onSessionEnd(reason => {
  if (reason !== 'expired') void storage.clear();
});

/** Acts on site with the resulting status and photo field. */
const ACTS = {
  repair: { status: 'REPAIRED', photos: 'imagesAfter' },
  return: { status: 'NOT_REPAIRED', photos: 'imagesReturn' },
  confirm: { status: 'REPAIRED', photos: null },
} as const;
export type WalkAct = keyof typeof ACTS;

/** A defect with the unsent act of this device. */
export interface WalkDefect extends HandoverDefectRow {
  said: WalkAct | null;
  refused: Outgoing['error'];
}

const actOf = ({ act }: Outgoing): WalkAct | null => {
  const last = act?.path.split('/').at(-1);
  return last === 'repair' || last === 'return' || last === 'confirm' ? last : null;
};

/** Open defects for a walk, also available offline. */
export function useWalk() {
  const {
    data: snapshot,
    error,
    again,
  } = useQuery<TimedAnswer<HandoverDefectRow[]>>(path, {
    read: readAsked<HandoverDefectRow[]>,
    follow: HANDOVER,
    delay: SOON_MS,
    query: { limit: MOST, sort: 'dueOn', filter: { closed: ['false'] } },
  });
  const data = snapshot?.data;
  const askedAt = snapshot?.askedAt ?? 0;
  const waiting = useOutgoing(LANE);
  const gone = useSent([LANE]).filter(({ answeredAt }) => answeredAt >= askedAt);
  const key = scopeNow().projectId ?? '';
  const [stored, setStored] = useState<HandoverDefectRow[] | null>(null);
  useEffect(() => {
    if (data) void storage.set(key, data);
  }, [data, key]);
  const failed = error !== null && !data;
  useEffect(() => {
    // Falls back to the copy on the device while offline.
    if (failed) void storage.get<HandoverDefectRow[]>(key).then(before => setStored(before ?? null));
  }, [failed, key]);
  const rows = data ?? stored;
  const defects = rows?.map((row): WalkDefect => {
    const entries = waiting.filter(entry => entry.act?.id === row.id);
    // Acts that were sent but are not in the loaded data yet count too.
    const last =
      entries.findLast(({ state }) => state !== 'failed') ?? gone.findLast(({ one }) => one.act?.id === row.id)?.one;
    const lost = entries.find(({ state }) => state === 'failed');
    return { ...row, said: last ? actOf(last) : null, refused: lost?.error ?? null };
  });
  return {
    defects: defects ?? null,
    failed: failed && !stored,
    again: () => void again(),
    unsent: waiting.filter(({ state }) => state !== 'failed').length,
    refused: waiting.filter(({ state }) => state === 'failed'),
    lane: LANE,
    act(id: string, act: WalkAct, body: Record<string, unknown>, photo?: File) {
      const { status, photos } = ACTS[act];
      const whole = photo && photos ? { ...body, [photos]: ['$file'] } : body;
      const to = { entity: name, id, path: `${path}/${id}/${act}`, status };
      send(LANE, scopeNow(), whole, to, photo ? { file: photo } : {});
    },
  };
}
export type WalkWork = ReturnType<typeof useWalk>;
