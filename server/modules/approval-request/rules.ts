import { type ApprovalRule, ruleFor } from '@lobby/shared/billing/approval-acts.ts';
import { position } from '@lobby/shared/modules/employee.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { transaction } from '../../kit/database/database.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { loadAdmins, loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { ACTS } from './acts.ts';
import { loadCheckers } from './people.ts';

/** Refuses rules without a possible approver besides the maker. */
export async function checkRules(ctx: Ctx, rules: readonly ApprovalRule[]): Promise<void> {
  const { projectId } = ctx;
  const positions = await loadRefs(
    projectId,
    position,
    rules.flatMap(rule => [...rule.positionIds]),
  );
  for (const [n, { act, positionIds, active }] of rules.entries()) {
    const path = `approvalRules.${n}.positionIds`;
    if (positionIds.some(id => !positions.has(id)))
      failFields({ [path]: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
    if (!active) continue;
    const { definition, flag } = ACTS[act];
    const [makers, checkers] = await Promise.all([
      loadReaders(projectId, definition.code, flag),
      loadCheckers(projectId, act, positionIds),
    ]);
    const two = checkers.some(checker => makers.some(maker => maker !== checker));
    if (!two) failFields({ [path]: { code: 'RULE_NEEDS_TWO' } }, 'RULE_NEEDS_TWO');
  }
}

/** Notifies all admins if a rule was weakened or removed. */
export async function notifyEased(
  ctx: Ctx,
  before: readonly ApprovalRule[],
  after: readonly ApprovalRule[],
): Promise<void> {
  const eased = before.filter(({ act, fromAmount, active }) => active && !ruleFor(after, act, fromAmount));
  if (eased.length === 0) return;
  const subject = { module: 'APPROVAL_REQUEST', id: ctx.projectId, title: eased.map(({ act }) => act).join(', ') };
  const admins = toStaff(await loadAdmins(ctx.projectId));
  await transaction(session => notify(ctx, admins, 'APPROVAL_RULE_EASED', subject, session));
}
