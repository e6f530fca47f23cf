import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useParams } from 'react-router';
import { loadPermissions, permissionsAtom } from '../../kit/session/permissions.ts';
import { meAtom, scopeAtom } from '../../kit/session/session.ts';
import { useProjectSync } from './useProjectSync.ts';

/** The project in the path with the reader's access: requests use its scope, permissions and words. */
export function useOwnProject() {
  const { idUnitGroup = '' } = useParams();
  const me = useAtomValue(meAtom);
  const permissions = useAtomValue(permissionsAtom(idUnitGroup));
  const setScope = useSetAtom(scopeAtom);
  const place = me?.employees.find(employee => employee.projectId === idUnitGroup);
  useLayoutEffect(() => setScope({ projectId: idUnitGroup }), [idUnitGroup, setScope]);
  useEffect(() => {
    if (place) void loadPermissions(place.projectId).catch(() => undefined);
  }, [place]);
  // A user who just lost access is told so.
  const [held, setHeld] = useState('');
  useEffect(
    () => setHeld(before => (place ? idUnitGroup : before === idUnitGroup ? before : '')),
    [place, idUnitGroup],
  );
  const left = !place && held === idUnitGroup;
  return { id: idUnitGroup, me, place, left, permissions, ...useProjectSync(place ? idUnitGroup : '') };
}
