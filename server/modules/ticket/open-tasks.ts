import { OPEN_TASKS, task } from '@lobby/shared/modules/task.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import type { Effect } from '../../kit/records/act.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { sees } from '../../kit/store/sight.ts';

/** The tasks of a request that are still to be done. */
const openTasksOf = (ctx: Ctx, doc: Stored): Promise<Stored[]> =>
  modelOf(task)
    .find({ projectId: ctx.projectId, ticketId: doc._id, status: { $in: [...OPEN_TASKS] }, deletedAt: null })
    .limit(20)
    .maxTimeMS(2000)
    .lean<Stored[]>();

/** A request does not end while work for it is open (domain.md, Ticket); one that is promised at this moment counts. */
export async function withoutTasks(ctx: Ctx, doc: Stored): Promise<Pick<Effect, 'while'>> {
  const open = await openTasksOf(ctx, doc);
  if (open.length > 0)
    fail('TICKET_HAS_OPEN_TASKS', {
      names: open.map(({ code }) => String(code)).join(', '),
      tasks: open.map(one => ({
        ...{ id: one._id, code: one.code, status: one.status, assigneeId: one.assigneeId ?? null },
        // Of another department's tasks no more is told than that there are some.
        ...(sees(task, ctx, one) && { title: one.title }),
      })),
    });
  return { while: { openTasks: { $not: { $gt: 0 } } } };
}
