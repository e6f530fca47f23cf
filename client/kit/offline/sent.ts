import { useEffect, useState } from 'react';
import { type Call, request } from '../http/api.ts';
import { type Outgoing, onSent } from './outbox.ts';

/** An answer with the local time of its request. */
export interface TimedAnswer<T> {
  askedAt: number;
  data: T;
}

/** Reads data with the time of the request, so that items sent later can be told from those the answer includes. */
export async function readAsked<T>(path: string, call: Call): Promise<TimedAnswer<T>> {
  const askedAt = Date.now();
  const { data } = await request<T>('GET', path, call);
  return { askedAt, data };
}

/** A sent item with the time of its answer: data requested earlier do not include it. */
export interface Sent {
  one: Outgoing;
  answeredAt: number;
}

/** Items of some conversations sent since this screen was opened, to be shown until data are read again. */
export function useSent(lanes: readonly string[]): readonly Sent[] {
  const [sent, setSent] = useState<readonly Sent[]>([]);
  const key = lanes.join(' ');
  useEffect(() => {
    const add = (_answer: unknown, entry: Outgoing) =>
      setSent(before => [...before, { one: entry, answeredAt: Date.now() }]);
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
