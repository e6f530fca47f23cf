import type { roomReadStatus } from '@lobby/shared/modules/room.contract.ts';
import type { Reading } from '@lobby/shared/modules/room.ts';
import { useEffect, useRef } from 'react';
import { onSaid } from '../../kit/live/live.ts';
import { useContract } from '../../kit/live/useContract.ts';

/** How far a room was read, live; `came`: as it was when the reader opened it. */
export function useReading(id: string): { now: Reading | null; came: Reading | null } {
  const { data, again } = useContract<typeof roomReadStatus>('/rooms/read-status', { query: { roomIds: [id] } });
  useEffect(() => onSaid<{ roomId: string }>('read', ({ roomId }) => roomId === id && void again()), [id, again]);
  const now = data?.[0] ?? null;
  const first = useRef<Reading | null>(null);
  first.current ??= now;
  return { now, came: first.current };
}
