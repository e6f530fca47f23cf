import { bringInAdvance } from '../kit/http/batch.ts';
import { languageNow } from '../kit/i18n/i18n.ts';
import { startWithoutNetwork } from '../kit/offline/shell.ts';
import { restoreSession } from '../kit/session/session.ts';
import { startKit } from '../kit/start.ts';
import { REGISTRY } from '../shell/registry.ts';
import { subscribeToSettings } from './project/subscribe-to-settings.ts';

/** The project of a path; null outside of projects. */
const projectIn = (path: string): string | null => /^\/projects\/([0-9a-f]{24})(\/|$)/.exec(path)?.[1] ?? null;

/** Reads in one call what every screen of a project waits for. `/auth/me` is first: its cursor must not be newer than what is read. */
function bringProjectReads(): void {
  const projectId = projectIn(location.pathname);
  if (!projectId) return;
  bringInAdvance(
    [
      { path: '/auth/me' },
      { path: '/module', projectId },
      { path: `/unit-group/${projectId}` },
      { path: '/module/config', projectId },
      { path: '/dictionary', projectId, query: { language: languageNow() } },
      { path: '/preferences' },
    ],
    { projectId },
  );
}

/** Starts the kit and restores the session; returns the error, or null. */
export async function startSession(): Promise<Error | null> {
  startKit(REGISTRY);
  subscribeToSettings();
  try {
    await restoreSession(bringProjectReads);
    return null;
  } catch (error) {
    if (await startWithoutNetwork()) return null;
    return error instanceof Error ? error : new Error(String(error));
  }
}
