import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { MODULES } from '@lobby/shared/modules/index.ts';
import type { Env } from '../env.ts';
import { clockOffset, startClockSync } from '../kit/database/clock.ts';
import { connect, disconnect } from '../kit/database/database.ts';
import { startHealthCheck } from '../kit/database/health-check.ts';
import { withLock } from '../kit/database/lock.ts';
import { openListener } from '../kit/http/listener.ts';
import { startJobs } from '../kit/jobs/jobs.ts';
import { endRuns } from '../kit/jobs/runs.ts';
import { openFeed } from '../kit/live/feed/feed.ts';
import { openSockets } from '../kit/live/sockets/sockets.ts';
import { endMail, onMailOver } from '../kit/mail/send.ts';
import { keptMessages } from '../kit/mail/state.ts';
import { endKeys } from '../kit/store/keys/rebuild-keys.ts';
import { startMail } from '../platform/notifications/mail.ts';
import { endPush } from '../platform/notifications/push/send-push.ts';
import { startPush } from '../platform/notifications/push/start-push.ts';
import { hasDemo } from '../platform/projects/installation.ts';
import { loadSettings } from '../platform/settings/settings-cache.ts';
import { allRoutes, makeApp } from './app.ts';
import { configure } from './configure.ts';
import { drain } from './drain.ts';
import { gateOf } from './gate.ts';
import { invalidate, withKeys } from './invalidate.ts';
import { JOBS } from './jobs.ts';
import { SERVER_MODULES } from './modules.ts';
import { prepare } from './prepare.ts';

export interface Running {
  url: string;
  server: Server;
  demo: boolean;
  stop: () => Promise<void>;
}

/**
 * Starts the product on a database and resolves when it can serve pages. `isPrepared`: the process has started on it before,
 * so collections, indexes and migrations are skipped.
 */
export async function start(env: Env, uri: string, withDemo: boolean, isPrepared = false): Promise<Running> {
  configure(env, () => env.PUBLIC_URL ?? url());
  await connect(uri);
  const stopClock = await startClockSync();
  const stopAnswers = startHealthCheck(uri);
  // If several servers start concurrently, one prepares the database while the others wait.
  const prepared = withLock('start', () => prepare(withDemo, isPrepared));
  // Created while the database is being prepared.
  allRoutes();
  const isLoaded = await prepared;
  const demo = await hasDemo();
  if (demo && !env.loopback && !env.DEMO_PUBLIC)
    throw new Error('a demo database listens on loopback only, unless DEMO_PUBLIC=1');

  const opening = openFeed(withKeys);
  let ready = false;
  let draining = false;
  function url(): string {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : env.PORT;
    return `${certificate ? 'https' : 'http'}://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${port}`;
  }
  const certificate = env.TLS_CERT && env.TLS_KEY ? { cert: env.TLS_CERT, key: env.TLS_KEY } : null;
  const readings = {
    ready: () => ready && !draining && feed.alive(),
    sockets: () => live.connections(),
    rooms: () => live.rooms(),
    clockOffset,
  };
  const server = openListener(certificate, makeApp(env, readings));
  const feed = await opening;
  // Otherwise a client with a kept-alive connection could go on sending while the server waits for it to end.
  server.prependListener('request', (_req, res) => draining && res.setHeader('Connection', 'close'));
  const live = openSockets(server, feed, new Map(MODULES.map(module => [module.name, module])), gateOf(env));
  const unfollow = invalidate(feed, live);
  await loadSettings();
  startMail(env, url, Object.assign({}, ...SERVER_MODULES.map(({ mails }) => mails)));
  const unlisten = onMailOver(kind => {
    for (const module of SERVER_MODULES) module.onMailOver?.(kind);
  });
  if (isLoaded && keptMessages()?.channels.includes('EMAIL')) {
    const { queueDemoMails } = await import('../demo/outbox.ts');
    await queueDemoMails();
  }
  startPush(env);
  const listening = new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(env.PORT, env.HOST, resolve),
  );
  const [jobs] = await Promise.all([env.JOBS ? startJobs(JOBS) : null, listening]);
  ready = true;
  return {
    url: url(),
    server,
    demo,
    async stop() {
      draining = true;
      // Gives a proxy time to notice that this server is no longer ready, before it stops listening.
      await wait(env.LEAVE_SECONDS * 1000);
      unlisten();
      const drained = drain(server);
      await Promise.all([
        jobs?.stop(),
        endRuns(),
        ...SERVER_MODULES.map(({ onStop }) => onStop?.()),
        endMail(),
        endPush(),
        endKeys(),
      ]);
      await live.close();
      await drained;
      await feed.close();
      unfollow();
      stopClock();
      await stopAnswers();
      await disconnect();
    },
  };
}
