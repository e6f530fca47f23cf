import { resident } from '@lobby/shared/modules/resident.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import { workersAmong } from '../../platform/auth/rights/workers.ts';
import { begun, type TicketSet, withClockAt } from './clocks/clocks.ts';
import { findLevel, loadLevel } from './clocks/levels.ts';
import { dueAfter, isOverdue } from './rules.ts';

type TicketRequest = RequestOf<typeof ticket>;
type TicketValues = Values<typeof ticket>;

/** Texts and files that a household may have written. */
const WORDS = ['title', 'content', 'images', 'attachments'] as const;

/** Default assignee of a type, if they can be assigned to. */
async function findDefaultAssignee(ctx: Ctx, { assigneeId }: Doc<typeof ticketType>): Promise<string | null> {
  if (!assigneeId) return null;
  return (await workersAmong(ctx.projectId, ticket.code, [assigneeId])).has(assigneeId) ? assigneeId : null;
}

/** Unit for which each text of a ticket was written. */
const writtenFor = ({ wordsUnits, unitId }: Doc<typeof ticket>): Map<string, string> =>
  new Map(
    wordsUnits
      ? wordsUnits.split(',').map((pair): [string, string] => {
          const [name = '', of = ''] = pair.split(':');
          return [name, of];
        })
      : WORDS.map((name): [string, string] => [name, unitId ?? '']),
  );

/** Whether an edit replaces a text; files count as replaced only if none of them is left. */
function isWrittenAnew(before: unknown, value: unknown): boolean {
  if (value === undefined) return false;
  if (Array.isArray(before) && before.length > 0) return Array.isArray(value) && !value.some(id => before.includes(id));
  return value !== before;
}

/** Records which household wrote the texts: they stay that household's until staff rewrite them. */
function completeWords(doc: Doc<typeof ticket>, values: TicketValues): TicketSet {
  const { unitId = null, earlierShown = doc.earlierShown } = values;
  if (unitId === doc.unitId && !doc.wordsUnits) return {};
  const units = writtenFor(doc);
  for (const name of WORDS) if (isWrittenAnew(doc[name], values[name])) units.set(name, unitId ?? '');
  // Texts written for a common place belong to no household.
  const hidden = WORDS.filter(name => !earlierShown && units.get(name) && units.get(name) !== unitId);
  return {
    writerId: doc.writerId ?? doc.residentId,
    wordsUnits: [...units].map(([name, of]) => `${name}:${of}`).join(','),
    wordsHidden: hidden.length > 0 ? hidden.join(',') : null,
  };
}

/** Checks the place: a unit or a common place; the block follows from the unit, and the resident must live there. */
async function completePlace(ctx: Ctx, { values, doc }: TicketRequest): Promise<TicketValues> {
  const { unitId, placeId } = { ...doc, ...values };
  if (!unitId && !placeId) failFields({ unitId: { code: 'HELP_DESK_PLACE_REQUIRED' } }, 'HELP_DESK_PLACE_REQUIRED');
  const out: TicketValues = {};
  // After a move to another unit, earlier messages are hidden unless staff choose to show them.
  if (doc && unitId !== doc.unitId) out.earlierShown = values.earlierShown === true;
  if (doc) Object.assign(out, completeWords(doc, { ...values, ...out, unitId }));
  if (values.unitId !== undefined) out.blockId = unitId ? (await needRef(ctx, unit, unitId, 'unitId')).blockId : null;
  const { residentId } = values;
  if (residentId) {
    const person = await needRef(ctx, resident, residentId, 'residentId');
    if (!unitId || !person.unitIds.includes(unitId))
      failFields({ residentId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
  } else if (doc && unitId !== doc.unitId && residentId === undefined) out.residentId = null;
  return out;
}

const dateOf = (value: string | Date | null | undefined) => (value ? new Date(value) : null);

/** Service level for type and priority, with its clocks; on an edit only if something changes. */
async function completeClocks(
  ctx: Ctx,
  { values, doc }: TicketRequest,
  dueAt: string | Date | null | undefined,
): Promise<TicketSet> {
  const { typeId, priority } = { ...doc, ...values };
  const mayDiffer = !doc || values.typeId !== undefined || values.priority !== undefined;
  const level = mayDiffer ? await findLevel(ctx.projectId, typeId, priority ?? 'normal') : await loadLevel(doc);
  const isAnother = (level?._id ?? null) !== (doc?.serviceLevelId ?? null);
  if (doc && !isAnother && dueAt === undefined) return {};
  const waits = doc ? doc.awaitsReply : ctx.kind === 'resident';
  const due = dueAt === undefined ? undefined : dateOf(dueAt);
  const from = doc?.createdAt ?? ctx.now;
  const clocks = await begun(ctx, { level, from, dueAt: due, waits, first: !doc?.firstAnsweredAt });
  const { answerDueAt: _due, answerWarnAt: _warn, answerLate: _late, ...rest } = clocks;
  return withClockAt(doc ?? { status: ticket.initial }, doc && !isAnother ? rest : clocks);
}

/** Completes a ticket: block, due time by type and level, default department and assignee, overdue mark. */
export async function completeTicket(ctx: Ctx, request: TicketRequest): Promise<TicketValues> {
  const { values, doc } = request;
  const out: TicketValues = { ...values, ...(await completePlace(ctx, request)) };
  const type = values.typeId ? await needRef(ctx, ticketType, values.typeId, 'typeId') : null;
  // Without a due time the level decides, else the type.
  const isOpen = out.dueAt === undefined || (!doc && out.dueAt === null);
  Object.assign(out, await completeClocks(ctx, request, isOpen ? undefined : out.dueAt));
  if (type && isOpen && !out.dueAt) out.dueAt = dueAfter(doc?.createdAt ?? ctx.now, type.slaHours);
  if (!doc) {
    out.awaitsReply = ctx.kind === 'resident';
    if (type && !type.active) failFields({ typeId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
    out.assigneeId = type && (await findDefaultAssignee(ctx, type));
    // The creating employee and the assignee follow the ticket.
    out.followerIds = [...new Set([ctx.employeeId, out.assigneeId].flatMap(id => id ?? []))];
    out.departmentId ??= type?.departmentId ?? null;
  }
  const dueAt = out.dueAt === undefined ? (doc?.dueAt ?? null) : dateOf(out.dueAt);
  // The overdue mark does not change on hold.
  out.overdue = doc?.onHold ? doc.overdue : isOverdue(doc?.status ?? ticket.initial, dueAt, ctx.now);
  return out;
}
