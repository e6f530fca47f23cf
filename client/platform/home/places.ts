import { holds } from '@lobby/shared/kit/permissions.ts';
import { useAtomValue } from 'jotai';
import { permissionsAtom } from '../../kit/session/permissions.ts';
import { listPathOf, pathOf } from '../../shell/palette/places.ts';

/** Path of a record's screen; null where the user has none. */
export function useRecordPlace(projectId: string): (entity: string, id: string) => string | null {
  const permissions = useAtomValue(permissionsAtom(projectId)) ?? {};
  return (entity, id) => pathOf(projectId, entity, id, module => holds(permissions, module, 'read'));
}

/** Path of a list with a filter. */
export function useListPlace(projectId: string): (entity: string, query: string) => string | null {
  return (entity, query) => {
    const path = listPathOf(entity);
    return path === null ? null : `/projects/${projectId}/${path}${path.includes('?') ? '&' : '?'}${query}`;
  };
}
