import { resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { db, type Session } from '../../../kit/database/database.ts';
import { holdKeys } from '../../../kit/privacy/person-keys.ts';
import { open } from '../../../kit/privacy/personal.ts';
import type { AnyDoc, Doc } from '../../../kit/store/records.ts';
import { collectionOf } from '../../../kit/store/schema.ts';
import { loginDigest } from '../../auth/sessions.ts';
import { users } from '../../auth/users.ts';

// Accounts are looked up across projects, so this uses the driver, without the models' project guard.
const residents = () => db().collection<Doc<typeof resident>>(collectionOf(resident));

/** Plain e-mails contain an @, and plain phone numbers start with +. */
const isSealed = (value: string) => !value.includes('@') && !value.startsWith('+');

/** A resident's contact in plain text, as stored or as edited. */
export async function plain(
  { projectId }: Pick<Ctx, 'projectId'>,
  doc: AnyDoc,
  name: 'email' | 'newEmail' | 'phone',
): Promise<string | null> {
  const value = doc[name];
  if (typeof value !== 'string' || !value) return null;
  if (!isSealed(value)) return value;
  await holdKeys([doc]);
  return open(projectId, value);
}

/** Whether a live record of the account, except `but`, has the phone number. */
async function hasPhone(userId: string, phone: string, session: Session, but = ''): Promise<boolean> {
  const all = await residents()
    .find({ userId, deletedAt: null, _id: { $ne: but } }, { session })
    .toArray();
  const phones = await Promise.all(all.map(doc => plain(doc, doc, 'phone')));
  return phones.includes(phone);
}

/**
 * Digest by which an account signs in with this phone number. Takes it from an account whose records no longer have it; null
 * if another's still do.
 */
export async function phoneLogin(phone: string | null, userId: string, session: Session): Promise<string | null> {
  if (!phone) return null;
  const digest = loginDigest(phone);
  const other = await users().findOne({ logins: digest, _id: { $ne: userId } }, { session });
  if (!other) return digest;
  if (other.kind !== 'resident' || (await hasPhone(other._id, phone, session))) return null;
  await users().updateOne({ _id: other._id }, { $pull: { logins: digest } }, { session });
  return digest;
}

/** Moves sign-in by phone to the new number. The previous one stops working, unless another home of the person has it. */
export async function movePhoneWithin(
  ctx: Ctx,
  session: Session,
  userId: string,
  before: AnyDoc,
  doc: AnyDoc,
): Promise<void> {
  const [was, is] = [await plain(ctx, before, 'phone'), await plain(ctx, doc, 'phone')];
  if (was === is) return;
  if (was && !(await hasPhone(userId, was, session, doc._id)))
    await users().updateOne({ _id: userId }, { $pull: { logins: loginDigest(was) } }, { session });
  const login = await phoneLogin(is, userId, session);
  if (login) await users().updateOne({ _id: userId }, { $addToSet: { logins: login } }, { session });
}
