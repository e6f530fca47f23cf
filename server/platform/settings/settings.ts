import type { Actor } from '../../kit/base/context.ts';
import { type Session, transaction } from '../../kit/database/database.ts';
import { writeEvents } from '../../kit/store/events.ts';

/** Event module of what belongs to the installation rather than to a project. */
export const INSTALLATION = 'INSTALLATION';

/** What was set: of a project (its events are in the project's activity), or of the whole installation. */
export interface Setting {
  /** Empty: of the installation. */
  projectId: string;
  entity:
    | 'project'
    | 'reception'
    | 'billing'
    | 'payments'
    | 'handover'
    | 'invoice'
    | 'online'
    | 'sending'
    | 'dictionary'
    | 'white-label'
    | 'maintenance';
  entityId: string;
  action: string;
  actor: Actor;
  now: Date;
  version: number;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Stores a setting with the event by which every server, and every screen, hears of it at once; one of the installation also in the activity of `projects`. */
export async function storeSetting(
  setting: Setting,
  write: (session: Session) => Promise<void>,
  projects: readonly string[] = [],
): Promise<void> {
  await transaction(session => storeSettingIn(session, setting, write, projects));
}

/** The same within a transaction that changes more than the setting. */
export async function storeSettingIn(
  session: Session,
  setting: Setting,
  write: (session: Session) => Promise<void>,
  projects: readonly string[] = [],
): Promise<void> {
  const { projectId, now, ...rest } = setting;
  await write(session);
  const place = { projectId, module: projectId ? 'UNIT_GROUP' : INSTALLATION };
  const row = { ...rest, at: now, row: null };
  const beside = projects.map(id => ({ ...row, projectId: id, module: 'UNIT_GROUP', quiet: true }));
  await writeEvents([{ ...row, ...place }, ...beside], session);
}
