import { hotline } from '@lobby/shared/modules/hotline.ts';
import type { Live } from '../../kit/live/live.ts';
import type { EventRow } from '../../kit/store/events.ts';
import { loadWhiteLabels } from '../branding/white-labels.ts';
import { loadMaintenance } from '../maintenance/maintenance.ts';
import { forgetProject } from '../projects/projects.ts';
import { loadDictionaries, renewDictionary } from '../wording/dictionary.ts';
import type { Setting } from './settings.ts';

type Heard = Pick<EventRow, 'entity' | 'entityId' | 'projectId'>;

type Renew = (row: Heard) => Promise<void>;
const ofProject: Renew = async ({ projectId }) => forgetProject(projectId);

/** Reloads this server's cache of each setting after a change on any server. */
const RENEW: Readonly<Record<Setting['entity'], Renew>> = {
  project: ofProject,
  reception: ofProject,
  billing: ofProject,
  payments: ofProject,
  handover: ofProject,
  invoice: ofProject,
  online: ofProject,
  sending: ofProject,
  dictionary: ({ entityId }) => renewDictionary(entityId ?? ''),
  'white-label': loadWhiteLabels,
  maintenance: loadMaintenance,
};
/** Definition whose changes are copied into the project's document. */
const COPIED = hotline.name;
const isSetting = (entity: string): entity is Setting['entity'] => Object.hasOwn(RENEW, entity);

/** Loads what wording and branding of answers need, before the first request. */
export async function loadSettings(): Promise<void> {
  await Promise.all([loadDictionaries(), loadWhiteLabels(), loadMaintenance()]);
}

/** Applies a setting changed on any server, then tells the clients concerned to reload it. */
export async function refreshSetting(row: Heard, live: Pick<Live, 'tell'>): Promise<void> {
  if (row.entity === COPIED) {
    forgetProject(row.projectId);
    live.tell(row.projectId, 'changed', { projectId: row.projectId, what: 'project' });
  }
  if (!isSetting(row.entity)) return;
  await RENEW[row.entity](row);
  live.tell(row.projectId, 'changed', { projectId: row.projectId || null, what: row.entity });
}
