import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import {
  meetingMinutes,
  meetingResult,
  minutesAnswer,
  minutesLines,
  objectionsOpen,
  objectToMinutes,
} from '@lobby/shared/modules/conference.contract.ts';
import { CONFERENCE, conference } from '@lobby/shared/modules/conference.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { ranked } from '@lobby/shared/modules/vote-sheet.ts';
import type { Response } from 'express';
import { z } from 'zod';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { text } from '../../../kit/base/messages.ts';
import { loadFiles } from '../../../kit/files/files.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { open } from '../../../kit/privacy/personal.ts';
import { loadScope } from '../../../kit/records/acts/act.ts';
import { present } from '../../../kit/records/present.ts';
import { rememberExport, XLSX } from '../../../kit/sheets/export.ts';
import { type Cell, writeBook } from '../../../kit/sheets/sheet.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { loadProject } from '../../../platform/projects/projects.ts';
import { loadRows } from '../desk/electorate.ts';
import { timeText } from '../times.ts';
import {
  approveMinutes,
  correctMinutes,
  editMinutes,
  meetingBy,
  objectionsUntil,
  objectTo,
  publishResult,
  reopenMinutes,
} from './minutes.ts';
import { drawMinutes, minutesPage } from './print.ts';
import { loadResolutions, loadResult } from './result.ts';
import { loadMinutes, type Minutes, PARTS, sentOf } from './store.ts';

const byId = z.strictObject({ id: idSchema });
const at = `${conference.path}/:id`;
const moment = fieldSchema({ kind: 'instant' });
const named = z.string().trim().min(1).max(100);

const editSchema = z.strictObject({
  version: z.int().min(0),
  number: z.string().trim().max(50).nullable().optional(),
  startedAt: moment.nullable().optional(),
  endedAt: moment.nullable().optional(),
  witnesses: z
    .array(z.strictObject({ name: named, role: named }))
    .max(10)
    .optional(),
  authorities: z
    .array(z.strictObject({ name: named, body: named }))
    .max(10)
    .optional(),
  discussion: fieldSchema({ kind: 'richText', max: 50_000 }).nullable().optional(),
  objections: z
    .array(
      z.strictObject({
        who: z.string().trim().min(1).max(100),
        text: z.string().trim().min(1).max(1000),
        at: moment.nullable().optional(),
      }),
    )
    .max(50)
    .optional(),
  resolutions: z
    .array(
      z.strictObject({ sheetId: idSchema, question: z.int().min(1).max(10), text: z.string().trim().min(1).max(1000) }),
    )
    .max(200)
    .optional(),
  signedFiles: z.array(idSchema).max(5).optional(),
});

/** Minutes as sent to clients. */
async function shown(ctx: Ctx, meeting: Doc<typeof conference>, minutes: Minutes) {
  const files = await loadFiles(ctx, minutes.signedFiles);
  const resolutions = await loadResolutions(ctx, meeting, minutes.resolutions);
  const signedFiles = minutes.signedFiles.flatMap(id => files.get(id) ?? []);
  return { ...sentOf(minutes), resolutions, signedFiles };
}

const findMeeting = (ctx: Ctx, id: string) => meetingBy(ctx, id, {});
const dateOf = (value: string | null): Date | null => (value === null ? null : new Date(value));

const change = (
  path: string,
  summary: string,
  flag: 'write' | 'approve' | 'updateStatus',
  run: (ctx: Ctx, meeting: Doc<typeof conference>, text: string) => Promise<Minutes>,
  field?: 'text' | 'reason',
) =>
  route({
    method: 'put',
    path: `${at}/minutes/${path}`,
    summary,
    module: CONFERENCE,
    flags: [flag],
    params: byId,
    body: field
      ? z.strictObject({
          [field]: z
            .string()
            .trim()
            .min(1)
            .max(field === 'text' ? 2000 : 500),
        })
      : z.strictObject({}),
    answer: minutesAnswer,
    async run(ctx, { params, body }) {
      const meeting = await findMeeting(ctx, params.id);
      const reason = field ? String((body as Record<string, unknown>)[field]) : '';
      return shown(ctx, meeting, await run(ctx, meeting, reason));
    },
  });

/** Attendance rows of the spreadsheet. */
async function attendanceRows(ctx: Ctx, meeting: Doc<typeof conference>, plain: boolean): Promise<Cell[][]> {
  const rows = (await loadRows(ctx, { conferenceId: meeting._id })).toSorted((a, b) =>
    (a.place ?? '') < (b.place ?? '') ? -1 : 1,
  );
  const idsOf = (field: 'unitId' | 'ownerId') => rows.flatMap(row => row[field] ?? []);
  const [homes, owners] = await Promise.all([
    loadRefs(ctx.projectId, unit, idsOf('unitId')),
    loadRefs(ctx.projectId, resident, idsOf('ownerId')),
  ]);
  const zone = ctx.project.timeZone;
  return rows.map(row => {
    const seen = present(conferenceUnit, ctx.projectId, row, 'staff', 'detail');
    return [
      homes.get(row.unitId ?? '')?.code ?? '',
      row.weight,
      text(ctx, `conference-unit.options.attendance.${row.attendance}`),
      // Name of the representative, else of the owner; never that of the staff who entered the answer.
      row.representativeName ?? owners.get(row.ownerId ?? '')?.name ?? '',
      plain && row.representativeIdentifier
        ? open(ctx.projectId, row.representativeIdentifier)
        : String(seen.representativeIdentifier ?? ''),
      timeText(row.checkedInAt, zone),
      timeText(row.leftAt, zone),
    ];
  });
}

/** Spreadsheet of attendance, votes and survey; identity numbers are unmasked if `plain`. */
async function writeResult(ctx: Ctx, meeting: Doc<typeof conference>, res: Response, plain: boolean): Promise<void> {
  const { sheets, survey } = await loadResult(ctx, meeting, ['votes', 'survey']);
  const say = (key: string) => text(ctx, `conference.minutes.${key}`);
  const head = ['unit', 'weight', 'how', 'name', 'identifier', 'in', 'out'].map(key => say(`columns.${key}`));
  const of = (key: string) => text(ctx, `vote-sheet.results.${key}`);
  const votesHead = [of('answer'), of('votes'), '%', of('units'), of('verdict')];
  // A suppressed small number is shown as a dash: an empty cell would mean no ballots.
  const cellOf = (ballots: number | null | undefined): Cell => (ballots === null ? '–' : (ballots ?? null));
  const verdictOf = ({ kind, passed }: (typeof sheets)[number]['questions'][number]) =>
    kind === 'DECISION' ? of(passed ? 'passed' : 'failed') : null;
  const minute = (key: string, params: Record<string, string | number>) =>
    text(ctx, `conference.minutes.${key}`, params);
  const exact = new Intl.NumberFormat(ctx.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const votes = sheets.flatMap((sheet): Cell[][] => [
    [sheet.title, text(ctx, `vote-sheet.statuses.${sheet.status}`)],
    ...(sheet.present
      ? [[minute('presentAt', { units: sheet.present.heads, weight: exact.format(sheet.present.weight) })]]
      : []),
    ...sheet.questions.flatMap((question): Cell[][] => [
      [`${sheet.title} · ${question.n}. ${question.text}`, null, null, null, verdictOf(question)],
      ...ranked(question.kind, question.answers).map(({ answer, place }): Cell[] => [
        `${place ? `${place}. ` : ''}${answer.text}${answer.tie ? ` (${say('tie')})` : ''}`,
        answer.weight ?? null,
        answer.percent ?? null,
        cellOf(answer.ballots),
      ]),
      ...(question.blank
        ? (['blank', 'invalid'] as const).map((name): Cell[] => {
            const { weight = 0, percent = 0, ballots = 0 } = question[name] ?? {};
            return [say(name), weight, percent, cellOf(ballots)];
          })
        : []),
      ...(question.answers.some(({ ballots }) => ballots === null) ? [[of('few')]] : []),
      ...(sheet.notCast ? [[of('notCast'), sheet.notCast.weight, null, sheet.notCast.units]] : []),
      [of('baseName'), question.base ?? null],
      ...(sheet.fromHome ? [[of('fromHome'), sheet.fromHome.weight, null, sheet.fromHome.units]] : []),
      ...(sheet.papers && sheet.papers.issued > 0 && question.n === sheet.questions.length
        ? [[minute('papers', { ...sheet.papers, weight: exact.format(sheet.papers.weight) })]]
        : []),
    ]),
  ]);
  const surveyHead = [of('answer'), of('units'), '%', of('votes')];
  const rows = (survey?.questions ?? []).flatMap((question): Cell[][] => [
    [`${question.n}. ${question.text}`, question.answered],
    ...question.options.map((option): Cell[] => [option.text, option.units, option.percent, option.weight]),
    ...(question.mean === null ? [] : [[say('mean'), question.mean]]),
    // Free text of an anonymous survey may identify its author (card conference-survey, rule 8).
    ...(survey?.anonymous && !can(ctx, CONFERENCE, 'exportEncrypted')
      ? []
      : question.texts.map((words): Cell[] => [words])),
  ]);
  res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="${meeting.code}.xlsx"` });
  await writeBook(res, [
    { name: say('attendance'), batches: [[head], await attendanceRows(ctx, meeting, plain)] },
    { name: say('votes'), batches: [[votesHead], votes] },
    ...(survey ? [{ name: say('survey'), batches: [[surveyHead], rows] }] : []),
  ]);
}

export const resultRoutes: readonly Route[] = [
  route(meetingResult, {
    flags: ['aggregate'],
    residents: true,
    async run(ctx, { params }) {
      if (ctx.kind !== 'resident') return loadResult(ctx, await findMeeting(ctx, params.id), ['votes', 'survey'], true);
      const meeting = await meetingBy(ctx, params.id, await loadScope(ctx, conference));
      const { publishedParts } = await loadMinutes(ctx, meeting);
      if (publishedParts.length === 0) fail('RESULT_NOT_COUNTED');
      const { quorum: _others, ...result } = await loadResult(ctx, meeting, publishedParts);
      return { quorum: [], ...result };
    },
  }),
  route({
    method: 'get',
    path: `${at}/result/export`,
    summary: 'Attendance, votes and survey of a meeting as a spreadsheet; identity numbers stay masked',
    module: CONFERENCE,
    flags: ['export'],
    params: byId,
    answer: XLSX,
    async run(ctx, { params, res }) {
      await writeResult(ctx, await findMeeting(ctx, params.id), res, false);
    },
  }),
  route({
    method: 'put',
    path: `${conferenceUnit.path}/attendance-list`,
    summary: 'Attendance, votes and survey of a meeting as a spreadsheet, identity numbers in plain; an activity entry',
    module: CONFERENCE,
    flags: ['exportEncrypted'],
    body: z.strictObject({ conferenceId: idSchema }),
    answer: XLSX,
    async run(ctx, { body, res }) {
      const meeting = await findMeeting(ctx, body.conferenceId);
      const rows = await loadRows(ctx, { conferenceId: meeting._id, attendance: 'AUTHORIZED' });
      await rememberExport(ctx, conferenceUnit, 'exportEncrypted', { list: 'attendance', count: rows.length });
      await writeResult(ctx, meeting, res, true);
    },
  }),
  route(meetingMinutes, {
    flags: ['read'],
    residents: true,
    async run(ctx, { params }) {
      const resident = ctx.kind === 'resident';
      const meeting = await meetingBy(ctx, params.id, resident ? await loadScope(ctx, conference) : {});
      const minutes = await loadMinutes(ctx, meeting);
      if (resident && !minutes.publishedParts.includes('minutes')) fail('NOT_FOUND');
      return shown(ctx, meeting, minutes);
    },
  }),
  route({
    method: 'put',
    path: `${at}/minutes`,
    summary: 'Edit the minutes of a meeting; once final their signed paper alone',
    module: CONFERENCE,
    flags: ['write'],
    params: byId,
    body: editSchema,
    answer: minutesAnswer,
    async run(ctx, { params, body: { version, startedAt, endedAt, objections, ...edit } }) {
      const meeting = await findMeeting(ctx, params.id);
      const changes = {
        ...edit,
        ...(startedAt !== undefined && { startedAt: dateOf(startedAt) }),
        ...(endedAt !== undefined && { endedAt: dateOf(endedAt) }),
        ...(objections && {
          objections: objections.map(objection => ({ ...objection, at: dateOf(objection.at ?? null) })),
        }),
      };
      return shown(ctx, meeting, await editMinutes(ctx, meeting, version, changes));
    },
  }),
  change('approve', 'Make the minutes of a meeting final', 'approve', approveMinutes),
  change(
    'reopen-minutes',
    'Open final minutes again, until they are published',
    'updateStatus',
    reopenMinutes,
    'reason',
  ),
  change('correct', 'Add a correction to published minutes', 'approve', correctMinutes, 'text'),
  route(objectionsOpen, {
    flags: ['read'],
    residents: true,
    staff: false,
    async run(ctx, { params }) {
      const meeting = await meetingBy(ctx, params.id, await loadScope(ctx, conference));
      const until = objectionsUntil(meeting, await loadMinutes(ctx, meeting));
      return { until: until && until > ctx.now ? until.toISOString() : null };
    },
  }),
  route(objectToMinutes, {
    flags: ['read'],
    residents: true,
    staff: false,
    async run(ctx, { params, body }) {
      await objectTo(ctx, await meetingBy(ctx, params.id, await loadScope(ctx, conference)), body.text);
      return { objected: true as const };
    },
  }),
  route({
    method: 'put',
    path: `${at}/publish-result`,
    summary: 'Publish parts of what came of a meeting; the minutes become a document',
    module: CONFERENCE,
    flags: ['updateStatus'],
    params: byId,
    body: z.strictObject({ parts: z.array(z.enum(PARTS)).min(1), folderId: idSchema.optional() }),
    answer: minutesAnswer,
    async run(ctx, { params, body }) {
      const meeting = await findMeeting(ctx, params.id);
      // Filing the minutes requires the permission to create documents.
      if (body.parts.includes('minutes') && !can(ctx, 'DOCUMENT', 'write'))
        fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: 'DOCUMENT' });
      return shown(ctx, meeting, await publishResult(ctx, meeting, body.parts, body.folderId));
    },
  }),
  route(minutesLines, {
    flags: ['read'],
    async run(ctx, { params }) {
      const meeting = await findMeeting(ctx, params.id);
      const project = (await loadProject(ctx.projectId)) ?? fail('NOT_FOUND');
      return {
        project: project.name,
        address: project.address || null,
        ...(await minutesPage(ctx, meeting, await loadMinutes(ctx, meeting))),
      };
    },
  }),
  route({
    method: 'get',
    path: `${at}/minutes/print`,
    summary: 'The minutes of a meeting on paper, with the digest of what they hold; residents once they are published',
    module: CONFERENCE,
    flags: ['read'],
    residents: true,
    params: byId,
    answer: 'application/pdf',
    async run(ctx, { params, res }) {
      const resident = ctx.kind === 'resident';
      const meeting = await meetingBy(ctx, params.id, resident ? await loadScope(ctx, conference) : {});
      const project = (await loadProject(ctx.projectId)) ?? fail('NOT_FOUND');
      const minutes = await loadMinutes(ctx, meeting);
      if (resident && !minutes.publishedParts.includes('minutes')) fail('NOT_FOUND');
      res.set({ 'Content-Type': 'application/pdf', 'Content-Disposition': 'attachment; filename="minutes.pdf"' });
      await drawMinutes(ctx, res, project, meeting, minutes);
    },
  }),
];
