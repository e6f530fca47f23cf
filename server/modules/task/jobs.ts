import { DAY_MS, dayOf, HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { EXPIRING, LATE, task } from '@lobby/shared/modules/task.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { build } from '../../kit/records/records.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records, type Where } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { acts, subjectOf } from './acts.ts';
import { nextAfter } from './rules.ts';

const BATCH = 500;

/** Notifies of tasks due soon or overdue, expires old ones and creates recurring ones. Idempotent, and safe on several servers. */
export const tasksJob = defineJob({
  name: 'tasks',
  every: '* * * * *',
  perProject: ctx => attemptEach([warn, lapse, expire, repeat], step => step(ctx)),
});

const dueTasks = ({ projectId, now }: Ctx, filter: Where<typeof task>) =>
  records(task).find({ projectId }, { dueAt: { $lte: now }, ...filter }, { limit: BATCH });

/** Hours before the due time at which the assignee is notified. */
const SOON_HOURS = [24, 1];

async function warn(ctx: Ctx): Promise<number> {
  return attemptEach(SOON_HOURS.entries(), async ([step, hours]) => {
    const until = new Date(ctx.now.getTime() + hours * HOUR_MS);
    const soon = await records(task).find(
      ctx,
      { status: { $in: LATE }, dueAt: { $gt: ctx.now, $lte: until }, dueSoonTold: { $not: { $gt: step } } },
      { limit: BATCH },
    );
    return attemptEach(soon, doc =>
      save(ctx, [
        {
          definition: task,
          action: 'due-soon',
          quiet: true,
          update: {
            doc,
            set: { dueSoonTold: step + 1 },
            keepVersion: true,
            while: { dueSoonTold: doc.dueSoonTold ?? 0 },
          },
          also: session => notify(ctx, toStaff(doersOf(doc)), 'REQUEST_DUE_SOON', subjectOf(doc), session),
        },
      ]),
    );
  });
}

/** Recipients of due reminders: the assignee, else the creator. */
const doersOf = ({ assigneeId, creatorId }: Doc<typeof task>): string[] =>
  [assigneeId ?? creatorId].filter(id => id !== null);

/** Marks overdue tasks, and notifies. */
async function lapse(ctx: Ctx): Promise<number> {
  return attemptEach(await dueTasks(ctx, { status: { $in: LATE }, overdue: false }), doc => {
    const who = [doc.assigneeId, doc.approverId, doc.creatorId].filter(id => id !== null);
    return save(ctx, [
      {
        definition: task,
        action: 'overdue',
        update: { doc, set: { overdue: true }, keepVersion: true, while: { overdue: false } },
        also: session => notify(ctx, toStaff(who), 'REQUEST_OVERDUE', subjectOf(doc), session),
      },
    ]);
  });
}

/** Expires tasks that are overdue for longer than the project allows. */
async function expire(ctx: Ctx): Promise<number> {
  const until = new Date(ctx.now.getTime() - ctx.project.taskExpiryDays * DAY_MS);
  const due = await dueTasks(ctx, { status: { $in: EXPIRING }, dueAt: { $lte: until } });
  return attemptEach(due, ({ _id }) =>
    perform(ctx, { definition: task, name: 'expire', id: _id, input: {} }, acts.expire),
  );
}

/** Fields that a recurring task passes on to the next one. */
const KEPT = [
  'title',
  'content',
  'type',
  'priority',
  'unitId',
  'departmentId',
  'assigneeId',
  'approverId',
  'memberIds',
  'creatorId',
  'labelIds',
  'repeat',
  'repeatUntil',
] as const;

const repeat = async (ctx: Ctx): Promise<number> =>
  attemptEach(await dueTasks(ctx, { repeat: { $ne: null } }), doc => repeatOne(ctx, doc));

/** Creates the next task and passes the recurrence on to it, in one transaction. */
async function repeatOne(ctx: Ctx, doc: Doc<typeof task>): Promise<boolean> {
  const { timeZone } = ctx.project;
  const { repeat: every, repeatUntil } = doc;
  if (!every) return false;
  let dueAt = doc.dueAt ?? ctx.now;
  let { startAt } = doc;
  // Occurrences missed during downtime are skipped.
  while (dueAt <= ctx.now) {
    dueAt = nextAfter(dueAt, every, timeZone);
    startAt = startAt && nextAfter(startAt, every, timeZone);
  }
  const ended = repeatUntil && dayOf(dueAt, timeZone) > repeatUntil;
  const handOn = {
    definition: task,
    action: 'repeat',
    update: { doc, set: { repeat: null, repeatUntil: null }, keepVersion: true, while: { repeat: every } },
  };
  if (ended) {
    await save(ctx, [handOn]);
    return false;
  }
  const copied = Object.fromEntries(KEPT.map(name => [name, doc[name]]));
  const next = await build(ctx, task, { ...copied, dueAt, startAt });
  const assigneeId = doc.assigneeId;
  await save(ctx, [
    handOn,
    {
      definition: task,
      action: 'create',
      insert: next,
      also: async session => {
        if (assigneeId) await notify(ctx, toStaff([assigneeId]), 'REQUEST_ASSIGNED', subjectOf(next), session);
      },
    },
  ]);
  return true;
}
