import type { Actor } from '../../kit/base/context.ts';
import { type Session, transaction } from '../../kit/database/database.ts';
import { writeEvents } from '../../kit/store/events.ts';

/** Module of events that concern the installation, not a project. */
export const INSTALLATION = 'INSTALLATION';

/** A changed setting, of a project (in its activity) or of the installation. */
export interface Setting {
  /** Empty for the installation. */
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

/**
 * Stores a setting with the event that tells all servers and clients. A setting of the installation also appears in the
 * activity of `projects`.
 */
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
