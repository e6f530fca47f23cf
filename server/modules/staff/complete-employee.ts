import { type employee, position } from '@lobby/shared/modules/employee.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import type { DoneOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { movedStaffAddress, syncStaffAddress } from '../../platform/accounts/addresses/staff-address.ts';
import { inviteWithin, loadAccount } from '../../platform/accounts/invitations/invite.ts';
import { keepAdmin, onlyAdminMovesAdmin, onlyByAdmin } from './admin.ts';
import { onlyPositionsHeld, positionsOf } from './permissions/grants.ts';

type Employee = Values<typeof employee>;

/** Whether the department is that of one of the positions, if both are given. */
async function fits(ctx: Ctx, { departmentId, positionIds }: Employee): Promise<boolean> {
  if (!departmentId || !positionIds || positionIds.length === 0) return true;
  const held = await loadRefs(ctx.projectId, position, positionIds);
  return held.size < positionIds.length || [...held.values()].some(row => row.departmentId === departmentId);
}

/** Contacts that an account depends on. */
const ADDRESSES = ['email', 'phone'] as const;

/** A change of an employee. */
type Held =
  | { kind: 'create' | 'import'; values: Employee; doc: null }
  | { kind: 'update' | 'remove' | 'restore'; values: Employee; doc: Doc<typeof employee> };

/** Checks the caller's rights: Admins are changed by Admins only, and only held rights are given. */
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
  // A new e-mail address or a restored employee counts as granting all positions.
  if (moved.includes('email')) await onlyPositionsHeld(ctx, held, 'email');
  else if (kind === 'restore') await onlyPositionsHeld(ctx, held);
}

/** Completes an employee; a new one gets the account of the e-mail, active at once if it is verified. */
export async function completeEmployee(ctx: Ctx, request: RequestOf<typeof employee>): Promise<Employee> {
  const { kind, doc } = request;
  const { email } = request.values;
  const values: Employee = { ...request.values, ...(email && { email: email.toLowerCase() }) };
  const isMoved = values.departmentId !== undefined || values.positionIds !== undefined;
  if (isMoved && !(await fits(ctx, { ...doc, ...values })))
    failFields({ positionIds: { code: 'POSITION_NOT_IN_DEPARTMENT' } }, 'POSITION_NOT_IN_DEPARTMENT');
  await assertHeld(ctx, { ...request, values });
  if (kind === 'update' && doc) return { ...values, ...(await movedStaffAddress(ctx, doc, values)) };
  // Imported staff have no account: they are reviewed first, and then invited.
  if (kind !== 'create') return values;
  const { userId, inside } = await loadAccount(values.email ?? '');
  return { ...values, userId, invitedAt: ctx.now, status: inside ? 'ACTIVE' : 'PENDING' };
}

/** In the transaction of a change: account and invitation of a new employee, changed contacts, and the rule of the last Admin. */
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
