import type { Viewer } from '../store/row-access.ts';
import type { Concerned } from './recheck-access.ts';

export interface Live {
  toUser: (userId: string, event: string, data: unknown) => void;
  /** Whether somebody is connected to this server. */
  hasUser: (userId: string) => boolean;
  /** Who follows a module on this server, by user, and what each sees there. */
  viewers: (projectId: string, module: string) => ReadonlyMap<string, Viewer>;
  toModule: (projectId: string, module: string, event: string, data: unknown) => void;
  /** Says something to the residents of a unit who follow a module. */
  toUnit: (unitId: string, module: string, event: string, data: unknown) => void;
  /** Says something to every resident of a project who follows a module. */
  toResidents: (projectId: string, module: string, event: string, data: unknown) => void;
  /** Evaluates again what the sockets of those concerned may hear of a project. */
  reconsider: (projectId: string, concerned: Concerned) => Promise<void>;
  /** Says something to everybody who is connected, or, with a project, to those who look at it. */
  tell: (projectId: string, event: string, data: unknown) => void;
  endSession: (sessionId: string, reason: string) => void;
  connections: () => number;
  /** Rooms with somebody in them, a socket's own room left out. */
  rooms: () => number;
  close: () => Promise<void>;
}
