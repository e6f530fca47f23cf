import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import type { Session } from '../../../kit/database/database.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { queueMail } from '../../../kit/mail/queue.ts';
import { sendSoon } from '../../../kit/mail/send.ts';
import { endSessions } from '../../auth/sessions.ts';
import { emailOf, nextEmailOf, type User, users } from '../../auth/users.ts';
import { checkConfirmation, emailInput, givenPassword, newPassword, tokenInput } from '../inputs.ts';
import { askForMail, guess, limit } from '../limits.ts';
import { endLinksWithin, PURPOSES, readLink, spendLink } from '../links.ts';
import { senderOf } from '../mails.ts';
import { hashPassword, isRight } from './passwords.ts';

const open = { method: 'post' as const, module: 'AUTH', audience: 'public' as const };

const notifyOwner = (user: User, ctx: Ctx, tx: Session) =>
  queueMail(
    { kind: 'password', to: emailOf(user), language: user.language ?? ctx.language, sender: senderOf(ctx), values: {} },
    ctx.now,
    tx,
  );

/** Password routes: forgotten, set by link, changed. Each ends the person's other sessions and all links in its transaction. */
export const passwordRoutes: Route[] = [
  route({
    ...open,
    path: '/auth/password/forgot',
    summary: 'Ask for a link to a new password; the same answer whether the e-mail is known or not',
    body: z.strictObject({ email: emailInput }),
    answer: z.null(),
    async run(ctx, { body, req }) {
      // The account is not looked up here, so that the response does not reveal it; the mail looks it up when it is sent.
      if (await askForMail(body.email, req))
        await queueMail(
          { kind: 'reset', to: body.email, language: ctx.language, sender: senderOf(ctx), values: {} },
          ctx.now,
        );
      sendSoon();
    },
  }),
  route({
    ...open,
    path: '/auth/link',
    summary: 'What a mailed link is for, and whose: read before its form is shown; uses nothing up',
    body: z.strictObject({ token: tokenInput }),
    answer: z.object({
      id: z.string(),
      purpose: z.enum(PURPOSES),
      name: z.string(),
      email: z.string(),
      kind: z.enum(['staff', 'resident']),
    }),
    async run(ctx, { body, req }) {
      await limit('link', String(req.ip));
      const link = await readLink(body.token, ctx.now);
      const user = await users().findOne({ _id: link.userId, disabled: false });
      if (!user) return fail('LINK_NOT_VALID');
      const email = link.purpose === 'address' ? (nextEmailOf(user) ?? '') : emailOf(user);
      return { id: user._id, purpose: link.purpose, name: link.wish?.name ?? user.name, email, kind: user.kind };
    },
  }),
  route({
    ...open,
    path: '/auth/password/reset',
    summary: 'Set a password by a mailed link: a new one, or the first of somebody invited; ends all sessions',
    body: z.strictObject({ token: tokenInput, ...newPassword }),
    answer: z.null(),
    async run(ctx, { body, req }) {
      checkConfirmation(body);
      await limit('link', String(req.ip));
      const link = await readLink(body.token, ctx.now);
      if (link.purpose !== 'activate' && link.purpose !== 'reset') fail('LINK_NOT_VALID');
      const passwordHash = await hashPassword(body.password);
      await endSessions({ userId: link.userId }, ctx.now, 'PASSWORD', async tx => {
        await spendLink(link, ctx.now, tx);
        // The link also proves the mailbox.
        const set = { $set: { passwordHash, verified: true } };
        const user = await users().findOneAndUpdate({ _id: link.userId, disabled: false }, set, { session: tx });
        if (!user) return fail('LINK_NOT_VALID');
        if (link.purpose === 'reset') await notifyOwner(user, ctx, tx);
      });
      sendSoon();
    },
  }),
  route({
    method: 'put',
    path: '/auth/password',
    module: 'AUTH',
    summary: 'Change the own password; ends all other sessions',
    audience: 'user',
    body: z.strictObject({ current: givenPassword, ...newPassword }),
    answer: z.null(),
    async run(ctx, { body, req }) {
      const user = await users().findOne({ _id: ctx.userId });
      if (!user) return fail('UNAUTHORIZED');
      const { right } = await guess(user._id, req);
      const isCurrent = await isRight(user.passwordHash, body.current);
      checkConfirmation(body, isCurrent ? {} : { current: { code: 'PASSWORD_INCORRECT' } });
      await right();
      const passwordHash = await hashPassword(body.password);
      await endSessions({ userId: user._id, but: ctx.sessionId }, ctx.now, 'PASSWORD', async tx => {
        const filter = { _id: user._id, passwordHash: user.passwordHash };
        const { matchedCount } = await users().updateOne(filter, { $set: { passwordHash } }, { session: tx });
        if (matchedCount === 0) fail('SESSION_ENDED', { reason: 'PASSWORD' });
        await endLinksWithin(user._id, ctx.now, tx);
        await notifyOwner(user, ctx, tx);
      });
      sendSoon();
    },
  }),
];
