import type { employee } from '@lobby/shared/modules/employee.ts';
import type { ActionsOf, RuleOf } from '../../kit/records/typed-behaviour.ts';
import { invitedAgain } from '../../platform/accounts/invitations/invite.ts';
import { keepAdmin, onlyAdminMovesAdmin } from './admin.ts';

/** Only Admins act on holders of the Admin position. */
const guarded =
  (rule: RuleOf<typeof employee>): RuleOf<typeof employee> =>
  async (ctx, doc, input) => {
    await onlyAdminMovesAdmin(ctx, doc);
    return rule(ctx, doc, input);
  };

const leave = guarded((ctx, doc) => ({ also: session => keepAdmin(ctx, session, doc) }));

/** Status actions on staff; the last active Admin stays. */
export const acts = {
  invite: guarded(invitedAgain),
  activate: guarded(() => ({})),
  dispatch: leave,
  absent: leave,
  deactivate: leave,
  disable: leave,
  ban: leave,
} satisfies ActionsOf<typeof employee>;
