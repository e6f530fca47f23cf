import type { Socket } from 'socket.io';
import type { Viewer } from '../../store/row-access.ts';

/** A subscription: a project for staff, a unit for residents. */
export interface SocketScope {
  projectId: string;
  unitId: string | null;
  /** Location groups that the unit belongs to. */
  groups: readonly string[];
  /** Move-in time: earlier events are not sent again. */
  livesSince?: Date | null;
  modules: Set<string>;
  /** Modules of which only record names are visible. */
  names: Set<string>;
  /** Access to records with limited visibility; null for residents. */
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
