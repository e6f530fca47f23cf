import type { IncomingMessage } from 'node:http';
import type { Viewer } from '../store/row-access.ts';

interface StaffAccess {
  actorId: string;
  name: string;
  /** Modules that they may read, and those of which they see the names of records. */
  modules: ReadonlySet<string>;
  names: ReadonlySet<string>;
  viewer: Viewer;
}

/** What the platform tells of a connection: who it is, and what it may listen to. */
export interface SocketAuth {
  /** Throws when the token is not good. */
  authenticate: (
    token: string,
  ) => Promise<{ userId: string; sessionId: string; kind: 'staff' | 'resident'; expires: number }>;
  /** Who somebody is in a project and what they may read; null without a place there. */
  staffAccess: (userId: string, projectId: string) => Promise<StaffAccess | null>;
  /** Reads the rights of many people of a project at once, before `staffAccess` is asked for each. */
  holdAccess: (userIds: readonly string[], projectId: string) => Promise<void>;
  residentAccess: (
    userId: string,
    unitId: string,
  ) => Promise<{
    actorId: string;
    name: string;
    projectId: string;
    groups: readonly string[];
    since: Date | null;
  } | null>;
  /** Whether a resident of the unit may be told of, or tell about, a record. */
  ownRecord: (projectId: string, unitId: string, entityId: string) => Promise<boolean>;
  /** The unit whose residents are answered on a record; null where none are. */
  unitOf: (projectId: string, entityId: string) => Promise<string | null>;
  /** Whether a connection may be opened at all: encrypted where that is required, and by a page of our own. */
  mayConnect: (req: IncomingMessage) => boolean;
}
