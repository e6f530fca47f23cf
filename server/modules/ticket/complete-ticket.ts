import { ticket } from '@lobby/shared/modules/ticket.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { needRef } from '../../kit/store/refs.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { workersAmong } from '../../platform/auth/workers.ts';
import { begun, timed } from './clocks.ts';
import { levelFor, levelOf } from './levels.ts';
import { dueAfter, isOverdue } from './rules.ts';

/** Who gets the tickets of a type by default, as far as that person can still be given work. */
async function defaultAssignee(ctx: Ctx, { assigneeId }: Stored): Promise<string | null> {
  if (typeof assigneeId !== 'string') return null;
  return (await workersAmong(ctx.projectId, ticket.code, [assigneeId])).has(assigneeId) ? assigneeId : null;
}

const text = (value: unknown) => (typeof value === 'string' ? value : null);

/** What the unit decides: a ticket is about a unit or a common place; the block is the unit's, the resident lives there. */
async function placed(ctx: Ctx, { values, doc }: Request): Promise<Record<string, unknown>> {
  const { unitId, placeId } = { ...doc, ...values };
  if (!unitId && !placeId) failFields({ unitId: { code: 'HELP_DESK_PLACE_REQUIRED' } }, 'HELP_DESK_PLACE_REQUIRED');
  const out: Record<string, unknown> = {};
  // What was written with one household stays the staff's, unless they choose otherwise with the move.
  if (doc && unitId !== doc.unitId) out.earlierShown = values.earlierShown === true;
  if (values.unitId !== undefined)
    out.blockId = unitId ? (await needRef(ctx, 'unit', String(unitId), 'unitId')).blockId : null;
  const residentId = text(values.residentId);
  if (residentId) {
    const resident = await needRef(ctx, 'resident', residentId, 'residentId');
    if (!Array.isArray(resident.unitIds) || !resident.unitIds.includes(unitId))
      failFields({ residentId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
  } else if (doc && unitId !== doc.unitId && values.residentId === undefined) out.residentId = null;
  return out;
}

const dateOf = (value: unknown) => (value instanceof Date ? value : typeof value === 'string' ? new Date(value) : null);

/** What follows from the level that suits type and priority; of an edit, only where that has changed something. */
async function promised(ctx: Ctx, { values, doc }: Request, dueAt: unknown): Promise<Record<string, unknown>> {
  const { typeId, priority } = { ...doc, ...values };
  const may = !doc || values.typeId !== undefined || values.priority !== undefined;
  const level = may ? await levelFor(ctx.projectId, typeId, priority ?? 'normal') : doc && (await levelOf(doc));
  const another = (level?._id ?? null) !== (doc?.serviceLevelId ?? null);
  if (doc && !another && dueAt === undefined) return {};
  const waits = doc ? doc.awaitsReply === true : ctx.kind === 'resident';
  const due = dueAt === undefined ? undefined : dateOf(dueAt);
  const from = doc?.createdAt ?? ctx.now;
  const clocks = await begun(ctx, { level, from, dueAt: due, waits, first: !doc?.firstAnsweredAt });
  const { answerDueAt, answerWarnAt, answerLate, ...rest } = clocks;
  const kept = doc && !another ? rest : { ...rest, answerDueAt, answerWarnAt, answerLate };
  return timed({ status: ticket.initial, ...doc }, kept);
}

/** Fills in what follows from the values given: block, the due times of type and level, default department and assignee, overdue. */
export async function completeTicket(ctx: Ctx, request: Request): Promise<Record<string, unknown>> {
  const { values, doc } = request;
  const out: Record<string, unknown> = { ...values, ...(await placed(ctx, request)) };
  const typeId = text(values.typeId);
  const type = typeId ? await needRef(ctx, 'ticket-type', typeId, 'typeId') : null;
  // A form without a due time of its own leaves it to the level, else to the type.
  const open = out.dueAt === undefined || (!doc && out.dueAt === null);
  Object.assign(out, await promised(ctx, request, open ? undefined : out.dueAt));
  if (type && open && !dateOf(out.dueAt)) out.dueAt = dueAfter(doc?.createdAt ?? ctx.now, Number(type.slaHours));
  if (!doc) {
    out.awaitsReply = ctx.kind === 'resident';
    if (type && !type.active) failFields({ typeId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
    out.assigneeId = type && (await defaultAssignee(ctx, type));
    // Who makes it for somebody, and who gets it, hear of it.
    out.followerIds = [...new Set([ctx.employeeId, out.assigneeId].filter(id => typeof id === 'string'))];
    out.departmentId ??= type?.departmentId ?? null;
  }
  const dueAt = out.dueAt === undefined ? dateOf(doc?.dueAt) : dateOf(out.dueAt);
  // What stands still becomes neither late nor timely.
  out.overdue = doc?.onHold ? doc.overdue : isOverdue(doc?.status ?? ticket.initial, dueAt, ctx.now);
  return out;
}
