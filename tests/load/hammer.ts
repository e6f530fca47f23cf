import autocannon from 'autocannon';
import type { InTurn } from './figure.ts';
import { cpuOf } from './machine.ts';
import { median, shown } from './statistics.ts';

export interface Hammered {
  perSecond: number;
  p99: number;
  /** CPU for one request in ms: of the server, of the database. Hardly touched by what else the machine does. */
  cpu: [number, number];
}

interface Request {
  headers?: Record<string, string>;
  body?: string;
}

/** Keeps so many connections busy with a request; every answer must be a good one. */
export async function hammer(
  url: string,
  {
    connections,
    seconds,
    method = 'GET',
    headers = {},
    pids,
    each,
  }: {
    connections: number;
    seconds: number;
    method?: 'GET' | 'POST';
    headers?: Record<string, string>;
    /** Process ids of the server and of its database. */
    pids: [number, number];
    /** Builds the parts that differ from one request to the next. */
    each?: () => Request;
  },
): Promise<Hammered> {
  const run = (duration: number) =>
    autocannon({
      url,
      connections,
      duration,
      method,
      headers,
      ...(each && {
        requests: [
          {
            method,
            setupRequest(request) {
              const own = each();
              return { ...request, ...own, headers: { ...headers, ...own.headers } };
            },
          },
        ],
      }),
    });
  await run(Math.min(1, seconds / 2));
  const before = pids.map(cpuOf);
  const { requests, latency, duration, non2xx, errors, timeouts } = await run(seconds);
  if (non2xx + errors + timeouts > 0)
    throw new Error(`${url}: ${non2xx} refused, ${errors} errors, ${timeouts} timeouts`);
  const [server = 0, database = 0] = pids.map((pid, n) => (cpuOf(pid) - (before[n] ?? 0)) / requests.total);
  return { perSecond: requests.total / duration, p99: latency.p99, cpu: [server, database] };
}

/** Formats the slowest requests and the CPU for each, beside the baseline. */
export function costs({ product, baseline }: InTurn<Hammered>): string {
  const both = (of: (one: Hammered) => number) =>
    [product, baseline].map(all => shown(median(all.map(of)))).join(' (bare ');
  return `p99 ${both(one => one.p99)}) ms; CPU for one: server ${both(one => one.cpu[0])}) ms, mongod ${both(one => one.cpu[1])}) ms`;
}
