import { createBudget } from '../../base/budget.ts';
import { createQueue } from '../../base/queue.ts';
import { inSlices } from '../../base/slices.ts';
import { refused } from '../../ops/measures.ts';
import { holdKeys } from '../../privacy/person-keys.ts';
import { valuesIn } from '../../records/activity.ts';
import type { LiveSocket, SocketScope } from '../sockets/live-socket.ts';
import type { Feed, FeedEvent } from './feed.ts';

/** Limit of missed events sent to one person. Beyond it clients read their lists again, which costs less. */
const BUDGET = { burst: 10_000, perSecond: 100 };
/** Weight of a catch-up that has to read the database, whatever it finds. */
const STORED = 100;
/** Sockets of this server that catch up concurrently. */
const AT_ONCE = 4;
/** Events rendered without yielding to the event loop. */
const AT_LAST = 20;

interface CaughtUp {
  ok: true;
  cursor: string;
  resync?: true;
  events?: Record<string, unknown>[];
}
type Render = (event: FeedEvent, scope: SocketScope) => Record<string, unknown> | null;

/**
 * Returns what a socket missed and joins its rooms in the same tick, so that each event is either in the answer or comes by
 * the feed, with no gap.
 */
export function createCatchUp(feed: Feed, render: Render) {
  const budget = createBudget();
  const serializeBy = createQueue(AT_ONCE);

  return async (
    socket: LiveSocket,
    scope: SocketScope,
    modules: readonly string[],
    since: string | undefined,
    roomOf: (module: string) => string,
  ): Promise<CaughtUp> => {
    // Permissions may have been revoked meanwhile.
    const still = () => modules.filter(module => scope.modules.has(module) || scope.names.has(module));
    const join = () => {
      if (socket.connected) void socket.join(still().map(roomOf));
      return { ok: true, cursor: feed.cursor() } as const;
    };
    const resync = () => ({ ...join(), resync: true }) as const;
    if (since === undefined) return join();
    const { userId } = socket.data;
    const wait = budget.take(userId, BUDGET);
    if (wait > 0) {
      refused.add({ limit: 'events told again' });
      return resync();
    }
    return serializeBy(async () => {
      const events: { module: string; form: Record<string, unknown> }[] = [];
      const ids = new Set<unknown>();
      const tell = (event: FeedEvent) => {
        const form = ids.has(event.row._id) ? null : render(event, scope);
        ids.add(event.row._id);
        if (form) events.push({ module: event.row.module, form });
      };
      for (let from = since; ; ) {
        const reading = feed.since(from, scope.projectId, modules);
        const missed = await reading;
        const read = reading instanceof Promise;
        budget.charge(userId, BUDGET, (missed?.events.length ?? 0) + (read ? STORED : 0));
        if (!missed || !socket.connected) return resync();
        from = missed.place;
        if (!read && missed.events.length <= AT_LAST && from === feed.cursor()) {
          for (const event of missed.events) tell(event);
          const open = new Set(still());
          return { ...join(), events: events.filter(event => open.has(event.module)).map(event => event.form) };
        }
        await holdKeys(valuesIn(missed.events.map(({ row }) => row)));
        await inSlices(missed.events, tell, () => !socket.connected);
      }
    });
  };
}
