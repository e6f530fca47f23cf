import type { Rule } from '../../kit/records/act.ts';
import { invitedAgain } from '../../platform/accounts/invite.ts';
import { keepAdmin, onlyAdminMovesAdmin } from './admin.ts';

/** An act on whoever holds the Admin position is an Admin's. */
const guarded =
  (rule: Rule): Rule =>
  async (ctx, doc, input) => {
    await onlyAdminMovesAdmin(ctx, doc);
    return rule(ctx, doc, input);
  };

const leave = guarded((ctx, doc) => ({ also: session => keepAdmin(ctx, session, doc) }));

/** States of staff; whoever leaves the Admin position last stays. */
export const acts: Readonly<Record<string, Rule>> = {
  invite: guarded(invitedAgain),
  activate: guarded(() => ({})),
  dispatch: leave,
  absent: leave,
  deactivate: leave,
  disable: leave,
  ban: leave,
};
