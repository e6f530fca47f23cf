import type { Language } from '@lobby/shared/kit/languages.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { MongoServerError } from 'mongodb';
import { type Ctx, systemCtx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { db, newId, type Session } from '../../../kit/database/database.ts';
import { queueMail } from '../../../kit/mail/queue.ts';
import { seal } from '../../../kit/privacy/personal.ts';
import { NOBODY } from '../../../kit/privacy/scrub.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { save, VersionConflict } from '../../../kit/store/save.ts';
import { collectionOf } from '../../../kit/store/schema.ts';
import { endSessionsWithin, loginDigest, sessions } from '../../auth/sessions.ts';
import { emailOf, PEOPLE, type User, users } from '../../auth/users.ts';
import { preferenceCollection } from '../../preferences/preferences.ts';
import { loadProject, settingsOf } from '../../projects/projects.ts';
import { hasOtherPlace } from '../addresses/address.ts';
import { phoneLogin, plain } from '../addresses/resident-logins.ts';
import { linkCollection } from '../links.ts';
import { senderOf } from '../mails.ts';
import { invitedLanguage } from './invited-language.ts';

/** A resident's account, existing or to be created by an invitation. */
interface Account {
  userId: string;
  email: string;
  user: User | null;
  /** Whether the owner has access at once, without a mailed link. */
  inside: boolean;
}

// Accounts are looked up across projects, so this uses the driver, without the models' project guard.
const residents = () => db().collection<Doc<typeof resident>>(collectionOf(resident));

/**
 * The account of a resident's e-mail, or the one to be created. Refuses a resident without e-mail, and an account of staff
 * or of another resident in this project.
 */
export async function loadAccount(ctx: Ctx, doc: Doc<typeof resident>): Promise<Account> {
  return accountFor(ctx, doc, (await plain(ctx, doc, 'email')) ?? fail('RESIDENT_EMAIL_NEEDED'));
}

/** The same for an e-mail that the resident will have. */
export async function accountFor(ctx: Ctx, doc: Doc<typeof resident>, email: string): Promise<Account> {
  const refuse = () => failFields({ email: { code: 'RESIDENT_ACCOUNT_TAKEN' } }, 'RESIDENT_ACCOUNT_TAKEN');
  const account = await users().findOne({ logins: loginDigest(email) });
  if (account && account.kind !== 'resident') refuse();
  if (account && (await records(resident).exists(ctx, { userId: account._id, _id: { $ne: doc._id } }))) refuse();
  // An e-mail corrected before the account was used, to an unknown one: keeps the account. If the person also lives
  // elsewhere, it stays theirs there.
  const invited = account ?? (doc.userId ? await users().findOne({ _id: doc.userId, verified: false }) : null);
  const user = invited && invited !== account && (await hasOtherPlace(invited, doc)) ? null : invited;
  return { userId: user?._id ?? newId(), email, user, inside: user?.verified === true };
}

/** Sign-in names: e-mail, and phone number unless another account uses it. */
async function loadLogins(
  ctx: Ctx,
  doc: Doc<typeof resident>,
  { email, userId }: Account,
  session: Session,
): Promise<string[]> {
  const byPhone = await phoneLogin(await plain(ctx, doc, 'phone'), userId, session);
  return [loginDigest(email), ...(byPhone ? [byPhone] : [])];
}

/** Creates or links the account within the transaction that invites the resident, and mails the link. */
export async function inviteWithin(
  ctx: Ctx,
  session: Session,
  doc: Doc<typeof resident>,
  account: Account,
): Promise<void> {
  const { userId, email, user } = account;
  const person = account.inside
    ? {}
    : { logins: await loadLogins(ctx, doc, account, session), name: doc.name, email: seal(PEOPLE, email) };
  const set = { ...person, disabled: false, invitedAt: ctx.now };
  const fresh = { kind: 'resident' as const, passwordHash: '', verified: false };
  // The account was created, verified or blocked concurrently: tries again.
  const { matchedCount, upsertedCount } = await users()
    .updateOne(
      user ? { _id: userId, verified: user.verified, disabled: user.disabled } : { _id: userId },
      { $set: set, ...(!user && { $setOnInsert: fresh }) },
      { upsert: !user, session },
    )
    .catch(error => {
      if (error instanceof MongoServerError && error.code === 11000) throw new VersionConflict();
      throw error;
    });
  if (matchedCount + upsertedCount === 0) throw new VersionConflict();
  // A phone number added since, or that another account had at the first invitation.
  const byPhone = account.inside && (await phoneLogin(await plain(ctx, doc, 'phone'), userId, session));
  if (byPhone) await users().updateOne({ _id: userId }, { $addToSet: { logins: byPhone } }, { session });
  await mail(ctx, session, 'inviteResident', email, invitedLanguage(user, doc));
}

/** Mails a password reset link, or the invitation again if there never was a password. */
export async function resetWithin(ctx: Ctx, session: Session, doc: Doc<typeof resident>, user: User): Promise<void> {
  await mail(ctx, session, user.verified ? 'reset' : 'inviteResident', emailOf(user), invitedLanguage(user, doc));
}

async function mail(ctx: Ctx, session: Session, kind: string, to: string, language: Language): Promise<void> {
  const project = await loadProject(ctx.projectId);
  const values = { project: project?.name ?? '', by: ctx.actor.name };
  await queueMail({ kind, to, language, sender: senderOf(ctx), values }, ctx.now, session);
}

/** Blocks a resident within a transaction: ends all sessions, and disables the account unless the person has another home. */
export async function blockWithin(ctx: Ctx, session: Session, doc: Doc<typeof resident>): Promise<void> {
  const userId = doc.userId ?? '';
  const elsewhere = await residents().findOne(
    { userId, _id: { $ne: doc._id }, deletedAt: null, appState: { $ne: 'BLOCKED' } },
    { session, projection: { _id: 1 } },
  );
  await users().updateOne({ _id: userId }, { $set: { disabled: !elsewhere } }, { session });
  await endSessionsWithin({ userId }, ctx.now, session, 'BLOCKED');
}

/** Deletes the account of an erased person with all its data, unless they also live elsewhere. */
export async function endAccountWithin(
  ctx: Ctx,
  session: Session,
  userId: string,
  but: readonly string[],
): Promise<void> {
  const elsewhere = { userId, _id: { $nin: [...but] }, deletedAt: null };
  if (await residents().findOne(elsewhere, { session, projection: { _id: 1 } })) return;
  await sessions().updateMany({ userId }, { $set: { name: NOBODY } }, { session });
  await endSessionsWithin({ userId }, ctx.now, session, 'ERASED');
  await sessions().deleteMany({ userId }, { session });
  for (const { name } of [linkCollection, preferenceCollection])
    await db().collection(name).deleteMany({ userId }, { session });
  await users().deleteOne({ _id: userId }, { session });
}

/** Unblocks a resident. */
export async function allowWithin(session: Session, userId: unknown): Promise<void> {
  await users().updateOne({ _id: String(userId) }, { $set: { disabled: false } }, { session });
}

/** Marks invited residents as active: the first sign-in proves that the mailbox is theirs. */
export async function activateHomes(userId: string, now: Date): Promise<void> {
  const waiting = await residents().find({ userId, appState: 'INVITED', deletedAt: null }).toArray();
  for (const doc of waiting) {
    const project = await loadProject(doc.projectId);
    if (!project) continue;
    const update = { doc, set: { appState: 'ACTIVE' } };
    await save(systemCtx(settingsOf(project), now), [{ definition: resident, action: 'update', update }]).catch(
      error => {
        // The record was changed concurrently; the next sign-in tries again.
        if (!(error instanceof VersionConflict)) throw error;
      },
    );
  }
}
