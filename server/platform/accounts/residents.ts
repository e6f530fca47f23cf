import type { Language } from '@lobby/shared/kit/languages.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { MongoServerError } from 'mongodb';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { db, newId, type Session } from '../../kit/database/database.ts';
import { queueMail } from '../../kit/mail/queue.ts';
import { seal } from '../../kit/privacy/personal.ts';
import { NOBODY } from '../../kit/privacy/scrub.ts';
import { save, VersionConflict } from '../../kit/store/save.ts';
import { collectionOf, modelOf, type Stored } from '../../kit/store/schema.ts';
import { endSessionsWithin, loginDigest, sessions } from '../auth/sessions.ts';
import { emailOf, PEOPLE, type User, users } from '../auth/users.ts';
import { preferenceCollection } from '../preferences/preferences.ts';
import { loadProject, settingsOf } from '../projects/projects.ts';
import { hasOtherPlace } from './address.ts';
import { invitedLanguage } from './invited-language.ts';
import { linkCollection } from './links.ts';
import { senderOf } from './mails.ts';
import { phoneLogin, plain } from './resident-logins.ts';

/** A resident's account: one there is, or the one that an invitation makes. */
interface Account {
  userId: string;
  email: string;
  user: User | null;
  /** Whether its owner can come in at once, without the link of a mail. */
  inside: boolean;
}

// People are found across projects, before there is a project to ask in: by the driver, past the guard of the models.
const residents = () => db().collection<Stored>(collectionOf(resident));

/**
 * The account that belongs to a resident's e-mail, or will. Refuses a resident without one, and an e-mail whose account is of staff or of
 * another resident here.
 */
export async function loadAccount(ctx: Ctx, doc: Stored): Promise<Account> {
  return accountFor(ctx, doc, (await plain(ctx, doc, 'email')) ?? fail('RESIDENT_EMAIL_NEEDED'));
}

/** The same of an e-mail that the resident is to have. */
export async function accountFor(ctx: Ctx, doc: Stored, email: string): Promise<Account> {
  const refuse = () => failFields({ email: { code: 'RESIDENT_ACCOUNT_TAKEN' } }, 'RESIDENT_ACCOUNT_TAKEN');
  const known = await users().findOne({ logins: loginDigest(email) });
  if (known && known.kind !== 'resident') refuse();
  const place = { projectId: ctx.projectId, userId: known?._id, deletedAt: null, _id: { $ne: doc._id } };
  if (known && (await modelOf(resident).findOne(place).lean())) refuse();
  // An e-mail that was corrected before its owner ever came in, to one that nobody has; where they live elsewhere too it stays theirs there.
  const own = known ?? (doc.userId ? await users().findOne({ _id: String(doc.userId), verified: false }) : null);
  const user = own && own !== known && (await hasOtherPlace(own, doc)) ? null : own;
  return { userId: user?._id ?? newId(), email, user, inside: user?.verified === true };
}

/** Who signs in also by phone, where no other account does. */
async function loadLogins(ctx: Ctx, doc: Stored, { email, userId }: Account, session: Session): Promise<string[]> {
  const byPhone = await phoneLogin(await plain(ctx, doc, 'phone'), userId, session);
  return [loginDigest(email), ...(byPhone ? [byPhone] : [])];
}

/** Makes or links the account within the transaction that invites the resident, and mails its link. */
export async function inviteWithin(ctx: Ctx, session: Session, doc: Stored, account: Account): Promise<void> {
  const { userId, email, user } = account;
  const person = account.inside
    ? {}
    : { logins: await loadLogins(ctx, doc, account, session), name: String(doc.name), email: seal(PEOPLE, email) };
  const set = { ...person, disabled: false, invitedAt: ctx.now };
  const fresh = { kind: 'resident' as const, passwordHash: '', verified: false };
  // Whoever made, verified or blocked the account meanwhile was quicker: it is looked at again.
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
  // A number that came to them since then, or that another had when they were invited first.
  const byPhone = account.inside && (await phoneLogin(await plain(ctx, doc, 'phone'), userId, session));
  if (byPhone) await users().updateOne({ _id: userId }, { $addToSet: { logins: byPhone } }, { session });
  await mail(ctx, session, 'inviteResident', email, invitedLanguage(user, doc));
}

/** Mails the link to a new password; to who never had one, the invitation once more. */
export async function resetWithin(ctx: Ctx, session: Session, doc: Stored, user: User): Promise<void> {
  await mail(ctx, session, user.verified ? 'reset' : 'inviteResident', emailOf(user), invitedLanguage(user, doc));
}

async function mail(ctx: Ctx, session: Session, kind: string, to: string, language: Language): Promise<void> {
  const project = await loadProject(ctx.projectId);
  const values = { project: project?.name ?? '', by: ctx.actor.name };
  await queueMail({ kind, to, language, sender: senderOf(ctx), values }, ctx.now, session);
}

/** Shuts a resident out within the transaction that says so: all sessions end, and without a home elsewhere nobody signs in. */
export async function blockWithin(ctx: Ctx, session: Session, doc: Stored): Promise<void> {
  const userId = String(doc.userId);
  const others = { userId, _id: { $ne: doc._id }, deletedAt: null, appState: { $ne: 'BLOCKED' } };
  const elsewhere = await residents().findOne(others, { session, projection: { _id: 1 } });
  await users().updateOne({ _id: userId }, { $set: { disabled: !elsewhere } }, { session });
  await endSessionsWithin({ userId }, ctx.now, session, 'BLOCKED');
}

/** Ends the account of a person who is erased, with all that is kept of it; where they live elsewhere too it is theirs there, and stays. */
export async function endAccountWithin(
  ctx: Ctx,
  session: Session,
  userId: string,
  but: readonly string[],
): Promise<void> {
  const elsewhere = { userId, _id: { $nin: [...but] }, deletedAt: null };
  if (await residents().findOne(elsewhere, { session, projection: { _id: 1 } })) return;
  await sessions().updateMany({ userId }, { $set: { name: NOBODY } }, { session });
  await endSessionsWithin({ userId }, ctx.now, session);
  await sessions().deleteMany({ userId }, { session });
  for (const { name } of [linkCollection, preferenceCollection])
    await db().collection(name).deleteMany({ userId }, { session });
  await users().deleteOne({ _id: userId }, { session });
}

/** Lets a resident in again. */
export async function allowWithin(session: Session, userId: unknown): Promise<void> {
  await users().updateOne({ _id: String(userId) }, { $set: { disabled: false } }, { session });
}

/** Notes that residents who were invited have come: at the sign-in that shows that the mailbox is theirs. */
export async function activateHomes(userId: string, now: Date): Promise<void> {
  const waiting = await residents().find({ userId, appState: 'INVITED', deletedAt: null }).toArray();
  for (const doc of waiting) {
    const project = await loadProject(doc.projectId);
    if (!project) continue;
    const update = { doc, set: { appState: 'ACTIVE' } };
    await save(systemCtx(settingsOf(project), now), [{ definition: resident, action: 'update', update }]).catch(
      error => {
        // Somebody else changed the record in this moment: the next sign-in looks again.
        if (!(error instanceof VersionConflict)) throw error;
      },
    );
  }
}
