import type { Viewer } from '../store/row-access.ts';
import type { Concerned } from './sockets/recheck-access.ts';

export interface Live {
  toUser: (userId: string, event: string, data: unknown) => void;
  /** Whether a user is connected to this server. */
  hasUser: (userId: string) => boolean;
  /** Followers of a module on this server, by user, with what each may see. */
  viewers: (projectId: string, module: string) => ReadonlyMap<string, Viewer>;
  toModule: (projectId: string, module: string, event: string, data: unknown) => void;
  /** Sends to the residents of a unit who follow a module. */
  toUnit: (unitId: string, module: string, event: string, data: unknown) => void;
  /** Sends to all residents of a project who follow a module. */
  toResidents: (projectId: string, module: string, event: string, data: unknown) => void;
  /** Rechecks what the sockets of the people concerned may follow in a project. */
  reconsider: (projectId: string, concerned: Concerned) => Promise<void>;
  /** Sends to all connected sockets, or to those that follow the project if one is given. */
  tell: (projectId: string, event: string, data: unknown) => void;
  endSession: (sessionId: string, reason: string) => void;
  connections: () => number;
  /** Number of rooms with members, not counting each socket's own room. */
  rooms: () => number;
  close: () => Promise<void>;
}
