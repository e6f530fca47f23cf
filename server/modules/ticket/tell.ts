import { employee } from '@lobby/shared/modules/employee.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { adminsOf, readersOf } from '../../platform/auth/readers.ts';
import { notify, toldToday, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { levelOf } from './levels.ts';
import { subjectOf } from './messages.ts';

const idOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** Tells of a new request: the staff who read requests, whoever has it by default, and the unit where it was made for somebody there. */
export async function tellOfNew(ctx: Ctx, doc: Stored, session: Session): Promise<void> {
  const subject = subjectOf(doc);
  const assigneeId = idOf(doc.assigneeId);
  const others = (await readersOf(ctx.projectId, ticket.code)).filter(id => id !== ctx.employeeId && id !== assigneeId);
  await notify(ctx, toStaff(others), 'HELP_DESK_NEW', subject, session);
  if (assigneeId && assigneeId !== ctx.employeeId)
    await notify(ctx, toStaff([assigneeId]), 'HELP_DESK_ASSIGNED', subject, session);
  if (ctx.kind === 'staff') await notify(ctx, toUnit(doc.unitId), 'HELP_DESK_CREATED', subject, session);
  await tellOfUnfit(ctx, doc, session);
}

/** Names to the administrators a default assignee who was passed over, once a day. */
async function tellOfUnfit(ctx: Ctx, doc: Stored, session: Session): Promise<void> {
  const typeId = idOf(doc.typeId);
  const type = typeId && (await loadRefs(ctx.projectId, ticketType, [typeId])).get(typeId);
  const wanted = type && idOf(type.assigneeId);
  if (!wanted || wanted === doc.assigneeId || doc.ruleId) return;
  const person = String((await loadRefs(ctx.projectId, employee, [wanted])).get(wanted)?.name ?? '');
  const subject = { module: ticketType.code, id: type._id, title: String(type.name), person };
  if (await toldToday(ctx, 'HELP_DESK_ASSIGNEE_UNFIT', subject)) return;
  await notify(ctx, toStaff(await adminsOf(ctx.projectId)), 'HELP_DESK_ASSIGNEE_UNFIT', subject, session);
}

/** Tells of a rating: whoever had the request, else the staff who read requests. */
export async function tellOfRating(ctx: Ctx, doc: Stored, session: Session): Promise<void> {
  const assigneeId = idOf(doc.assigneeId);
  const who = assigneeId ? [assigneeId] : await readersOf(ctx.projectId, ticket.code);
  await notify(ctx, toStaff(who), 'HELP_DESK_RATED', subjectOf(doc), session);
}

/** Whose work a request is: whoever has it; while nobody has, the staff who read requests. */
const concerned = async (ctx: Ctx, doc: Stored): Promise<string[]> => {
  const assigneeId = idOf(doc.assigneeId);
  return assigneeId ? [assigneeId] : readersOf(ctx.projectId, ticket.code);
};

/** Tells that a promise is about to be broken. */
export async function tellOfWarning(ctx: Ctx, doc: Stored, session: Session): Promise<void> {
  await notify(ctx, toStaff(await concerned(ctx, doc)), 'HELP_DESK_DUE_SOON', subjectOf(doc), session);
}

/** Tells that one was broken: whose work it is, and whom the level names, else the administrators. */
export async function tellOfLate(
  ctx: Ctx,
  doc: Stored,
  type: 'HELP_DESK_ANSWER_LATE' | 'HELP_DESK_LATE',
  session: Session,
): Promise<void> {
  const named = (await levelOf(doc))?.escalateToIds;
  const above = Array.isArray(named) && named.length > 0 ? named.map(String) : await adminsOf(ctx.projectId);
  await notify(ctx, toStaff([...new Set([...(await concerned(ctx, doc)), ...above])]), type, subjectOf(doc), session);
}
