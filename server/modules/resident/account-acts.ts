import { resident } from '@lobby/shared/modules/resident.ts';
import { sendSoon } from '../../kit/mail/send.ts';
import type { ActionsOf, RuleOf } from '../../kit/records/typed-behaviour.ts';
import type { EventRow } from '../../kit/store/events.ts';
import {
  allowWithin,
  blockWithin,
  inviteWithin,
  loadAccount,
  resetWithin,
} from '../../platform/accounts/invitations/residents.ts';
import { endLinksWithin } from '../../platform/accounts/links.ts';
import { emailOf, users } from '../../platform/auth/users.ts';

const loadUser = (userId: string | null) => users().findOne({ _id: userId ?? '' });

const invite: RuleOf<typeof resident> = async (ctx, doc) => {
  const user = doc.userId ? await loadUser(doc.userId) : null;
  // A verified account keeps its e-mail address, whatever the record now says.
  const account = user?.verified
    ? { userId: user._id, email: emailOf(user), user, inside: true }
    : await loadAccount(ctx, doc);
  return {
    set: { userId: account.userId, appState: account.inside ? 'ACTIVE' : 'INVITED' },
    async also(session) {
      // Links sent to the previous, wrong address become invalid.
      if (user && !user.verified && emailOf(user) !== account.email) await endLinksWithin(user._id, ctx.now, session);
      await inviteWithin(ctx, session, doc, account);
    },
  };
};

/** Staff actions on the app account of a resident. */
export const accountActs = {
  invite,
  'reset-password': async (ctx, doc, input) => {
    const user = await loadUser(doc.userId);
    return user ? { also: session => resetWithin(ctx, session, doc, user) } : invite(ctx, doc, input);
  },
  'block-app': (ctx, doc) => ({
    set: { appState: 'BLOCKED' },
    also: session => blockWithin(ctx, session, doc),
  }),
  'allow-app': async (_ctx, doc) => {
    const user = await loadUser(doc.userId);
    return {
      set: { appState: user?.verified ? 'ACTIVE' : user ? 'INVITED' : 'NONE' },
      also: session => allowWithin(session, doc.userId),
    };
  },
} satisfies ActionsOf<typeof resident>;

const MAILING = new Set(['invite', 'reset-password', 'update']);

/** Sends queued mails after the commit. */
export function mailSoon(rows: readonly EventRow[]): void {
  if (rows.some(row => row.entity === resident.name && MAILING.has(row.action))) sendSoon();
}
