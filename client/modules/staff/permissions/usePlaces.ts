import { type DepartmentRow, department, type PositionRow, position } from '@lobby/shared/modules/employee.ts';
import { type Call, request } from '../../../kit/http/api.ts';
import { type Query, useQuery } from '../../../kit/live/useQuery.ts';

export interface Places {
  departments: readonly DepartmentRow[];
  positions: readonly PositionRow[];
}

const MOST = { limit: 100, sort: 'name' };

async function read(path: string, call: Call): Promise<Places> {
  const [departments, positions] = await Promise.all([
    request<DepartmentRow[]>('GET', department.path, call),
    request<PositionRow[]>('GET', path, call),
  ]);
  return { departments: departments.data, positions: positions.data };
}

/** Departments and positions; live. */
export function usePlaces(): Query<Places> {
  return useQuery<Places>(position.path, {
    read,
    query: MOST,
    follow: position.code,
    onNotice: notice => notice.kind === 'resync' || notice.event.action !== 'permissions',
  });
}
