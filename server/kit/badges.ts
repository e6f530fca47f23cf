import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type ProjectSettings, systemCtx } from './context.ts';
import type { Feed } from './feed.ts';
import { toQuery } from './list.ts';
import type { Live } from './live.ts';
import { log } from './log.ts';
import { EVERY_WRITE, totalOf } from './totals.ts';

const PAUSE_MS = 300;

/** The badge counts of a project, of the modules given. */
export async function badgesOf(
  definitions: readonly Definition[],
  project: ProjectSettings,
  modules: ReadonlySet<string>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const definition of definitions) {
    const { badge } = definition;
    if (badge && modules.has(definition.code))
      counts[badge.name] = await totalOf(
        definition,
        toQuery(definition, badge.filter, systemCtx(project, new Date())),
        EVERY_WRITE,
      );
  }
  return counts;
}

/** Sends a module's badge to its people a moment after it changed: counted by the server, never added up by a client. */
export function sendBadges(
  feed: Feed,
  live: Live,
  definitions: ReadonlyMap<string, Definition>,
  projectOf: (id: string) => Promise<ProjectSettings | null>,
): void {
  const waiting = new Set<string>();
  feed.subscribe(({ row }) => {
    const definition = definitions.get(row.entity);
    const key = `${row.projectId}:${row.entity}`;
    if (!definition?.badge || waiting.has(key)) return;
    waiting.add(key);
    setTimeout(async () => {
      waiting.delete(key);
      try {
        const project = await projectOf(row.projectId);
        if (!project) return;
        const counts = await badgesOf([definition], project, new Set([definition.code]));
        live.toModule(row.projectId, definition.code, 'badges', { projectId: row.projectId, counts });
      } catch (error) {
        log.warn({ error: String(error) }, 'badges could not be counted');
      }
    }, PAUSE_MS);
  });
}
