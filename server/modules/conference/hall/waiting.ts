import { CONFERENCE } from '@lobby/shared/modules/conference.ts';
import type { Response } from 'express';
import type { Feed } from '../../../kit/live/feed.ts';

/** Whoever waits is answered after so long, changed or not: proxies cut what says nothing for longer. */
const LONGEST_MS = 15_000;
/** Changes that come together are looked at together. */
const GATHER_MS = 250;
/** How many have voted is told by no event: while it is shown it is looked at so often. */
const TURNOUT_MS = 1000;

const waiting = new Map<string, Set<() => void>>();

/** Lets the screens of halls hear of what happens at the meetings of their project. */
export function broadcastHalls(feed: Feed): void {
  const wake = (projectId: string) => {
    for (const tell of waiting.get(projectId) ?? []) tell();
  };
  feed.subscribe(({ row }) => {
    if (row.module === CONFERENCE) wake(row.projectId);
  });
  feed.onGap(() => {
    for (const projectId of waiting.keys()) wake(projectId);
  });
}

/** Reads until what is read is another than `stamp`, its reader leaves, or some seconds are over. */
export async function awaited<T extends { stamp: string; turnout: { open: boolean } | null }>(
  projectId: string,
  stamp: string | undefined,
  res: Response,
  read: () => Promise<T>,
): Promise<T> {
  const until = Date.now() + LONGEST_MS;
  for (;;) {
    let happened = () => {};
    const change = new Promise<void>(resolve => {
      happened = resolve;
    });
    // Heard before it is read: what happens meanwhile is not missed.
    const own = waiting.get(projectId) ?? new Set();
    waiting.set(projectId, own.add(happened));
    const timer = setTimeout(happened, Math.max(0, until - Date.now()));
    timer.unref();
    let soon: ReturnType<typeof setTimeout> | undefined;
    res.on('close', happened);
    try {
      const found = await read();
      if (found.stamp !== stamp || Date.now() >= until || res.destroyed) return found;
      if (found.turnout?.open) soon = setTimeout(happened, TURNOUT_MS).unref();
      await change;
      await new Promise(resolve => setTimeout(resolve, GATHER_MS));
    } finally {
      clearTimeout(timer);
      clearTimeout(soon);
      res.off('close', happened);
      own.delete(happened);
      if (own.size === 0 && waiting.get(projectId) === own) waiting.delete(projectId);
    }
  }
}
