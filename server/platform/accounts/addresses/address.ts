import type { Language } from '@lobby/shared/kit/languages.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { MongoServerError } from 'mongodb';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { db, type Session } from '../../../kit/database/database.ts';
import { queueMail } from '../../../kit/mail/queue.ts';
import { seal } from '../../../kit/privacy/personal.ts';
import { writeEvents } from '../../../kit/store/events.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { VersionConflict } from '../../../kit/store/save.ts';
import { collectionOf } from '../../../kit/store/schema.ts';
import { isSupportAddress } from '../../auth/rights/support.ts';
import { eventOf, loginDigest } from '../../auth/sessions.ts';
import { emailOf, PEOPLE, type User, users } from '../../auth/users.ts';
import { loadProject } from '../../projects/projects.ts';
import { endLinksWithin } from '../links.ts';
import { senderOf } from '../mails.ts';

/** Definition of the records that give an account access: employees for staff, residents otherwise. */
export const placesIn = ({ kind }: Pick<User, 'kind'>) => (kind === 'staff' ? employee : resident);
/** A record that gives an account access. */
export type AccessRecord = Doc<typeof employee> | Doc<typeof resident>;
export const accessRecords = (user: Pick<User, 'kind'>) => db().collection<AccessRecord>(collectionOf(placesIn(user)));

const keptAs = ({ kind }: Pick<User, 'kind'>, email: string) => (kind === 'staff' ? email : seal(PEOPLE, email));

/** Whether an account has another record than this one, in any project. */
export async function hasOtherPlace(user: Pick<User, '_id' | 'kind'>, doc: AccessRecord): Promise<boolean> {
  const query = { userId: user._id, _id: { $ne: doc._id }, deletedAt: null };
  return (await accessRecords(user).findOne(query, { projection: { _id: 1 } })) !== null;
}

/** Lets an Admin confirm an address only if the account gives no access beyond that Admin's project. */
export async function assertWithinProject(user: User, doc: AccessRecord, email: string): Promise<void> {
  if (isSupportAddress(email) || ('admin' in user && user.admin === true) || (await hasOtherPlace(user, doc)))
    failFields({ email: { code: 'EMAIL_CONFIRMED_BY_OWNER' } }, 'EMAIL_CONFIRMED_BY_OWNER');
}

async function tell(ctx: Ctx, tx: Session, kind: string, to: string, user: User, language: Language): Promise<void> {
  const project = await loadProject(ctx.projectId);
  const values = { userId: user._id, name: user.name, project: project?.name ?? '', by: ctx.actor.name };
  await queueMail({ kind, to, language: user.language ?? language, sender: senderOf(ctx), values }, ctx.now, tx);
}

/** Requests another e-mail for an account in use: mails a link there, and informs the owner at their current address. */
export async function askWithin(ctx: Ctx, tx: Session, user: User, email: string): Promise<void> {
  const set = { $set: { nextEmail: keptAs(user, email) } };
  const { matchedCount } = await users().updateOne({ _id: user._id, verified: true }, set, { session: tx });
  if (matchedCount === 0) throw new VersionConflict();
  await tell(ctx, tx, 'address', email, user, ctx.language);
  await tell(ctx, tx, 'addressAsked', emailOf(user), user, ctx.language);
}

/** Cancels the requested e-mail, which invalidates its links. */
export async function withdrawWithin(tx: Session, userId: unknown): Promise<void> {
  await users().updateOne({ _id: String(userId) }, { $unset: { nextEmail: '' } }, { session: tx });
}

/** Moves sign-in and password resets to another e-mail, ends all links, and informs the owner at the previous address. */
export async function moveWithin(ctx: Ctx, tx: Session, user: User, email: string): Promise<void> {
  const before = emailOf(user);
  const logins = [loginDigest(email), ...user.logins.filter(login => login !== loginDigest(before))];
  const write = { $set: { logins, email: keptAs(user, email) }, $unset: { nextEmail: '' as const } };
  const { matchedCount } = await users()
    .updateOne({ _id: user._id, logins: user.logins, disabled: user.disabled }, write, { session: tx })
    .catch(error => {
      if (!(error instanceof MongoServerError) || error.code !== 11000) throw error;
      return failFields({ email: { code: 'ALREADY_EXISTS' } }, 'ALREADY_EXISTS');
    });
  if (matchedCount === 0) throw new VersionConflict();
  await endLinksWithin(user._id, ctx.now, tx);
  await writeEvents([eventOf(user._id, user.name, null, 'update', ctx.now)], tx);
  await tell(ctx, tx, 'addressMoved', before, user, ctx.language);
}
