import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import type { Action } from '@lobby/shared/kit/definition.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { task } from '@lobby/shared/modules/task.ts';
import { z } from 'zod';
import { can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { build } from '../../kit/records/records.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import { loadDetail } from '../../kit/serve.ts';
import { events } from '../../kit/store/events.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import { sees } from '../../kit/store/row-access.ts';
import { save } from '../../kit/store/save.ts';
import { ACT_TO, acts } from './acts.ts';
import { completeTask, countAbove } from './complete-task.ts';
import { notifyOfNewTask } from './notify.ts';

const text = (value: unknown) => (typeof value === 'string' && value ? value : null);
const params = z.strictObject({ id: idSchema });
const NOTE = fieldSchema({ kind: 'longText', max: 2000 }).nullish();
/** Statuses that can be requested; tasks expire by the job only. */
const STATUSES = ['APPROVED', 'REJECTED', 'IN_PROGRESS', 'ON_HOLD', 'COMPLETED', 'CANCELLED'] as const;

/** Fields of a copied task: the request, not its results. */
const COPIED = [
  'title',
  'content',
  'type',
  'priority',
  'unitId',
  'placeId',
  'departmentId',
  'assigneeId',
  'approverId',
  'memberIds',
  'labelIds',
  'needsApproval',
] as const;
const copyOf = (doc: Doc<typeof task>) =>
  Object.fromEntries(COPIED.map(name => [name, doc[name]]).filter(([, value]) => value !== undefined));

/** Routes of the specification beyond those of every module (rules.md 7). */
export const progressRoutes: Route[] = [
  route({
    method: 'put',
    path: `${task.path}/:id/change-progress/:status`,
    summary: 'Lead a task to a status, with a note',
    module: task.code,
    flags: ['updateStatus'],
    params: z.strictObject({ id: idSchema, status: z.enum(STATUSES, 'CHOICE_INVALID') }),
    body: z.strictObject({
      note: NOTE,
      result: NOTE,
      progress: z.int().min(0).max(99).optional(),
      version: z.int().min(1).optional(),
    }),
    answer: responseSchema(task, 'detail'),
    async run(ctx, { params: { id, status }, body: { note, result, progress, version } }) {
      const name = ACT_TO[status];
      const action: Action = task.actions[name];
      if (!can(ctx, task.code, action.flag)) fail('FORBIDDEN');
      await load(ctx, task, id);
      if (action.reason && !note) failFields({ note: { code: 'REQUIRED' } });
      const input = { note, reason: note, result: result ?? note ?? undefined, progress, ...(version && { version }) };
      const doc = await perform(ctx, { definition: task, name, id, input }, acts[name]);
      return loadDetail(ctx, task, doc);
    },
  }),
  route({
    method: 'post',
    path: `${task.path}/duplicate`,
    summary: 'Copy a task and its subtasks, to be done once more',
    module: task.code,
    flags: ['write'],
    creates: true,
    body: z.strictObject({
      id: idSchema,
      title: fieldSchema({ kind: 'text', max: 200 }).optional(),
      dueAt: fieldSchema({ kind: 'instant' }).nullish(),
      subtasks: z.boolean().default(true),
      files: z.boolean().default(false),
    }),
    answer: responseSchema(task, 'detail'),
    async run(ctx, { body }) {
      const doc = await needRef(ctx, task, body.id, 'id');
      if (!sees(task, ctx, doc)) failFields({ id: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
      const subtasks = await records(task).find(ctx, { parentId: doc._id }, { sort: { createdAt: 1 }, patience: 2000 });
      const parts = body.subtasks ? subtasks : [];
      const changes = { ...(body.title ? { title: body.title } : {}), ...(body.dueAt ? { dueAt: body.dueAt } : {}) };
      const files = body.files ? { images: doc.images, attachments: doc.attachments } : {};
      const values = { ...copyOf(doc), ...files, ...changes, parentId: doc.parentId ?? null };
      const complete = await completeTask(ctx, { kind: 'create', values, doc: null });
      const whole = { ...(await build(ctx, task, complete)), subtaskCount: parts.length };
      const inserts: Doc<typeof task>[] = [whole];
      for (const part of parts)
        inserts.push({
          ...(await build(ctx, task, { ...copyOf(part), creatorId: ctx.employeeId })),
          parentId: whole._id,
        });
      const answer = await loadDetail(ctx, task, whole);
      const made = inserts.map(insert => ({
        definition: task,
        action: 'create',
        insert,
        also: (session: Session) => notifyOfNewTask(ctx, insert, session),
      }));
      const above = await countAbove(ctx, { kind: 'create', doc: whole, before: null });
      await save(ctx, [...made, ...above], answer);
      return answer;
    },
  }),
  route({
    method: 'get',
    path: `${task.path}/:id/timeline`,
    summary: 'The statuses of a task, in the order they came',
    module: task.code,
    flags: ['read'],
    params,
    answer: z.array(
      z.object({
        at: z.string(),
        status: z.string(),
        by: z.object({ id: z.string(), name: z.string() }),
        note: z.string().nullable(),
        minutes: z.int(),
      }),
    ),
    async run(ctx, { params: { id } }) {
      await load(ctx, task, id);
      const rows = await events()
        .find({
          projectId: ctx.projectId,
          entityId: id,
          entity: task.name,
          $or: [{ action: 'create' }, { 'after.status': { $exists: true } }],
        })
        .sort({ ts: 1 })
        .limit(500)
        .maxTimeMS(2000)
        .toArray();
      return rows.map((row, n) => ({
        at: row.at.toISOString(),
        status: String(row.after?.status ?? row.row?.status ?? ''),
        by: row.actor,
        note: text(row.after?.progressNote) ?? text(row.after?.reason) ?? text(row.after?.result),
        /** Duration of the status. */
        minutes: Math.floor(((rows[n + 1]?.at ?? ctx.now).getTime() - row.at.getTime()) / 60_000),
      }));
    },
  }),
];
