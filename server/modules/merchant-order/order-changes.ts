import type { Response } from 'express';
import type { Feed } from '../../kit/live/feed/feed.ts';

/** Long polls end after this time: proxies close connections that are silent for longer. */
const LONGEST_MS = 15_000;

const waiting = new Map<string, Set<() => void>>();

function wake(orderId: string): void {
  for (const tell of waiting.get(orderId) ?? []) tell();
}

/** Wakes clients that wait for an order. */
export function broadcastToPartners(feed: Feed): void {
  feed.subscribe(({ row }) => void (row.entityId && wake(row.entityId)));
}

/** Resolves when the order changes, the client disconnects, or the time limit is reached. */
export function awaitChange(orderId: string, res: Response): Promise<void> {
  return new Promise(resolve => {
    const ofOrder = waiting.get(orderId) ?? new Set();
    const done = () => {
      clearTimeout(timer);
      ofOrder.delete(done);
      if (ofOrder.size === 0) waiting.delete(orderId);
      res.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, LONGEST_MS);
    timer.unref();
    waiting.set(orderId, ofOrder.add(done));
    res.on('close', done);
  });
}
