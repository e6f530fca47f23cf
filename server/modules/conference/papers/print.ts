import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { many } from '@lobby/shared/kit/query-schema.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { invitedUnits } from '@lobby/shared/modules/conference.contract.ts';
import { CONFERENCE, conference } from '@lobby/shared/modules/conference.ts';
import { passCode } from '@lobby/shared/modules/conference-unit.contract.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Response } from 'express';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { text } from '../../../kit/base/messages.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import type { Sheet } from '../../../kit/paper/pdf.ts';
import { load } from '../../../kit/records/acts/act.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { drawnTo } from '../../../platform/projects/paper/paper.ts';
import type { Project } from '../../../platform/projects/projects.ts';
import { passText } from '../desk/desk.ts';
import { loadMeeting, loadRows } from '../desk/electorate.ts';
import { rowSeen } from '../desk/residents.ts';
import { timeText } from '../times.ts';
import { loadInvitations } from './notices.ts';
import { letterhead, writer } from './page.ts';

/** Maximum pages per file. */
const MOST = 1000;
const QR = 130;
/** Maximum units named per channel that does not reach them. */
const MOST_NAMED = 50;

type Say = (key: string, params?: Record<string, string>) => string;

interface Facts {
  code: string;
  owner: string;
  weight: string;
}

/** Invitation of a unit with agenda, votes and the pass for check-in. */
function invitation(
  sheet: Sheet,
  project: Project,
  meeting: Doc<typeof conference>,
  row: Doc<typeof conferenceUnit>,
  facts: Facts,
  timeZone: string,
  say: Say,
): void {
  const page = writer(sheet, letterhead(sheet, project));
  page.line(say('title'), 30, { size: 17, weight: 700 });
  page.line(say('to', { name: facts.owner || '–', unit: facts.code }), 26, { weight: 700 });
  page.line(meeting.name, 22, { size: 13, weight: 700 });
  page.line(say('when', { at: timeText(meeting.startAt, timeZone) }));
  page.line(say('where', { venue: meeting.venue ?? '–' }));
  page.line(say('votes', { weight: facts.weight }), 26);
  const { agenda } = meeting;
  if (agenda.length > 0) page.line(say('agenda'), 18, { weight: 700 });
  for (const { time, title, speaker } of agenda) page.line(`${time}  ${title}${speaker ? ` · ${speaker}` : ''}`, 16);
  page.skip(8);
  page.line(say('answer', { until: timeText(meeting.registrationClosesAt, timeZone) }));
  page.line(say('bring'), 24);
  page.square(passText(row), QR);
  page.line(say('code', { code: row.code6 ?? '' }), 24, { size: 13, weight: 700 });
  page.line(say('sign'), 18, { weight: 700 });
}

/** Sends a PDF with one page per row. */
async function pages(
  ctx: Ctx,
  res: Response,
  name: string,
  meeting: Doc<typeof conference>,
  rows: readonly Doc<typeof conferenceUnit>[],
): Promise<void> {
  const [homes, owners] = await Promise.all([
    loadRefs(
      ctx.projectId,
      unit,
      rows.flatMap(({ unitId }) => unitId ?? []),
    ),
    loadRefs(
      ctx.projectId,
      resident,
      rows.flatMap(({ ownerId }) => ownerId ?? []),
    ),
  ]);
  const say: Say = (key, params = {}) => text(ctx, `conference-unit.letter.${key}`, params);
  const number = new Intl.NumberFormat(ctx.language, { maximumFractionDigits: 2 });
  await drawnTo(ctx, res, name, async (pdf, project) => {
    for (const row of rows.toSorted((a, b) => ((a.place ?? '') < (b.place ?? '') ? -1 : 1)))
      await pdf.page(ctx.language, sheet => {
        const facts = {
          code: homes.get(row.unitId ?? '')?.code ?? '',
          owner: owners.get(row.ownerId ?? '')?.name ?? '',
          weight: number.format(row.weight),
        };
        invitation(sheet, project, meeting, row, facts, ctx.project.timeZone, say);
      });
  });
}

const lang = z.enum(LANGUAGES).optional();

export const printRoutes: readonly Route[] = [
  route(invitedUnits, {
    flags: ['read'],
    async run(ctx, { params: { id } }) {
      await load(ctx, conference, id);
      const { until, ways } = await loadInvitations(ctx, id);
      const missed = ways.flatMap(way => way.missed.flatMap(({ rowIds }) => rowIds.slice(0, MOST_NAMED)));
      const rows = await loadRows(ctx, { conferenceId: id, _id: { $in: [...new Set(missed)] } });
      const homes = await loadRefs(
        ctx.projectId,
        unit,
        rows.flatMap(({ unitId }) => unitId ?? []),
      );
      const codes = new Map(rows.map(({ _id, unitId }) => [_id, homes.get(unitId ?? '')?.code ?? '']));
      return {
        until: until?.toISOString() ?? null,
        ways: ways.map(way => ({
          ...way,
          missed: way.missed.map(({ reason, count, rowIds }) => ({
            reason,
            count,
            units: rowIds
              .slice(0, MOST_NAMED)
              .flatMap(rowId => codes.get(rowId) ?? [])
              .toSorted(),
          })),
        })),
      };
    },
  }),
  route({
    method: 'get',
    path: `${conference.path}/:id/invitations`,
    summary: 'The invitations to a meeting on paper, a page for each unit, with its pass',
    module: CONFERENCE,
    flags: ['read'],
    params: z.strictObject({ id: idSchema }),
    query: z.strictObject({ lang, ids: many(idSchema).pipe(z.array(idSchema).max(MOST)).optional() }),
    answer: 'application/pdf',
    async run(ctx, { params: { id }, query, res }) {
      const reader = { ...ctx, language: query.lang ?? ctx.language };
      const meeting = await load(ctx, conference, id);
      const rows = await loadRows(ctx, { conferenceId: id, ...(query.ids && { _id: { $in: query.ids } }) });
      if (rows.length === 0) fail('NOT_FOUND');
      await pages(reader, res, 'invitations', meeting, rows.slice(0, MOST));
    },
  }),
  route({
    method: 'get',
    path: `${conferenceUnit.path}/:id/pass`,
    summary: 'The pass of a unit to a meeting on paper, with its square code',
    module: CONFERENCE,
    flags: ['read'],
    residents: true,
    params: z.strictObject({ id: idSchema }),
    query: z.strictObject({ lang }),
    answer: 'application/pdf',
    async run(ctx, { params: { id }, query, res }) {
      const row = await rowSeen(ctx, id);
      const reader = { ...ctx, language: query.lang ?? ctx.language };
      await pages(reader, res, 'pass', await loadMeeting(ctx, row.conferenceId), [row]);
    },
  }),
  route(passCode, {
    flags: ['read'],
    residents: true,
    async run(ctx, { params: { id } }) {
      const row = await rowSeen(ctx, id);
      return { text: passText(row), code6: row.code6 ?? '' };
    },
  }),
];
