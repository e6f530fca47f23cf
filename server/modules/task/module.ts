import { task } from '@lobby/shared/modules/task.ts';
import { setCycleCode } from '../../kit/store/refs/tree-cycles.ts';
import { followRoutes } from '../../kit/thread/follow.ts';
import { threadRoutes } from '../../kit/thread/routes.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { acts } from './acts.ts';
import { taskBehaviour } from './behaviour.ts';
import { tasksJob } from './jobs.ts';
import { progressRoutes } from './routes.ts';
import { messageCollection, taskThread } from './talk.ts';
import { passOnSightOfTasks, taskSightJob } from './task-sight.ts';

export const taskModule = defineServerModule({
  name: 'task',
  routes: [...progressRoutes, ...threadRoutes(taskThread), ...followRoutes(task)],
  serves: [serves(task, { ...taskBehaviour, actions: acts })],
  // Routes of the specification beside the standard ones (rules.md 7).
  alsoAt: {
    [`get ${task.path}`]: `${task.path}/list`,
    [`get ${task.path}/export`]: `${task.path}/export-data`,
  },
  jobs: [tasksJob, taskSightJob],
  onCommit: passOnSightOfTasks,
  collections: [messageCollection],
  configure: () => setCycleCode(task, 'TASK_TOO_DEEP'),
});
