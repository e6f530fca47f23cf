import { resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { db, type Session } from '../../kit/database/database.ts';
import { holdKeys } from '../../kit/privacy/person-keys.ts';
import { open } from '../../kit/privacy/personal.ts';
import { collectionOf, type Stored } from '../../kit/store/schema.ts';
import { loginDigest } from '../auth/sessions.ts';
import { users } from '../auth/users.ts';

// People are found across projects, before there is a project to ask in: by the driver, past the guard of the models.
const residents = () => db().collection<Stored>(collectionOf(resident));

/** What is sealed has neither the sign of an e-mail nor that of a phone. */
const isSealed = (value: string) => !value.includes('@') && !value.startsWith('+');

/** A contact of a resident in plain: as it is stored, or as an edit has it. */
export async function plain(
  { projectId }: Pick<Ctx, 'projectId'>,
  doc: Stored,
  name: 'email' | 'newEmail' | 'phone',
): Promise<string | null> {
  const value = doc[name];
  if (typeof value !== 'string' || !value) return null;
  if (!isSealed(value)) return value;
  await holdKeys([doc]);
  return open(projectId, value);
}

/** Whether a live record of the account, other than `but`, has the phone. */
async function hasPhone(userId: string, phone: string, session: Session, but = ''): Promise<boolean> {
  const all = await residents()
    .find({ userId, deletedAt: null, _id: { $ne: but } }, { session })
    .toArray();
  const phones = await Promise.all(all.map(doc => plain(doc, doc, 'phone')));
  return phones.includes(phone);
}

/** The digest by which an account signs in by this phone, taken from an account whose records have it no more; null where another's have. */
export async function phoneLogin(phone: string | null, userId: string, session: Session): Promise<string | null> {
  if (!phone) return null;
  const digest = loginDigest(phone);
  const other = await users().findOne({ logins: digest, _id: { $ne: userId } }, { session });
  if (!other) return digest;
  if (other.kind !== 'resident' || (await hasPhone(other._id, phone, session))) return null;
  await users().updateOne({ _id: other._id }, { $pull: { logins: digest } }, { session });
  return digest;
}

/** Sign-in by phone follows the record: the number before signs in no more, unless another home of the person has it. */
export async function movePhoneWithin(
  ctx: Ctx,
  session: Session,
  userId: string,
  before: Stored,
  doc: Stored,
): Promise<void> {
  const [was, is] = [await plain(ctx, before, 'phone'), await plain(ctx, doc, 'phone')];
  if (was === is) return;
  if (was && !(await hasPhone(userId, was, session, doc._id)))
    await users().updateOne({ _id: userId }, { $pull: { logins: loginDigest(was) } }, { session });
  const login = await phoneLogin(is, userId, session);
  if (login) await users().updateOne({ _id: userId }, { $addToSet: { logins: login } }, { session });
}
