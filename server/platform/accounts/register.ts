import { z } from 'zod';
import { fail, failFields } from '../../kit/base/errors.ts';
import { newId, transaction } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { queueMail } from '../../kit/mail/queue.ts';
import { sendSoon } from '../../kit/mail/send.ts';
import { loginDigest } from '../auth/sessions.ts';
import { users } from '../auth/users.ts';
import { checkConfirmation, emailInput, givenPassword, nameInput, newPassword, tokenInput } from './inputs.ts';
import { askForMail, guess, limit } from './limits.ts';
import { readLink, spendLink } from './links.ts';
import { senderOf } from './mails.ts';
import { hashPassword, isRight } from './passwords/passwords.ts';

const common = { method: 'post' as const, module: 'AUTH', audience: 'public' as const };

/** Registration: accounts verified by mail, without a project until they are invited to one. */
export const registerRoutes: Route[] = [
  route({
    ...common,
    path: '/auth/register',
    summary: 'Ask for an account; the same answer whether the e-mail has one or not, the rest is in its mailbox',
    body: z.strictObject({ name: nameInput, email: emailInput, ...newPassword }),
    answer: z.null(),
    async run(ctx, { body, req }) {
      checkConfirmation(body);
      const { name, email } = body;
      const wanted = await askForMail(email, req);
      // The same work whether the e-mail is known or not: one hash, and one transaction with the same statements. The mail
      // finds out which case it is.
      const passwordHash = await hashPassword(body.password);
      const digest = loginDigest(email);
      const user = { name, email, kind: 'staff' as const, passwordHash, verified: false, disabled: false };
      await transaction(async tx => {
        await users().updateOne(
          { logins: digest },
          { $setOnInsert: { _id: newId(), ...user, logins: [digest], language: ctx.language } },
          { upsert: true, session: tx },
        );
        const values = { name, passwordHash };
        if (wanted)
          await queueMail(
            { kind: 'register', to: email, language: ctx.language, sender: senderOf(ctx), values },
            ctx.now,
            tx,
          );
      });
      sendSoon();
    },
  }),
  route({
    ...common,
    path: '/auth/register/confirm',
    summary: 'Confirm a registration by the mailed link and the password chosen in it',
    body: z.strictObject({ token: tokenInput, password: givenPassword }),
    answer: z.null(),
    async run(ctx, { body, req }) {
      await limit('link', String(req.ip));
      const link = await readLink(body.token, ctx.now);
      const { wish } = link;
      if (!wish) return fail('LINK_NOT_VALID');
      // Somebody else may have registered this address: the mailbox's owner does not know that password, and thus cannot
      // confirm it.
      const { right } = await guess(link.userId, req);
      if (!(await isRight(wish.passwordHash, body.password))) failFields({ password: { code: 'PASSWORD_INCORRECT' } });
      await right();
      await transaction(async tx => {
        await spendLink(link, ctx.now, tx);
        await users().updateOne(
          { _id: link.userId, verified: false },
          { $set: { verified: true, ...wish } },
          { session: tx },
        );
      });
    },
  }),
];
