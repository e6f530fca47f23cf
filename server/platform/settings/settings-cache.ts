import type { Live } from '../../kit/live/live.ts';
import type { EventRow } from '../../kit/store/events.ts';
import { loadWhiteLabels } from '../branding/white-labels.ts';
import { loadMaintenance } from '../maintenance/maintenance.ts';
import { forgetProject } from '../projects/projects.ts';
import { loadDictionaries, renewDictionary } from '../wording/dictionary.ts';

type Heard = Pick<EventRow, 'entity' | 'entityId' | 'projectId'>;

/** What this server remembers of each setting, read again when it was changed anywhere. */
const RENEW: Readonly<Record<string, (row: Heard) => Promise<void>>> = {
  project: async ({ projectId }) => forgetProject(projectId),
  reception: async ({ projectId }) => forgetProject(projectId),
  billing: async ({ projectId }) => forgetProject(projectId),
  dictionary: ({ entityId }) => renewDictionary(entityId ?? ''),
  'white-label': loadWhiteLabels,
  maintenance: loadMaintenance,
};

/** Reads everything that answers are worded and branded with, before the first request. */
export async function loadSettings(): Promise<void> {
  await Promise.all([loadDictionaries(), loadWhiteLabels(), loadMaintenance()]);
}

/** Takes in a setting that was changed at any server, then tells the screens concerned to ask for it again. */
export async function refreshSetting(row: Heard, live: Pick<Live, 'tell'>): Promise<void> {
  const renew = Object.hasOwn(RENEW, row.entity) ? RENEW[row.entity] : undefined;
  if (!renew) return;
  await renew(row);
  live.tell(row.projectId, 'changed', { projectId: row.projectId || null, what: row.entity });
}
