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

/** Starts the kit's background work, once, before the session is restored. `definitions`: targets of ref fields. */
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
  // On the first subscription permissions were just loaded; later changes arrive as events.
  onMissed(({ projectId }, first) => {
    if (projectId && !first) void renewPermissions(projectId);
  });
  // Connects while the user is still being loaded.
  onToken(token => token && openLive());
  subscribeToUser();
  subscribeToScope();
  globalThis.document?.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && checkNow());
  globalThis.addEventListener?.('online', checkNow);
}

/** Sends what the user left in the outbox when they sign in. */
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

/** In each project follows changes of the reader's permissions, which open or close subscriptions. */
function subscribeToScope(): void {
  let project: string | undefined;
  let stops: (() => void)[] = [];
  store.sub(scopeAtom, () => {
    const { projectId } = store.get(scopeAtom);
    if (projectId === project) return;
    project = projectId;
    for (const stop of stops) stop();
    // Names belong to one project.
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
  // Only a deliberate sign-out removes the stored items; after an expired or replaced session they stay for their user.
  void forgetOutbox(byChoice ? userId : null);
  forgetRecents();
  if (!byChoice || !userId) return;
  void forgetDrafts(userId);
  void dropRecents(userId);
}
