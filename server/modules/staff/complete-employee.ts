import { position } from '@lobby/shared/modules/employee.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Done, Request } from '../../kit/records/behaviour.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { accountOf, inviteWithin } from '../../platform/accounts/invite.ts';
import { keepAdmin, onlyByAdmin } from './admin.ts';

type Values = Record<string, unknown>;

/** Whether the department is that of one of the positions, where both are given. */
async function fits(ctx: Ctx, { departmentId, positionIds }: Values): Promise<boolean> {
  if (typeof departmentId !== 'string' || !Array.isArray(positionIds) || positionIds.length === 0) return true;
  const held = await loadRefs(ctx.projectId, position, positionIds);
  return held.size < positionIds.length || [...held.values()].some(one => one.departmentId === departmentId);
}

/** Completes somebody of the staff; who is new gets the account of the e-mail, and is in at once where it is proved theirs. */
export async function completeEmployee(ctx: Ctx, { kind, values, doc }: Request): Promise<Values> {
  const asked = values.departmentId !== undefined || values.positionIds !== undefined;
  if (asked && !(await fits(ctx, { ...doc, ...values })))
    failFields({ positionIds: { code: 'POSITION_NOT_IN_DEPARTMENT' } }, 'POSITION_NOT_IN_DEPARTMENT');
  await onlyByAdmin(ctx, values, doc);
  const email = typeof values.email === 'string' ? { email: values.email.toLowerCase() } : {};
  // Rows of a spreadsheet become staff without an account: they are looked at first, and invited then.
  if (kind !== 'create') return { ...values, ...email };
  const { userId, inside } = await accountOf(String(values.email));
  return { ...values, ...email, userId, invitedAt: ctx.now, status: inside ? 'ACTIVE' : 'PENDING' };
}

/** What belongs into the transaction of a change: the account and the mail of who is new, and the rule of the last Admin. */
export async function withEmployee(ctx: Ctx, session: Session, { kind, doc, before }: Done): Promise<void> {
  if (kind === 'create') await inviteWithin(ctx, session, doc);
  else if (before) await keepAdmin(ctx, session, before);
}
