import { resident } from '@lobby/shared/modules/resident.ts';
import { sendSoon } from '../../kit/mail/send.ts';
import type { Rule } from '../../kit/records/act.ts';
import type { EventRow } from '../../kit/store/events.ts';
import { accountOf, allowWithin, blockWithin, inviteWithin, resetWithin } from '../../platform/accounts/residents.ts';
import { users } from '../../platform/auth/users.ts';

const userOf = (userId: unknown) => users().findOne({ _id: String(userId) });

const invite: Rule = async (ctx, doc) => {
  const account = await accountOf(ctx, doc);
  return {
    set: { userId: account.userId, appState: account.inside ? 'ACTIVE' : 'INVITED' },
    also: session => inviteWithin(ctx, session, doc, account),
  };
};

/** What staff do with the account by which a resident signs in. */
export const accountActs: Readonly<Record<string, Rule>> = {
  invite,
  'reset-password': async (ctx, doc, input) => {
    const user = await userOf(doc.userId);
    return user ? { also: session => resetWithin(ctx, session, doc, user) } : invite(ctx, doc, input);
  },
  'block-app': (ctx, doc) => ({
    set: { appState: 'BLOCKED' },
    also: session => blockWithin(ctx, session, doc),
  }),
  'allow-app': async (_ctx, doc) => {
    const user = await userOf(doc.userId);
    return {
      set: { appState: user?.verified ? 'ACTIVE' : user ? 'INVITED' : 'NONE' },
      also: session => allowWithin(session, doc.userId),
    };
  },
};

const MAILING = new Set(['invite', 'reset-password']);

/** After the commit: what waits in the queue goes out. */
export function mailSoon(rows: readonly EventRow[]): void {
  if (rows.some(row => row.entity === resident.name && MAILING.has(row.action))) sendSoon();
}
