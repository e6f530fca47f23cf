import { type Reading, room } from '@lobby/shared/modules/room.ts';
import { useEffect, useRef } from 'react';
import { onSaid } from '../../kit/live/live.ts';
import { useQuery } from '../../kit/live/useQuery.ts';

/** Read state of a room: `now` live, `came` as it was on opening. */
export function useReading(id: string): { now: Reading | null; came: Reading | null } {
  const { data, again } = useQuery<Reading[]>(`${room.path}/read-status`, { query: { roomIds: [id] } });
  useEffect(() => onSaid<{ roomId: string }>('read', ({ roomId }) => roomId === id && void again()), [id, again]);
  const now = data?.[0] ?? null;
  const first = useRef<Reading | null>(null);
  first.current ??= now;
  return { now, came: first.current };
}
