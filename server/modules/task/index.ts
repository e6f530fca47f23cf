import type { Definition } from '@lobby/shared/kit/definition.ts';
import { task } from '@lobby/shared/modules/task.ts';
import type { Route } from '../../kit/http/route.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import { serve } from '../../kit/serve.ts';
import { refuseRingsWith } from '../../kit/store/rings.ts';
import { followRoutes } from '../../kit/thread/follow.ts';
import { threadRoutes } from '../../kit/thread/routes.ts';
import { acts } from './acts.ts';
import { completeTask, countAbove } from './complete-task.ts';
import { progressRoutes } from './routes.ts';
import { taskThread } from './talk.ts';
import { tellOfNew } from './tell.ts';
import { ofTicket } from './ticket-work.ts';

export { messageCollection as taskMessageCollection } from './talk.ts';
export { ended as workEnded, startsTicket, workPromised } from './ticket-work.ts';

/** The task above counts its subtasks, and the request its open tasks. */
const changesAround: Behaviour['changes'] = async (ctx, done) => [
  ...(await countAbove(ctx, done)),
  ...(await ofTicket(ctx, done)),
];

const tell: Behaviour['inTransaction'] = async (ctx, session, { kind, doc }) => {
  if (kind === 'create') await tellOfNew(ctx, doc, session);
};

/** What belongs to a task that is made, wherever that is. */
export const taskBehaviour = { check: completeTask, changes: changesAround, inTransaction: tell };

/** The paths of the specification beside the standard ones: `/request/list`, `/request/export-data` (rules.md 7). */
const NAMED: Readonly<Record<string, string>> = { '': '/list', '/export': '/export-data' };

refuseRingsWith(task, 'TASK_TOO_DEEP');

/** The routes of tasks. */
export function taskRoutes(all: readonly Definition[]): Route[] {
  const own = serve(task, { ...taskBehaviour, acts }, all);
  const named = own.flatMap(one => {
    const path = one.method === 'get' ? NAMED[one.path.slice(task.path.length)] : undefined;
    return path ? [{ ...one, path: `${task.path}${path}` }] : [];
  });
  return [...named, ...progressRoutes, ...threadRoutes(taskThread), ...followRoutes(task), ...own];
}
