import type { Language } from '@lobby/shared/kit/languages.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { db, newId, type Session } from '../../kit/database/database.ts';
import { queueMail } from '../../kit/mail/queue.ts';
import { sendSoon } from '../../kit/mail/send.ts';
import { build } from '../../kit/records/records.ts';
import type { RuleOf } from '../../kit/records/typed-behaviour.ts';
import { retryOnConflict, save, VersionConflict } from '../../kit/store/save.ts';
import { collectionOf, type Stored } from '../../kit/store/schema.ts';
import { endSessions, loginDigest } from '../auth/sessions.ts';
import { type User, users } from '../auth/users.ts';
import { loadProject, settingsOf } from '../projects/projects.ts';
import { askWithin } from './address.ts';
import { invitedLanguage } from './invited-language.ts';
import { endLinksWithin } from './links.ts';
import { senderOf } from './mails.ts';

/** The values of an employee record, as a form gives them. */
export interface Invited extends Record<string, unknown> {
  name: string;
  email: string;
  positionIds?: string[];
  departmentId?: string;
  language?: Language;
}

/**
 * Brings whoever has the e-mail into the caller's project as staff: the employee record, the account where there is none, and the mail
 * are one transaction. Who has a verified account is let in at once; others with their first sign-in, after the link in the mail set a
 * password. Answers the employee record; refuses an e-mail that already has a place in the project (`ALREADY_EXISTS`).
 */
export async function inviteStaff(ctx: Ctx, values: Invited): Promise<Stored> {
  const made = await retryOnConflict(() => attempt(ctx, values));
  sendSoon();
  return made;
}

async function attempt(ctx: Ctx, values: Invited): Promise<Stored> {
  const email = values.email.toLowerCase();
  const { userId, inside } = await loadAccount(email);
  if (await loadPlace(ctx, userId)) failEmailTaken();
  const status = inside ? 'ACTIVE' : 'PENDING';
  const insert = await build(ctx, employee, { ...values, email, userId, invitedAt: ctx.now, status });
  const [doc] = await save(ctx, [
    { definition: employee, action: 'create', insert, also: session => inviteWithin(ctx, session, insert) },
  ]);
  return doc ?? insert;
}

const isInside = (user: Pick<User, 'verified' | 'disabled'> | null) => user?.verified === true && !user.disabled;

export const failEmailTaken = (): never => failFields({ email: { code: 'ALREADY_EXISTS' } }, 'ALREADY_EXISTS');

/** The employee record of an account in the project, other than `own`. */
export const loadPlace = (ctx: Ctx, userId: unknown, own?: string, session?: Session) =>
  db()
    .collection<Stored>(collectionOf(employee))
    .findOne(
      { projectId: ctx.projectId, userId, deletedAt: null, _id: { $ne: own ?? '' } },
      { ...(session && { session }) },
    );

/** The account that an e-mail has, or will have when it is invited, and whether its owner can come in at once; refuses a resident's. */
export async function loadAccount(email: string): Promise<{ userId: string; inside: boolean }> {
  const known = await users().findOne({ logins: loginDigest(email.toLowerCase()) });
  if (known && known.kind !== 'staff') failEmailTaken();
  return { userId: known?._id ?? newId(), inside: isInside(known) };
}

/**
 * Invites an employee within the transaction that makes or changes them: the account where there is none, and the mail. Refuses an e-mail
 * whose account has another place in the project (`ALREADY_EXISTS`).
 */
export async function inviteWithin(ctx: Ctx, session: Session, doc: Stored): Promise<void> {
  const email = String(doc.email).toLowerCase();
  const digest = loginDigest(email);
  const project = await loadProject(ctx.projectId);
  // Also where it changes nothing: an account made, verified or disabled meanwhile makes one of the two wait.
  const user = await users().findOneAndUpdate(
    { logins: digest },
    {
      $setOnInsert: {
        _id: String(doc.userId),
        logins: [digest],
        name: String(doc.name),
        email,
        kind: 'staff',
        passwordHash: '',
        verified: false,
        disabled: false,
      },
      $set: { invitedAt: ctx.now },
    },
    { upsert: true, returnDocument: 'after', session },
  );
  if (user?._id !== doc.userId || (isInside(user) && doc.status === 'PENDING')) throw new VersionConflict();
  if (await loadPlace(ctx, doc.userId, doc._id, session)) failEmailTaken();
  const said = { project: project?.name ?? '', by: ctx.actor.name };
  await queueMail(
    { kind: 'invite', to: email, language: invitedLanguage(user, doc), sender: senderOf(ctx), values: said },
    ctx.now,
    session,
  );
}

/**
 * Invited again, or for the first time: the account of the e-mail, and the mail with its link. A place in use stays its owner's, who is told
 * once more; an e-mail that waits for confirmation is sent its link again.
 */
export const invitedAgain: RuleOf<typeof employee> = async (ctx, doc) => {
  const own = doc.userId ? await users().findOne({ _id: String(doc.userId) }) : null;
  if (own?.verified) {
    const status = doc.status === 'PENDING' && !own.disabled ? { status: 'ACTIVE' as const } : {};
    return {
      set: { invitedAt: ctx.now, ...status },
      also: tx =>
        typeof doc.newEmail === 'string'
          ? askWithin(ctx, tx, own, doc.newEmail)
          : inviteWithin(ctx, tx, { ...doc, email: own.email, ...status }),
    };
  }
  const { userId, inside } = await loadAccount(String(doc.email));
  const status = doc.status === 'PENDING' && inside ? { status: 'ACTIVE' as const } : {};
  return {
    set: { userId, invitedAt: ctx.now, ...status },
    async also(tx) {
      // What was sent to an address that was wrong opens nothing any more.
      if (own && own._id !== userId) await endLinksWithin(own._id, ctx.now, tx);
      await inviteWithin(ctx, tx, { ...doc, userId, ...status });
    },
  };
};

/** Lets somebody into the projects they were invited to: at the sign-in that shows that the mailbox is theirs. */
export async function activatePlaces(userId: string, now: Date): Promise<void> {
  const waiting = await db()
    .collection<Stored>(collectionOf(employee))
    .find({ userId, status: 'PENDING', invitedAt: { $type: 'date' }, deletedAt: null })
    .toArray();
  for (const doc of waiting) {
    const project = await loadProject(doc.projectId);
    if (!project) continue;
    const set = { status: 'ACTIVE' as const };
    await save(systemCtx(settingsOf(project), now), [
      { definition: employee, action: 'update', update: { doc, set } },
    ]).catch(error => {
      // Somebody else changed the record in this moment: the next sign-in looks again.
      if (!(error instanceof VersionConflict)) throw error;
    });
  }
}

/** Disables an account, or lets it in again; disabling ends its sessions everywhere at once. */
export async function setDisabled(userId: string, disabled: boolean, now: Date): Promise<void> {
  const write = { $set: { disabled } };
  if (!disabled) return void (await users().updateOne({ _id: userId }, write));
  await endSessions(
    { userId },
    now,
    async tx => void (await users().updateOne({ _id: userId }, write, { session: tx })),
  );
}
