import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { noneUnderway } from '../kit/http/underway.ts';

const DRAIN_MS = 8000;

/** Lets running requests finish, within a time limit. */
export async function drain(server: Server): Promise<void> {
  // The event loop first accepts waiting connections, since closing the listener drops those still in its queue.
  await new Promise(resolve => setImmediate(resolve));
  const closed = new Promise<void>(resolve => server.close(() => resolve()));
  server.closeIdleConnections();
  const limit = wait(DRAIN_MS, undefined, { ref: false });
  await Promise.race([closed, limit.then(() => server.closeAllConnections())]);
  await closed;
  // Requests of clients that disconnected may still use the database.
  await Promise.race([noneUnderway(), limit]);
}
