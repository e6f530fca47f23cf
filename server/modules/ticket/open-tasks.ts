import type { Definition } from '@lobby/shared/kit/definition.ts';
import { maintenance, OPEN_WORKS } from '@lobby/shared/modules/maintenance.ts';
import { OPEN_TASKS, task } from '@lobby/shared/modules/task.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import type { Effect } from '../../kit/records/act.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { sees } from '../../kit/store/sight.ts';

/** The tasks, or works, of a request that are still to be done. */
const openOf = (ctx: Ctx, doc: Stored, of: Definition, statuses: readonly string[]): Promise<Stored[]> =>
  modelOf(of)
    .find({ projectId: ctx.projectId, ticketId: doc._id, status: { $in: [...statuses] }, deletedAt: null })
    .limit(20)
    .maxTimeMS(2000)
    .lean<Stored[]>();

/** A request does not end while work for it is open (domain.md, Ticket); one that is promised at this moment counts. */
export async function withoutTasks(ctx: Ctx, doc: Stored): Promise<Pick<Effect, 'while'>> {
  const tasks = await openOf(ctx, doc, task, OPEN_TASKS);
  const works = await openOf(ctx, doc, maintenance, OPEN_WORKS);
  if (tasks.length + works.length > 0)
    fail('TICKET_HAS_OPEN_TASKS', {
      names: [...tasks, ...works].map(({ code }) => String(code)).join(', '),
      tasks: tasks.map(one => ({
        id: one._id,
        code: one.code,
        status: one.status,
        assigneeId: one.assigneeId ?? null,
        // Of another department's tasks no more is told than that there are some.
        ...(sees(task, ctx, one) && { title: one.title }),
      })),
      works: works.map(({ _id: id, code, status }) => ({ id, code, status })),
    });
  return { while: { openTasks: { $not: { $gt: 0 } } } };
}
