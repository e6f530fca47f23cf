import type { resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import type { Session } from '../../../kit/database/database.ts';
import type { Values } from '../../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { VersionConflict } from '../../../kit/store/save.ts';
import { isAdmin } from '../../auth/rights/admins.ts';
import { loginDigest } from '../../auth/sessions.ts';
import { emailOf, type User, users } from '../../auth/users.ts';
import { accountFor, inviteWithin } from '../invitations/residents.ts';
import { endLinksWithin } from '../links.ts';
import { askWithin, assertWithinProject, moveWithin, withdrawWithin } from './address.ts';
import { movePhoneWithin, plain } from './resident-logins.ts';

type Resident = Doc<typeof resident>;

const refuse = (code: string): never => failFields({ email: { code } }, code);
const accountOf = ({ userId }: Resident, tx?: Session) =>
  userId ? users().findOne({ _id: userId }, { ...(tx && { session: tx }) }) : null;

/**
 * Changes to set when a resident's e-mail is edited. For an account in use the e-mail waits in `newEmail` until the owner
 * confirms it, or an Admin enters it again; an account never used is moved at once.
 */
export async function movedResidentAddress(
  ctx: Ctx,
  doc: Resident,
  values: Values<typeof resident>,
): Promise<Partial<Resident>> {
  if (values.email === undefined) return {};
  const user = await accountOf(doc);
  if (!user) return {};
  const email = values.email || null;
  const [before, waiting] = [await plain(ctx, doc, 'email'), await plain(ctx, doc, 'newEmail')];
  if (same(email, before)) return waiting ? { newEmail: null } : {};
  if (!user.verified) return corrected(ctx, doc, email);
  if (!email) return refuse('RESIDENT_EMAIL_NEEDED');
  if (same(email, emailOf(user))) return { newEmail: null };
  if (await users().findOne({ logins: loginDigest(email), _id: { $ne: user._id } })) refuse('RESIDENT_ACCOUNT_TAKEN');
  if (!same(waiting, email) || !(await isAdmin(ctx))) return { email: before, newEmail: email };
  await assertWithinProject(user, doc, email);
  return { email, newEmail: null };
}
const same = (first: string | null, other: string | null) => first?.toLowerCase() === other?.toLowerCase();

/** The account was never used: it is invited under the new e-mail. Without an e-mail, or if blocked, the account is detached. */
async function corrected(ctx: Ctx, doc: Resident, email: string | null): Promise<Partial<Resident>> {
  if (doc.appState === 'BLOCKED') return { userId: null, newEmail: null };
  if (!email) return { userId: null, appState: 'NONE', newEmail: null };
  const { userId, inside } = await accountFor(ctx, doc, email);
  return { userId, appState: inside ? 'ACTIVE' : 'INVITED', newEmail: null };
}

/** Effects of an edited e-mail or phone within its transaction: ends links, sends mails, moves the sign-in. */
export async function syncResidentAddress(ctx: Ctx, tx: Session, before: Resident, doc: Resident): Promise<void> {
  const changed = (name: 'email' | 'newEmail' | 'phone') => (doc[name] ?? null) !== (before[name] ?? null);
  if (!(changed('email') || changed('newEmail') || changed('phone'))) return;
  const user = await accountOf(before, tx);
  if (!user) return;
  if (user.verified) await syncAddressInUse(ctx, tx, before, doc, user);
  else if (changed('email')) await syncAddressOfInvited(ctx, tx, before, doc, user);
  if (changed('phone') && doc.userId) await movePhoneWithin(ctx, tx, doc.userId, before, doc);
}

async function syncAddressInUse(ctx: Ctx, tx: Session, before: Resident, doc: Resident, user: User): Promise<void> {
  if (doc.userId !== before.userId) throw new VersionConflict();
  const of = (home: Resident, name: 'email' | 'newEmail') => plain(ctx, home, name);
  const [waited, waits] = [await of(before, 'newEmail'), await of(doc, 'newEmail')];
  // Entered again by a person who is not Admin: sends the link again.
  if (waits) return doc.newEmail === before.newEmail ? undefined : askWithin(ctx, tx, user, waits);
  const email = await of(doc, 'email');
  if (email && !same(email, await of(before, 'email')) && !same(email, emailOf(user)))
    await moveWithin(ctx, tx, user, email);
  else if (waited) await withdrawWithin(tx, user._id);
}

async function syncAddressOfInvited(ctx: Ctx, tx: Session, before: Resident, doc: Resident, user: User): Promise<void> {
  const email = await plain(ctx, doc, 'email');
  if (same(email, await plain(ctx, before, 'email'))) return;
  await endLinksWithin(user._id, ctx.now, tx);
  if (!email || !doc.userId) return;
  const account = await accountFor(ctx, before, email);
  // The account was created or verified concurrently: tries again.
  if (account.user && account.userId !== doc.userId) throw new VersionConflict();
  await inviteWithin(ctx, tx, doc, { ...account, userId: doc.userId });
}
