import { DAY_MS, dayOf } from '@lobby/shared/kit/dates.ts';
import { EXPIRING, LATE, task } from '@lobby/shared/modules/task.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { act } from '../../kit/records/act.ts';
import { build } from '../../kit/records/records.ts';
import { type Doc, fieldOf, records } from '../../kit/store/records.ts';
import { type Change, save, VersionConflict } from '../../kit/store/save.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { acts, subjectOf } from './acts.ts';
import { moment, nextAfter } from './rules.ts';

const BATCH = 500;
const HOUR_MS = 3_600_000;

/** Notifies of tasks due soon or overdue, expires old ones and creates recurring ones. Idempotent, and safe on several servers. */
export async function runTasksJob(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    turned += (await warn(ctx)) + (await lapse(ctx)) + (await expire(ctx)) + (await repeat(ctx));
  }
  return turned;
}

const dueTasks = ({ projectId, now }: Ctx, filter: Record<string, unknown>) =>
  records(task).find({ projectId }, { dueAt: { $lte: now }, ...filter }, { limit: BATCH });

/** Saves a change unless another server was faster; returns the number saved. */
async function once(change: Change, ctx: Ctx): Promise<number> {
  return save(ctx, [change]).then(
    () => 1,
    error => {
      if (error instanceof VersionConflict) return 0;
      throw error;
    },
  );
}

/** Hours before the due time at which the assignee is notified. */
const SOON_HOURS = [24, 1];

async function warn(ctx: Ctx): Promise<number> {
  let told = 0;
  for (const [step, hours] of SOON_HOURS.entries()) {
    const until = new Date(ctx.now.getTime() + hours * HOUR_MS);
    const soon = await records(task).find(
      ctx,
      { status: { $in: LATE }, dueAt: { $gt: ctx.now, $lte: until }, dueSoonTold: { $not: { $gt: step } } },
      { limit: BATCH },
    );
    for (const doc of soon)
      told += await once(
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
        ctx,
      );
  }
  return told;
}

/** Recipients of due reminders: the assignee, else the creator. */
const doersOf = ({ assigneeId, creatorId }: Doc<typeof task>): string[] =>
  [assigneeId ?? creatorId].filter(id => typeof id === 'string');

/** Marks overdue tasks, and notifies. */
async function lapse(ctx: Ctx): Promise<number> {
  let late = 0;
  for (const doc of await dueTasks(ctx, { status: { $in: LATE }, overdue: false })) {
    const who = [doc.assigneeId, doc.approverId, doc.creatorId].filter(id => typeof id === 'string');
    late += await once(
      {
        definition: task,
        action: 'overdue',
        update: { doc, set: { overdue: true }, keepVersion: true, while: { overdue: false } },
        also: session => notify(ctx, toStaff(who), 'REQUEST_OVERDUE', subjectOf(doc), session),
      },
      ctx,
    );
  }
  return late;
}

/** Expires tasks that are overdue for longer than the project allows. */
async function expire(ctx: Ctx): Promise<number> {
  const until = new Date(ctx.now.getTime() - ctx.project.taskExpiryDays * DAY_MS);
  let expired = 0;
  for (const { _id } of await dueTasks(ctx, { status: { $in: EXPIRING }, dueAt: { $lte: until } })) {
    const done = await act(ctx, task, 'expire', _id, {}, acts.expire ?? (() => ({}))).catch(error => {
      // Ended or postponed concurrently.
      if (error instanceof Refusal) return null;
      throw error;
    });
    if (done) expired++;
  }
  return expired;
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
];

async function repeat(ctx: Ctx): Promise<number> {
  let made = 0;
  for (const doc of await dueTasks(ctx, { repeat: { $ne: null } })) {
    const done = await repeatOne(ctx, doc).catch(error => {
      // Another server was faster.
      if (error instanceof VersionConflict) return false;
      throw error;
    });
    if (done) made++;
  }
  return made;
}

/** Creates the next task and passes the recurrence on to it, in one transaction. */
async function repeatOne(ctx: Ctx, doc: Doc<typeof task>): Promise<boolean> {
  const { timeZone } = ctx.project;
  const every = String(doc.repeat);
  let dueAt = moment(doc.dueAt) ?? ctx.now;
  let startAt = moment(doc.startAt);
  // Occurrences missed during downtime are skipped.
  while (dueAt <= ctx.now) {
    dueAt = nextAfter(dueAt, every, timeZone);
    startAt = startAt && nextAfter(startAt, every, timeZone);
  }
  const ended = doc.repeatUntil && dayOf(dueAt, timeZone) > String(doc.repeatUntil);
  const handOn = {
    definition: task,
    action: 'repeat',
    update: { doc, set: { repeat: null, repeatUntil: null }, keepVersion: true, while: { repeat: every } },
  };
  if (ended) {
    await save(ctx, [handOn]);
    return false;
  }
  const kept = Object.fromEntries(KEPT.map(name => [name, fieldOf(doc, name)]));
  const next = await build(ctx, task, { ...kept, dueAt, startAt });
  const assigneeId = doc.assigneeId;
  await save(ctx, [
    handOn,
    {
      definition: task,
      action: 'create',
      insert: next,
      also: async session => {
        if (typeof assigneeId === 'string')
          await notify(ctx, toStaff([assigneeId]), 'REQUEST_ASSIGNED', subjectOf(next), session);
      },
    },
  ]);
  return true;
}
