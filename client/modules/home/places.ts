import { holds } from '@lobby/shared/kit/permissions.ts';
import { useAtomValue } from 'jotai';
import { permissionsAtom } from '../../kit/session/permissions.ts';
import { listPathOf, pathOf } from '../../shell/palette/places.ts';

/** Where a record opens for the reader; null where they have no screen for it. */
export function useRecordPlace(projectId: string): (entity: string, id: string) => string | null {
  const permissions = useAtomValue(permissionsAtom(projectId)) ?? {};
  return (entity, id) => pathOf(projectId, entity, id, module => holds(permissions, module, 'read'));
}

/** The list of a definition under a filter, as its address says it. */
export function useListPlace(projectId: string): (entity: string, query: string) => string | null {
  return (entity, query) => {
    const path = listPathOf(entity);
    return path === null ? null : `/projects/${projectId}/${path}${path.includes('?') ? '&' : '?'}${query}`;
  };
}
