import type { Concerned } from '../sockets/recheck-access.ts';
import { type Feed, secondsOf } from './feed.ts';

/** Longer than a client takes from reading its permissions to following the project. */
const RECENT_MS = 60_000;

/**
 * Remembers recent changes of permissions: a client may have read its permissions before the change and subscribe after it,
 * so that it heard no event.
 */
export function rememberChanges(feed: Pick<Feed, 'cursor'>) {
  let recent: (Concerned & { projectId: string; at: number; place: number })[] = [];
  return {
    note(projectId: string, concerned: Concerned): void {
      const at = performance.now();
      const place = secondsOf(feed.cursor());
      recent = [...recent.filter(change => at - change.at < RECENT_MS), { ...concerned, projectId, at, place }];
    },
    /** Whether the permissions of an employee may have changed after a cursor. `ids` are the ids they are known by in the project. */
    concerns(projectId: string, ids: readonly string[], since: string): boolean {
      return recent.some(
        ({ kind, id, place, projectId: of }) =>
          kind === 'staff' && of === projectId && place >= secondsOf(since) && (id === null || ids.includes(id)),
      );
    },
  };
}
