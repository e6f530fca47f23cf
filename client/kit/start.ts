import { store } from './base/store.ts';
import { onToken } from './http/token.ts';
import { languageChoice } from './i18n/i18n.ts';
import { forgetViews, watchViews } from './list/views.ts';
import { forgetBadges, watchBadges } from './live/badges.ts';
import { watchNetwork } from './live/connection.ts';
import { checkNow, closeLive, joinAgain, onEvent, onMissed, openLive, subscribeToModule } from './live/live.ts';
import { forgetPresence, watchPresence } from './live/presence.ts';
import { forgetDrafts } from './offline/drafts.ts';
import { forgetOutbox, watchOutbox } from './offline/outbox.ts';
import { syncPreferences } from './preferences/preference-sync.ts';
import { provideDefinitions, type Target } from './records/definitions.ts';
import { forgetRecords } from './records/records.ts';
import { forgetRefs, renewRefs } from './refs/refs.ts';
import { forgetPermissions, permissionsAtom, renewPermissions, watchPermissions } from './session/permissions.ts';
import { watchPreferences } from './session/preferences.ts';
import { dropRecents, forgetRecents } from './session/recents.ts';
import { type EndReason, meAtom, myUserId, onSessionEnd, scopeAtom, watchSession } from './session/session.ts';

/** Starts what the kit does by itself; once, before the session is restored. `definitions`: what ref fields may point at. */
export function startKit(definitions: readonly Target[]): void {
  provideDefinitions(definitions);
  watchNetwork();
  watchSession();
  watchPermissions();
  watchPresence();
  watchBadges();
  watchViews();
  watchPreferences();
  syncPreferences();
  onSessionEnd(forget);
  languageChoice.onChange(renewRefs);
  onEvent(({ action, projectId }) => {
    if (action === 'permissions') void renewPermissions(projectId);
  });
  // What was read a moment before the project is followed is not old; how the reader's rights change is heard from then on.
  onMissed(({ projectId }, first) => {
    if (projectId && !first) void renewPermissions(projectId);
  });
  // The connection is made while it is still asked who this is.
  onToken(token => token && openLive());
  subscribeToUser();
  subscribeToScope();
  globalThis.document?.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && checkNow());
  globalThis.addEventListener?.('online', checkNow);
}

/** What somebody wrote and did not send goes out when they are back. */
function subscribeToUser(): void {
  let user: string | null = null;
  let stop = () => {};
  store.sub(meAtom, () => {
    if (user === myUserId()) return;
    user = myUserId();
    stop();
    stop = user ? watchOutbox() : () => {};
  });
}

/** In each project it is heard what the reader may do; that opens or closes what may be followed. */
function subscribeToScope(): void {
  let project: string | undefined;
  let stops: (() => void)[] = [];
  store.sub(scopeAtom, () => {
    const { projectId } = store.get(scopeAtom);
    if (projectId === project) return;
    project = projectId;
    for (const stop of stops) stop();
    // Names are of one project.
    forgetRefs();
    stops = projectId
      ? [subscribeToModule({ projectId }, 'AUTHORIZATION', () => {}), subscribeToPermissions(projectId)]
      : [];
  });
}

function subscribeToPermissions(projectId: string): () => void {
  let before = store.get(permissionsAtom(projectId));
  return store.sub(permissionsAtom(projectId), () => {
    if (before) joinAgain();
    before = store.get(permissionsAtom(projectId));
  });
}

function forget(reason: EndReason, userId: string | null): void {
  store.set(scopeAtom, {});
  closeLive();
  forgetRecords();
  forgetRefs();
  forgetPermissions();
  forgetPresence();
  forgetBadges();
  forgetViews();
  const byChoice = reason === 'signed-out';
  // Who comes after an expired session, or takes the place of a colleague, leaves theirs alone.
  void forgetOutbox(byChoice ? userId : null);
  forgetRecents();
  if (!byChoice || !userId) return;
  void forgetDrafts(userId);
  void dropRecents(userId);
}
