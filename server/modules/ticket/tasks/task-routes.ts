import { idSchema } from '@lobby/shared/kit/schema.ts';
import { task } from '@lobby/shared/modules/task.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { z } from 'zod';
import { can } from '../../../kit/base/context.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { records } from '../../../kit/store/records.ts';
import { sees } from '../../../kit/store/row-access.ts';

const line = z.object({
  id: z.string(),
  code: z.string(),
  /** Null if the caller does not see the task. */
  title: z.string().nullable(),
  status: z.string(),
  assigneeId: z.string().nullable(),
  dueAt: z.string().nullable(),
});

/** Tasks of a ticket. */
export const ticketTaskRoute: Route = route({
  method: 'get',
  path: `${ticket.path}/:id/tasks`,
  summary: 'The tasks of a request, also those of other departments; their titles only to who sees them',
  module: ticket.code,
  flags: ['read'],
  params: z.strictObject({ id: idSchema }),
  answer: z.array(line),
  async run(ctx, { params: { id } }) {
    await load(ctx, ticket, id);
    const tasks = await records(task).find(
      ctx,
      { ticketId: id },
      { sort: { createdAt: 1 }, limit: 200, patience: 2000 },
    );
    return tasks.map(item => ({
      id: item._id,
      code: item.code ?? '',
      title: can(ctx, task.code, 'read') && sees(task, ctx, item) ? item.title : null,
      status: item.status,
      assigneeId: item.assigneeId,
      dueAt: item.dueAt?.toISOString() ?? null,
    }));
  },
});
