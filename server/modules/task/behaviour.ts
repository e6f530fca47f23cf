import type { task } from '@lobby/shared/modules/task.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import type { BehaviourOf } from '../../kit/records/typed-behaviour.ts';
import { completeTask, countAbove } from './complete-task.ts';
import { notifyOfNewTask } from './notify.ts';
import { ofTicket } from './ticket-work.ts';

/** The task above counts its subtasks, and the request its open tasks. */
const changesAround: Behaviour['changes'] = async (ctx, done) => [
  ...(await countAbove(ctx, done)),
  ...(await ofTicket(ctx, done)),
];

const tell: Behaviour['inTransaction'] = async (ctx, session, { kind, doc }) => {
  if (kind === 'create') await notifyOfNewTask(ctx, doc, session);
};

/** What belongs to a task that is made, wherever that is. */
export const taskBehaviour = { check: completeTask, changes: changesAround, inTransaction: tell } satisfies BehaviourOf<
  typeof task
>;
