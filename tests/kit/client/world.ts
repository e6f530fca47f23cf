import type { Filter } from '@lobby/shared/kit/definition.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { vi } from 'vitest';
import { both, matches, type Row } from '../../../client/kit/base/matches.ts';
import { transport } from '../../../client/kit/http/token.ts';
import { compareBy } from '../../../client/kit/list/order.ts';
import type { RecordEvent } from '../../../client/kit/records/events.ts';

/** Simulated network conditions of frames and requests. */
export interface Weather {
  /** Duration in ms. */
  delay: () => number;
  /** Copies of a frame: 0 if lost, 1 normally, 2 if duplicated. */
  copies: () => number;
}

export const reader = { me: 'me', timeZone: 'Asia/Ho_Chi_Minh' };
export const scope = { projectId: 'p1' };

interface Stored {
  row: Row;
  removed: boolean;
}

let worlds = 0;

/**
 * In-memory server according to api.md: tickets, lists, counts, and an event stream with cursors; runs on the timers of
 * vitest.
 */
export function createWorld(weather: Weather) {
  const tickets = new Map<string, Stored>();
  const world = ++worlds;
  const stream: RecordEvent[] = [];
  const sockets = new Set<FakeSocket>();
  let reachable = true;
  let oldest = 0;

  const rows = () => [...tickets.values()].filter(({ removed }) => !removed).map(({ row }) => row);
  const query = (filter: Filter, sort: string) => {
    const order = compareBy(ticket, sort);
    return rows()
      .filter(row => matches(ticket, filter, row, reader))
      .filter(row => !filter.q || String(row.title).includes(filter.q))
      .sort(order ?? undefined);
  };

  function tell(event: Pick<RecordEvent, 'entityId' | 'action' | 'version' | 'data'>): void {
    const cursor = String(stream.length + 1);
    const actor = { id: 'other', name: 'Other' };
    const whole = {
      ...event,
      id: `e${world}-${cursor}`,
      cursor,
      at: '',
      projectId: 'p1',
      module: 'HELP_DESK',
      entity: 'ticket',
      actor,
    };
    stream.push(whole);
    for (const socket of sockets) socket.send('event', whole);
  }

  function write(id: string, change: Record<string, unknown>, action: string): void {
    const known = tickets.get(id);
    const version = (known?.row.version ?? 0) + (action === 'message' ? 0 : 1);
    const row = { ...(known?.row ?? { id, createdAt: id }), ...change, id, version };
    tickets.set(id, { row, removed: action === 'remove' });
    tell({ entityId: id, action, version, data: row });
  }

  /** Bulk change: a single event without records. */
  function writeMany(ids: readonly string[], change: Record<string, unknown>): void {
    for (const id of ids) {
      const known = tickets.get(id);
      if (known) tickets.set(id, { ...known, row: { ...known.row, ...change, version: known.row.version + 1 } });
    }
    tell({ entityId: null, action: 'assign', version: 0, data: { run: 'r', count: ids.length } });
  }

  const pause = () => new Promise(resolve => setTimeout(resolve, weather.delay()));

  async function answer(url: string, init: RequestInit): Promise<Response> {
    await pause();
    if (!reachable) throw new TypeError('unreachable');
    const { pathname, searchParams } = new URL(url, 'http://lobby');
    const filter = readFilter(searchParams);
    const sort = searchParams.get('sort') ?? '-createdAt';
    const found = query(filter, sort);
    let body: unknown = null;
    const headers = new Headers();
    if (pathname === '/api/pms/helpdesk') {
      const limit = Number(searchParams.get('limit'));
      const after = searchParams.get('after');
      const from = after ? placeAfter(found, after, sort) : (Number(searchParams.get('page')) - 1) * limit;
      const page = found.slice(from, from + limit);
      const last = page.at(-1);
      headers.set('Content-Range', `items 0-0/${found.length}`);
      if (last && page.length === limit) headers.set('X-Next-Cursor', btoa(JSON.stringify(last)));
      body = page;
    } else if (pathname === '/api/pms/helpdesk/count-badges') {
      body = { total: found.length, tabs: {}, marks: {} };
    } else return new Response('{"code":"NOT_FOUND"}', { status: 404 });
    const text = JSON.stringify({ code: 'SUCCESS', data: body });
    await pause();
    init.signal?.throwIfAborted();
    if (!reachable) throw new TypeError('unreachable');
    return new Response(text, { headers });
  }

  transport.fetch = answer;

  /** Replaces a socket of socket.io-client. */
  class FakeSocket {
    connected = false;
    active = true;
    private heard = new Map<string, ((body?: unknown) => void)[]>();
    private busyUntil = 0;

    constructor() {
      setTimeout(() => this.connect(), weather.delay());
    }
    on(name: string, listener: (body?: unknown) => void): void {
      this.heard.set(name, [...(this.heard.get(name) ?? []), listener]);
    }
    hear(name: string, body?: unknown): void {
      for (const listener of this.heard.get(name) ?? []) listener(body);
    }
    /** Frames arrive in order, unless they are duplicated. */
    send(name: string, body: unknown): void {
      for (let copy = weather.copies(); copy > 0; copy--) {
        const at = Date.now() + weather.delay();
        this.busyUntil = copy === 1 ? Math.max(this.busyUntil, at) : at;
        setTimeout(() => this.connected && this.hear(name, body), this.busyUntil - Date.now());
      }
    }
    connect(): this {
      setTimeout(() => {
        if (this.connected) return;
        if (!reachable) return void this.connect();
        this.connected = true;
        sockets.add(this);
        this.hear('connect');
      }, 300);
      return this;
    }
    drop(): void {
      if (!this.connected) return;
      this.connected = false;
      sockets.delete(this);
      this.hear('disconnect', 'transport close');
    }
    disconnect(): this {
      this.drop();
      return this;
    }
    removeAllListeners(): void {
      this.heard.clear();
    }
    timeout(ms: number) {
      return {
        emitWithAck: (name: string, body: { modules: string[]; since?: string }) =>
          new Promise((resolve, reject) => {
            setTimeout(() => reject(new Error('timeout')), ms);
            setTimeout(() => this.answer(name, body, resolve), weather.delay());
          }),
      };
    }
    emit(): void {}
    private answer(name: string, { since }: { since?: string }, resolve: (answer: unknown) => void): void {
      if (!this.connected || weather.copies() === 0) return;
      const cursor = String(stream.length);
      const missed =
        since === undefined ? {} : Number(since) < oldest ? { resync: true } : { events: stream.slice(Number(since)) };
      const answer = name === 'subscribe' ? { ok: true, cursor, denied: [], ...missed } : { ok: true };
      const at = Math.max(this.busyUntil, Date.now() + weather.delay());
      this.busyUntil = at;
      setTimeout(() => this.connected && resolve(answer), at - Date.now());
    }
  }

  return {
    io: () => new FakeSocket(),
    write,
    writeMany,
    query,
    rows,
    ids: () => [...tickets.keys()],
    cut() {
      reachable = false;
      // A disconnected socket reconnects by itself.
      for (const socket of [...sockets]) {
        socket.drop();
        socket.connect();
      }
      return () => {
        reachable = true;
      };
    },
    /** Drops the event history: disconnected clients have to reload. */
    forget: () => {
      oldest = stream.length;
    },
  };
}

export type World = ReturnType<typeof createWorld>;

function readFilter(params: URLSearchParams): Filter {
  const filter: Filter = {};
  for (const [key, value] of params) {
    const [, field = '', part] = /^filter\[(\w+)\](?:\[(\w*)\])?$/.exec(key) ?? [];
    if (!field) continue;
    if (part === undefined) filter.q = value;
    else if (part === '') {
      const known = filter[field];
      filter[field] = { in: [...((typeof known === 'object' && known.in) || []), value] };
    } else
      filter[field] = both({ [field]: { [part]: value } }, { ...(filter[field] && { [field]: filter[field] }) })[field];
  }
  return filter;
}

function placeAfter(found: readonly Row[], cursor: string, sort: string): number {
  const last: Row = JSON.parse(atob(cursor));
  const order = compareBy(ticket, sort);
  const next = found.findIndex(row => order && order(row, last) > 0);
  return next < 0 ? found.length : next;
}

export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}
