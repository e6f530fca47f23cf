import type { Language } from '@lobby/shared/kit/languages.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { type Ctx, systemCtx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { db, newId, type Session } from '../../../kit/database/database.ts';
import { queueMail } from '../../../kit/mail/queue.ts';
import { sendSoon } from '../../../kit/mail/send.ts';
import { build } from '../../../kit/records/records.ts';
import type { RuleOf } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { retryOnConflict, save, VersionConflict } from '../../../kit/store/save.ts';
import { collectionOf } from '../../../kit/store/schema.ts';
import { endSessions, loginDigest } from '../../auth/sessions.ts';
import { type User, users } from '../../auth/users.ts';
import { loadProject, settingsOf } from '../../projects/projects.ts';
import { askWithin } from '../addresses/address.ts';
import { endLinksWithin } from '../links.ts';
import { senderOf } from '../mails.ts';
import { invitedLanguage } from './invited-language.ts';

/** Values of an employee record from a form. */
export interface Invited extends Record<string, unknown> {
  name: string;
  email: string;
  positionIds?: string[];
  departmentId?: string;
  language?: Language;
}

/**
 * Adds the owner of an e-mail to the project as staff: the employee record, the account if it does not exist, and the mail,
 * in one transaction. A verified account gets access at once; others with the first sign-in, after the mailed link has set a
 * password. Returns the employee record. Refuses an e-mail that is already in the project (`ALREADY_EXISTS`).
 */
export async function inviteStaff(ctx: Ctx, values: Invited): Promise<Doc<typeof employee>> {
  const made = await retryOnConflict(() => attempt(ctx, values));
  sendSoon();
  return made;
}

async function attempt(ctx: Ctx, values: Invited): Promise<Doc<typeof employee>> {
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

/** The employee record of an account in the project, except `own`. */
export const loadPlace = (ctx: Ctx, userId: string, except?: string, session?: Session) =>
  records(employee)
    .in(session)
    .first(ctx, { userId, _id: { $ne: except ?? '' } });

/** The account of an e-mail, or the id it will get, and whether its owner has access at once. Refuses a resident's. */
export async function loadAccount(email: string): Promise<{ userId: string; inside: boolean }> {
  const user = await users().findOne({ logins: loginDigest(email.toLowerCase()) });
  if (user && user.kind !== 'staff') failEmailTaken();
  return { userId: user?._id ?? newId(), inside: isInside(user) };
}

/**
 * Invites an employee within the transaction that creates or changes the record: the account if it does not exist, and the
 * mail. Refuses an e-mail whose account has another record in the project (`ALREADY_EXISTS`).
 */
export async function inviteWithin(ctx: Ctx, session: Session, doc: Doc<typeof employee>): Promise<void> {
  const { userId } = doc;
  if (!userId) throw new VersionConflict();
  const email = doc.email.toLowerCase();
  const digest = loginDigest(email);
  const project = await loadProject(ctx.projectId);
  // Writes even without a change, so that it conflicts with concurrent creation, verification or disabling of the account.
  const user = await users().findOneAndUpdate(
    { logins: digest },
    {
      $setOnInsert: {
        _id: userId,
        logins: [digest],
        name: doc.name,
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
  if (user?._id !== userId || (isInside(user) && doc.status === 'PENDING')) throw new VersionConflict();
  if (await loadPlace(ctx, userId, doc._id, session)) failEmailTaken();
  const values = { project: project?.name ?? '', by: ctx.actor.name };
  await queueMail(
    { kind: 'invite', to: email, language: invitedLanguage(user, doc), sender: senderOf(ctx), values },
    ctx.now,
    session,
  );
}

/**
 * Invites again: the account of the e-mail, and the mail with its link. The owner of an account in use is only informed once
 * more; an unconfirmed e-mail gets its link again.
 */
export const invitedAgain: RuleOf<typeof employee> = async (ctx, doc) => {
  const account = doc.userId ? await users().findOne({ _id: doc.userId }) : null;
  if (account?.verified) {
    const status = doc.status === 'PENDING' && !account.disabled ? { status: 'ACTIVE' as const } : {};
    return {
      set: { invitedAt: ctx.now, ...status },
      also: tx =>
        doc.newEmail
          ? askWithin(ctx, tx, account, doc.newEmail)
          : inviteWithin(ctx, tx, { ...doc, email: account.email, ...status }),
    };
  }
  const { userId, inside } = await loadAccount(doc.email);
  const status = doc.status === 'PENDING' && inside ? { status: 'ACTIVE' as const } : {};
  return {
    set: { userId, invitedAt: ctx.now, ...status },
    async also(tx) {
      // Links sent to a wrong address become invalid.
      if (account && account._id !== userId) await endLinksWithin(account._id, ctx.now, tx);
      await inviteWithin(ctx, tx, { ...doc, userId, ...status });
    },
  };
};

/** Activates the invited records of a user: the first sign-in proves that the mailbox is theirs. */
export async function activatePlaces(userId: string, now: Date): Promise<void> {
  const waiting = await db()
    .collection<Doc<typeof employee>>(collectionOf(employee))
    .find({ userId, status: 'PENDING', invitedAt: { $type: 'date' }, deletedAt: null })
    .toArray();
  for (const doc of waiting) {
    const project = await loadProject(doc.projectId);
    if (!project) continue;
    const set = { status: 'ACTIVE' as const };
    await save(systemCtx(settingsOf(project), now), [
      { definition: employee, action: 'update', update: { doc, set } },
    ]).catch(error => {
      // The record was changed concurrently; the next sign-in tries again.
      if (!(error instanceof VersionConflict)) throw error;
    });
  }
}

/** Disables an account or enables it again. Disabling ends all its sessions at once. */
export async function setDisabled(userId: string, disabled: boolean, now: Date): Promise<void> {
  const write = { $set: { disabled } };
  if (!disabled) return void (await users().updateOne({ _id: userId }, write));
  await endSessions(
    { userId },
    now,
    'BLOCKED',
    async tx => void (await users().updateOne({ _id: userId }, write, { session: tx })),
  );
}
