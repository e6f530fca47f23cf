import { hiddenOf } from '@lobby/shared/kit/definition.ts';
import { ENDED_TICKETS, OPEN_STATUSES, ticket } from '@lobby/shared/modules/ticket.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import type { Doc } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { defineThread, type Message, messageCollectionOf } from '../../../kit/thread/messages.ts';
import { followersOf, notifyFollowers } from '../../../platform/notifications/followers.ts';
import { notify, toStaff, toUnit, type Who } from '../../../platform/notifications/notifications.ts';
import { endAnswerClock, startAnswerClock } from '../clocks/clocks.ts';
import { staffFor } from '../staff-for.ts';

type Ticket = Doc<typeof ticket>;

export const messageCollection = messageCollectionOf('ticket-messages', 'ticketId');

/** The same for the household: the title is hidden if another household wrote it. */
export const subjectFor = (doc: Pick<Ticket, '_id' | 'code' | 'title' | 'priority' | 'wordsHidden'>) => ({
  ...subjectOf(doc),
  ...(hiddenOf(ticket, doc).includes(ticket.title) && { title: doc.code ?? '' }),
});

/** A ticket as subject of notifications; urgent ones are sent at any hour. */
export const subjectOf = ({ _id: id, title, priority }: Pick<Ticket, '_id' | 'title' | 'priority'>) => ({
  module: ticket.code,
  id,
  title,
  ...(priority === 'urgent' && { urgent: true as const }),
});

const isOpen = ({ status }: Ticket) => OPEN_STATUSES.includes(status);

/** Recipients of a resident's message besides the followers: the assignee; without assignee and followers those of a new ticket. */
async function findAnswering(ctx: Ctx, doc: Ticket): Promise<Who> {
  if (doc.assigneeId) return toStaff([doc.assigneeId]);
  return toStaff(followersOf(doc).length > 0 ? [] : await staffFor(ctx, doc));
}

/** Conversation of a ticket: a public message by staff is an answer, one by the resident waits for it. */
export const ticketThread = defineThread({
  definition: ticket,
  collection: messageCollection,
  key: 'ticketId',
  wholeShown: doc => doc.earlierShown,
  ended: ENDED_TICKETS,
  allow(ctx, doc) {
    if (ctx.kind === 'resident' && !isOpen(doc) && doc.status !== 'COMPLETED') fail('HELP_DESK_CLOSED');
  },
  async changes(ctx, doc, message) {
    if (message.private) return {};
    // A message on a completed ticket waits for an answer too.
    const waits = ctx.kind === 'resident';
    const clocks =
      waits && isOpen(doc) ? await startAnswerClock(ctx, doc) : ctx.kind === 'staff' ? endAnswerClock(ctx, doc) : {};
    return { lastMessageAt: ctx.now, awaitsReply: waits, ...clocks };
  },
  async tell(ctx, doc, message, session) {
    const subject = { ...subjectOf(doc), text: message.content };
    const kind = message.private ? 'HELP_DESK_NOTE' : 'HELP_DESK_MESSAGE';
    await notifyFollowers(ctx, doc, message, { kind, mention: 'HELP_DESK_MENTION', subject }, session);
    if (message.private) return;
    if (ctx.kind !== 'resident')
      return notify(ctx, toUnit(doc.unitId), kind, { ...subjectFor(doc), text: message.content }, session);
    await notify(ctx, await findAnswering(ctx, doc), kind, subject, session);
  },
  with: startChanges,
});

/** The first public reply of staff starts an approved ticket (domain.md, Ticket). */
function startChanges(ctx: Ctx, doc: Ticket, message: Message): Change[] {
  if (ctx.kind !== 'staff' || message.private || doc.status !== 'APPROVED') return [];
  return [
    {
      definition: ticket,
      action: 'start',
      update: { doc, set: { status: 'PROCESSING', ...(!doc.assigneeId && { assigneeId: ctx.employeeId }) } },
      also: session => notify(ctx, toUnit(message.unitId), 'HELP_DESK_PROCESSING', subjectFor(doc), session),
    },
  ];
}
