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

/** What is left of permissions after the end of a subscription; the project itself is set up all the same, by who prolongs it. */
const readingOnly = (held: Permissions): Permissions =>
  Object.fromEntries(
    Object.entries(held).map(([module, flags = []]) => [
      module,
      module === SET_UP ? flags : flags.filter(flag => READING.includes(flag)),
    ]),
  );

/** The module under which a project is set up, its end too. */
const SET_UP = 'UNIT_GROUP';
const running = new Map<string, Promise<Permissions>>();

/** What the reader may do in a project now; null until it was read. */
export const permissionsAtom = usable;

/** Reads the permissions of a project; callers at the same time share one call. */
export function loadPermissions(projectId: string): Promise<Permissions> {
  const known = running.get(projectId);
  if (known) return known;
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
 * Reads permissions again that have changed just now: a call begun before does not count. Keeps what is known when that fails; refused, the
 * reader has no place in the project any more, and none is kept.
 */
export async function renewPermissions(projectId: string): Promise<void> {
  await running.get(projectId)?.catch(() => undefined);
  await loadPermissions(projectId).catch(async error => {
    if (!(error instanceof ApiError) || error.status !== 403) return;
    store.set(permissions(projectId), null);
    await loadMe().catch(() => undefined);
  });
}

/** Whether a flag is held in the project that the screens are about; false until permissions were read. */
export function useCan(module: string, flag: Flag): boolean {
  const projectId = useAtomValue(projectIdAtom);
  const held = useAtomValue(usable(projectId ?? ''));
  return held !== null && holds(held, module, flag);
}

/** Answers for the project that the screens are about whether a flag is held, by default reading. */
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

/** Reads permissions again when a refusal shows that they have changed. Answers how to stop. */
export function watchPermissions(): () => void {
  return onRefusal((error, { projectId }) => {
    if (error.code === 'EMPLOYEE_NOT_HAVE_PERMISSION' && projectId && !running.has(projectId))
      void renewPermissions(projectId);
  });
}

/** What somebody was allowed when the server was last reached; nothing that was read since is touched. */
export function bringPermissions(projectId: string, held: Permissions): void {
  store.set(permissions(projectId), before => before ?? held);
}

/** Forgets all permissions, at sign-out. */
export function forgetPermissions(): void {
  resetFamily(permissions, null);
  usable.forget();
}
