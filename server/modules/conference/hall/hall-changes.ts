import { CONFERENCE } from '@lobby/shared/modules/conference.ts';
import type { Response } from 'express';
import type { Feed } from '../../../kit/live/feed/feed.ts';

/** Long polls end after this time: proxies close connections that are silent for longer. */
const LONGEST_MS = 15_000;
/** Delay in which further changes are collected. */
const GATHER_MS = 250;
/** Votes create no events: while turnout is shown, it is polled at this interval. */
const TURNOUT_MS = 1000;

const waiting = new Map<string, Set<() => void>>();

/** Wakes the hall screens of a project when one of its meetings changes. */
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

/** Reads repeatedly until the result differs from `stamp`, the client disconnects, or the time limit is reached. */
export async function awaitChange<T extends { stamp: string; turnout: { open: boolean } | null }>(
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
    // Subscribes before reading, so that no change is missed in between.
    const waiters = waiting.get(projectId) ?? new Set();
    waiting.set(projectId, waiters.add(happened));
    const timer = setTimeout(happened, Math.max(0, until - Date.now()));
    timer.unref();
    let soon: ReturnType<typeof setTimeout> | undefined;
    res.on('close', happened);
    try {
      const answer = await read();
      if (answer.stamp !== stamp || Date.now() >= until || res.destroyed) return answer;
      if (answer.turnout?.open) soon = setTimeout(happened, TURNOUT_MS).unref();
      await change;
      await new Promise(resolve => setTimeout(resolve, GATHER_MS));
    } finally {
      clearTimeout(timer);
      clearTimeout(soon);
      res.off('close', happened);
      waiters.delete(happened);
      if (waiters.size === 0 && waiting.get(projectId) === waiters) waiting.delete(projectId);
    }
  }
}
