import { contentRange, MAX_LIMIT } from '@lobby/shared/kit/paging.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { OPEN_STATUSES, ticket } from '@lobby/shared/modules/ticket.ts';
import { z } from 'zod';
import { load } from '../../kit/act.ts';
import type { Ctx } from '../../kit/context.ts';
import { fail } from '../../kit/fail.ts';
import { checkFiles, filesOf } from '../../kit/files.ts';
import type { Stored } from '../../kit/model.ts';
import { wholeNumber } from '../../kit/query.ts';
import { refuseForbidden } from '../../kit/records.ts';
import { type Route, route } from '../../kit/route.ts';
import { type Change, save, untilSettled } from '../../kit/save.ts';
import { notify, toUnit } from '../../platform/notifications.ts';
import { type Message, messageChange, messageSchema, messages, newMessage, shown, subjectOf } from './messages.ts';

const IMAGES = { images: { kind: 'files', max: 5, images: true } } as const;
const TEXT = { kind: 'longText', max: 5000, required: true } as const;
const params = z.strictObject({ id: idSchema });
const path = `${ticket.path}/:id/messages`;

/** The conversation of a ticket. */
export const messageRoutes: Route[] = [
  route({
    method: 'get',
    path,
    summary: 'The conversation of a ticket, oldest first',
    module: ticket.code,
    flags: ['read'],
    residents: true,
    params,
    query: z.strictObject({
      offset: wholeNumber(0, 100_000).optional(),
      limit: wholeNumber(1, MAX_LIMIT).default(MAX_LIMIT),
      before: idSchema.optional(),
      after: idSchema.optional(),
      around: idSchema.optional(),
    }),
    answer: z.array(messageSchema),
    async run(ctx, { params: { id }, query, res }) {
      const doc = await load(ctx, ticket, id);
      const base = { projectId: ctx.projectId, ticketId: doc._id, ...(ctx.kind === 'resident' && { private: false }) };
      const rows = await pageOf(base, query);
      const total = await messages().countDocuments(base, { maxTimeMS: 2000 });
      res.set('Content-Range', contentRange(query.offset ?? 0, rows.length, total));
      const files = await filesOf(
        ctx,
        rows.flatMap(row => row.images),
      );
      return rows.map(row => shown(row, files));
    },
  }),
  route({
    method: 'post',
    path,
    summary: 'Reply to the resident, or leave a private note',
    module: ticket.code,
    flags: ['write'],
    residents: true,
    creates: true,
    params,
    body: z.strictObject({
      content: fieldSchema(TEXT).pipe(z.string()),
      private: z.boolean().optional(),
      images: fieldSchema(IMAGES.images).pipe(z.array(z.string())).optional(),
    }),
    residentBody: z.strictObject({ content: fieldSchema(TEXT), images: fieldSchema(IMAGES.images).optional() }),
    answer: messageSchema,
    async run(ctx, { params: { id }, body }) {
      refuseForbidden(ctx, { content: TEXT }, body);
      return untilSettled(async () => {
        const doc = await load(ctx, ticket, id);
        await checkFiles(ctx, IMAGES, body);
        if (ctx.kind === 'resident' && !OPEN_STATUSES.includes(doc.status ?? '') && doc.status !== 'COMPLETED')
          fail('HELP_DESK_CLOSED');
        const message = newMessage(ctx, doc, body.content, body.private ?? false, body.images ?? []);
        const sent = shown(message, await filesOf(ctx, message.images));
        await save(ctx, [messageChange(ctx, doc, message), ...starting(ctx, doc, message)], sent);
        return sent;
      });
    },
  }),
];

/** The first public reply of staff starts an approved ticket (domain.md, Ticket). */
function starting(ctx: Ctx, doc: Stored, message: Message): Change[] {
  if (ctx.kind !== 'staff' || message.private || doc.status !== 'APPROVED') return [];
  return [
    {
      definition: ticket,
      action: 'start',
      update: { doc, set: { status: 'PROCESSING', ...(!doc.assigneeId && { assigneeId: ctx.employeeId }) } },
      also: session => notify(ctx, toUnit(message.unitId), 'HELP_DESK_PROCESSING', subjectOf(doc), session),
    },
  ];
}

interface Window {
  offset?: number | undefined;
  limit: number;
  before?: string | undefined;
  after?: string | undefined;
  around?: string | undefined;
}

async function pageOf(
  base: Record<string, unknown>,
  { offset, limit, before, after, around }: Window,
): Promise<Message[]> {
  const find = (filter: Record<string, unknown>, direction: 1 | -1, count: number, skip = 0) =>
    messages()
      .find({ ...base, ...filter })
      .sort({ _id: direction })
      .skip(skip)
      .limit(count)
      .maxTimeMS(2000)
      .toArray();
  if (after) return find({ _id: { $gt: after } }, 1, limit);
  if (around) {
    const half = Math.ceil(limit / 2);
    const [older, newer] = await Promise.all([
      find({ _id: { $lte: around } }, -1, half),
      find({ _id: { $gt: around } }, 1, half),
    ]);
    return [...older.reverse(), ...newer];
  }
  if (offset !== undefined) return find({}, 1, limit, offset);
  return (await find(before ? { _id: { $lt: before } } : {}, -1, limit)).reverse();
}
