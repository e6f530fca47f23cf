import { store } from '../../kit/base/store.ts';
import { request } from '../../kit/http/api.ts';
import { forgetBrought } from '../../kit/http/brought.ts';
import { transport } from '../../kit/http/token.ts';
import { languageNow } from '../../kit/i18n/i18n.ts';
import { loadWording } from '../../kit/i18n/wording-overrides.ts';
import { onSaid } from '../../kit/live/live.ts';
import { checkMaintenance, maintenanceAtom, watchMaintenance } from '../../kit/session/maintenance.ts';
import { forgetProjects, loadProject } from '../../kit/session/project.ts';
import { onSessionEnd, scopeNow, sessionAtom } from '../../kit/session/session.ts';
import { showWhiteLabel, type WhiteLabel, whiteLabel } from '../../theme/white-label.ts';

async function renewWhiteLabel(): Promise<void> {
  const answer = await request<WhiteLabel>('GET', '/white-label').catch(() => null);
  if (answer) showWhiteLabel(answer.data);
}

const renewWords = () => loadWording(languageNow());
async function renewProject(): Promise<void> {
  const { projectId } = scopeNow();
  if (projectId) await loadProject(projectId);
}

/** Data reloaded when the server reports a change. */
const RENEW: Readonly<Record<string, () => Promise<unknown>>> = {
  project: renewProject,
  dictionary: renewWords,
  'white-label': renewWhiteLabel,
  maintenance: checkMaintenance,
};

/** Keeps white label, words, project and maintenance up to date. */
export function subscribeToSettings(): void {
  transport.whiteLabel = whiteLabel().id;
  // A development server does not write the label into the page.
  if (!transport.whiteLabel) void renewWhiteLabel();
  watchMaintenance();
  if (document.getElementById('maintenance')) void checkMaintenance();
  onSaid<{ what: string }>('changed', ({ what }) => void RENEW[what]?.());
  // Changes reported while disconnected.
  onSaid<number>('connected', which => {
    if (which > 1) for (const renew of Object.values(RENEW)) void renew();
  });
  onSessionEnd(forgetProjects);
  onSessionEnd(forgetBrought);
  store.sub(sessionAtom, () => {
    // Whether a user may work depends on who it is.
    if (store.get(maintenanceAtom).maintenance) void checkMaintenance();
  });
}
