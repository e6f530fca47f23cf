import { MODULES } from '@lobby/shared/modules/index.ts';
import { LRUCache } from 'lru-cache';
import { clockMs } from '../kit/database/clock.ts';
import { onProgress } from '../kit/jobs/runs.ts';
import { sendBadges } from '../kit/live/badges.ts';
import type { Feed } from '../kit/live/feed/feed.ts';
import type { Live } from '../kit/live/live.ts';
import { log } from '../kit/ops/log.ts';
import { eventLag, events } from '../kit/ops/measures.ts';
import { forgetKeys } from '../kit/privacy/key-ring.ts';
import { holdKeys } from '../kit/privacy/person-keys.ts';
import { valuesIn } from '../kit/records/activity.ts';
import { staleTotals } from '../kit/records/lists/totals.ts';
import type { EventRow } from '../kit/store/events.ts';
import { forgetKept } from '../kit/store/kept.ts';
import { beginKeys, onRename } from '../kit/store/keys/rebuild-keys.ts';
import { forgetRef } from '../kit/store/refs/refs.ts';
import { onCommit } from '../kit/store/save.ts';
import { forgetAccess } from '../platform/auth/rights/access.ts';
import { forgetSession, SESSION } from '../platform/auth/sessions.ts';
import { broadcastNotifications } from '../platform/notifications/broadcast-notifications.ts';
import { forgetChoices } from '../platform/notifications/choices.ts';
import { NOTIFICATION } from '../platform/notifications/notifications.ts';
import { forgetInstallations } from '../platform/notifications/push/devices.ts';
import { pushSoon } from '../platform/notifications/push/send-push.ts';
import { changedPreferences } from '../platform/preferences/preferences.ts';
import { broadcastSize } from '../platform/projects/broadcast-size.ts';
import { loadProject, settingsOf } from '../platform/projects/projects.ts';
import { refreshSetting } from '../platform/settings/settings-cache.ts';
import { changedView } from '../platform/views/routes.ts';
import { SERVER_MODULES } from './modules.ts';

const PEOPLE = new Set(MODULES.filter(module => module.person).map(module => module.name));

/** Caches the keys needed to mask an event's values; without them they appear as stars. */
export async function withKeys(row: EventRow): Promise<void> {
  if (PEOPLE.has(row.entity))
    await holdKeys(valuesIn([row])).catch(error => log.error({ error: String(error) }, 'keys could not be read'));
}

/** Forgets keys that were destroyed, or replaced along with the demo data. */
function onKeyEvent({ entity, entityId, action, run, after }: EventRow): void {
  if (!PEOPLE.has(entity)) return;
  if (action === 'erase' && entityId) forgetKeys([entityId, ...(Array.isArray(after?.merged) ? after.merged : [])]);
  if (run === 'demo') forgetKeys();
}

/** Invalidates caches on this server's own commits, and on the events of all servers. Returns a function to end the former. */
export function invalidate(feed: Feed, live: Live): () => void {
  const looked = new LRUCache<string, true>({ max: 1000 });
  const changed = (row: EventRow) => {
    staleTotals(row);
    onKeyEvent(row);
    forgetRef(row);
    forgetKept(row);
    forgetChoices(row);
    if (row.module === SESSION) {
      if (row.entityId && row.action === 'end') {
        forgetSession(row.entityId);
        live.endSession(row.entityId, String(row.after?.reason ?? 'ended'));
      }
      live.toUser(row.actor.id, 'account', { what: row.entity });
    }
    // Own commits also arrive by the feed, sometimes first; each event is handled once.
    if (looked.has(row._id)) return;
    const concerned = forgetAccess(row);
    if (!concerned) return;
    looked.set(row._id, true);
    void live.reconsider(row.projectId, concerned);
  };
  beginKeys();
  const ends = [onCommit(rows => rows.forEach(changed)), onCommit(rows => rows.forEach(onRename))];
  for (const module of SERVER_MODULES) if (module.onCommit) ends.push(onCommit(module.onCommit));
  feed.subscribe(
    ({ row }) =>
      void refreshSetting(row, live).catch(error => log.error({ error: String(error) }, 'a setting could not be read')),
  );
  const sized = broadcastSize(live);
  feed.subscribe(({ row }) => {
    changed(row);
    sized(row);
    events.add({});
    eventLag.observe({}, Math.max(0, clockMs() - row.at.getTime()) / 1000);
  });
  feed.subscribe(({ row }) => {
    const preferences = changedPreferences(row);
    if (preferences) live.toUser(preferences.userId, 'preferences', preferences.values);
  });
  feed.subscribe(({ row }) => {
    const changed = changedView(row);
    if (!changed) return;
    const notice = { projectId: row.projectId, list: changed.list };
    live.toUser(changed.userId, 'views', notice);
    if (changed.module) live.toModule(row.projectId, changed.module, 'views', notice);
  });
  broadcastNotifications(feed, live);
  for (const { onFeed } of SERVER_MODULES) onFeed?.(feed, live);
  feed.subscribe(({ row }) => {
    if (row.module === NOTIFICATION) pushSoon();
    if (row.module === SESSION)
      void forgetInstallations(row).catch(error =>
        log.warn({ error: String(error) }, 'installations were not removed'),
      );
  });
  sendBadges(feed, live, new Map(MODULES.map(module => [module.name, module])), async id => {
    const project = await loadProject(id);
    return project && settingsOf(project);
  });
  onProgress((userId, progress) => live.toUser(userId, 'progress', progress));
  return () => {
    for (const end of ends) end();
  };
}
