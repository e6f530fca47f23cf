import { openStorage } from '../base/storage.ts';
import { store } from '../base/store.ts';
import { refreshToken } from '../http/token.ts';
import { socketIs } from '../live/connection.ts';
import { bringPermissions, permissionsAtom } from '../session/permissions.ts';
import { bringProject, type Project, projectAtom } from '../session/project.ts';
import { bringSession, endSession, loadMe, type Me, mayComeBack, meAtom, onSessionEnd } from '../session/session.ts';

/** The signed-in user and their permissions, stored for offline starts. */
interface Kept {
  me: Me;
  projectId: string;
  permissions: Parameters<typeof bringPermissions>[1];
  project: Project | null;
}

const KEY = 'kept';
const AGAIN_MS = 5000;
const storage = openStorage('offline-start');
// Removed at sign-out.
onSessionEnd(reason => {
  if (reason === 'expired') return;
  void storage.clear();
  void postToWorker({ type: 'forget' });
});

async function postToWorker(message: object, begin = false): Promise<void> {
  const workers = globalThis.navigator?.serviceWorker;
  if (!workers) return;
  const registration = begin
    ? await workers.register('/sw.js').then(
        () => workers.ready,
        () => undefined,
      )
    : await workers.getRegistration();
  registration?.active?.postMessage(message);
}

/** Stores the page's files and the signed-in user, so that the page opens without a network. */
export async function keepForOffline(projectId: string): Promise<void> {
  const me = store.get(meAtom);
  const permissions = store.get(permissionsAtom(projectId));
  if (!me || !permissions) return;
  const state: Kept = { me, projectId, permissions, project: store.get(projectAtom(projectId)) };
  await storage.set(KEY, state);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const files = loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
  const urls = [...new Set(files.map(({ href }) => href))];
  await postToWorker({ type: 'keep', urls }, true);
}

/** Continues as the last signed-in user if the server is unreachable. Returns whether that was possible. */
export async function startWithoutNetwork(): Promise<boolean> {
  const state = mayComeBack() ? await storage.get<Kept>(KEY) : undefined;
  if (!state) return false;
  bringSession(state.me);
  bringPermissions(state.projectId, state.permissions);
  bringProject(state.project);
  socketIs(false);
  void comeBack();
  return true;
}

/** Retries until the server is reached, to check whether the session is still valid. */
async function comeBack(): Promise<void> {
  const refreshed = await refreshToken();
  if (refreshed === 'ended') endSession('expired');
  else if (refreshed === 'refreshed') await loadMe().catch(() => undefined);
  else {
    const again = new Promise<void>(done => {
      setTimeout(done, AGAIN_MS);
      globalThis.addEventListener?.('online', () => done(), { once: true });
    });
    await again;
    await comeBack();
  }
}
