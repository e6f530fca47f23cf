import { employee } from '@lobby/shared/modules/employee.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { adminsOf } from '../../platform/auth/readers.ts';
import { followersOf } from '../../platform/notifications/followers.ts';
import { notify, toldToday, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { levelOf } from './levels.ts';
import { subjectOf } from './messages.ts';
import { staffFor } from './staff-for.ts';

const idOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** Tells of a new request: the staff who read requests, whoever has it by default, and the unit where it was made for somebody there. */
export async function tellOfNew(ctx: Ctx, doc: Stored, session: Session): Promise<void> {
  const subject = subjectOf(doc);
  const assigneeId = idOf(doc.assigneeId);
  if (assigneeId) await notify(ctx, toStaff([assigneeId]), 'HELP_DESK_ASSIGNED', subject, session);
  await notify(ctx, toStaff(await staffFor(ctx, doc)), 'HELP_DESK_NEW', subject, session);
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
  if (await toldToday(ctx, 'HELP_DESK_DEFAULT_UNFIT', subject)) return;
  await notify(ctx, toStaff(await adminsOf(ctx.projectId)), 'HELP_DESK_DEFAULT_UNFIT', subject, session);
}

/** So many stars and fewer are everybody's concern. */
const POOR = 2;

/** Tells of a rating: whoever had the request and who follow it; of a poor one the department too. */
export async function tellOfRating(ctx: Ctx, doc: Stored, rating: number, session: Session): Promise<void> {
  const assigneeId = idOf(doc.assigneeId);
  const own = [...(assigneeId ? [assigneeId] : []), ...followersOf(doc)];
  const who = rating <= POOR ? [...new Set([...own, ...(await staffFor(ctx, doc))])] : own;
  await notify(ctx, toStaff(who), 'HELP_DESK_RATED', subjectOf(doc), session);
}

/** Tells of what was opened again: whoever has it; the second time the department and the administrators too. */
export async function tellOfReopening(
  ctx: Ctx,
  doc: Stored,
  assigneeId: string | null,
  session: Session,
): Promise<void> {
  if (Number(doc.reopenCount) > 0) {
    const all = [...(await staffFor(ctx, doc)), ...(await adminsOf(ctx.projectId))];
    await notify(ctx, toStaff([...new Set(all)]), 'HELP_DESK_REOPENED_AGAIN', subjectOf(doc), session);
  }
  if (assigneeId) await notify(ctx, toStaff([assigneeId]), 'HELP_DESK_REOPENED', subjectOf(doc), session);
}

/** Whose work a request is: whoever has it; while nobody has, the staff who read requests. */
const concerned = async (ctx: Ctx, doc: Stored): Promise<string[]> => {
  const assigneeId = idOf(doc.assigneeId);
  return assigneeId ? [assigneeId] : staffFor(ctx, doc);
};

/** Tells that a promise is about to be broken. */
export async function tellOfWarning(ctx: Ctx, doc: Stored, session: Session): Promise<void> {
  await notify(ctx, toStaff(await concerned(ctx, doc)), 'HELP_DESK_WARNED', subjectOf(doc), session);
}

/** Tells that one was broken: whose work it is, and whom the level names, else the administrators. */
export async function tellOfLate(
  ctx: Ctx,
  doc: Stored,
  type: 'HELP_DESK_BREACHED' | 'HELP_DESK_OVERDUE',
  session: Session,
): Promise<void> {
  const named = (await levelOf(doc))?.escalateToIds;
  const admins = doc.serviceLevelId ? await adminsOf(ctx.projectId) : [];
  const above = Array.isArray(named) && named.length > 0 ? named.map(String) : admins;
  await notify(ctx, toStaff([...new Set([...(await concerned(ctx, doc)), ...above])]), type, subjectOf(doc), session);
}
