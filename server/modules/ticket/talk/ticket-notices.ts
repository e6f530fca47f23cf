import { employee } from '@lobby/shared/modules/employee.ts';
import type { ticket } from '@lobby/shared/modules/ticket.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Session } from '../../../kit/database/database.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { loadAdmins } from '../../../platform/auth/rights/readers.ts';
import { followersOf } from '../../../platform/notifications/followers.ts';
import { notify, toldWithin, toStaff, toUnit } from '../../../platform/notifications/notifications.ts';
import { loadLevel } from '../clocks/levels.ts';
import { staffFor } from '../staff-for.ts';
import { subjectOf } from './messages.ts';

type Ticket = Doc<typeof ticket>;

/** Notifies of a new ticket: the staff responsible, its assignee, and the unit if staff created it. */
export async function notifyOfNew(ctx: Ctx, doc: Ticket, session: Session): Promise<void> {
  const subject = subjectOf(doc);
  // Assigned by a rule or the type, not by the requester.
  if (doc.assigneeId) await notify(ctx, toStaff([doc.assigneeId]), 'HELP_DESK_ASSIGNED_BY_RULE', subject, session);
  await notify(ctx, toStaff(await staffFor(ctx, doc)), 'HELP_DESK_NEW', subject, session);
  if (ctx.kind === 'staff') await notify(ctx, toUnit(doc.unitId), 'HELP_DESK_CREATED', subject, session);
  await notifyOfUnfit(ctx, doc, session);
}

/** Notifies the administrators of a default assignee who was skipped, once a day. */
async function notifyOfUnfit(ctx: Ctx, { typeId, assigneeId, ruleId }: Ticket, session: Session): Promise<void> {
  const type = typeId ? (await loadRefs(ctx.projectId, ticketType, [typeId])).get(typeId) : null;
  const wanted = type?.assigneeId;
  if (!wanted || wanted === assigneeId || ruleId) return;
  const person = (await loadRefs(ctx.projectId, employee, [wanted])).get(wanted)?.name ?? '';
  const subject = { module: ticketType.code, id: type._id, title: type.name, person };
  if (await toldWithin(ctx, 'HELP_DESK_DEFAULT_UNFIT', subject)) return;
  await notify(ctx, toStaff(await loadAdmins(ctx.projectId)), 'HELP_DESK_DEFAULT_UNFIT', subject, session);
}

/** Highest rating that counts as poor. */
const POOR = 2;

/** Notifies of a rating: assignee and followers; of a poor one the staff responsible too. */
export async function notifyOfRating(ctx: Ctx, doc: Ticket, rating: number, session: Session): Promise<void> {
  const people = [...(doc.assigneeId ? [doc.assigneeId] : []), ...followersOf(doc)];
  const who = rating <= POOR ? [...new Set([...people, ...(await staffFor(ctx, doc))])] : people;
  await notify(ctx, toStaff(who), 'HELP_DESK_RATED', subjectOf(doc), session);
}

/** Notifies of a reopened ticket: its assignee; from the second time the staff responsible and the administrators too. */
export async function notifyOfReopening(
  ctx: Ctx,
  doc: Ticket,
  assigneeId: string | null,
  session: Session,
): Promise<void> {
  if (doc.reopenCount > 0) {
    const all = [...(await staffFor(ctx, doc)), ...(await loadAdmins(ctx.projectId))];
    await notify(ctx, toStaff([...new Set(all)]), 'HELP_DESK_REOPENED_AGAIN', subjectOf(doc), session);
  }
  if (assigneeId) await notify(ctx, toStaff([assigneeId]), 'HELP_DESK_REOPENED', subjectOf(doc), session);
}

/** The assignee, else the staff responsible. */
const findConcerned = async (ctx: Ctx, doc: Ticket): Promise<string[]> =>
  doc.assigneeId ? [doc.assigneeId] : staffFor(ctx, doc);

/** Notifies that a deadline approaches. */
export async function notifyOfWarning(ctx: Ctx, doc: Ticket, session: Session): Promise<void> {
  await notify(ctx, toStaff(await findConcerned(ctx, doc)), 'HELP_DESK_WARNED', subjectOf(doc), session);
}

/** Notifies of a missed deadline: the assignee, and the level's escalation contacts, else the administrators. */
export async function notifyOfLate(
  ctx: Ctx,
  doc: Ticket,
  type: 'HELP_DESK_BREACHED' | 'HELP_DESK_OVERDUE',
  session: Session,
): Promise<void> {
  const named = (await loadLevel(doc))?.escalateToIds ?? [];
  const admins = doc.serviceLevelId ? await loadAdmins(ctx.projectId) : [];
  const who = [...(await findConcerned(ctx, doc)), ...(named.length > 0 ? named : admins)];
  await notify(ctx, toStaff([...new Set(who)]), type, subjectOf(doc), session);
}
