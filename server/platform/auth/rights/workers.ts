import { type Flag, holds, type Permissions } from '@lobby/shared/kit/permissions.ts';
import { employee, position } from '@lobby/shared/modules/employee.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';

/** A position with its permissions, which are stored beside its fields. */
export type Place = Doc<typeof position> & { permissions?: Permissions };

/** Whether holders of a position can be assigned work of a module; for approvals by `flag`. */
export const worksIn = ({ admin, permissions }: Place, module: string, flag: Flag = 'write'): boolean =>
  admin === true || holds(permissions ?? {}, module, flag);

/** Returns the ids of those employees who can be assigned work of a module: active, and in a position that allows it. */
export async function workersAmong(
  projectId: string,
  module: string,
  employeeIds: readonly string[],
  flag: Flag = 'write',
): Promise<ReadonlySet<string>> {
  const people = [...(await loadRefs(projectId, employee, employeeIds)).values()];
  const places = await loadRefs(
    projectId,
    position,
    people.flatMap(({ positionIds }) => positionIds),
  );
  const may = (id: string) => {
    const place = places.get(id);
    return place !== undefined && worksIn(place, module, flag);
  };
  return new Set(
    people.filter(person => person.status === 'ACTIVE' && person.positionIds.some(may)).map(({ _id }) => _id),
  );
}
