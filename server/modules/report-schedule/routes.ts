import { inputSchema } from '@lobby/shared/kit/schema.ts';
import { definitionOf } from '@lobby/shared/modules/index.ts';
import { report } from '@lobby/shared/modules/report.ts';
import { scheduleRuns } from '@lobby/shared/modules/report-schedule.contract.ts';
import { LEFT_OUT_BY, reportSchedule } from '@lobby/shared/modules/report-schedule.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import type { Values } from '../../kit/records/typed-behaviour.ts';
import { openReport } from '../report/index.ts';
import { loadRecipients, readerNow } from './recipients.ts';
import { sendings } from './runs.ts';
import { nextTimes } from './schedule-times.ts';

const { path, code: module } = reportSchedule;

const TIMES = 12;

const MOST_RUNS = 100;

/** Whether a recipient may read all reports of a schedule. */
async function mayRead(ctx: Ctx, employeeId: string, { what }: Values<typeof reportSchedule>): Promise<boolean> {
  const reader = await readerNow(ctx.projectId, employeeId, ctx.now);
  if (!reader || !can(reader.ctx, report.code, 'read') || !can(reader.ctx, report.code, 'export')) return false;
  for (const { reportId } of what ?? []) {
    const opened = await openReport(reader.ctx, reportId).catch(() => null);
    if (!opened || !can(reader.ctx, definitionOf(opened.shape.source).code, 'read')) return false;
  }
  return true;
}

export const scheduleRoutes: Route[] = [
  route({
    method: 'post',
    path: `${path}/preview`,
    module,
    flags: ['write'],
    summary: 'Who would get what is sent, who would not, and the next times',
    body: z.strictObject({ definition: inputSchema(reportSchedule.fields, 'create') }),
    answer: z.object({
      recipients: z.array(z.object({ id: z.string(), name: z.string(), reason: z.enum(LEFT_OUT_BY).nullable() })),
      times: z.array(z.string()),
    }),
    async run(ctx, { body: { definition } }) {
      const recipients = [];
      for (const { employeeId, name } of await loadRecipients(ctx, definition))
        recipients.push({
          id: employeeId,
          name,
          reason: (await mayRead(ctx, employeeId, definition)) ? null : ('NO_RIGHT' as const),
        });
      const times = await nextTimes(ctx, definition, ctx.now, TIMES);
      return { recipients, times: times.map(at => at.toISOString()) };
    },
  }),
  route(scheduleRuns, {
    flags: ['read'],
    async run(ctx, { params: { id } }) {
      const { _id: scheduleId } = await load(ctx, reportSchedule, id);
      const sent = await sendings()
        .find({ projectId: ctx.projectId, scheduleId })
        .sort({ at: -1 })
        .limit(MOST_RUNS)
        .toArray();
      return sent.map(({ _id, at, parts, period, day: on, by }) => ({
        id: _id,
        day: on,
        at: at.toISOString(),
        by,
        period,
        parts: parts.map(({ employeeId, state, reason, rows }) => ({ employeeId, state, reason, rows })),
      }));
    },
  }),
];
