import { task } from '@lobby/shared/modules/task.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { clockNow } from '../../kit/database/clock.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { log } from '../../kit/ops/log.ts';
import type { EventRow } from '../../kit/store/events.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { retryOnConflict, save } from '../../kit/store/save.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { loadProject, settingsOf } from '../../platform/projects/projects.ts';

type Kin = Pick<Doc<typeof task>, 'kinIds' | 'kinDepartmentIds' | 'kinOpen'>;
type Seen = Pick<
  Doc<typeof task>,
  'creatorId' | 'assigneeId' | 'approverId' | 'memberIds' | 'followerIds' | 'departmentId'
>;

/** The action of an event that tells who sees a task through those around it. */
const SIGHT = 'sight';
const BATCH = 500;
const MOST_SUBTASKS = 500;
/** Fields that decide who sees a task. */
const DECIDING: readonly string[] = [
  'creatorId',
  'assigneeId',
  'approverId',
  'memberIds',
  'followerIds',
  'departmentId',
];

/** Who sees a task because they see one of those around it. */
export function kinOf(around: readonly Seen[]): Kin {
  const people = around.flatMap(relative => [
    relative.creatorId,
    relative.assigneeId,
    relative.approverId,
    ...(relative.memberIds ?? []),
    ...(relative.followerIds ?? []),
  ]);
  const departments = around.map(({ departmentId }) => departmentId);
  return {
    kinIds: idsOf(people).slice(0, task.fields.kinIds.max),
    kinDepartmentIds: idsOf(departments).slice(0, task.fields.kinDepartmentIds.max),
    kinOpen: around.some(({ departmentId, assigneeId }) => !departmentId && !assigneeId),
  };
}

const idsOf = (ids: readonly (string | null)[]): string[] => [...new Set(ids.flatMap(id => id ?? []))].sort();
const keyOf = ({ kinIds, kinDepartmentIds, kinOpen }: Partial<Kin>): string =>
  [kinIds?.join() ?? '', kinDepartmentIds?.join() ?? '', kinOpen ?? false].join(' ');

/** Stores who sees a parent task and its subtasks through each other. */
async function passOnSight(ctx: Ctx, parentId: string): Promise<void> {
  await retryOnConflict(async () => {
    const parent = await records(task).get(ctx, parentId);
    const subtasks = await records(task).find(ctx, { parentId }, { limit: MOST_SUBTASKS });
    const kin = [
      ...(parent ? [{ doc: parent, set: kinOf(subtasks) }] : []),
      ...subtasks.map(doc => ({ doc, set: kinOf(parent ? [parent] : []) })),
    ];
    const changes = kin
      .filter(({ doc, set }) => keyOf(doc) !== keyOf(set))
      .map(({ doc, set }) => ({
        definition: task,
        action: SIGHT,
        update: { doc, set, keepVersion: true, while: { version: doc.version } },
      }));
    const [first, ...others] = changes;
    if (first) await save(ctx, [first, ...others]);
  });
}

/** After the commit: whoever sees a task sees its parent and its subtasks. */
export function passOnSightOfTasks(rows: readonly EventRow[]): void {
  const decided = rows.filter(
    ({ entity, action, after }) =>
      entity === task.name &&
      action !== SIGHT &&
      (['remove', 'restore'].includes(action) || Object.keys(after ?? {}).some(name => DECIDING.includes(name))),
  );
  for (const { projectId, entityId, row } of decided) {
    const parentId = row?.parentId ?? (Number(row?.subtaskCount) > 0 ? entityId : null);
    if (typeof parentId === 'string') void passOnNow(projectId, parentId);
  }
}

async function passOnNow(projectId: string, parentId: string): Promise<void> {
  try {
    const project = await loadProject(projectId);
    if (project) await passOnSight(systemCtx(settingsOf(project), clockNow()), parentId);
  } catch (error) {
    log.error({ error: String(error) }, 'who sees a task was not passed on');
  }
}

/** Passes on what a server that ended at that moment did not. */
export const taskSightJob = defineJob({
  name: 'task-sight',
  every: '20 3 * * *',
  async perProject(ctx) {
    let count = 0;
    for (let after = ''; ; ) {
      const parents = await records(task).find(
        ctx,
        { subtaskCount: { $gt: 0 }, _id: { $gt: after } },
        { sort: { _id: 1 }, limit: BATCH },
      );
      count += await attemptEach(parents, async ({ _id }) => {
        await passOnSight(ctx, _id);
        return 1;
      });
      const last = parents.at(-1);
      if (!last || parents.length < BATCH) return count;
      after = last._id;
    }
  },
});
