import { FLAGS, type Flag, type Permissions } from '@lobby/shared/kit/permissions.ts';
import { employee, position, WORKING } from '@lobby/shared/modules/employee.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { CODES } from '@lobby/shared/modules/views.ts';
import { LRUCache } from 'lru-cache';
import { db } from '../kit/database.ts';
import type { EventRow } from '../kit/events.ts';
import { collectionOf, modelOf, type Stored } from '../kit/model.ts';
import { supporter, supportView } from './support.ts';

/** Somebody's place in a project as staff. */
export interface Access {
  /** Null: internal support, who has no place of its own. */
  employeeId: string | null;
  /** Who acts: the employee, or the user. */
  actorId: string;
  name: string;
  positionIds: string[];
  permissions: Permissions;
  admin: boolean;
}

/** Somebody's place in a unit as a resident. */
export interface Tenancy {
  residentId: string;
  name: string;
  projectId: string;
  unitId: string;
  /** The block that the unit stands in. */
  blockId: string | null;
  role: string;
}

const staff = new LRUCache<string, { access: Access | null }>({ max: 20_000, ttl: 60_000 });
const tenants = new LRUCache<string, { tenancy: Tenancy | null }>({ max: 20_000, ttl: 60_000 });

/** Residents whom staff have not shut out. */
const admitted = { deletedAt: null, appState: { $ne: 'BLOCKED' } };
const working = { status: { $in: [...WORKING] } };

/** How often rights were forgotten: what was read before that moment must not be kept after it. */
let forgotten = 0;

/** All flags on all modules: the Admin position's. */
const everything = (): Permissions => Object.fromEntries(CODES.map(code => [code, FLAGS]));

// People are found across projects, before there is a project to ask in: by the driver, past the guard of the models.
const collection = (name: string) => db().collection<Stored>(name);

/** What a user may do in a project as staff; null without an active place there. */
export async function accessTo(userId: string, projectId: string): Promise<Access | null> {
  const key = `${userId}:${projectId}`;
  const known = staff.get(key);
  if (known) return known.access;
  const before = forgotten;
  const access = await readAccess(userId, projectId);
  if (before === forgotten) staff.set(key, { access });
  return access;
}

async function readAccess(userId: string, projectId: string): Promise<Access | null> {
  const [own, support] = [await readPlace(userId, projectId), await supporter(userId)];
  if (!support) return own;
  if (own) return { ...own, permissions: supportView(own.permissions) };
  const project = await collection('projects').findOne({ _id: projectId }, { projection: { _id: 1 } });
  return (
    project && {
      employeeId: null,
      actorId: userId,
      name: support.name,
      positionIds: [],
      admin: false,
      permissions: supportView({}),
    }
  );
}

async function readPlace(userId: string, projectId: string): Promise<Access | null> {
  const found = await modelOf(employee)
    .findOne({ projectId, userId, ...working, deletedAt: null })
    .lean<Stored>();
  if (!found) return null;
  const positionIds = Array.isArray(found.positionIds) ? found.positionIds : [];
  const held = await collection(collectionOf(position))
    .find({ projectId, _id: { $in: positionIds }, deletedAt: null })
    .toArray();
  const admin = held.some(one => one.admin === true);
  return {
    employeeId: found._id,
    actorId: found._id,
    name: String(found.name),
    positionIds,
    admin,
    permissions: admin ? everything() : union(held.map(one => one.permissions as Permissions)),
  };
}

function union(sets: Permissions[]): Permissions {
  const all: Record<string, Flag[]> = {};
  for (const set of sets)
    for (const [module, flags = []] of Object.entries(set ?? {}))
      all[module] = [...new Set([...(all[module] ?? []), ...flags])];
  return all;
}

const allProjects = () =>
  db()
    .collection<{ _id: string; name: string }>('projects')
    .find()
    .project<{ _id: string; name: string }>({ name: 1 })
    .sort({ name: 1 })
    .toArray();

/** The projects in which a user has an active place as staff; support sees all. */
export async function projectsOf(userId: string): Promise<string[]> {
  if (await supporter(userId)) return (await allProjects()).map(project => project._id);
  const places = await collection(collectionOf(employee))
    .find({ userId, ...working, deletedAt: null })
    .project<{ projectId: string }>({ projectId: 1 })
    .toArray();
  return places.map(place => place.projectId);
}

/** Where a user may go as staff, for signing in; support everywhere, without an employee id where it has no place. */
export async function placesOf(userId: string) {
  const own = await ownPlacesOf(userId);
  if (!(await supporter(userId))) return own;
  const others = (await allProjects()).filter(project => !own.some(place => place.projectId === project._id));
  return [
    ...own,
    ...others.map(({ _id, name }) => ({ employeeId: '', projectId: _id, projectName: name, positions: [] })),
  ];
}

async function ownPlacesOf(userId: string) {
  const places = await collection(collectionOf(employee))
    .find({ userId, ...working, deletedAt: null })
    .toArray();
  const positionIds = places.flatMap(place => (place.positionIds as string[] | undefined) ?? []);
  const positions = await collection(collectionOf(position))
    .find({ _id: { $in: positionIds } })
    .toArray();
  const departments = await collection('departments')
    .find({ _id: { $in: positions.map(one => String(one.departmentId)) } })
    .toArray();
  const projects = await db()
    .collection<{ _id: string; name: string }>('projects')
    .find({ _id: { $in: places.map(place => place.projectId) } })
    .toArray();
  return places.map(place => ({
    employeeId: place._id,
    projectId: place.projectId,
    projectName: projects.find(project => project._id === place.projectId)?.name ?? '',
    positions: positions
      .filter(one => ((place.positionIds as string[] | undefined) ?? []).includes(one._id))
      .map(one => ({
        name: String(one.name),
        departmentName: String(departments.find(department => department._id === one.departmentId)?.name ?? ''),
      })),
  }));
}

/** The employees of a project who may read a module: whom it tells of what happens there. */
export async function readersOf(projectId: string, module: string): Promise<string[]> {
  const held = await collection(collectionOf(position))
    .find({ projectId, deletedAt: null, $or: [{ admin: true }, { [`permissions.${module}`]: 'read' }] })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  const people = await collection(collectionOf(employee))
    .find({ projectId, deletedAt: null, positionIds: { $in: held.map(({ _id }) => _id) }, ...working })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  return people.map(({ _id }) => _id);
}

/** A user's place in a unit; null where they do not live there. */
export async function tenancyOf(userId: string, unitId: string): Promise<Tenancy | null> {
  const key = `${userId}:${unitId}`;
  const known = tenants.get(key);
  if (known) return known.tenancy;
  const before = forgotten;
  const found = await collection(collectionOf(resident)).findOne({ userId, unitIds: unitId, ...admitted });
  const [home] = found ? await opened(found.projectId, [unitId]) : [];
  const tenancy =
    found && home
      ? {
          residentId: found._id,
          name: String(found.name),
          projectId: found.projectId,
          unitId,
          blockId: typeof home.blockId === 'string' ? home.blockId : null,
          role: await roleIn(found, unitId),
        }
      : null;
  if (before === forgotten) tenants.set(key, { tenancy });
  return tenancy;
}

/** Those of the units whose residents may use the app there. */
const opened = (projectId: string, ids: readonly string[]): Promise<Stored[]> =>
  collection('units')
    .find({ projectId, _id: { $in: [...ids] }, appUsage: { $ne: false }, deletedAt: null })
    .toArray();

/** Who somebody is in one of their units. */
async function roleIn(person: Stored, unitId: string): Promise<string> {
  if (person.unitId === unitId) return String(person.role);
  const home = await collection(collectionOf(residency)).findOne({
    ...{ projectId: person.projectId, residentId: person._id, unitId, living: true, deletedAt: null },
  });
  return String(home?.role ?? person.role);
}

/** A user's units, for signing in. */
export async function unitsOf(userId: string) {
  const people = await collection(collectionOf(resident))
    .find({ userId, ...admitted })
    .toArray();
  const homes = people.flatMap(person => unitIdsOf(person).map(unitId => ({ person, unitId })));
  const units = await Promise.all(people.map(person => opened(person.projectId, unitIdsOf(person))));
  const byId = new Map(units.flat().map(unit => [unit._id, unit]));
  return Promise.all(
    homes
      .filter(({ unitId }) => byId.has(unitId))
      .map(async ({ person, unitId }) => ({
        unitId,
        unitCode: String(byId.get(unitId)?.code ?? ''),
        projectId: person.projectId,
        residentId: person._id,
        role: await roleIn(person, unitId),
      })),
  );
}
const unitIdsOf = (person: Stored): string[] => (Array.isArray(person.unitIds) ? person.unitIds : []);

/** Whether a unit may have been opened or shut to the app, or have come to stand elsewhere; work in bulk does not tell. */
const turnsApp = ({ entity, entityId, action, after }: Affecting) =>
  entity === 'unit' &&
  (!entityId ||
    'appUsage' in (after ?? {}) ||
    'blockId' in (after ?? {}) ||
    action === 'remove' ||
    action === 'restore');

type Affecting = Pick<EventRow, 'entity' | 'projectId'> & Partial<Pick<EventRow, 'entityId' | 'action' | 'after'>>;
const AFFECTING = new Set(['employee', 'position', 'department']);

/** Whose rights an event may change, if anybody's; what is kept of them is forgotten. */
export function forgetAccess(event: Affecting): 'staff' | 'resident' | null {
  if (event.entity === 'resident' || turnsApp(event)) {
    forgotten++;
    for (const [key, { tenancy }] of tenants.entries())
      if (!tenancy || tenancy.projectId === event.projectId) tenants.delete(key);
    return 'resident';
  }
  if (!AFFECTING.has(event.entity)) return null;
  forgotten++;
  for (const key of staff.keys()) if (key.endsWith(`:${event.projectId}`)) staff.delete(key);
  return 'staff';
}
