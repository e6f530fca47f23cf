import { bill } from '@lobby/shared/modules/bill.ts';
import type { PaymentGate } from '@lobby/shared/modules/handover-config.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { records } from '../../kit/store/records.ts';
import { handoverConfig } from './config.ts';

type Values = Readonly<Record<string, unknown>>;

/** Overdue debt by unit. */
export async function loadOverdue(ctx: Ctx, unitIds: readonly string[]): Promise<Map<string, number>> {
  const found = await records(bill).find(
    ctx,
    { unitId: { $in: [...unitIds] }, status: 'ACTIVE', remaining: { $gt: 0 }, dueDate: { $lt: todayOf(ctx) } },
    { only: ['unitId', 'remaining'] },
  );
  const sums = new Map<string, number>();
  for (const { unitId, remaining } of found)
    sums.set(String(unitId), (sums.get(String(unitId)) ?? 0) + Number(remaining));
  return sums;
}

/** Whether a unit's payments are complete, and the overdue amount; checked in the ledger if configured. */
export async function loadObligation(ctx: Ctx, doc: Values): Promise<{ obligation: string; amount: number | null }> {
  const { obligationSource } = await handoverConfig(ctx.projectId);
  if (obligationSource === 'MANUAL') return { obligation: String(doc.obligation), amount: null };
  const amount = (await loadOverdue(ctx, [String(doc.unitId)])).get(String(doc.unitId)) ?? 0;
  return { obligation: amount > 0 ? 'INCOMPLETE' : 'COMPLETE', amount };
}

/** Throws if the payment gate blocks the act; users with the approve permission may override it with a reason. */
export async function passGate(ctx: Ctx, doc: Values, input: Values, gate: Exclude<PaymentGate, 'NONE'>) {
  const { paymentGate } = await handoverConfig(ctx.projectId);
  if (paymentGate !== gate) return {};
  const { obligation, amount } = await loadObligation(ctx, doc);
  if (obligation === 'COMPLETE') return {};
  if (input.withoutObligation !== true || ctx.kind !== 'staff') fail('HANDOVER_OBLIGATION', { obligation, amount });
  if (!can(ctx, HANDOVER, 'approve')) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: HANDOVER });
  if (typeof input.reason !== 'string' || input.reason === '') failFields({ reason: { code: 'REQUIRED' } });
  return { reason: input.reason };
}
