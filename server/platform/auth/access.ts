import { byName } from '@lobby/shared/kit/collation.ts';
import { dayOf, startOfDay } from '@lobby/shared/kit/dates.ts';
import { FLAGS, type Flag, type Permissions, sees } from '@lobby/shared/kit/permissions.ts';
import { employee, position, WORKING } from '@lobby/shared/modules/employee.ts';
import { CODES } from '@lobby/shared/modules/recordless-modules.ts';
import { HOUSEHOLD_ROLES, residency, resident } from '@lobby/shared/modules/resident.ts';
import { LRUCache } from 'lru-cache';
import { db } from '../../kit/database/database.ts';
import type { Concerned } from '../../kit/live/recheck-access.ts';
import { groupsOf } from '../../kit/records/audience.ts';
import type { EventRow } from '../../kit/store/events.ts';
import { collectionOf, modelOf, type Stored } from '../../kit/store/schema.ts';
import { loadProject } from '../projects/projects.ts';
import { forgetReaders } from './readers.ts';
import { supporter, supportView } from './support.ts';

/** Somebody's place in a project as staff. */
export interface Access {
  /** Null: internal support, who has no place of its own. */
  employeeId: string | null;
  /** Who acts: the employee, or the user. */
  actorId: string;
  name: string;
  positionIds: string[];
  departmentIds: string[];
  permissions: Permissions;
  admin: boolean;
}

/** Somebody's place in a unit as a resident. */
export interface Tenancy {
  residentId: string;
  name: string;
  projectId: string;
  unitId: string;
  /** What the unit is one of: its block, its floor, its labels. */
  groups: readonly string[];
  role: string;
  /** Since when they live there; null where that is not known. */
  since: Date | null;
  /** The day on which they moved in, of those who do not answer for the unit. */
  movedInOn: string | null;
}

const staff = new LRUCache<string, { access: Access | null }>({ max: 20_000, ttl: 60_000 });
const tenants = new LRUCache<string, { tenancy: Tenancy | null }>({ max: 20_000, ttl: 60_000 });

/** Residents whom staff have not shut out, and who may use the app. */
const admitted = { deletedAt: null, appState: { $ne: 'BLOCKED' }, appUsage: { $ne: false } };
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

/** Reads what many people may do in a project at once, and keeps it for `accessTo`. */
export async function holdAccess(userIds: readonly string[], projectId: string): Promise<void> {
  const before = forgotten;
  const places = await readPlaces(userIds, projectId);
  const read = await Promise.all(
    userIds.map(async userId => [userId, await withSupport(userId, projectId, places.get(userId) ?? null)] as const),
  );
  if (before === forgotten) for (const [userId, access] of read) staff.set(`${userId}:${projectId}`, { access });
}

const readAccess = async (userId: string, projectId: string): Promise<Access | null> =>
  withSupport(userId, projectId, (await readPlaces([userId], projectId)).get(userId) ?? null);

/** What support may do beside its own place; others only have that. */
async function withSupport(userId: string, projectId: string, own: Access | null): Promise<Access | null> {
  const support = await supporter(userId);
  if (!support) return own;
  if (own) return { ...own, permissions: supportView(own.permissions) };
  const project = await collection('projects').findOne({ _id: projectId }, { projection: { _id: 1 } });
  return (
    project && {
      employeeId: null,
      actorId: userId,
      name: support.name,
      positionIds: [],
      departmentIds: [],
      admin: false,
      permissions: supportView({}),
    }
  );
}

/** The active places of people in a project, by user. */
async function readPlaces(userIds: readonly string[], projectId: string): Promise<Map<string, Access>> {
  const found = await modelOf(employee)
    .find({ projectId, userId: { $in: userIds }, ...working, deletedAt: null })
    .lean<Stored[]>();
  const positions = await collection(collectionOf(position))
    .find({ projectId, _id: { $in: [...new Set(found.flatMap(positionsOf))] }, deletedAt: null })
    .toArray();
  const byId = new Map(positions.map(one => [one._id, one]));
  return new Map(
    found.map(one => {
      const positionIds = positionsOf(one);
      const held = positionIds.flatMap(id => byId.get(id) ?? []);
      const admin = held.some(at => at.admin === true);
      const permissions = admin ? everything() : union(held.map(at => at.permissions as Permissions));
      const departmentIds = [...new Set(held.map(at => String(at.departmentId)))];
      const who = { employeeId: one._id, actorId: one._id, name: String(one.name), positionIds, departmentIds };
      return [String(one.userId), { ...who, admin, permissions }];
    }),
  );
}
const positionsOf = ({ positionIds }: Stored): string[] => (Array.isArray(positionIds) ? positionIds : []);

function union(sets: Permissions[]): Permissions {
  const all: Record<string, Flag[]> = {};
  for (const set of sets)
    for (const [module, flags = []] of Object.entries(set ?? {}))
      all[module] = [...new Set([...(all[module] ?? []), ...flags, ...(sees(flags) ? (['read'] as const) : [])])];
  return all;
}

const allProjects = async () => {
  const found = db()
    .collection<{ _id: string; name: string }>('projects')
    .find({}, { projection: { name: 1 } });
  return (await found.toArray()).sort((a, b) => byName(a.name, b.name));
};

/** The projects in which a user has an active place as staff; support sees all. */
export async function loadProjects(userId: string): Promise<string[]> {
  if (await supporter(userId)) return (await allProjects()).map(project => project._id);
  const places = await collection(collectionOf(employee))
    .find({ userId, ...working, deletedAt: null })
    .project<{ projectId: string }>({ projectId: 1 })
    .toArray();
  return places.map(place => place.projectId);
}

/** Where a user may go as staff, for signing in; support everywhere, without an employee id where it has no place. */
export async function loadPlaces(userId: string) {
  const own = await loadOwnPlaces(userId);
  if (!(await supporter(userId))) return own;
  const others = (await allProjects()).filter(project => !own.some(place => place.projectId === project._id));
  return [
    ...own,
    ...others.map(({ _id, name }) => ({ employeeId: '', projectId: _id, projectName: name, positions: [] })),
  ];
}

async function loadOwnPlaces(userId: string) {
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

/** A user's place in a unit; null where they do not live there. */
export async function loadTenancy(userId: string, unitId: string): Promise<Tenancy | null> {
  const key = `${userId}:${unitId}`;
  const known = tenants.get(key);
  if (known) return known.tenancy;
  const before = forgotten;
  const found = await collection(collectionOf(resident)).findOne({ userId, unitIds: unitId, ...admitted });
  const [home] = found ? await opened(found.projectId, [unitId]) : [];
  const stay = found && home ? await loadStay(found, unitId) : null;
  const role = found && String((found.unitId === unitId ? found : stay)?.role ?? found.role);
  const answers = HOUSEHOLD_ROLES.some(one => one === role);
  const tenancy =
    found && home && role
      ? {
          residentId: found._id,
          name: String(found.name),
          projectId: found.projectId,
          unitId,
          groups: groupsOf(home),
          role,
          since: stay && livesSince(stay, (await loadProject(found.projectId))?.timeZone ?? 'UTC'),
          movedInOn: !answers && typeof stay?.movedInAt === 'string' ? stay.movedInAt : null,
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

const loadStay = ({ projectId, _id: residentId }: Stored, unitId: string): Promise<Stored | null> =>
  collection(collectionOf(residency)).findOne({ projectId, residentId, unitId, living: true, deletedAt: null });

/** Since when somebody lives in a place: from the first moment of their day, but on the day on which it was noted from that moment. */
function livesSince({ movedInAt, createdAt }: Stored, timeZone: string): Date | null {
  if (typeof movedInAt !== 'string') return null;
  const [from, noted] = [startOfDay(movedInAt, timeZone), new Date(createdAt as Date)];
  return movedInAt === dayOf(noted, timeZone) ? noted : from;
}

/** Who somebody is in one of their units. */
const roleIn = async (person: Stored, unitId: string): Promise<string> =>
  String((person.unitId === unitId ? person : await loadStay(person, unitId))?.role ?? person.role);

/** A user's units, for signing in. */
export async function loadUnits(userId: string) {
  const people = await collection(collectionOf(resident))
    .find({ userId, ...admitted })
    .toArray();
  const homes = people.flatMap(person => unitIdsOf(person).map(unitId => ({ person, unitId })));
  const units = await Promise.all(people.map(person => opened(person.projectId, unitIdsOf(person))));
  const byId = new Map(units.flat().map(unit => [unit._id, unit]));
  return Promise.all(
    homes
      .filter(({ unitId }) => byId.has(unitId))
      .map(async ({ person, unitId }) => {
        const project = await loadProject(person.projectId);
        return {
          unitId,
          unitCode: String(byId.get(unitId)?.code ?? ''),
          projectId: person.projectId,
          projectName: project?.name ?? '',
          residentId: person._id,
          role: await roleIn(person, unitId),
          // The clock of the building, wherever its people are.
          timeZone: project?.timeZone ?? 'UTC',
        };
      }),
  );
}
const unitIdsOf = (person: Stored): string[] => (Array.isArray(person.unitIds) ? person.unitIds : []);

type Affecting = Pick<EventRow, 'entity' | 'projectId'> & Partial<Pick<EventRow, 'entityId' | 'action' | 'after'>>;

/** The fields by which a record grants something. */
const GRANTING: Readonly<Record<string, { kind: Concerned['kind']; fields: readonly string[] }>> = {
  employee: { kind: 'staff', fields: ['userId', 'status', 'positionIds'] },
  position: { kind: 'staff', fields: ['permissions', 'admin', 'departmentId'] },
  resident: { kind: 'resident', fields: ['userId', 'unitIds', 'unitId', 'role', 'appState', 'appUsage', 'movedInAt'] },
  unit: { kind: 'resident', fields: ['appUsage', 'blockId', 'floorId', 'labelIds'] },
};
/** Acts on a whole record, whatever fields they tell of. */
const WHOLE = new Set(['remove', 'restore', 'erase', 'merge']);

/** Whose rights an event may change, if anybody's; what is kept of them is forgotten. */
export function forgetAccess({ entity, projectId, entityId = null, action = '', after }: Affecting): Concerned | null {
  const granting = GRANTING[entity];
  if (!granting) return null;
  const changed = (name: string) => after != null && name in after;
  // Work in bulk does not tell what it changed.
  const granted = !entityId || WHOLE.has(action) || granting.fields.some(changed);
  // A name is kept along with the rights.
  if (!granted && !changed('name')) return null;
  // A position's event does not tell who holds it.
  const concerned = { kind: granting.kind, id: entity === 'position' ? null : entityId };
  forgotten++;
  forgetKept(projectId, concerned);
  return granted ? concerned : null;
}

function forgetKept(projectId: string, { kind, id }: Concerned): void {
  if (kind === 'staff') {
    for (const [key, { access }] of staff.entries())
      if (key.endsWith(`:${projectId}`) && (!id || !access?.employeeId || access.employeeId === id)) staff.delete(key);
    forgetReaders(projectId);
  } else
    for (const [key, { tenancy }] of tenants.entries())
      if (!tenancy || (tenancy.projectId === projectId && (!id || tenancy.residentId === id || tenancy.unitId === id)))
        tenants.delete(key);
}
