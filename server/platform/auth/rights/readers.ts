import type { Flag } from '@lobby/shared/kit/permissions.ts';
import { employee, position, WORKING } from '@lobby/shared/modules/employee.ts';
import { LRUCache } from 'lru-cache';
import type { Filter } from 'mongodb';
import { db } from '../../../kit/database/database.ts';
import { records } from '../../../kit/store/records.ts';
import { collectionOf } from '../../../kit/store/schema.ts';
import type { Place } from './workers.ts';

/** Cached readers of modules by `module:flag:project`. */
const readersOf = new LRUCache<string, string[]>({ max: 5000, ttl: 60_000 });

/** Counts invalidations: readers loaded before must not be cached afterwards. */
let forgotten = 0;

/** Invalidates the readers of a project's modules; called when any server changes permissions. */
export function forgetReaders(projectId: string): void {
  forgotten++;
  for (const key of readersOf.keys()) if (key.endsWith(`:${projectId}`)) readersOf.delete(key);
}

const working = { status: { $in: WORKING } };

/** Employees who may read a module, or have `flag` there, to be notified about it. */
export async function loadReaders(projectId: string, module: string, flag: Flag = 'read'): Promise<string[]> {
  const key = `${module}:${flag}:${projectId}`;
  const cached = readersOf.get(key);
  if (cached) return cached;
  const before = forgotten;
  const readers = await workingIn(projectId, { $or: [{ admin: true }, { [`permissions.${module}`]: flag }] });
  if (before === forgotten) readersOf.set(key, readers);
  return readers;
}

/** Admins of a project, as employees. */
export const loadAdmins = (projectId: string): Promise<string[]> => workingIn(projectId, { admin: true });

/** Active employees of a department. */
export async function workersIn(projectId: string, departmentId: string): Promise<string[]> {
  const people = await records(employee).find({ projectId }, { departmentId, ...working }, { only: ['_id'] });
  return people.map(({ _id }) => _id);
}

/** Active employees in positions that match a query. */
async function workingIn(projectId: string, places: Filter<Place>): Promise<string[]> {
  // By the driver, because the rights of a position are no field of its definition.
  const held = await db()
    .collection<Place>(collectionOf(position))
    .find({ projectId, deletedAt: null, ...places })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  const positionIds = { $in: held.map(({ _id }) => _id) };
  const people = await records(employee).find({ projectId }, { positionIds, ...working }, { only: ['_id'] });
  return people.map(({ _id }) => _id);
}
