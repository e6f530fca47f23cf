import type { IncomingMessage } from 'node:http';
import type { Viewer } from '../../store/row-access.ts';

interface StaffAccess {
  actorId: string;
  name: string;
  /** Modules whose records the person may read, and those of which they see names only. */
  modules: ReadonlySet<string>;
  names: ReadonlySet<string>;
  viewer: Viewer;
}

/** Identity and permissions of a connection, provided by the platform. */
export interface SocketAuth {
  /** Throws if the token is invalid. */
  authenticate: (
    token: string,
  ) => Promise<{ userId: string; sessionId: string; kind: 'staff' | 'resident'; expires: number }>;
  /** Loads a user's name in a project and the modules that they may read; null without access. */
  staffAccess: (userId: string, projectId: string) => Promise<StaffAccess | null>;
  /** Loads the permissions of many people of a project at once, ahead of `staffAccess` for each. */
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
  /** Whether a resident of the unit may receive or send presence on a record. */
  ownRecord: (projectId: string, unitId: string, entityId: string) => Promise<boolean>;
  /** The unit whose residents see answers on a record; null if there is none. */
  unitOf: (projectId: string, entityId: string) => Promise<string | null>;
  /** Whether a connection may be opened: encrypted where required, and from an allowed origin. */
  mayConnect: (req: IncomingMessage) => boolean;
}
