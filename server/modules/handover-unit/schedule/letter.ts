import { clockOf } from '@lobby/shared/kit/hours.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { many } from '@lobby/shared/kit/query-schema.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import { clockAt } from '../../../kit/base/local-time.ts';
import { text } from '../../../kit/base/messages.ts';
import { addressOf } from '../../../kit/http/origin.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { A4 } from '../../../kit/paper/pdf.ts';
import { drawQr } from '../../../kit/paper/qr.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { drawnTo } from '../../../platform/projects/paper/paper.ts';
import { localDay } from '../sheet/minutes.ts';
import { loadRows } from '../units/units.ts';
import { invitationOf } from './invite.ts';

const MARGIN = 56;
const RIGHT = A4.width - MARGIN;
const MOST = 200;
/** Side length of the QR code that opens the residents' app. */
const CODE = 110;

/** `GET /handover/unit/letters`: printed invitations, one page per unit. */
export const letterRoute: Route = route({
  method: 'get',
  path: `${handoverUnit.path}/letters`,
  summary: 'Invitations to the handover on paper, a page for each unit, in the language asked for',
  module: HANDOVER,
  flags: ['read'],
  query: z.strictObject({
    ids: many(idSchema).pipe(z.array(idSchema).min(1).max(MOST)),
    lang: z.enum(LANGUAGES).optional(),
  }),
  answer: 'application/pdf',
  async run(ctx, { query: { ids, lang }, req, res }) {
    const reader = { ...ctx, language: lang ?? ctx.language };
    const docs = (await loadRows(ctx, { _id: { $in: ids } })).toSorted((a, b) =>
      (a.place ?? '') < (b.place ?? '') ? -1 : 1,
    );
    const homes = await loadRefs(
      ctx.projectId,
      unit,
      docs.map(({ unitId }) => unitId),
    );
    const owners = await loadRefs(
      ctx.projectId,
      resident,
      docs.flatMap(({ ownerId }) => ownerId ?? []),
    );
    const visits = new Map(
      (
        await records(handoverSchedule).find(ctx, {
          status: 'PENDING_EXECUTION',
          handoverId: { $in: docs.map(({ _id }) => _id) },
        })
      ).map(row => [row.handoverId, row]),
    );
    const people = await loadRefs(
      ctx.projectId,
      employee,
      [...visits.values()].flatMap(({ employeeId }) => employeeId ?? []),
    );
    const app = `${addressOf(req)}/resident/handover`;
    const say = (key: string, params = {}) => text(reader, `handover-unit.letter.${key}`, params);
    /** Time, place and employee of the appointment, if there is one. */
    const visitOf = (doc: Doc<typeof handoverUnit>): string | null => {
      const visit = visits.get(doc._id);
      if (!visit?.scheduledAt) return null;
      const { employeeId, meetingPoint } = visit;
      const { day, minutes } = clockAt(visit.scheduledAt, ctx.project.timeZone);
      return say('visit', {
        at: `${clockOf(minutes)} ${localDay(day)}`,
        place: meetingPoint ?? '–',
        person: people.get(employeeId ?? '')?.name ?? '–',
      });
    };
    await drawnTo(ctx, res, 'handover-letters', async (pdf, project) => {
      for (const doc of docs)
        await pdf.page(reader.language, sheet => {
          const code = homes.get(doc.unitId)?.code ?? '';
          let y = MARGIN + 12;
          const line = (words: string, by = 18, how = {}) => {
            for (const part of words.split('\n').flatMap(paragraph => sheet.lines(paragraph, RIGHT - MARGIN, how))) {
              sheet.text(part, MARGIN, y, how);
              y += by;
            }
          };
          line(project.management ?? project.name, 16, { size: 11, weight: 700 });
          line(project.address ?? '', 30, { size: 9 });
          line(say('title'), 30, { size: 17, weight: 700 });
          line(say('to', { name: owners.get(doc.ownerId ?? '')?.name ?? '–', unit: code }), 24, { weight: 700 });
          line(invitationOf(ctx, reader.language, code, doc.invitation));
          y += 8;
          const day = (value: string | null) => (value ? localDay(value) : '…');
          if (doc.dueFrom || doc.dueTo) line(say('between', { from: day(doc.dueFrom), to: day(doc.dueTo) }));
          const visit = visitOf(doc);
          if (visit) line(visit, 18, { weight: 700 });
          line(say('bring'));
          line(say('app', { phone: project.hotline || '–' }));
          drawQr(sheet, app, MARGIN, y, CODE);
          y += CODE + 30;
          line(say('sign'), 18, { weight: 700 });
        });
    });
  },
});
