import { useEffect, useState } from 'react';
import { type Call, request } from '../http/api.ts';
import { type Outgoing, onSent } from './outbox.ts';

/** What was read, with when it was asked for on this device. */
export interface TimedAnswer<T> {
  askedAt: number;
  data: T;
}

/** Reads so that what is sent meanwhile is told from what the answer knows already. */
export async function readAsked<T>(path: string, call: Call): Promise<TimedAnswer<T>> {
  const askedAt = Date.now();
  const { data } = await request<T>('GET', path, call);
  return { askedAt, data };
}

/** What has gone out, with when its answer came: an answer that was asked for before knows nothing of it. */
export interface Sent {
  one: Outgoing;
  answeredAt: number;
}

/** What has gone out of some lanes since this screen was opened: it stands as it was said until it is read again. */
export function useSent(lanes: readonly string[]): readonly Sent[] {
  const [sent, setSent] = useState<readonly Sent[]>([]);
  const key = lanes.join(' ');
  useEffect(() => {
    const add = (_answer: unknown, one: Outgoing) => setSent(before => [...before, { one, answeredAt: Date.now() }]);
    const stops = key
      .split(' ')
      .filter(Boolean)
      .map(lane => onSent(lane, add));
    return () => {
      for (const stop of stops) stop();
    };
  }, [key]);
  return sent;
}
