import { FLAGS, type Flag, type Permissions } from '@lobby/shared/kit/permissions.ts';
import { CODES } from '@lobby/shared/modules/recordless-modules.ts';
import { db } from '../../kit/database/database.ts';
import { isInstallationAdmin } from './installation-admins.ts';
import { type User, userCollection } from './users.ts';

type Known = Pick<User, 'name' | 'kind' | 'email' | 'verified' | 'disabled'> & { admin?: boolean };

let domain = '';
/** Sets whose verified addresses are internal support; once, at start. Empty: there is none. */
export function configureSupportDomain(value: string | undefined): void {
  domain = value?.trim().toLowerCase() ?? '';
}

/** Whether an address would make its verified owner internal support. */
export const isSupportAddress = (email: string): boolean =>
  domain !== '' && email.slice(email.lastIndexOf('@') + 1).toLowerCase() === domain;

const isOurs = (user: Known) =>
  user.kind === 'staff' && user.verified && !user.disabled && isSupportAddress(user.email);

const read = (userId: string) =>
  db().collection<Known & { _id: string }>(userCollection.name).findOne({ _id: userId, disabled: false });

/** Internal support: whose verified address is of the company's own domain, and who is no admin (domain.md 18); else null. */
export async function supporter(userId: string): Promise<{ name: string } | null> {
  if (!domain) return null;
  const user = await read(userId);
  return user && isOurs(user) && user.admin !== true ? { name: user.name } : null;
}

/** Whether somebody works on while the product is in maintenance: support, and who keeps the installation. */
export async function passesMaintenance(userId: string): Promise<boolean> {
  const user = await read(userId);
  return user !== null && (isOurs(user) || (await isInstallationAdmin(userId)));
}

const VIEW: readonly Flag[] = FLAGS.filter(flag => flag === 'read' || flag === 'readDetail');
/** The module of residents, of which support never sees a record. */
const HIDDEN = 'MEMBER';

/** What support may do beside a place of its own, if it has one: view everything, but no residents. */
export function supportView(own: Permissions): Permissions {
  const all: Record<string, readonly Flag[]> = {};
  for (const code of CODES) all[code] = [...new Set([...(own[code] ?? []), ...VIEW])];
  all[HIDDEN] = (own[HIDDEN] ?? []).filter(flag => !VIEW.includes(flag));
  return all as Permissions;
}
