import { startWithoutNetwork } from '../kit/offline/shell.ts';
import { restoreSession } from '../kit/session/session.ts';
import { startKit } from '../kit/start.ts';
import { REGISTRY } from '../shell/registry.ts';
import { subscribeToSettings } from './subscribe-to-settings.ts';

/** Starts the kit and restores the session; returns the error, or null. */
export async function startSession(): Promise<Error | null> {
  startKit(REGISTRY);
  subscribeToSettings();
  try {
    await restoreSession();
    return null;
  } catch (error) {
    if (await startWithoutNetwork()) return null;
    return error instanceof Error ? error : new Error(String(error));
  }
}
