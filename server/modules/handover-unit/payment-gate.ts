import { bill } from '@lobby/shared/modules/bill.ts';
import type { PaymentGate } from '@lobby/shared/modules/handover-config.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import type { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { handoverConfig } from './config.ts';

/** What a user with the approve permission says to pass the gate. */
interface Override {
  withoutObligation?: boolean | null;
  reason?: string | null;
}

/** Overdue debt by unit. */
export async function loadOverdue(ctx: Ctx, unitIds: readonly string[]): Promise<Map<string, number>> {
  const bills = await records(bill).find(
    ctx,
    { unitId: { $in: [...unitIds] }, status: 'ACTIVE', remaining: { $gt: 0 }, dueDate: { $lt: todayOf(ctx) } },
    { only: ['unitId', 'remaining'] },
  );
  const sums = new Map<string, number>();
  for (const { unitId, remaining } of bills) sums.set(unitId, (sums.get(unitId) ?? 0) + remaining);
  return sums;
}

/** Whether a unit's payments are complete, and the overdue amount; checked in the ledger if configured. */
export async function loadObligation(
  ctx: Ctx,
  { obligation, unitId }: Doc<typeof handoverUnit>,
): Promise<{ obligation: string; amount: number | null }> {
  const { obligationSource } = await handoverConfig(ctx.projectId);
  if (obligationSource === 'MANUAL') return { obligation, amount: null };
  const amount = (await loadOverdue(ctx, [unitId])).get(unitId) ?? 0;
  return { obligation: amount > 0 ? 'INCOMPLETE' : 'COMPLETE', amount };
}

/** Throws if the payment gate blocks the act; users with the approve permission may override it with a reason. */
export async function passGate(
  ctx: Ctx,
  doc: Doc<typeof handoverUnit>,
  input: Override,
  gate: Exclude<PaymentGate, 'NONE'>,
) {
  const { paymentGate } = await handoverConfig(ctx.projectId);
  if (paymentGate !== gate) return {};
  const { obligation, amount } = await loadObligation(ctx, doc);
  if (obligation === 'COMPLETE') return {};
  if (input.withoutObligation !== true || ctx.kind !== 'staff') fail('HANDOVER_OBLIGATION', { obligation, amount });
  if (!can(ctx, HANDOVER, 'approve')) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: HANDOVER });
  if (!input.reason) failFields({ reason: { code: 'REQUIRED' } });
  return { reason: input.reason };
}
