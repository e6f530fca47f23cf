import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type ProjectSettings, systemCtx } from '../base/context.ts';
import { clockNow } from '../database/clock.ts';
import { toQuery } from '../records/lists/list.ts';
import { EVERY_WRITE, loadTotal } from '../records/lists/totals.ts';
import { sightQuery, type Viewer } from '../store/row-access.ts';
import { afterPause } from './after-pause.ts';
import type { Feed } from './feed/feed.ts';
import type { Live } from './live.ts';

/** The viewer of counts that are the same for everybody. */
const NOBODY: Viewer = { employeeId: null, departmentIds: [], permissions: {} };

/** Badge counts of the given modules of a project, as a viewer sees them. */
export async function loadBadges(
  definitions: readonly Definition[],
  project: ProjectSettings,
  modules: ReadonlySet<string>,
  viewer: Viewer,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const definition of definitions) {
    const { badge } = definition;
    if (!badge || !modules.has(definition.code)) continue;
    const query = toQuery(definition, badge.filter, systemCtx(project, clockNow()), sightQuery(definition, viewer));
    counts[badge.name] = await loadTotal(definition, query, EVERY_WRITE);
  }
  return counts;
}

/**
 * Sends a module's badge to its followers shortly after a change. Counts come from the database and are never incremented by
 * clients.
 */
export function sendBadges(
  feed: Feed,
  live: Live,
  definitions: ReadonlyMap<string, Definition>,
  projectOf: (id: string) => Promise<ProjectSettings | null>,
): void {
  const changed = afterPause<{ projectId: string; definition: Definition }>(
    'badges could not be counted',
    async ({ projectId, definition }) => {
      const project = await projectOf(projectId);
      if (!project) return;
      const count = (viewer: Viewer) => loadBadges([definition], project, new Set([definition.code]), viewer);
      if (!definition.visible)
        return live.toModule(projectId, definition.code, 'badges', { projectId, counts: await count(NOBODY) });
      // Viewers with the same access share one count.
      for (const [userId, viewer] of live.viewers(projectId, definition.code))
        live.toUser(userId, 'badges', { projectId, counts: await count(viewer) });
    },
  );
  feed.subscribe(({ row }) => {
    const { projectId } = row;
    const definition = definitions.get(row.entity);
    if (definition?.badge) changed(`${projectId}:${row.entity}`, { projectId, definition });
  });
}
