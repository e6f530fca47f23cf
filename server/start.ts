import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { SERVER_MODULES } from './app/modules.ts';
import { allRoutes, makeApp } from './app.ts';
import { clearUnfinishedDemo, loadDemo } from './demo/load-demo.ts';
import { DESK_JOBS } from './desk-jobs.ts';
import { type Env, mastersIn } from './env.ts';
import { gateOf } from './gate.ts';
import { invalidate, withKeys } from './invalidate.ts';
import { shareWords, useWordings } from './kit/base/messages.ts';
import { followAnswers } from './kit/database/answering.ts';
import { clockNow, clockOffset, followClock } from './kit/database/clock.ts';
import { connect, disconnect } from './kit/database/database.ts';
import { withLock } from './kit/database/lock.ts';
import { refuseUnfinishedRestore } from './kit/database/unfinished-restore.ts';
import { sweepFiles, useFiles } from './kit/files/file-store.ts';
import { useGuestSecret } from './kit/http/guest-link.ts';
import { openListener } from './kit/http/listener.ts';
import { startJobs } from './kit/jobs/jobs.ts';
import { useOverseers } from './kit/jobs/run-routes.ts';
import { endRuns, useRightsAgain } from './kit/jobs/runs.ts';
import { openFeed } from './kit/live/feed.ts';
import { openSockets } from './kit/live/sockets.ts';
import { sweepOutbox } from './kit/mail/forget.ts';
import { endMail, onMailOver, sendDue } from './kit/mail/send.ts';
import { useSuppressions } from './kit/mail/suppressed.ts';
import { log } from './kit/ops/log.ts';
import { usePersonalSecret } from './kit/privacy/personal.ts';
import { useDefinitions, useWorkers } from './kit/store/refs.ts';
import { endKeys, rebuildKeys } from './kit/store/search-keys.ts';
import { prepareStore } from './migrations/prepare-store.ts';
import { endSync } from './modules/accounting-sync/index.ts';
import { endAnnouncements, turnAnnouncements } from './modules/announcement/deliver.ts';
import { announcementMails } from './modules/announcement/mails.ts';
import { turnApprovals } from './modules/approval-request/index.ts';
import { remindOfAssets, turnAssets } from './modules/asset/index.ts';
import { useCalendarHome } from './modules/calendar-feed/index.ts';
import { turnParking, useParking } from './modules/card/parking-jobs.ts';
import { overParking } from './modules/card/parking-system.ts';
import { stopVehicles } from './modules/card/vehicles.ts';
import {
  conferenceMails,
  remindOfConferences,
  tellConferences,
  turnSurveys,
  turnVotes,
} from './modules/conference/index.ts';
import { suppressions } from './modules/email-suppression/index.ts';
import { endFollowing, endNoticeRuns, noticeMails, sendNoticesSoon } from './modules/fee-notice/index.ts';
import {
  handoverMails,
  mailDefects,
  remindOfHandovers,
  turnDefects,
  turnHandovers,
} from './modules/handover-unit/index.ts';
import { followInvoices, useTaxSandbox } from './modules/invoice/index.ts';
import { turnPlans, turnWorks } from './modules/maintenance/index.ts';
import { merchantOrderMails, turnOrders } from './modules/merchant-order/index.ts';
import { publishNews } from './modules/news/index.ts';
import { followOrders } from './modules/online-transaction/index.ts';
import { turnPartners } from './modules/partner/index.ts';
import { usePaymentHome, usePaymentSandbox } from './modules/payment-gateway/index.ts';
import { moneyStarter } from './modules/payment-method/index.ts';
import { turnPolls } from './modules/poll/index.ts';
import { turnRequests } from './modules/purchase-request/index.ts';
import { endReconciliations } from './modules/reconciliation/index.ts';
import { turnContracts } from './modules/rental-contract/jobs.ts';
import { scheduleMails } from './modules/report-schedule/index.ts';
import { turnPapers } from './modules/resident/index.ts';
import { countUnread, countUnreadOfUnit, turnRooms } from './modules/room/index.ts';
import { remindTakes } from './modules/stock-take/index.ts';
import { recountStores } from './modules/supply/index.ts';
import { turnTasks } from './modules/task/jobs.ts';
import { groupStarter, remindOfSystems, technicalMails, turnSystems } from './modules/technical-system/index.ts';
import { paperStarter, templateStarter } from './modules/template/index.ts';
import { turnBans } from './modules/utility-booking/ban-routes.ts';
import { sweepHolds, turnWaits } from './modules/utility-booking/index.ts';
import { turnBookings } from './modules/utility-booking/jobs.ts';
import { MONEY_JOBS } from './money-jobs.ts';
import { isAdmin, rightsAgain } from './platform/auth/rights-again.ts';
import { useSessionSecret } from './platform/auth/sessions.ts';
import { useSupportDomain } from './platform/auth/support.ts';
import { workersAmong } from './platform/auth/workers.ts';
import { addPersonalBadge } from './platform/badges/badges.ts';
import { clearNotifications } from './platform/notifications/clear.ts';
import { clearInstallations } from './platform/notifications/devices.ts';
import { tellAfterQuiet } from './platform/notifications/gathered.ts';
import { startMail } from './platform/notifications/mail.ts';
import { endPush, sendPushes } from './platform/notifications/send-push.ts';
import { startPush } from './platform/notifications/start-push.ts';
import { hasDemo, isEmpty } from './platform/projects/installation.ts';
import { useStarters } from './platform/projects/starters.ts';
import { loadSettings } from './platform/settings/settings-cache.ts';
import { wordingIn } from './platform/wording/dictionary.ts';

const DRAIN_MS = 8000;

export interface Running {
  url: string;
  server: Server;
  demo: boolean;
  stop: () => Promise<void>;
}

const JOBS = [
  ...SERVER_MODULES.flatMap(({ jobs = [] }) => jobs),
  { name: 'tasks', every: '* * * * *', run: turnTasks },
  { name: 'rooms', every: '* * * * *', run: turnRooms },
  { name: 'contracts', every: '*/5 * * * *', run: turnContracts },
  { name: 'contracts of partners', every: '*/5 * * * *', run: turnPartners },
  ...MONEY_JOBS,
  { name: 'what waits for a second person', every: '10 * * * *', run: turnApprovals },
  { name: 'requests that are late', every: '*/15 * * * *', run: turnRequests },
  { name: 'recount of the stores', every: '30 1 * * *', run: recountStores },
  { name: 'announcements', every: '* * * * *', run: turnAnnouncements },
  { name: 'news', every: '* * * * *', run: publishNews },
  { name: 'polls', every: '* * * * *', run: turnPolls },
  ...DESK_JOBS,
  { name: 'upkeep of assets', every: '5 0 * * *', run: turnAssets },
  { name: 'plans of upkeep', every: '20 * * * *', run: turnPlans },
  { name: 'counts that are due', every: '*/10 * * * *', run: remindTakes },
  { name: 'works of upkeep that are late', every: '* * * * *', run: turnWorks },
  { name: 'reminders of assets', every: '*/10 * * * *', run: remindOfAssets },
  { name: 'upkeep of systems and devices', every: '6 0 * * *', run: turnSystems },
  { name: 'reminders of systems and devices', every: '*/10 * * * *', run: remindOfSystems },
  { name: 'what units are told of meetings', every: '* * * * * *', run: tellConferences },
  { name: 'surveys of owners', every: '* * * * *', run: turnSurveys },
  { name: 'votes of owners', every: '* * * * * *', run: turnVotes },
  { name: 'reminders of meetings', every: '*/10 * * * *', run: remindOfConferences },
  { name: 'reminders of handovers', every: '*/10 * * * *', run: remindOfHandovers },
  { name: 'handovers that are late', every: '30 0 * * *', run: turnHandovers },
  { name: 'defects of handovers', every: '45 * * * *', run: turnDefects },
  { name: 'lists of defects', every: '5 * * * *', run: mailDefects },
  { name: 'vehicles whose last day is over', every: '20 0 * * *', run: stopVehicles },
  { name: 'cards at the barriers', every: '* * * * *', run: turnParking },
  { name: 'bookings of amenities', every: '* * * * *', run: turnBookings },
  { name: 'slots held while a form is filled', every: '*/30 * * * * *', run: sweepHolds },
  { name: 'who waits for an amenity', every: '* * * * *', run: turnWaits },
  { name: 'who may not book amenities', every: '5 * * * *', run: turnBans },
  { name: 'orders that partners do', every: '* * * * *', run: turnOrders },
  { name: 'papers of residents', every: '*/5 * * * *', run: turnPapers },
  { name: 'search keys of what was renamed', every: '* * * * *', run: rebuildKeys },
  { name: 'mails', every: '* * * * *', run: sendDue },
  { name: 'mails of who was erased', every: '* * * * *', run: sweepOutbox },
  { name: 'pushes', every: '* * * * *', run: sendPushes },
  { name: 'what gathered while it was quiet', every: '* * * * *', run: tellAfterQuiet },
  { name: 'browsers unseen for long', every: '11 3 * * *', run: clearInstallations },
  { name: 'notifications kept long enough', every: '41 3 * * *', run: clearNotifications },
  { name: 'files nobody refers to', every: '17 * * * *', run: sweepFiles },
];

/**
 * Starts the product on a database; answers once a page would be answered. `isPrepared`: the same process has started on it before, so
 * collections, indexes and migrations are not looked at again.
 */
export async function start(env: Env, uri: string, withDemo: boolean, isPrepared = false): Promise<Running> {
  usePersonalSecret(env.secrets.personal, () => mastersIn(env.DATA_DIR));
  useSessionSecret(env.secrets.signing);
  useGuestSecret(env.secrets.signing);
  useFiles(env.DATA_DIR, env.secrets.signing);
  useDefinitions(MODULES);
  useWorkers(workersAmong);
  useStarters([
    templateStarter,
    moneyStarter,
    paperStarter,
    groupStarter,
    ...SERVER_MODULES.flatMap(({ starters = [] }) => starters),
  ]);
  useRightsAgain(rightsAgain);
  useOverseers(isAdmin);
  shareWords(MODULES);
  addPersonalBadge('RESIDENT_COMMUNICATE', { code: room.code, count: countUnread, ofUnit: countUnreadOfUnit });
  useWordings(wordingIn);
  useSupportDomain(env.SUPPORT_EMAIL_DOMAIN);
  usePaymentSandbox(env.PAYMENT_SANDBOX_URL ?? null);
  useTaxSandbox(env.TAX_SANDBOX_URL ?? null);
  useParking(env.PARKING_URL ? overParking(env.PARKING_URL, env.PARKING_TOKEN) : null);
  await connect(uri);
  const stopClock = await followClock();
  const stopAnswers = followAnswers(uri);
  // Of several servers that start at once, one prepares the database and the others wait.
  const prepared = withLock('start', () => prepare(withDemo, isPrepared));
  // Made while the database works.
  allRoutes();
  await prepared;
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
    clockOffset,
  };
  const server = openListener(certificate, makeApp(env, readings));
  // A client that keeps its connection would otherwise go on sending while the server waits for it to end.
  server.prependListener('request', (_req, res) => draining && res.setHeader('Connection', 'close'));
  const live = openSockets(server, feed, new Map(MODULES.map(one => [one.name, one])), gateOf(env));
  const unfollow = invalidate(feed, live);
  const unfollowOrders = followOrders();
  const unfollowInvoices = followInvoices();
  await loadSettings();
  const url = () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : env.PORT;
    return `${certificate ? 'https' : 'http'}://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${port}`;
  };
  useCalendarHome(() => env.PUBLIC_URL ?? url());
  usePaymentHome(() => env.PUBLIC_URL ?? url());
  useSuppressions(suppressions);
  startMail(env, url, {
    ...Object.assign({}, ...SERVER_MODULES.map(({ mails }) => mails)),
    ...announcementMails,
    ...noticeMails,
    ...merchantOrderMails,
    ...technicalMails,
    ...handoverMails,
    ...conferenceMails,
    ...scheduleMails,
  });
  const unlisten = onMailOver(kind => {
    if (Object.hasOwn(noticeMails, kind)) sendNoticesSoon();
    for (const module of SERVER_MODULES) module.onMailOver?.(kind);
  });
  startPush(env);
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
      unlisten();
      const drained = drain(server);
      await Promise.all([
        jobs?.stop(),
        endRuns(),
        ...SERVER_MODULES.map(({ onStop }) => onStop?.()),
        endAnnouncements(),
        endSync(),
        endReconciliations(),
        endNoticeRuns(),
        endFollowing(),
        endMail(),
        endPush(),
        endKeys(),
      ]);
      await live.close();
      await drained;
      await feed.close();
      unfollow();
      unfollowOrders();
      unfollowInvoices();
      stopClock();
      await stopAnswers();
      await disconnect();
    },
  };
}

async function prepare(withDemo: boolean, isPrepared: boolean): Promise<void> {
  await refuseUnfinishedRestore();
  if (!isPrepared) await prepareStore();
  await clearUnfinishedDemo();
  if (withDemo && (await isEmpty())) log.info({ documents: await loadDemo({}, clockNow()) }, 'demo loaded');
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
