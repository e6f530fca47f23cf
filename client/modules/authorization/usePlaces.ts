import { type DepartmentRow, department, type PositionRow, position } from '@lobby/shared/modules/employee.ts';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { request } from '../../kit/api.ts';
import { followModule } from '../../kit/live.ts';
import { scopeAtom } from '../../kit/session.ts';
import { later } from '../../kit/timing.ts';

export interface Places {
  departments: readonly DepartmentRow[];
  positions: readonly PositionRow[];
}

const MOST = { limit: 100, sort: 'name' };

/** Departments and their positions, live; null until they were read. */
export function usePlaces(): { places: Places | null; failed: boolean; reload: () => void } {
  const scope = useAtomValue(scopeAtom);
  const [places, setPlaces] = useState<Places | null>(null);
  const [failed, setFailed] = useState(false);
  const read = useCallback(async () => {
    try {
      const [departments, positions] = await Promise.all([
        request<DepartmentRow[]>('GET', department.path, { ...scope, query: MOST }),
        request<PositionRow[]>('GET', position.path, { ...scope, query: MOST }),
      ]);
      setPlaces({ departments: departments.data, positions: positions.data });
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }, [scope]);
  useEffect(() => {
    void read();
    const soon = later(() => void read(), 300, 2000);
    const stop = followModule(scope, position.code, notice => {
      if (notice.kind === 'resync' || notice.event.action !== 'permissions') soon.soon();
    });
    return () => {
      stop();
      soon.cancel();
    };
  }, [read, scope]);
  return { places, failed, reload: () => void read() };
}
