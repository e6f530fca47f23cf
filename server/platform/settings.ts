import type { Actor } from '../kit/context.ts';
import { type Session, transaction } from '../kit/database.ts';
import { writeEvents } from '../kit/events.ts';

/** Event module of what belongs to the installation rather than to a project. */
export const INSTALLATION = 'INSTALLATION';

/** What was set: of a project (its events are in the project's activity), or of the whole installation. */
export interface Setting {
  /** Empty: of the installation. */
  projectId: string;
  entity: 'project' | 'dictionary' | 'white-label' | 'maintenance';
  entityId: string;
  action: string;
  actor: Actor;
  now: Date;
  version: number;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Stores a setting with the event by which every server, and every screen, hears of it at once. */
export async function storeSetting(setting: Setting, write: (session: Session) => Promise<void>): Promise<void> {
  const { projectId, now, ...rest } = setting;
  await transaction(async session => {
    await write(session);
    const place = { projectId, module: projectId ? 'UNIT_GROUP' : INSTALLATION };
    await writeEvents([{ ...rest, ...place, at: now, row: null }], session);
  });
}
