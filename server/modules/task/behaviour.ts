import type { task } from '@lobby/shared/modules/task.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import type { BehaviourOf, DoneOf } from '../../kit/records/typed-behaviour.ts';
import type { Change } from '../../kit/store/save.ts';
import { completeTask, countAbove } from './complete-task.ts';
import { notifyOfNewTask } from './notify.ts';
import { ofTicket } from './ticket-work.ts';

/** The parent task counts its subtasks, the ticket its open tasks. */
const changesAround = async (ctx: Ctx, done: DoneOf<typeof task>): Promise<Change[]> => [
  ...(await countAbove(ctx, done)),
  ...(await ofTicket(ctx, done)),
];

const tell = async (ctx: Ctx, session: Session, { kind, doc }: DoneOf<typeof task>): Promise<void> => {
  if (kind === 'create') await notifyOfNewTask(ctx, doc, session);
};

/** Rules for tasks, wherever they are created. */
export const taskBehaviour = { check: completeTask, changes: changesAround, inTransaction: tell } satisfies BehaviourOf<
  typeof task
>;
