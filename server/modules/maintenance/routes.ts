import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { addDays, daysBetween, isDay } from '@lobby/shared/kit/dates.ts';
import { inputSchema } from '@lobby/shared/kit/schema.ts';
import { maintenance, USUAL_DELAY_DAYS, WORK_TARGET_FIELDS } from '@lobby/shared/modules/maintenance.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { z } from 'zod';
import { failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { build } from '../../kit/records/records.ts';
import type { Values } from '../../kit/records/typed-behaviour.ts';
import { loadDetail } from '../../kit/serve.ts';
import { records } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import { save } from '../../kit/store/save.ts';
import { addTicketWork } from '../task/index.ts';
import { notifyOfWork } from './repair/index.ts';
import { assertOneTarget, assertOnlyOpenWork } from './works/rules.ts';

const MOST_DAYS = 62;
const MOST = 5000;
const day = z.string().refine(isDay);
const word = z.string().nullable();

/** Fields of a work in the calendar, which leaves out items, texts and parts. */
const IN_SHORT = [
  'code',
  'title',
  'kind',
  'status',
  'scheduledDate',
  'dueDate',
  'overdue',
  'contractorId',
  'deviceId',
  'systemId',
  'assetId',
  'placeId',
  'assigneeIds',
] as const;

/** `GET /maintenance/calendar`: short form of the works within a range of days. */
const calendarRoute = route({
  method: 'get',
  path: `${maintenance.path}/calendar`,
  summary: 'Works by the day on which they are planned, in short',
  module: maintenance.code,
  flags: ['read'],
  query: z.strictObject({ from: day, to: day }),
  answer: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      title: z.string(),
      kind: z.string(),
      status: z.string(),
      scheduledDate: z.string(),
      dueDate: word,
      overdue: z.boolean(),
      contractorId: word,
      deviceId: word,
      systemId: word,
      assetId: word,
      placeId: word,
      assigneeIds: z.array(z.string()),
    }),
  ),
  async run(ctx, { query: { from, to } }) {
    if (to < from) failFields({ to: { code: 'DATE_INVALID' } });
    if (daysBetween(from, to) >= MOST_DAYS)
      failFields({ to: { code: 'CALENDAR_TOO_LONG', params: { max: MOST_DAYS } } });
    const works = await records(maintenance).find(
      ctx,
      { scheduledDate: { $gte: from, $lte: to } },
      { only: IN_SHORT, sort: { scheduledDate: 1, _id: 1 }, limit: MOST, patience: 2000 },
    );
    return works.map(work => ({
      id: work._id,
      code: work.code ?? '',
      title: work.title,
      kind: work.kind,
      status: work.status,
      scheduledDate: work.scheduledDate,
      dueDate: work.dueDate,
      overdue: work.overdue,
      contractorId: work.contractorId,
      deviceId: work.deviceId,
      systemId: work.systemId,
      assetId: work.assetId,
      placeId: work.placeId,
      assigneeIds: work.assigneeIds,
    }));
  },
});

/** `POST /maintenance/from-ticket`: creates a work from a ticket. */
const ticketRoute = route({
  method: 'post',
  path: `${maintenance.path}/from-ticket`,
  summary: 'A work for a request: its words and pictures come along, and both are linked',
  module: maintenance.code,
  flags: ['write'],
  creates: true,
  body: inputSchema({ ticketId: { kind: 'ref', to: 'ticket', required: true }, ...WORK_TARGET_FIELDS }, 'create'),
  answer: responseSchema(maintenance, 'detail'),
  async run(ctx, { body }) {
    const { ticketId, ...targets } = body;
    const source = await needRef(ctx, ticket, ticketId, 'ticketId');
    const today = todayOf(ctx);
    const at = Object.values(targets).some(Boolean) ? targets : { placeId: source.placeId ?? null };
    const values: Values<typeof maintenance> = {
      ...at,
      ticketId: source._id,
      origin: 'TICKET',
      kind: 'CORRECTIVE',
      status: 'WAITING',
      title: source.title,
      description: source.content,
      imagesBefore: source.images,
      priority: source.priority,
      scheduledDate: today,
      dueDate: addDays(today, USUAL_DELAY_DAYS),
      touched: true,
    };
    assertOneTarget(values);
    const insert = await build(ctx, maintenance, values);
    const answer = await loadDetail(ctx, maintenance, insert);
    const also = async (session: Session) => {
      await assertOnlyOpenWork(ctx, insert, session);
      await notifyOfWork(ctx, insert, session);
    };
    const made = { definition: maintenance, action: 'create', insert, also };
    await save(ctx, [made, ...(await addTicketWork(ctx, insert))], answer);
    return answer;
  },
});

export const workRoutes: readonly Route[] = [calendarRoute, ticketRoute];
