import type { IncomingMessage, Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { addressesOf, makeApp } from './app.ts';
import { type Env, mastersIn } from './env.ts';
import { valuesIn } from './kit/activity.ts';
import { alone } from './kit/alone.ts';
import { sendBadges } from './kit/badges.ts';
import { codeCollection } from './kit/codes.ts';
import { connect, databaseNow, disconnect, ensureCollections } from './kit/database.ts';
import { openDoor } from './kit/door.ts';
import { type EventRow, eventCollection } from './kit/events.ts';
import { type Feed, openFeed } from './kit/feed.ts';
import { fileCollection, sweepFiles, useFiles } from './kit/file-store.ts';
import { startJobs } from './kit/jobs.ts';
import { forgetKeys } from './kit/key-ring.ts';
import { type Live, openLive } from './kit/live.ts';
import { log } from './kit/log.ts';
import { endMail, sendDue } from './kit/mail/send.ts';
import { mailCollection } from './kit/mail.ts';
import { eventLag, events } from './kit/measures.ts';
import { useWordings } from './kit/messages.ts';
import { collectionWithIndexes, modelOf, type Stored } from './kit/model.ts';
import { onceCollection } from './kit/once.ts';
import { cameInTheClear, isOwnOrigin } from './kit/origin.ts';
import { holdKeys, personKeyCollection } from './kit/person-keys.ts';
import { usePersonalSecret } from './kit/personal.ts';
import { endWork, onProgress, progressCollection } from './kit/progress.ts';
import { forgetRef, useDefinitions } from './kit/refs.ts';
import { onCommit } from './kit/save.ts';
import { beginKeys, endKeys, followRename, rebuildKeys, renamedCollection } from './kit/search-keys.ts';
import { presenceCollection } from './kit/shared-presence.ts';
import { staleTotals } from './kit/totals.ts';
import { turnContracts } from './modules/rental-contract/jobs.ts';
import { apartCollection } from './modules/resident/index.ts';
import { messageCollection } from './modules/ticket/index.ts';
import { expireTickets, markOverdue } from './modules/ticket/jobs.ts';
import { accessTo, forgetAccess, tenancyOf } from './platform/access.ts';
import { linkCollection } from './platform/accounts/links.ts';
import { clearUnfinishedDemo, hasDemo, isEmpty, loadDemo } from './platform/demo.ts';
import { dictionaryCollection, wordingIn } from './platform/dictionary.ts';
import { hearSetting, loadSettings } from './platform/hear-settings.ts';
import { startMail } from './platform/mail.ts';
import { migrations } from './platform/migrations/index.ts';
import { migrate } from './platform/migrations.ts';
import { clearNotifications, notificationCollection } from './platform/notifications.ts';
import { pageViewCollection } from './platform/page-views.ts';
import { changedPreferences, preferenceCollection } from './platform/preferences.ts';
import { projectCollection, projectOf, settingsOf } from './platform/projects.ts';
import {
  forgetSession,
  readAccess,
  SESSION,
  sessionCollection,
  userCollection,
  useSessionSecret,
} from './platform/sessions.ts';

import { useSupportDomain } from './platform/support.ts';
import { view } from './platform/views/definition.ts';
import { changedView } from './platform/views/routes.ts';
import { whiteLabelCollection } from './platform/white-labels.ts';

const DRAIN_MS = 8000;

export interface Running {
  url: string;
  server: Server;
  demo: boolean;
  stop: () => Promise<void>;
}

const collections = [
  eventCollection,
  personKeyCollection,
  onceCollection,
  codeCollection,
  fileCollection,
  progressCollection,
  presenceCollection,
  renamedCollection,
  projectCollection,
  whiteLabelCollection,
  dictionaryCollection,
  userCollection,
  sessionCollection,
  linkCollection,
  mailCollection,
  notificationCollection,
  pageViewCollection,
  preferenceCollection,
  messageCollection,
  apartCollection,
  collectionWithIndexes(view),
  ...MODULES.map(collectionWithIndexes),
];

const JOBS = [
  { name: 'tickets overdue', every: '* * * * *', run: markOverdue },
  { name: 'tickets expired', every: '*/5 * * * *', run: expireTickets },
  { name: 'contracts', every: '*/5 * * * *', run: async () => turnContracts(await databaseNow()) },
  { name: 'search keys of what was renamed', every: '* * * * *', run: rebuildKeys },
  { name: 'mails', every: '* * * * *', run: sendDue },
  { name: 'notifications kept long enough', every: '41 3 * * *', run: clearNotifications },
  { name: 'files nobody refers to', every: '17 * * * *', run: sweepFiles },
];

/** Starts the product on a database; answers once a page would be answered. */
export async function start(env: Env, uri: string, withDemo: boolean): Promise<Running> {
  usePersonalSecret(env.secrets.personal, () => mastersIn(env.DATA_DIR));
  useSessionSecret(env.secrets.signing);
  useFiles(env.DATA_DIR, env.secrets.signing);
  useDefinitions(MODULES);
  useWordings(wordingIn);
  useSupportDomain(env.SUPPORT_EMAIL_DOMAIN);
  await connect(uri);
  // Of several servers that start at once, one prepares the database and the others wait.
  await alone('start', () => prepare(withDemo));
  const demo = await hasDemo();
  if (demo && !env.loopback && !env.DEMO_PUBLIC)
    throw new Error('a demo database listens on loopback only, unless DEMO_PUBLIC=1');

  const feed = await openFeed(withKeys);
  let ready = false;
  let draining = false;
  const certificate = env.TLS_CERT && env.TLS_KEY ? { cert: env.TLS_CERT, key: env.TLS_KEY } : null;
  const readings = {
    ready: () => ready && !draining && feed.alive(),
    sockets: () => live.connections(),
    rooms: () => live.rooms(),
  };
  const server = openDoor(certificate, makeApp(env, readings));
  // A client that keeps its connection would otherwise go on sending while the server waits for it to end.
  server.prependListener('request', (_req, res) => draining && res.setHeader('Connection', 'close'));
  const live = openLive(server, feed, new Map(MODULES.map(one => [one.name, one])), gateOf(env));
  const unfollow = follow(feed, live);
  await loadSettings();
  const url = () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : env.PORT;
    return `${certificate ? 'https' : 'http'}://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${port}`;
  };
  startMail(env, url);
  const jobs = env.JOBS ? await startJobs(JOBS) : null;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(env.PORT, env.HOST, resolve));
  ready = true;
  return {
    url: url(),
    server,
    demo,
    async stop() {
      draining = true;
      // By the time that the door closes, a proxy has seen that this server is no longer ready.
      await wait(env.LEAVE_SECONDS * 1000);
      const drained = drain(server);
      await Promise.all([jobs?.stop(), endWork(), endMail(), endKeys()]);
      await live.close();
      await drained;
      await feed.close();
      unfollow();
      await disconnect();
    },
  };
}

async function prepare(withDemo: boolean): Promise<void> {
  await ensureCollections(collections);
  await migrate(migrations);
  await clearUnfinishedDemo();
  if (withDemo && (await isEmpty())) log.info({ documents: await loadDemo({}, new Date()) }, 'demo loaded');
}

/** Lets requests under way finish, within a limit. */
async function drain(server: Server): Promise<void> {
  // Right after the loop has taken in whoever was waiting: those still in the queue of a door that closes are cut off.
  await new Promise(resolve => setImmediate(resolve));
  const closed = new Promise<void>(resolve => server.close(() => resolve()));
  server.closeIdleConnections();
  const limit = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(limit);
}

function gateOf(env: Env) {
  const addresses = addressesOf(env);
  return {
    async authenticate(token: string) {
      const { userId, _id, kind, expires } = await readAccess(token);
      return { userId, sessionId: _id, kind, expires };
    },
    async staffAccess(userId: string, projectId: string) {
      const access = await accessTo(userId, projectId);
      if (!access) return null;
      const modules = Object.entries(access.permissions).flatMap(([module, flags]) =>
        flags?.includes('read') ? module : [],
      );
      return { actorId: access.actorId, name: access.name, modules: new Set(modules) };
    },
    async residentAccess(userId: string, unitId: string) {
      const tenancy = await tenancyOf(userId, unitId);
      if (!tenancy) return null;
      const { residentId, name, projectId, blockId } = tenancy;
      return { actorId: residentId, name, projectId, blockId };
    },
    async ownRecord(projectId: string, unitId: string, entityId: string) {
      return (
        (await modelOf(ticket)
          .findOne({ _id: entityId, projectId, unitId, deletedAt: null }, { _id: 1 })
          .lean<Stored>()) !== null
      );
    },
    mayConnect: (req: IncomingMessage) =>
      !cameInTheClear(req, env.tls) && (!req.headers.origin || isOwnOrigin(req.headers.origin, req, addresses)),
  };
}

const PEOPLE = new Set(MODULES.filter(one => one.person).map(one => one.name));

/** Has the keys in memory that an event is masked with; without them it is told with stars alone. */
async function withKeys(row: EventRow): Promise<void> {
  if (PEOPLE.has(row.entity))
    await holdKeys(valuesIn([row])).catch(error => log.error({ error: String(error) }, 'keys could not be read'));
}

/** Forgets keys as they are destroyed, or were replaced along with the demo. */
function followKeys({ entity, entityId, action, run, after }: EventRow): void {
  if (!PEOPLE.has(entity)) return;
  if (action === 'erase' && entityId) forgetKeys([entityId, ...(Array.isArray(after?.merged) ? after.merged : [])]);
  if (run === 'demo') forgetKeys();
}

/** Makes stale what is kept in memory, first by this server's own commits, then by the feed of all. Answers how to end the former. */
function follow(feed: Feed, live: Live): () => void {
  const changed = (row: EventRow) => {
    staleTotals(row);
    followKeys(row);
    forgetRef(row);
    if (row.module === SESSION) {
      if (row.entityId && row.action === 'end') {
        forgetSession(row.entityId);
        live.endSession(row.entityId, 'ended');
      }
      live.toUser(row.actor.id, 'account', { what: row.entity });
    }
    const whom = forgetAccess(row);
    if (whom) void live.reconsider(row.projectId, whom);
  };
  beginKeys();
  const ends = [onCommit(rows => rows.forEach(changed)), onCommit(rows => rows.forEach(followRename))];
  feed.subscribe(
    ({ row }) =>
      void hearSetting(row, live).catch(error => log.error({ error: String(error) }, 'a setting could not be read')),
  );
  feed.subscribe(({ row }) => {
    changed(row);
    events.add({});
    eventLag.observe({}, Math.max(0, Date.now() - row.at.getTime()) / 1000);
  });
  feed.subscribe(({ row }) => {
    const preferences = changedPreferences(row);
    if (preferences) live.toUser(preferences.userId, 'preferences', preferences.values);
  });
  feed.subscribe(({ row }) => {
    const changed = changedView(row);
    if (!changed) return;
    const told = { projectId: row.projectId, list: changed.list };
    live.toUser(changed.userId, 'views', told);
    if (changed.module) live.toModule(row.projectId, changed.module, 'views', told);
  });
  sendBadges(feed, live, new Map(MODULES.map(one => [one.name, one])), async id => {
    const project = await projectOf(id);
    return project && settingsOf(project);
  });
  onProgress((userId, progress) => live.toUser(userId, 'progress', progress));
  return () => {
    for (const end of ends) end();
  };
}
