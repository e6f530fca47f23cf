import { clockMs } from '../../database/clock.ts';
import type { Guarded } from '../../store/row-access.ts';
import { sharePresence } from './shared-presence.ts';

/** How a person is present at a record. */
export const MODES = ['viewing', 'editing', 'typing'] as const;
type Mode = (typeof MODES)[number];

interface Entry {
  projectId: string;
  module: string;
  entityId: string;
  user: { id: string; name: string; kind: 'staff' | 'resident' };
  mode: Mode;
  /** Access data of a record with limited visibility, to filter who is told. */
  guard: Guarded | null;
  /** The unit whose residents are told that staff are typing, without a name. */
  unitId?: string | null;
  until: number;
}
type Said = { entityId: string; users: { kind: string; mode: Mode }[] };
type Tell = (
  projectId: string,
  module: string,
  message: Said & Record<string, unknown>,
  guard: Guarded | null,
  unitId: string | null,
) => void;

const KEPT_MS = 15_000;

/**
 * Tracks who is at which record on all servers. Entries expire unless renewed, and each change is sent to the followers of
 * the module.
 */
export function createPresence(tell: Tell) {
  /** Entries by `socket|entity`. */
  const entries = new Map<string, Entry>();
  const messageOf = (projectId: string, module: string, entityId: string) => {
    const users = new Map<string, Entry['user'] & { mode: Mode }>();
    for (const entry of entries.values()) {
      if (entry.entityId !== entityId || entry.projectId !== projectId) continue;
      const earlier = users.get(entry.user.id);
      // A person in several tabs is shown with the most active mode.
      if (!earlier || MODES.indexOf(entry.mode) > MODES.indexOf(earlier.mode))
        users.set(entry.user.id, { ...entry.user, mode: entry.mode });
    }
    return { projectId, module, entityId, users: [...users.values()] };
  };
  const announce = ({ projectId, module, entityId, guard, unitId = null }: Entry) =>
    tell(projectId, module, messageOf(projectId, module, entityId), guard, unitId);
  const put = (key: string, entry: Entry) => {
    const before = entries.get(key);
    entries.set(key, entry);
    if (before?.mode !== entry.mode) announce(entry);
  };
  const forget = (key: string) => {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    announce(entry);
  };
  const shared = sharePresence<Entry>({ put, drop: forget });
  const drop = (key: string) => {
    if (!entries.has(key)) return;
    forget(key);
    shared.drop(key);
  };
  const sweep = setInterval(() => {
    const now = clockMs();
    for (const [key, entry] of entries) if (entry.until < now) forget(key);
  }, 2000);
  sweep.unref();

  return {
    set(socketId: string, input: Omit<Entry, 'mode' | 'until'> & { mode: Mode | 'left' }): void {
      const key = `${socketId}|${input.entityId}`;
      if (input.mode === 'left') {
        drop(key);
        return;
      }
      const unitId = input.unitId ?? entries.get(key)?.unitId ?? null;
      const entry = { ...input, unitId, mode: input.mode, until: clockMs() + KEPT_MS };
      put(key, entry);
      shared.put(key, entry);
    },
    /** Removes the entries of a socket that disconnected or lost access to a module. */
    leave(socketId: string, projectId?: string, module?: string): void {
      for (const [key, entry] of entries)
        if (key.startsWith(`${socketId}|`) && (!module || (entry.module === module && entry.projectId === projectId)))
          drop(key);
    },
    /** Sends the current presence to a new follower. */
    greet(
      projectId: string,
      module: string,
      send: (message: Record<string, unknown>, guard: Guarded | null) => void,
    ): void {
      const guards = new Map(
        [...entries.values()]
          .filter(entry => entry.projectId === projectId && entry.module === module)
          .map(entry => [entry.entityId, entry.guard]),
      );
      for (const [entityId, guard] of guards) send(messageOf(projectId, module, entityId), guard);
    },
    async close(): Promise<void> {
      clearInterval(sweep);
      await shared.close();
    },
  };
}
