import { type employee, position } from '@lobby/shared/modules/employee.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import type { DoneOf, RequestOf, Values as ValuesOf } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { inviteWithin, loadAccount } from '../../platform/accounts/invite.ts';
import { movedStaffAddress, syncStaffAddress } from '../../platform/accounts/staff-address.ts';
import { keepAdmin, onlyAdminMovesAdmin, onlyByAdmin } from './admin.ts';
import { onlyPositionsHeld, positionsOf } from './grants.ts';

type Values = Record<string, unknown>;

/** Whether the department is that of one of the positions, where both are given. */
async function fits(ctx: Ctx, { departmentId, positionIds }: Values): Promise<boolean> {
  if (typeof departmentId !== 'string' || !Array.isArray(positionIds) || positionIds.length === 0) return true;
  const held = await loadRefs(ctx.projectId, position, positionIds);
  return held.size < positionIds.length || [...held.values()].some(one => one.departmentId === departmentId);
}

/** The fields by which a place is reached. */
const ADDRESSES = ['email', 'phone'] as const;

/** What is asked for of somebody. */
type Held =
  | { kind: 'create' | 'import'; values: Values; doc: null }
  | { kind: 'update' | 'remove' | 'restore'; values: Values; doc: Doc<typeof employee> };

/** Who may do this to whom: an Admin's place is kept by Admins, and nobody hands out rights that they do not have. */
async function assertHeld(ctx: Ctx, { kind, values, doc }: Held): Promise<void> {
  if (kind === 'remove') return onlyAdminMovesAdmin(ctx, doc);
  await onlyByAdmin(ctx, values, doc);
  const moved = ADDRESSES.filter(name => doc && values[name] !== undefined && values[name] !== doc[name]);
  if (doc && moved.length > 0) await onlyAdminMovesAdmin(ctx, doc, moved);
  const held = positionsOf(doc);
  await onlyPositionsHeld(
    ctx,
    positionsOf(values).filter(id => !held.includes(id)),
  );
  // A place that somebody else comes into, or that is in use again, is given with all its positions.
  if (moved.includes('email')) await onlyPositionsHeld(ctx, held, 'email');
  else if (kind === 'restore') await onlyPositionsHeld(ctx, held);
}

/** Completes somebody of the staff; who is new gets the account of the e-mail, and is in at once where it is proved theirs. */
export async function completeEmployee(
  ctx: Ctx,
  request: RequestOf<typeof employee>,
): Promise<ValuesOf<typeof employee>> {
  const { kind, doc } = request;
  const email = typeof request.values.email === 'string' ? { email: request.values.email.toLowerCase() } : {};
  const values: Values = { ...request.values, ...email };
  const asked = values.departmentId !== undefined || values.positionIds !== undefined;
  if (asked && !(await fits(ctx, { ...doc, ...values })))
    failFields({ positionIds: { code: 'POSITION_NOT_IN_DEPARTMENT' } }, 'POSITION_NOT_IN_DEPARTMENT');
  await assertHeld(ctx, { ...request, values });
  if (kind === 'update' && doc) return { ...values, ...(await movedStaffAddress(ctx, doc, values)) };
  // Rows of a spreadsheet become staff without an account: they are looked at first, and invited then.
  if (kind !== 'create') return values;
  const { userId, inside } = await loadAccount(String(values.email));
  return { ...values, userId, invitedAt: ctx.now, status: inside ? 'ACTIVE' : 'PENDING' };
}

/** What belongs into the transaction of a change: the account and the mail of who is new, an address that changes, and the rule of the last Admin. */
export async function withEmployee(
  ctx: Ctx,
  session: Session,
  { kind, doc, before }: DoneOf<typeof employee>,
): Promise<void> {
  if (kind === 'create') return inviteWithin(ctx, session, doc);
  if (!before) return;
  await keepAdmin(ctx, session, before);
  if (kind === 'update') await syncStaffAddress(ctx, session, before, doc);
}
