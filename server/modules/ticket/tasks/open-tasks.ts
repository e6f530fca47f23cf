import { maintenance, OPEN_WORKS } from '@lobby/shared/modules/maintenance.ts';
import { TASKS_TO_DO, task } from '@lobby/shared/modules/task.ts';
import type { ticket } from '@lobby/shared/modules/ticket.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import type { EffectOf } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { sees } from '../../../kit/store/row-access.ts';

const FEW = { limit: 20, patience: 2000 };

/** Refuses to end a ticket with open tasks or works (domain.md, Ticket), including those added concurrently. */
export async function assertNoOpenTasks(
  ctx: Ctx,
  { _id: ticketId }: Doc<typeof ticket>,
): Promise<Pick<EffectOf<typeof ticket>, 'while'>> {
  const [tasks, works] = await Promise.all([
    records(task).find(ctx, { ticketId, status: { $in: TASKS_TO_DO } }, FEW),
    records(maintenance).find(ctx, { ticketId, status: { $in: OPEN_WORKS } }, FEW),
  ]);
  if (tasks.length + works.length > 0)
    fail('TICKET_HAS_OPEN_TASKS', {
      names: [...tasks, ...works].flatMap(({ code }) => code ?? []).join(', '),
      tasks: tasks.map(item => ({
        id: item._id,
        code: item.code,
        status: item.status,
        assigneeId: item.assigneeId,
        // Titles of other departments' tasks are hidden.
        ...(sees(task, ctx, item) && { title: item.title }),
      })),
      works: works.map(({ _id: id, code, status }) => ({ id, code, status })),
    });
  return { while: { openTasks: { $not: { $gt: 0 } } } };
}
