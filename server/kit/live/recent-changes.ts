import { type Feed, secondsOf } from './feed.ts';
import type { Concerned } from './recheck-access.ts';

/** Longer than a client takes from reading its rights to following the project. */
const RECENT_MS = 60_000;

/** Remembers whose rights changed just now: who begins to follow a project may have read theirs before, and was not connected to hear of it. */
export function rememberChanges(feed: Pick<Feed, 'cursor'>) {
  let recent: (Concerned & { projectId: string; at: number; place: number })[] = [];
  return {
    note(projectId: string, concerned: Concerned): void {
      const at = performance.now();
      const place = secondsOf(feed.cursor());
      recent = [...recent.filter(one => at - one.at < RECENT_MS), { ...concerned, projectId, at, place }];
    },
    /** Whether the rights of a person of the staff may have changed after a place of the feed; `ids`: by which they are known in the project. */
    concerns(projectId: string, ids: readonly string[], since: string): boolean {
      return recent.some(
        ({ kind, id, place, projectId: of }) =>
          kind === 'staff' && of === projectId && place >= secondsOf(since) && (id === null || ids.includes(id)),
      );
    },
  };
}
