import { FLAGS, type Flag, holds, type Permissions, READING } from '@lobby/shared/kit/permissions.ts';
import { atom, useAtomValue } from 'jotai';
import { family, resetFamily, store } from '../base/store.ts';
import { ApiError, onRefusal, request } from '../http/api.ts';
import { isExpired, projectAtom } from './project.ts';
import { loadMe, projectIdAtom } from './session.ts';

type ModuleRow = { code: string } & Partial<Record<Flag, boolean>>;

const permissions = family((_projectId: string) => atom<Permissions | null>(null));
const usable = family((projectId: string) =>
  atom(get => {
    const held = get(permissions(projectId));
    return held && isExpired(get(projectAtom(projectId))) ? readingOnly(held) : held;
  }),
);

/** Permissions after the end of a subscription: reading only, except in the project's settings, where it is extended. */
const readingOnly = (held: Permissions): Permissions =>
  Object.fromEntries(
    Object.entries(held).map(([module, flags = []]) => [
      module,
      module === SET_UP ? flags : flags.filter(flag => READING.includes(flag)),
    ]),
  );

/** Module of the project's settings, including the subscription. */
const SET_UP = 'UNIT_GROUP';
const running = new Map<string, Promise<Permissions>>();

/** The reader's current permissions in a project; null until loaded. */
export const permissionsAtom = usable;

/** Reads the permissions of a project; callers at the same time share one call. */
export function loadPermissions(projectId: string): Promise<Permissions> {
  const pending = running.get(projectId);
  if (pending) return pending;
  const loading = request<ModuleRow[]>('GET', '/module', { projectId })
    .then(({ data }) => {
      const read: Permissions = {};
      for (const row of data) read[row.code] = FLAGS.filter(flag => row[flag] === true);
      store.set(permissions(projectId), before => (JSON.stringify(before) === JSON.stringify(read) ? before : read));
      return read;
    })
    .finally(() => running.delete(projectId));
  running.set(projectId, loading);
  return loading;
}

/**
 * Reloads changed permissions, ignoring a call started before. On failure the known ones stay; if refused, the reader has
 * lost access and they are dropped.
 */
export async function renewPermissions(projectId: string): Promise<void> {
  await running.get(projectId)?.catch(() => undefined);
  await loadPermissions(projectId).catch(async error => {
    if (!(error instanceof ApiError) || error.status !== 403) return;
    store.set(permissions(projectId), null);
    await loadMe().catch(() => undefined);
  });
}

/** Whether the reader holds a flag in the open project; false until permissions are loaded. */
export function useCan(module: string, flag: Flag): boolean {
  const projectId = useAtomValue(projectIdAtom);
  const held = useAtomValue(usable(projectId ?? ''));
  return held !== null && holds(held, module, flag);
}

/** Returns a function that tells whether a flag is held in the open project, by default read. */
export function useMay(): (module: string, flag?: Flag) => boolean {
  const projectId = useAtomValue(projectIdAtom);
  const held = useAtomValue(usable(projectId ?? ''));
  return (module, flag = 'read') => held !== null && holds(held, module, flag);
}

/** Whether a flag is held in a project now. */
export function can(projectId: string, module: string, flag: Flag): boolean {
  const held = store.get(usable(projectId));
  return held !== null && holds(held, module, flag);
}

/** Reloads permissions when a refusal shows that they have changed. Returns a function to stop. */
export function watchPermissions(): () => void {
  return onRefusal((error, { projectId }) => {
    if (error.code === 'EMPLOYEE_NOT_HAVE_PERMISSION' && projectId && !running.has(projectId))
      void renewPermissions(projectId);
  });
}

/** Restores the permissions of the last online session, unless newer ones are loaded. */
export function bringPermissions(projectId: string, held: Permissions): void {
  store.set(permissions(projectId), before => before ?? held);
}

/** Forgets all permissions, at sign-out. */
export function forgetPermissions(): void {
  resetFamily(permissions, null);
  usable.forget();
}
