import { FLAGS, type Flag, type Permissions } from '@lobby/shared/kit/permissions.ts';
import { CODES } from '@lobby/shared/modules/recordless-modules.ts';
import { db } from '../../../kit/database/database.ts';
import { type User, userCollection } from '../users.ts';
import { isInstallationAdmin } from './installation-admins.ts';

type Known = Pick<User, 'name' | 'kind' | 'email' | 'verified' | 'disabled'> & { admin?: boolean };

let domain = '';
/** Sets the mail domain of internal support. Called once at start; empty for none. */
export function configureSupportDomain(value: string | undefined): void {
  domain = value?.trim().toLowerCase() ?? '';
}

/** Whether a verified owner of an address is internal support. */
export const isSupportAddress = (email: string): boolean =>
  domain !== '' && email.slice(email.lastIndexOf('@') + 1).toLowerCase() === domain;

const isOurs = (user: Known) =>
  user.kind === 'staff' && user.verified && !user.disabled && isSupportAddress(user.email);

const read = (userId: string) =>
  db().collection<Known & { _id: string }>(userCollection.name).findOne({ _id: userId, disabled: false });

/** Internal support: users with a verified address of the company's domain who are no admins (domain.md 18); otherwise null. */
export async function supporter(userId: string): Promise<{ name: string } | null> {
  if (!domain) return null;
  const user = await read(userId);
  return user && isOurs(user) && user.admin !== true ? { name: user.name } : null;
}

/** Whether a user may work during maintenance: support, and admins of the installation. */
export async function passesMaintenance(userId: string): Promise<boolean> {
  const user = await read(userId);
  return user !== null && (isOurs(user) || (await isInstallationAdmin(userId)));
}

const VIEW: readonly Flag[] = FLAGS.filter(flag => flag === 'read' || flag === 'readDetail');
/** Module of residents, whose records support never sees. */
const HIDDEN = 'MEMBER';

/** Permissions of support in addition to its own: view everything except residents. */
export function supportView(permissions: Permissions): Permissions {
  const all: Record<string, readonly Flag[]> = {};
  for (const code of CODES) all[code] = [...new Set([...(permissions[code] ?? []), ...VIEW])];
  all[HIDDEN] = (permissions[HIDDEN] ?? []).filter(flag => !VIEW.includes(flag));
  return all as Permissions;
}
