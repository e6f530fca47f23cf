import type { IncomingMessage } from 'node:http';

/** What the platform tells of a connection: who it is, and what it may listen to. */
export interface Gate {
  /** Throws when the token is not good. */
  authenticate: (
    token: string,
  ) => Promise<{ userId: string; sessionId: string; kind: 'staff' | 'resident'; expires: number }>;
  /** Who somebody is in a project and the modules they may read; null without a place there. */
  staffAccess: (
    userId: string,
    projectId: string,
  ) => Promise<{ actorId: string; name: string; modules: ReadonlySet<string> } | null>;
  residentAccess: (
    userId: string,
    unitId: string,
  ) => Promise<{ actorId: string; name: string; projectId: string; blockId: string | null } | null>;
  /** Whether a resident of the unit may be told of, or tell about, a record. */
  ownRecord: (projectId: string, unitId: string, entityId: string) => Promise<boolean>;
  /** Whether a connection may be opened at all: encrypted where that is required, and by a page of our own. */
  mayConnect: (req: IncomingMessage) => boolean;
}
