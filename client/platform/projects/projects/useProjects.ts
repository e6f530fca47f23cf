import type { BuildingType } from '@lobby/shared/kit/project.ts';
import { unitGroup } from '@lobby/shared/modules/unit-group.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { onSaid } from '../../../kit/live/live.ts';
import { type Query, useQuery } from '../../../kit/live/useQuery.ts';
import { meAtom } from '../../../kit/session/session.ts';

interface Row {
  id: string;
  name: string;
  code: string;
  type: BuildingType | null;
  address: string;
  logo: string | null;
  blocks: number;
  units: number;
  residents: number;
  staff: number;
}

const OF_ALL = {};

/** The user's projects with figures; reloads when one changes or is added. */
export function useProjects(): Query<readonly Row[]> {
  const me = useAtomValue(meAtom);
  const query = useQuery<readonly Row[]>(unitGroup.path, { scope: OF_ALL });
  const { again } = query;
  useEffect(() => onSaid<{ what: string }>('changed', ({ what }) => void (what === 'project' && again())), [again]);
  const seen = useRef(me);
  useEffect(() => {
    // A new project changes `me`.
    if (seen.current !== me) void again();
    seen.current = me;
  }, [me, again]);
  return query;
}
