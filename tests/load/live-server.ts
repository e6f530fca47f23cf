import { createServer } from 'node:http';
import type { FeedEvent } from '@lobby/server/kit/live/feed/feed.ts';
import { openSockets } from '@lobby/server/kit/live/sockets/sockets.ts';
import { visibleEvent } from '@lobby/server/kit/live/visibility.ts';
import type { EventRow } from '@lobby/server/kit/store/events.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { Timestamp } from 'mongodb';
import { serveBroadcasts } from './fanout.ts';
import { PROJECT, TICKET_ROW } from './ticket-row.ts';

// The product's live side alone: real rooms, real subscriptions, events as the feed hands them over; no database behind it.

const definitions = new Map([[ticket.name, ticket]]);
const listeners = new Set<(event: FeedEvent) => void>();
const feed = {
  cursor: () => '1.AA',
  since: () => null,
  subscribe(listener: (event: FeedEvent) => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  onGap() {},
  alive: () => true,
  close: async () => {},
};
const http = createServer();
const viewer = { employeeId: null, departmentIds: [], permissions: {} };
openSockets(http, feed, definitions, {
  authenticate: async userId => ({ userId, sessionId: userId, kind: 'staff', expires: Date.now() / 1000 + 3600 }),
  holdAccess: async () => {},
  staffAccess: async actorId => ({
    actorId,
    name: 'Colleague',
    modules: new Set([ticket.code]),
    names: new Set(),
    viewer,
  }),
  residentAccess: async () => null,
  ownRecord: async () => false,
  unitOf: async () => null,
  mayConnect: () => true,
});

const row: EventRow = {
  _id: TICKET_ROW._id,
  ts: new Timestamp(0n),
  at: TICKET_ROW.updatedAt,
  projectId: PROJECT,
  module: ticket.code,
  entity: ticket.name,
  entityId: TICKET_ROW._id,
  action: 'approve',
  actor: { id: PROJECT, name: 'Nguyễn Thị Hồng Nhung' },
  before: { status: 'WAITING_APPROVAL' },
  after: { status: 'APPROVED' },
  version: 1,
  row: TICKET_ROW,
};
const cursor = `t6x3k9.${'82'.repeat(60)}`;
serveBroadcasts(
  http,
  version => {
    for (const listener of listeners) listener({ cursor, row: { ...row, version } });
  },
  () => process.send?.(visibleEvent(ticket, { cursor, row }, 'staff') ?? {}),
);
