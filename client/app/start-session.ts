import { TARGETS } from '@lobby/shared/modules/targets.ts';
import { restoreSession } from '../kit/session.ts';
import { startKit } from '../kit/start.ts';
import { followSettings } from './follow-settings.ts';

/** Starts the kit and brings back who was signed in; answers why that failed, or null. */
export async function startSession(): Promise<Error | null> {
  startKit(TARGETS);
  followSettings();
  try {
    await restoreSession();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
