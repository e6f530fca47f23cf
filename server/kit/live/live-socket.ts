import type { Socket } from 'socket.io';
import type { Viewer } from '../store/row-access.ts';

/** What a socket follows: a project for staff, a unit for residents. */
export interface SocketScope {
  projectId: string;
  unitId: string | null;
  /** What that unit is one of. */
  groups: readonly string[];
  /** Since when they live there: what was before is not told again. */
  livesSince?: Date | null;
  modules: Set<string>;
  /** Modules of which only the names of records are seen: where others refer to them. */
  names: Set<string>;
  /** What staff see of records that not all see; null for residents. */
  viewer: Viewer | null;
  actor: { id: string; name: string };
}
export interface SocketData {
  userId: string;
  sessionId: string;
  kind: 'staff' | 'resident';
  scopes: Map<string, SocketScope>;
  timer: NodeJS.Timeout | undefined;
}
export type LiveSocket = Socket<
  Record<string, never>,
  Record<string, (...args: unknown[]) => void>,
  Record<string, never>,
  SocketData
>;
