import type { task } from '@lobby/shared/modules/task.ts';
import { OPEN_STATUSES, ticket } from '@lobby/shared/modules/ticket.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { subjectOf } from '../ticket/index.ts';
import { isOpen } from './rules.ts';

const loadTicket = async (ctx: Ctx, ticketId: string | null): Promise<Doc<typeof ticket> | null> =>
  ticketId ? records(ticket).get(ctx, ticketId) : null;

/** Counts an open task in its ticket; a waiting ticket is approved thereby, an ended one takes no tasks. */
export const addOpenTask = async (ctx: Ctx, doc: Pick<Doc<typeof task>, 'ticketId' | 'status'>): Promise<Change[]> =>
  isOpen(doc) ? addTicketWork(ctx, doc) : [];

/** A task or other work for a ticket. */
type Work = Pick<Doc<typeof task>, 'ticketId'>;

/** The same for any kind of work for a ticket. */
export async function addTicketWork(ctx: Ctx, doc: Work): Promise<Change[]> {
  const request = await loadTicket(ctx, doc.ticketId);
  if (!request) return [];
  if (!OPEN_STATUSES.includes(request.status))
    failFields({ ticketId: { code: 'TASK_TICKET_ENDED' } }, 'TASK_TICKET_ENDED');
  const update = { doc: request, inc: { openTasks: 1 }, while: { status: request.status } };
  if (request.status !== 'WAITING_APPROVAL')
    return [{ definition: ticket, action: 'tasks', update: { ...update, set: {}, keepVersion: true } }];
  if (!can(ctx, ticket.code, 'approve')) fail('FORBIDDEN');
  return [
    {
      definition: ticket,
      action: 'approve',
      update: { ...update, set: { status: 'APPROVED', approverId: ctx.employeeId } },
      also: session => notify(ctx, toUnit(request.unitId), 'HELP_DESK_APPROVED', subjectOf(request), session),
    },
  ];
}

/** Counts down ended or removed work; after the last one the ticket's assignee is notified. */
export async function endTicketWork(ctx: Ctx, doc: Work): Promise<Change[]> {
  const request = await loadTicket(ctx, doc.ticketId);
  if (!request) return [];
  const { assigneeId } = request;
  return [
    {
      definition: ticket,
      action: 'tasks',
      update: {
        doc: request,
        set: {},
        inc: { openTasks: -1 },
        keepVersion: true,
        while: { openTasks: request.openTasks },
      },
      ...(request.openTasks === 1 &&
        OPEN_STATUSES.includes(request.status) &&
        assigneeId && {
          also: session => notify(ctx, toStaff([assigneeId]), 'HELP_DESK_TASKS_DONE', subjectOf(request), session),
        }),
    },
  ];
}

/** Starts the ticket of a task (domain.md, Ticket). */
export async function startsTicket(ctx: Ctx, doc: Work): Promise<Change[]> {
  const request = await loadTicket(ctx, doc.ticketId);
  if (request?.status !== 'APPROVED') return [];
  return [
    {
      definition: ticket,
      action: 'start',
      update: { doc: request, set: { status: 'PROCESSING' } },
      also: session => notify(ctx, toUnit(request.unitId), 'HELP_DESK_PROCESSING', subjectOf(request), session),
    },
  ];
}

/** Changes to the ticket when a task is created, linked or removed. */
export function ofTicket(
  ctx: Ctx,
  { kind, doc, before }: { kind: string; doc: Doc<typeof task> | null; before: Doc<typeof task> | null },
): Promise<Change[]> {
  if (kind === 'remove') return before && isOpen(before) ? endTicketWork(ctx, before) : Promise.resolve([]);
  const isNew = kind === 'create' || kind === 'restore' || (doc?.ticketId && !before?.ticketId);
  return doc && isNew ? addOpenTask(ctx, doc) : Promise.resolve([]);
}
