import { instantAt, nextDay } from '@lobby/shared/kit/dates.ts';
import { clockOf } from '@lobby/shared/kit/hours.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import { clockAt } from '../../../kit/base/local-time.ts';
import { text } from '../../../kit/base/messages.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { drawParts, type Part, wordsFor } from '../../../kit/paper/parts.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { drawnTo } from '../../../platform/projects/paper/paper.ts';
import { localDay } from '../sheet/minutes.ts';
import { assertDayRange } from './calendar.ts';

const MOST = 2000;
const day = fieldSchema({ kind: 'date' });
const idsIn = (docs: readonly Doc<typeof handoverSchedule>[], field: 'unitId' | 'ownerId' | 'employeeId') =>
  docs.flatMap(doc => doc[field] ?? []);

/** `GET /handover/schedule/print`: appointments of a range of days, with pages per employee. */
export const dayPrintRoute: Route = route({
  method: 'get',
  path: `${handoverSchedule.path}/print`,
  summary: 'Appointments of some days on paper, by who hands over, in the language asked for',
  module: HANDOVER,
  flags: ['read'],
  query: z.strictObject({
    from: day,
    to: day,
    employeeId: idSchema.optional(),
    lang: z.enum(LANGUAGES).optional(),
  }),
  answer: 'application/pdf',
  async run(ctx, { query: { from, to, employeeId, lang }, res }) {
    assertDayRange(from, to);
    const { timeZone } = ctx.project;
    const docs = await records(handoverSchedule).find(
      ctx,
      {
        status: { $ne: 'NOT_SCHEDULED' },
        scheduledAt: { $gte: instantAt(from, 0, timeZone), $lt: instantAt(nextDay(to), 0, timeZone) },
        ...(employeeId && { employeeId }),
      },
      { sort: { scheduledAt: 1, _id: 1 }, limit: MOST },
    );
    const [homes, owners, people] = await Promise.all([
      loadRefs(ctx.projectId, unit, idsIn(docs, 'unitId')),
      loadRefs(ctx.projectId, resident, idsIn(docs, 'ownerId')),
      loadRefs(ctx.projectId, employee, idsIn(docs, 'employeeId')),
    ]);
    const reader = { ...ctx, language: lang ?? ctx.language };
    const { words } = wordsFor(reader);
    const say = (key: string, params: Record<string, unknown> = {}) =>
      text(reader, `handover-schedule.paper.${key}`, params);
    const timeOf = (at: Date | null) => (at ? clockOf(clockAt(at, timeZone).minutes) : '');
    const dayOf = (at: Date | null) => (at ? clockAt(at, timeZone).day : '');
    const line = (doc: Doc<typeof handoverSchedule>): Part[] => [
      words(
        `${timeOf(doc.scheduledAt)}–${timeOf(doc.endAt)}  ${homes.get(doc.unitId ?? '')?.code ?? ''}`,
        { weight: 700 },
        14,
        4,
      ),
      words(
        [
          owners.get(doc.ownerId ?? '')?.name,
          say('round', { round: doc.round }),
          text(reader, `handover-schedule.statuses.${doc.status}`),
          doc.meetingPoint,
        ]
          .filter(Boolean)
          .join(' · '),
      ),
    ];
    const days = (from === to ? [from] : [from, to]).map(localDay).join(' – ');
    await drawnTo(ctx, res, 'handover-days', async (pdf, { name }) => {
      const groups = [...Map.groupBy(docs, doc => doc.employeeId ?? '')];
      const nobody: typeof groups = [['', []]];
      for (const [id, visits] of groups.length > 0 ? groups : nobody) {
        const byDay = Map.groupBy(visits, doc => dayOf(doc.scheduledAt));
        await drawParts(reader, pdf, name, [
          words(say('title', { name: people.get(id)?.name ?? '' }), { size: 15, weight: 700 }, 22),
          words(say('count', { days, count: visits.length })),
          ...[...byDay].flatMap(([of, those]) => [
            words(localDay(of), { size: 12, weight: 700 }, 18, 10),
            ...those.flatMap(line),
          ]),
        ]);
      }
    });
  },
});
