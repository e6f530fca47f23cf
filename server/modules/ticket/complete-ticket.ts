import { ticket } from '@lobby/shared/modules/ticket.ts';
import type { Ctx } from '../../kit/context.ts';
import { failFields } from '../../kit/fail.ts';
import type { Stored } from '../../kit/model.ts';
import { needRef } from '../../kit/refs.ts';
import { dueAfter, isOverdue } from './rules.ts';

const text = (value: unknown) => (typeof value === 'string' ? value : null);

/** Fills in what follows from the values given: block, the type's due time and default department and assignee, overdue. */
export async function completeTicket(
  ctx: Ctx,
  values: Record<string, unknown>,
  doc: Stored | null,
): Promise<Record<string, unknown>> {
  const out = { ...values };
  const unitId = text(values.unitId);
  if (unitId) out.blockId = (await needRef(ctx, 'unit', unitId, 'unitId')).blockId;
  const residentId = text(values.residentId);
  if (residentId) {
    const resident = await needRef(ctx, 'resident', residentId, 'residentId');
    if (!Array.isArray(resident.unitIds) || !resident.unitIds.includes(unitId ?? doc?.unitId))
      failFields({ residentId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
  } else if (unitId && doc && unitId !== doc.unitId && values.residentId === undefined) out.residentId = null;
  const typeId = text(values.typeId);
  const type = typeId ? await needRef(ctx, 'ticket-type', typeId, 'typeId') : null;
  // A form without a due time of its own leaves it to the type.
  if (type && (out.dueAt === undefined || (!doc && out.dueAt === null)))
    out.dueAt = dueAfter(doc?.createdAt ?? ctx.now, Number(type.slaHours));
  if (!doc) {
    out.awaitsReply = ctx.kind === 'resident';
    if (type && !type.active) failFields({ typeId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
    if (type?.assigneeId) out.assigneeId = type.assigneeId;
    out.departmentId ??= type?.departmentId ?? null;
  }
  const dueAt =
    out.dueAt === undefined ? (doc?.dueAt ?? null) : out.dueAt === null ? null : new Date(String(out.dueAt));
  out.overdue = isOverdue(doc?.status ?? ticket.initial, dueAt instanceof Date ? dueAt : null, ctx.now);
  return out;
}
