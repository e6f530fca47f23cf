import { employee, WORKING } from '@lobby/shared/modules/employee.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { newId, type Session } from '../../../kit/database/database.ts';
import type { Values } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { VersionConflict } from '../../../kit/store/save.ts';
import { isAdmin } from '../../auth/rights/admins.ts';
import { loginDigest } from '../../auth/sessions.ts';
import { type User, users } from '../../auth/users.ts';
import { failEmailTaken, inviteWithin, loadPlace } from '../invitations/invite.ts';
import { endLinksWithin } from '../links.ts';
import { askWithin, assertWithinProject, hasOtherPlace, moveWithin, withdrawWithin } from './address.ts';

type Employee = Doc<typeof employee>;

/** Invited and still employed: a corrected e-mail is invited again. */
const isInvited = ({ invitedAt, status }: Employee) => invitedAt !== null && ['PENDING', ...WORKING].includes(status);

/**
 * Changes to set when an employee's e-mail is edited. For an account in use it waits in `newEmail` until the owner confirms
 * it, or an Admin enters it again; an account never used is moved at once.
 */
export async function movedStaffAddress(
  ctx: Ctx,
  doc: Employee,
  { email }: Values<typeof employee>,
): Promise<Partial<Employee>> {
  if (!email || !doc.userId) return {};
  if (email === doc.email) return doc.newEmail ? { newEmail: null } : {};
  const user = await users().findOne({ _id: doc.userId });
  if (!user || user.email === email) return { newEmail: null };
  const holder = await users().findOne({ logins: loginDigest(email), _id: { $ne: user._id } });
  if (!user.verified) return correctedAddress(ctx, doc, email, user, holder);
  if (holder) failEmailTaken();
  if (await records(employee).exists(ctx, { email, _id: { $ne: doc._id } }))
    failFields({ email: { code: 'EMPLOYEE_EMAIL_EXISTS' } }, 'EMPLOYEE_EMAIL_EXISTS');
  if (doc.newEmail !== email || !(await isAdmin(ctx))) return { email: doc.email, newEmail: email };
  await assertWithinProject(user, doc, email);
  return { email, newEmail: null };
}

/** The account was never used: takes the account of the new e-mail, or moves this one if it has no other record. */
async function correctedAddress(
  ctx: Ctx,
  doc: Employee,
  email: string,
  user: User,
  holder: User | null,
): Promise<Partial<Employee>> {
  if (holder && holder.kind !== 'staff') failEmailTaken();
  const userId = holder?._id ?? ((await hasOtherPlace(user, doc)) ? newId() : user._id);
  if (await loadPlace(ctx, userId, doc._id)) failEmailTaken();
  const inside = holder?.verified === true && !holder.disabled;
  return {
    email,
    userId,
    newEmail: null,
    ...(isInvited(doc) && {
      invitedAt: ctx.now,
      ...(inside && doc.status === 'PENDING' && { status: 'ACTIVE' as const }),
    }),
  };
}

/** Effects of an edited e-mail within its transaction: ends links, sends mails, moves the account. */
export async function syncStaffAddress(ctx: Ctx, tx: Session, before: Employee, doc: Employee): Promise<void> {
  const moved = doc.email !== before.email;
  const isAsked = (doc.newEmail ?? null) !== (before.newEmail ?? null);
  if (!before.userId || !(moved || isAsked)) return;
  const user = await users().findOne({ _id: before.userId }, { session: tx });
  if (!user) return;
  const { email } = doc;
  if (user.verified) {
    if (doc.userId !== before.userId) throw new VersionConflict();
    if (doc.newEmail) return askWithin(ctx, tx, user, doc.newEmail);
    return moved && user.email !== email ? moveWithin(ctx, tx, user, email) : withdrawWithin(tx, user._id);
  }
  if (!moved) return;
  await endLinksWithin(user._id, ctx.now, tx);
  if (doc.userId === user._id) {
    const set = { $set: { logins: [loginDigest(email)], email, passwordHash: '' } };
    const { matchedCount } = await users().updateOne({ _id: user._id, verified: false }, set, { session: tx });
    if (matchedCount === 0) throw new VersionConflict();
  }
  if (isInvited(doc)) await inviteWithin(ctx, tx, doc);
}
