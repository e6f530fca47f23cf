import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useParams } from 'react-router';
import { loadPermissions, permissionsAtom } from '../kit/session/permissions.ts';
import { meAtom, scopeAtom } from '../kit/session/session.ts';
import { useProjectSync } from './useProjectSync.ts';

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
  // Who had a place here a moment ago is told that it has ended.
  const [held, setHeld] = useState('');
  useEffect(
    () => setHeld(before => (place ? idUnitGroup : before === idUnitGroup ? before : '')),
    [place, idUnitGroup],
  );
  const left = !place && held === idUnitGroup;
  return { id: idUnitGroup, me, place, left, permissions, ...useProjectSync(place ? idUnitGroup : '') };
}
