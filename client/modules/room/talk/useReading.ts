import type { roomReadStatus } from '@lobby/shared/modules/room.contract.ts';
import type { Reading } from '@lobby/shared/modules/room.ts';
import { useEffect, useRef } from 'react';
import { onSaid } from '../../../kit/live/live.ts';
import { useContract } from '../../../kit/live/useContract.ts';

/** Read state of a room: `now` live, `came` as it was on opening. */
export function useReading(id: string): { now: Reading | null; came: Reading | null } {
  const { data, again } = useContract<typeof roomReadStatus>('/rooms/read-status', { query: { roomIds: [id] } });
  useEffect(() => onSaid<{ roomId: string }>('read', ({ roomId }) => roomId === id && void again()), [id, again]);
  const now = data?.[0] ?? null;
  const first = useRef<Reading | null>(null);
  first.current ??= now;
  return { now, came: first.current };
}
