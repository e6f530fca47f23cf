import type { Response } from 'express';
import type { Feed } from '../../kit/live/feed.ts';

/** Whoever waits is answered after so long, changed or not: proxies cut what says nothing for longer. */
const LONGEST_MS = 15_000;

const waiting = new Map<string, Set<() => void>>();

function wake(orderId: string): void {
  for (const tell of waiting.get(orderId) ?? []) tell();
}

/** Lets those who wait for an order hear of it. */
export function broadcastToPartners(feed: Feed): void {
  feed.subscribe(({ row }) => void (row.entityId && wake(row.entityId)));
}

/** Waits until an order changes, its reader leaves, or some seconds are over. */
export function changed(orderId: string, res: Response): Promise<void> {
  return new Promise(resolve => {
    const own = waiting.get(orderId) ?? new Set();
    const done = () => {
      clearTimeout(timer);
      own.delete(done);
      if (own.size === 0) waiting.delete(orderId);
      res.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, LONGEST_MS);
    timer.unref();
    waiting.set(orderId, own.add(done));
    res.on('close', done);
  });
}
