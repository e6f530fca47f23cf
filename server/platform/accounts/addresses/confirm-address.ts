import { z } from 'zod';
import { type Ctx, systemCtx } from '../../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../../kit/base/errors.ts';
import { transaction } from '../../../kit/database/database.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { sendSoon } from '../../../kit/mail/send.ts';
import { edited } from '../../../kit/records/records.ts';
import { type Change, retryOnConflict, save } from '../../../kit/store/save.ts';
import { loginDigest } from '../../auth/sessions.ts';
import { nextEmailOf, type User, users } from '../../auth/users.ts';
import { loadProject, settingsOf } from '../../projects/projects.ts';
import { givenPassword, tokenInput } from '../inputs.ts';
import { guess, limit } from '../limits.ts';
import { readLink } from '../links.ts';
import { isRight } from '../passwords/passwords.ts';
import { type AccessRecord, accessRecords, moveWithin, placesIn } from './address.ts';

/** Updates the e-mail in one record of the account; `also` runs in the same transaction. */
async function follow(ctx: Ctx, user: User, doc: AccessRecord, email: string, also?: Change['also']): Promise<void> {
  const definition = placesIn(user);
  const project = await loadProject(doc.projectId);
  if (!project) return;
  const personCtx: Ctx = { ...systemCtx(settingsOf(project), ctx.now), actor: { id: doc._id, name: doc.name } };
  const { changed } = await edited(personCtx, definition, doc, { email, newEmail: null });
  await save(personCtx, [{ definition, action: 'update', update: { doc, set: changed }, ...(also && { also }) }]);
}

/** Moves the account and one of its records in one transaction, then the person's records in other projects. */
async function confirmed(ctx: Ctx, user: User, email: string): Promise<void> {
  const all = await accessRecords(user).find({ userId: user._id, deletedAt: null }).toArray();
  const wanting = all.find(home => home.newEmail) ?? all[0];
  // The mail to the previous address names the project that requested the change.
  const there = { ...ctx, projectId: wanting?.projectId ?? '', actor: { id: user._id, name: user.name } };
  const move: Change['also'] = tx => moveWithin(there, tx, user, email);
  if (!wanting) return transaction(move);
  await follow(ctx, user, wanting, email, move);
  for (const { _id } of all.filter(home => home !== wanting))
    await retryOnConflict(async () => {
      const doc = await accessRecords(user).findOne({ _id, userId: user._id, deletedAt: null });
      if (doc) await follow(ctx, user, doc, email);
    }).catch(error => {
      // Somebody else in that project has this e-mail; its staff have to resolve that.
      if (!(error instanceof Refusal)) throw error;
    });
}

/** Confirms another e-mail: the link proves the mailbox, the password proves the account. */
export const confirmAddress: Route = route({
  method: 'post',
  path: '/auth/email/confirm',
  module: 'AUTH',
  summary: 'Confirm another e-mail by the mailed link and the own password; sign-in and resets move there',
  audience: 'public',
  body: z.strictObject({ token: tokenInput, password: givenPassword }),
  answer: z.null(),
  async run(ctx, { body, req }) {
    await limit('link', String(req.ip));
    await retryOnConflict(async () => {
      const link = await readLink(body.token, ctx.now);
      const user = await users().findOne({ _id: link.userId, verified: true, disabled: false });
      const email = user && nextEmailOf(user);
      if (link.purpose !== 'address' || !user || !email || loginDigest(email) !== link.to)
        return fail('LINK_NOT_VALID');
      const { right } = await guess(user._id, req);
      // The password is required, because whoever requested the change may own the new mailbox, but not the account.
      if (!(await isRight(user.passwordHash, body.password))) failFields({ password: { code: 'PASSWORD_INCORRECT' } });
      await right();
      await confirmed(ctx, user, email);
    });
    sendSoon();
  },
});
