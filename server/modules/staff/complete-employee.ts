import { position } from '@lobby/shared/modules/employee.ts';
import type { Ctx } from '../../kit/context.ts';
import type { Session } from '../../kit/database.ts';
import { failFields } from '../../kit/fail.ts';
import type { Stored } from '../../kit/model.ts';
import type { ImportRow } from '../../kit/records.ts';
import { loadRefs } from '../../kit/refs.ts';
import { accountOf, inviteWithin } from '../../platform/accounts/invite.ts';
import { keepAdmin, onlyByAdmin } from './admin.ts';

type Values = Record<string, unknown>;

/** Whether the department is that of one of the positions, where both are given. */
async function fits(ctx: Ctx, { departmentId, positionIds }: Values): Promise<boolean> {
  if (typeof departmentId !== 'string' || !Array.isArray(positionIds) || positionIds.length === 0) return true;
  const held = await loadRefs(ctx.projectId, position, positionIds);
  return held.size < positionIds.length || [...held.values()].some(one => one.departmentId === departmentId);
}

const MISFIT = { positionIds: { code: 'POSITION_NOT_IN_DEPARTMENT' } };

/** Completes somebody of the staff; who is new gets the account of the e-mail, and is in at once where it is proved theirs. */
export async function completeEmployee(ctx: Ctx, values: Values, doc: Stored | null): Promise<Values> {
  const asked = values.departmentId !== undefined || values.positionIds !== undefined;
  if (asked && !(await fits(ctx, { ...doc, ...values }))) failFields(MISFIT, 'POSITION_NOT_IN_DEPARTMENT');
  await onlyByAdmin(ctx, values, doc);
  const email = typeof values.email === 'string' ? { email: values.email.toLowerCase() } : {};
  if (doc) return { ...values, ...email };
  const { userId, inside } = await accountOf(String(values.email));
  return { ...values, ...email, userId, invitedAt: ctx.now, status: inside ? 'ACTIVE' : 'PENDING' };
}

/** Rows of a spreadsheet become staff without an account: they are looked at first, and invited then. */
export async function completeRows(ctx: Ctx, rows: readonly ImportRow[]): Promise<void> {
  for (const { values, errors } of rows) {
    if (!(await fits(ctx, values))) Object.assign(errors, MISFIT);
    else if (Array.isArray(values.positionIds))
      await onlyByAdmin(ctx, values, null).catch(() => {
        errors.positionIds = { code: 'ADMIN_GIVEN_BY_ADMIN' };
      });
    if (typeof values.email === 'string') values.email = values.email.toLowerCase();
  }
}

/** What belongs into the transaction of a change: the account and the mail of who is new, and the rule of the last Admin. */
export async function withEmployee(
  ctx: Ctx,
  session: Session,
  doc: Stored | null,
  before: Stored | null,
): Promise<void> {
  if (before) await keepAdmin(ctx, session, before);
  else if (doc && typeof doc.userId === 'string') await inviteWithin(ctx, session, doc);
}
