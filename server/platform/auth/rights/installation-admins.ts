import { employee, position } from '@lobby/shared/modules/employee.ts';
import { db } from '../../../kit/database/database.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { collectionOf } from '../../../kit/store/schema.ts';
import { type User, userCollection } from '../users.ts';

// Across projects, so this uses the driver, without the models' project guard.
const employees = () => db().collection<Doc<typeof employee>>(collectionOf(employee));
const positions = () => db().collection<Doc<typeof position>>(collectionOf(position));

/** Projects in which a user actively holds the Admin position. */
export async function administeredBy(userId: string): Promise<Set<string>> {
  const places = await employees().find({ userId, status: 'ACTIVE', deletedAt: null }).toArray();
  const held = places.flatMap(({ positionIds }) => positionIds);
  const chiefs = await positions()
    .find({ _id: { $in: held }, admin: true, deletedAt: null })
    .toArray();
  return new Set(chiefs.map(chief => chief.projectId));
}

/**
 * Whether a user administers the installation, whose settings affect everybody: internal admins, and those who are Admin in
 * every project.
 */
export async function isInstallationAdmin(userId: string): Promise<boolean> {
  const user = await db()
    .collection<User & { admin?: boolean }>(userCollection.name)
    .findOne({ _id: userId, kind: 'staff', disabled: false });
  if (!user) return false;
  if (user.admin === true) return true;
  const [administered, all] = await Promise.all([administeredBy(userId), db().collection('projects').countDocuments()]);
  return all > 0 && administered.size === all;
}

/** Employees who are Admin in every project, one record each. A new project gets them too, so that they keep administering all. */
export async function adminsEverywhere(): Promise<Doc<typeof employee>[]> {
  const chiefs = await positions().find({ admin: true, deletedAt: null }).toArray();
  const staff = await employees()
    .find({ positionIds: { $in: chiefs.map(({ _id }) => _id) }, status: 'ACTIVE', deletedAt: null })
    .toArray();
  const all = await db().collection('projects').countDocuments();
  return [...Map.groupBy(staff, ({ userId }) => userId)].flatMap(([userId, places]) =>
    userId && new Set(places.map(({ projectId }) => projectId)).size === all ? places.slice(0, 1) : [],
  );
}
