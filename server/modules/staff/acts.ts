import type { Rule } from '../../kit/records/act.ts';
import { accountOf, inviteWithin } from '../../platform/accounts/invite.ts';
import { keepAdmin } from './admin.ts';

const leave: Rule = (ctx, doc) => ({ also: session => keepAdmin(ctx, session, doc) });

/** Invited again, or for the first time: the account of the e-mail, and the mail with its link. */
const invite: Rule = async (ctx, doc) => {
  const { userId, inside } = await accountOf(String(doc.email));
  const status = doc.status === 'PENDING' && inside ? { status: 'ACTIVE' } : {};
  return {
    set: { userId, invitedAt: ctx.now, ...status },
    also: session => inviteWithin(ctx, session, { ...doc, userId, ...status }),
  };
};

/** States of staff; whoever leaves the Admin position last stays. */
export const acts: Readonly<Record<string, Rule>> = {
  invite,
  dispatch: leave,
  absent: leave,
  deactivate: leave,
  disable: leave,
  ban: leave,
};
