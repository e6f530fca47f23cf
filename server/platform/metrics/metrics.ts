import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Request, RequestHandler } from 'express';
import { fail } from '../../kit/base/errors.ts';
import { isDirectLoopback } from '../../kit/http/origin.ts';
import {
  eventLag,
  events,
  jobRuns,
  jobSeconds,
  refused,
  requestSeconds,
  requests,
  slowQueries,
} from '../../kit/ops/measures.ts';
import { gauge, type Instrument, pageOf } from '../../kit/ops/metrics.ts';
import { keptTotals } from '../../kit/records/lists/totals.ts';
import { pageViewTotals } from './page-views.ts';

/** Readings that only the running server has. */
export interface Readings {
  ready: () => boolean;
  sockets: () => number;
  rooms: () => number;
  /** Seconds by which this machine's clock is ahead of the database's. */
  clockOffset: () => number;
}

const delay = monitorEventLoopDelay({ resolution: 10 });

const ofProcess: readonly Instrument[] = [
  gauge('lobby_event_loop_delay_seconds', 'Delay of the event loop since it was last asked for.', () => {
    const seen = [0.5, 0.99].map(part => [{ quantile: part }, delay.percentile(part * 100) / 1e9] as const);
    delay.reset();
    return seen;
  }),
  gauge('process_resident_memory_bytes', 'Memory of this process.', () => process.memoryUsage.rss()),
  gauge('nodejs_heap_size_used_bytes', 'Memory of its objects.', () => process.memoryUsage().heapUsed),
  gauge('process_cpu_seconds', 'Processor time that it has used.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }),
  gauge(
    'process_start_time_seconds',
    'When it started, in seconds since 1970.',
    () => Date.now() / 1000 - process.uptime(),
  ),
];

const digest = (text: string) => createHash('sha256').update(text).digest();

function mayRead(req: Request, token: string | undefined): boolean {
  if (isDirectLoopback(req)) return true;
  const bearer = /^Bearer (\S+)$/.exec(req.get('Authorization') ?? '')?.[1];
  return token !== undefined && bearer !== undefined && timingSafeEqual(digest(bearer), digest(token));
}

/** `GET /metrics` for Prometheus, by token or from this machine (api.md). */
export function metricsPage(
  token: string | undefined,
  { ready, sockets, rooms, clockOffset }: Readings,
): RequestHandler {
  delay.enable();
  const instruments = [
    gauge('lobby_ready', 'Whether this server takes requests.', () => Number(ready())),
    gauge('lobby_sockets', 'Live connections.', sockets),
    gauge('lobby_rooms', 'Rooms that somebody has subscribed to.', rooms),
    gauge('lobby_clock_offset_seconds', "How far this machine's clock is ahead of the database's.", clockOffset),
    gauge('lobby_totals_kept', 'Counts kept in memory.', keptTotals),
    requests,
    requestSeconds,
    refused,
    slowQueries,
    events,
    eventLag,
    jobRuns,
    jobSeconds,
    ...ofProcess,
  ];
  return async (req, res) => {
    if (!mayRead(req, token)) fail('NOT_FOUND');
    // Counts of all servers from the database; if it is unreachable, the other metrics matter all the more.
    const views = await pageViewTotals().catch(() => []);
    const opened = views.map(({ screen, count }) => [{ screen }, count] as const);
    const screens = gauge(
      'lobby_page_views',
      'How often each screen was opened, counted by all servers.',
      () => opened,
    );
    res
      .set('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
      .send(pageOf([...instruments, ...(opened.length > 0 ? [screens] : [])]));
  };
}
