import { task } from '@lobby/shared/modules/task.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { act } from '../../kit/records/act.ts';
import { build } from '../../kit/records/records.ts';
import { Overtaken, save } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { acts, subjectOf } from './acts.ts';
import { moment, nextAfter } from './rules.ts';

const BATCH = 500;

/** Expires tasks whose due time has passed, and begins those that come again; safe to run twice and on several servers. */
export async function turnTasks(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    turned += (await expire(ctx)) + (await repeat(ctx));
  }
  return turned;
}

const dueTasks = ({ projectId, now }: Ctx, filter: Record<string, unknown>) =>
  modelOf(task)
    .find({ projectId, deletedAt: null, dueAt: { $lte: now }, ...filter })
    .limit(BATCH)
    .lean<Stored[]>();

async function expire(ctx: Ctx): Promise<number> {
  const late = { status: { $in: ['NOT_STARTED', 'IN_PROGRESS', 'ON_HOLD'] }, overdue: false };
  let expired = 0;
  for (const { _id } of await dueTasks(ctx, late)) {
    const done = await act(ctx, task, 'expire', _id, {}, acts.expire ?? (() => ({}))).catch(error => {
      // It was done, or put off, at this moment.
      if (error instanceof Refusal) return null;
      throw error;
    });
    if (done) expired++;
  }
  return expired;
}

/** What comes again begins with the same words and people, one period later. */
const KEPT = [
  ...['title', 'content', 'type', 'priority', 'unitId', 'departmentId', 'assigneeId', 'approverId', 'memberIds'],
  ...['creatorId', 'labelIds', 'repeat', 'repeatUntil'],
];

async function repeat(ctx: Ctx): Promise<number> {
  let made = 0;
  for (const doc of await dueTasks(ctx, { repeat: { $ne: null } })) {
    const done = await repeatOne(ctx, doc).catch(error => {
      // Another server was quicker.
      if (error instanceof Overtaken) return false;
      throw error;
    });
    if (done) made++;
  }
  return made;
}

/** Makes the next of a task and hands its repetition on to it, in one transaction. */
async function repeatOne(ctx: Ctx, doc: Stored): Promise<boolean> {
  const every = String(doc.repeat);
  let dueAt = moment(doc.dueAt) ?? ctx.now;
  let startAt = moment(doc.startAt);
  // What was missed while nothing ran is not made up for.
  while (dueAt <= ctx.now) {
    dueAt = nextAfter(dueAt, every);
    startAt = startAt && nextAfter(startAt, every);
  }
  const ended = doc.repeatUntil && dueAt.toISOString().slice(0, 10) > String(doc.repeatUntil);
  const handOn = {
    definition: task,
    action: 'repeat',
    update: { doc, set: { repeat: null, repeatUntil: null }, keepVersion: true, while: { repeat: every } },
  };
  if (ended) {
    await save(ctx, [handOn]);
    return false;
  }
  const kept = Object.fromEntries(KEPT.map(name => [name, doc[name]]));
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
