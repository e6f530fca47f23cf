import { resident } from '@lobby/shared/modules/resident.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs.ts';
import { workersAmong } from '../../platform/auth/workers.ts';
import { begun, type TicketSet, timed } from './clocks.ts';
import { findLevel, loadLevel } from './levels.ts';
import { dueAfter, isOverdue } from './rules.ts';

type TicketRequest = RequestOf<typeof ticket>;
type TicketValues = Values<typeof ticket>;

/** What a household may have written of a request. */
const WORDS = ['title', 'content', 'images', 'attachments'] as const;

/** Who gets the tickets of a type by default, as far as that person can still be given work. */
async function findDefaultAssignee(ctx: Ctx, { assigneeId }: Doc<typeof ticketType>): Promise<string | null> {
  if (!assigneeId) return null;
  return (await workersAmong(ctx.projectId, ticket.code, [assigneeId])).has(assigneeId) ? assigneeId : null;
}

/** For which unit each of the words of a request was written. */
const writtenFor = ({ wordsUnits, unitId }: Doc<typeof ticket>): Map<string, string> =>
  new Map(
    wordsUnits
      ? wordsUnits.split(',').map((one): [string, string] => {
          const [name = '', of = ''] = one.split(':');
          return [name, of];
        })
      : WORDS.map((name): [string, string] => [name, unitId ?? '']),
  );

/** Whether an edit writes words anew: files only where none of those before is left. */
function isWrittenAnew(before: unknown, given: unknown): boolean {
  if (given === undefined) return false;
  if (Array.isArray(before) && before.length > 0) return Array.isArray(given) && !given.some(id => before.includes(id));
  return given !== before;
}

/** Whose words a request holds after an edit: those of the household that it was with, until staff write them anew. */
function completeWords(doc: Doc<typeof ticket>, values: TicketValues): TicketSet {
  const { unitId = null, earlierShown = doc.earlierShown } = values;
  if (unitId === doc.unitId && !doc.wordsUnits) return {};
  const units = writtenFor(doc);
  for (const name of WORDS) if (isWrittenAnew(doc[name], values[name])) units.set(name, unitId ?? '');
  // Nobody lives in a common place: what was written there is no household's.
  const hidden = WORDS.filter(name => !earlierShown && units.get(name) && units.get(name) !== unitId);
  return {
    writerId: doc.writerId ?? doc.residentId,
    wordsUnits: [...units].map(([name, of]) => `${name}:${of}`).join(','),
    wordsHidden: hidden.length > 0 ? hidden.join(',') : null,
  };
}

/** What the unit decides: a ticket is about a unit or a common place; the block is the unit's, the resident lives there. */
async function completePlace(ctx: Ctx, { values, doc }: TicketRequest): Promise<TicketValues> {
  const { unitId, placeId } = { ...doc, ...values };
  if (!unitId && !placeId) failFields({ unitId: { code: 'HELP_DESK_PLACE_REQUIRED' } }, 'HELP_DESK_PLACE_REQUIRED');
  const out: TicketValues = {};
  // What was written with one household stays the staff's, unless they choose otherwise with the move.
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

/** What follows from the level that suits type and priority; of an edit, only where that has changed something. */
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
  return timed(doc ?? { status: ticket.initial }, doc && !isAnother ? rest : clocks);
}

/** Fills in what follows from the values given: block, the due times of type and level, default department and assignee, overdue. */
export async function completeTicket(ctx: Ctx, request: TicketRequest): Promise<TicketValues> {
  const { values, doc } = request;
  const out: TicketValues = { ...values, ...(await completePlace(ctx, request)) };
  const type = values.typeId ? await needRef(ctx, ticketType, values.typeId, 'typeId') : null;
  // A form without a due time of its own leaves it to the level, else to the type.
  const isOpen = out.dueAt === undefined || (!doc && out.dueAt === null);
  Object.assign(out, await completeClocks(ctx, request, isOpen ? undefined : out.dueAt));
  if (type && isOpen && !out.dueAt) out.dueAt = dueAfter(doc?.createdAt ?? ctx.now, type.slaHours);
  if (!doc) {
    out.awaitsReply = ctx.kind === 'resident';
    if (type && !type.active) failFields({ typeId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
    out.assigneeId = type && (await findDefaultAssignee(ctx, type));
    // Who makes it for somebody, and who gets it, hear of it.
    out.followerIds = [...new Set([ctx.employeeId, out.assigneeId].flatMap(id => id ?? []))];
    out.departmentId ??= type?.departmentId ?? null;
  }
  const dueAt = out.dueAt === undefined ? (doc?.dueAt ?? null) : dateOf(out.dueAt);
  // What stands still becomes neither late nor timely.
  out.overdue = doc?.onHold ? doc.overdue : isOverdue(doc?.status ?? ticket.initial, dueAt, ctx.now);
  return out;
}
