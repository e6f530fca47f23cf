import { byName } from '@lobby/shared/kit/collation.ts';
import { dayOf, startOfDay } from '@lobby/shared/kit/dates.ts';
import { FLAGS, type Flag, type Permissions, sees } from '@lobby/shared/kit/permissions.ts';
import { department, employee, position, WORKING } from '@lobby/shared/modules/employee.ts';
import { CODES } from '@lobby/shared/modules/recordless-modules.ts';
import { HOUSEHOLD_ROLES, residency, resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { LRUCache } from 'lru-cache';
import { db } from '../../../kit/database/database.ts';
import type { Concerned } from '../../../kit/live/sockets/recheck-access.ts';
import { groupsOf } from '../../../kit/records/audience.ts';
import type { EventRow } from '../../../kit/store/events.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { collectionOf } from '../../../kit/store/schema.ts';
import { loadProject, projects } from '../../projects/projects.ts';
import { forgetReaders } from './readers.ts';
import { supporter, supportView } from './support.ts';
import type { Place } from './workers.ts';

/** A user's access to a project as staff. */
export interface Access {
  /** Null for internal support, which has no employee record. */
  employeeId: string | null;
  /** Id of the actor in events: the employee, or the user. */
  actorId: string;
  name: string;
  positionIds: string[];
  departmentIds: string[];
  permissions: Permissions;
  admin: boolean;
}

/** A user's access to a unit as resident. */
export interface Tenancy {
  residentId: string;
  name: string;
  projectId: string;
  unitId: string;
  /** Groups of the unit: block, floor, labels. */
  groups: readonly string[];
  role: string;
  /** Whether they own the unit. */
  owner: boolean;
  /** Move-in time; null if unknown. */
  since: Date | null;
  /** Move-in day of residents who do not answer for the unit. */
  movedInOn: string | null;
}

const staff = new LRUCache<string, { access: Access | null }>({ max: 20_000, ttl: 60_000 });
const tenants = new LRUCache<string, { tenancy: Tenancy | null }>({ max: 20_000, ttl: 60_000 });

/** Residents who are neither blocked nor excluded from the app. */
const admitted = { deletedAt: null, appState: { $ne: 'BLOCKED' }, appUsage: { $ne: false } } as const;
const working = { status: { $in: [...WORKING] } };

/** Counts invalidations: permissions read before must not be cached afterwards. */
let forgotten = 0;

/** All flags on all modules, as the Admin position has them. */
const everything = (): Permissions => Object.fromEntries(CODES.map(code => [code, FLAGS]));

// Access is looked up across projects, so this uses the driver, without the models' project guard.
const employees = () => db().collection<Doc<typeof employee>>(collectionOf(employee));
const positions = () => db().collection<Place>(collectionOf(position));
const residents = () => db().collection<Doc<typeof resident>>(collectionOf(resident));

/** A user's access to a project as staff; null without an active employee record. */
export async function accessTo(userId: string, projectId: string): Promise<Access | null> {
  const key = `${userId}:${projectId}`;
  const cached = staff.get(key);
  if (cached) return cached.access;
  const before = forgotten;
  const access = await readAccess(userId, projectId);
  if (before === forgotten) staff.set(key, { access });
  return access;
}

/** Loads the access of many users to a project at once and caches it for `accessTo`. */
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

/** Adds the permissions of support; others keep their own. */
async function withSupport(userId: string, projectId: string, access: Access | null): Promise<Access | null> {
  const support = await supporter(userId);
  if (!support) return access;
  if (access) return { ...access, permissions: supportView(access.permissions) };
  const project = await projects().findOne({ _id: projectId }, { projection: { _id: 1 } });
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

/** Active access of users to a project. */
async function readPlaces(userIds: readonly string[], projectId: string): Promise<Map<string, Access>> {
  const staffRows = await records(employee).find({ projectId }, { userId: { $in: userIds }, ...working });
  const ids = [...new Set(staffRows.flatMap(({ positionIds }) => positionIds))];
  const all = await positions()
    .find({ projectId, _id: { $in: ids }, deletedAt: null })
    .toArray();
  const byId = new Map(all.map(row => [row._id, row]));
  return new Map(
    staffRows.flatMap(({ _id, userId, name, positionIds }): [string, Access][] => {
      if (userId === null) return [];
      const held = positionIds.flatMap(id => byId.get(id) ?? []);
      const admin = held.some(at => at.admin);
      const permissions = admin ? everything() : union(held.map(at => at.permissions ?? {}));
      const departmentIds = [...new Set(held.map(at => at.departmentId))];
      return [[userId, { employeeId: _id, actorId: _id, name, positionIds, departmentIds, admin, permissions }]];
    }),
  );
}

function union(sets: Permissions[]): Permissions {
  const all: Record<string, Flag[]> = {};
  for (const set of sets)
    for (const [module, flags = []] of Object.entries(set))
      all[module] = [...new Set([...(all[module] ?? []), ...flags, ...(sees(flags) ? (['read'] as const) : [])])];
  return all;
}

const allProjects = async () => {
  const rows = db()
    .collection<{ _id: string; name: string }>('projects')
    .find({}, { projection: { name: 1 } });
  return (await rows.toArray()).sort((a, b) => byName(a.name, b.name));
};

/** Projects in which a user is active staff; all of them for support. */
export async function loadProjects(userId: string): Promise<string[]> {
  if (await supporter(userId)) return (await allProjects()).map(project => project._id);
  const places = await employees()
    .find({ userId, ...working, deletedAt: null })
    .project<{ projectId: string }>({ projectId: 1 })
    .toArray();
  return places.map(place => place.projectId);
}

/** Projects offered at staff sign-in; for support all of them, without employee id where there is no record. */
export async function loadPlaces(userId: string) {
  const places = await loadOwnPlaces(userId);
  if (!(await supporter(userId))) return places;
  const others = (await allProjects()).filter(project => !places.some(place => place.projectId === project._id));
  return [
    ...places,
    ...others.map(({ _id, name }) => ({ employeeId: '', projectId: _id, projectName: name, positions: [] })),
  ];
}

async function loadOwnPlaces(userId: string) {
  const places = await employees()
    .find({ userId, ...working, deletedAt: null })
    .toArray();
  const held = await positions()
    .find({ _id: { $in: places.flatMap(({ positionIds }) => positionIds) } })
    .toArray();
  const departments = await db()
    .collection<Doc<typeof department>>(collectionOf(department))
    .find({ _id: { $in: held.map(({ departmentId }) => departmentId) } })
    .toArray();
  const buildings = await projects()
    .find({ _id: { $in: places.map(({ projectId }) => projectId) } })
    .toArray();
  return places.map(place => ({
    employeeId: place._id,
    projectId: place.projectId,
    projectName: buildings.find(project => project._id === place.projectId)?.name ?? '',
    positions: held
      .filter(row => place.positionIds.includes(row._id))
      .map(row => ({
        name: row.name,
        departmentName: departments.find(({ _id }) => _id === row.departmentId)?.name ?? '',
      })),
  }));
}

/** A user's access to a unit; null if they do not live there. */
export async function loadTenancy(userId: string, unitId: string): Promise<Tenancy | null> {
  const key = `${userId}:${unitId}`;
  const cached = tenants.get(key);
  if (cached) return cached.tenancy;
  const before = forgotten;
  const person = await residents().findOne({ userId, unitIds: unitId, ...admitted });
  const [home] = person ? await opened(person.projectId, [unitId]) : [];
  const stay = person && home ? await loadStay(person, unitId) : null;
  const role = person && ((person.unitId === unitId ? person : stay)?.role ?? person.role);
  const answers = HOUSEHOLD_ROLES.some(householdRole => householdRole === role);
  const tenancy =
    person && home && role
      ? {
          residentId: person._id,
          name: person.name,
          projectId: person.projectId,
          unitId,
          groups: groupsOf(home),
          role,
          owner: (person.unitId === unitId ? person : stay)?.owner === true,
          since: stay && livesSince(stay, (await loadProject(person.projectId))?.timeZone ?? 'UTC'),
          movedInOn: answers ? null : (stay?.movedInAt ?? null),
        }
      : null;
  if (before === forgotten) tenants.set(key, { tenancy });
  return tenancy;
}

/** Loads those of the units whose residents may use the app. */
const opened = (projectId: string, ids: readonly string[]): Promise<Doc<typeof unit>[]> =>
  records(unit).find({ projectId }, { _id: { $in: ids }, appUsage: { $ne: false } });

const loadStay = ({ projectId, _id: residentId }: Doc<typeof resident>, unitId: string) =>
  records(residency).first({ projectId }, { residentId, unitId, living: true });

/** Move-in time: the start of the move-in day, or the time of entry if it was entered on that day. */
function livesSince({ movedInAt, createdAt }: Doc<typeof residency>, timeZone: string): Date | null {
  if (!movedInAt) return null;
  return movedInAt === dayOf(createdAt, timeZone) ? createdAt : startOfDay(movedInAt, timeZone);
}

/** A person's role in one of their units. */
const roleIn = async (person: Doc<typeof resident>, unitId: string): Promise<string> =>
  (person.unitId === unitId ? person : await loadStay(person, unitId))?.role ?? person.role;

/** Units offered at residents' sign-in. */
export async function loadUnits(userId: string) {
  const people = await residents()
    .find({ userId, ...admitted })
    .toArray();
  const homes = people.flatMap(person => person.unitIds.map(unitId => ({ person, unitId })));
  const units = await Promise.all(people.map(person => opened(person.projectId, person.unitIds)));
  const byId = new Map(units.flat().map(unit => [unit._id, unit]));
  return Promise.all(
    homes
      .filter(({ unitId }) => byId.has(unitId))
      .map(async ({ person, unitId }) => {
        const project = await loadProject(person.projectId);
        return {
          unitId,
          unitCode: byId.get(unitId)?.code ?? '',
          projectId: person.projectId,
          projectName: project?.name ?? '',
          residentId: person._id,
          role: await roleIn(person, unitId),
          // Time zone of the building, wherever the user is.
          timeZone: project?.timeZone ?? 'UTC',
        };
      }),
  );
}

type Affecting = Pick<EventRow, 'entity' | 'projectId'> & Partial<Pick<EventRow, 'entityId' | 'action' | 'after'>>;

/** Fields that grant access, by definition. */
const GRANTING: Readonly<Record<string, { kind: Concerned['kind']; fields: readonly string[] }>> = {
  employee: { kind: 'staff', fields: ['userId', 'status', 'positionIds'] },
  position: { kind: 'staff', fields: ['permissions', 'admin', 'departmentId'] },
  resident: {
    kind: 'resident',
    fields: ['userId', 'unitIds', 'unitId', 'role', 'appState', 'appUsage', 'movedInAt', 'owner'],
  },
  unit: { kind: 'resident', fields: ['appUsage', 'blockId', 'floorId', 'labelIds'] },
};
/** Acts that affect access whatever fields they name. */
const WHOLE = new Set(['remove', 'restore', 'erase', 'merge']);

/** Whose access an event may change, if anybody's; also invalidates the cache. */
export function forgetAccess({ entity, projectId, entityId = null, action = '', after }: Affecting): Concerned | null {
  const granting = GRANTING[entity];
  if (!granting) return null;
  const changed = (name: string) => after != null && name in after;
  // Bulk events do not tell what changed.
  const granted = !entityId || WHOLE.has(action) || granting.fields.some(changed);
  // The name is cached along with the permissions.
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
