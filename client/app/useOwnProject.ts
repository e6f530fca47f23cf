import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useLayoutEffect } from 'react';
import { useParams } from 'react-router';
import { loadPermissions, permissionsAtom } from '../kit/permissions.ts';
import { meAtom, scopeAtom } from '../kit/session.ts';
import { usePlace } from './usePlace.ts';

/** The project of the path, as the reader stands in it: what is asked for is asked there, with the rights and words of it. */
export function useOwnProject() {
  const { idUnitGroup = '' } = useParams();
  const me = useAtomValue(meAtom);
  const permissions = useAtomValue(permissionsAtom(idUnitGroup));
  const setScope = useSetAtom(scopeAtom);
  const place = me?.employees.find(one => one.projectId === idUnitGroup);
  useLayoutEffect(() => setScope({ projectId: idUnitGroup }), [idUnitGroup, setScope]);
  useEffect(() => {
    if (place) void loadPermissions(place.projectId).catch(() => undefined);
  }, [place]);
  return { id: idUnitGroup, me, place, permissions, ...usePlace(place ? idUnitGroup : '') };
}
