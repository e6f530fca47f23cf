import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { many } from '@lobby/shared/kit/query-schema.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { meetingCalendarFile } from '@lobby/shared/modules/conference.contract.ts';
import { CONFERENCE, conference } from '@lobby/shared/modules/conference.ts';
import type { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { text } from '../../../kit/base/messages.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { type IcsEvent, icsOf } from '../../../kit/paper/ics.ts';
import { A4, type Pdf, type Sheet } from '../../../kit/paper/pdf.ts';
import { drawQr } from '../../../kit/paper/qr.ts';
import { type Columns, MARGIN, RIGHT, writeHead, writeRow } from '../../../kit/paper/table.ts';
import { load } from '../../../kit/records/acts/act.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { drawnTo } from '../../../platform/projects/paper/paper.ts';
import type { Project } from '../../../platform/projects/projects.ts';
import { passText } from '../desk/desk.ts';
import { loadRows } from '../desk/electorate.ts';
import { timeText } from '../times.ts';
import { letterhead, writer } from './page.ts';

/** Maximum units per file. */
const MOST = 1000;
const BOTTOM = A4.height - 56;
const DOTS = '.'.repeat(60);

interface Named {
  /** Null on a blank form. */
  row: Doc<typeof conferenceUnit> | null;
  code: string;
  owner: string;
  weight: string;
}
interface Work {
  ctx: Ctx;
  pdf: Pdf;
  project: Project;
  meeting: Doc<typeof conference>;
  units: readonly Named[];
  say: (key: string, params?: Record<string, string | number>) => string;
}

/** Units of a meeting in order of place, with code, owner and votes. */
async function loadNamed(ctx: Ctx, rows: readonly Doc<typeof conferenceUnit>[]): Promise<Named[]> {
  const idsOf = (name: 'unitId' | 'ownerId') => rows.flatMap(row => row[name] ?? []);
  const [homes, owners] = await Promise.all([
    loadRefs(ctx.projectId, unit, idsOf('unitId')),
    loadRefs(ctx.projectId, resident, idsOf('ownerId')),
  ]);
  const number = new Intl.NumberFormat(ctx.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return rows
    .toSorted((a, b) => ((a.place ?? '') < (b.place ?? '') ? -1 : 1))
    .map(row => ({
      row,
      code: homes.get(row.unitId ?? '')?.code ?? '',
      owner: owners.get(row.ownerId ?? '')?.name ?? '',
      weight: number.format(row.weight),
    }));
}

const LIST: Columns<'no' | 'unit' | 'owner' | 'weight' | 'how' | 'at' | 'sign'> = {
  at: {
    no: MARGIN,
    unit: MARGIN + 26,
    owner: MARGIN + 82,
    weight: MARGIN + 268,
    how: MARGIN + 280,
    at: 420,
    sign: 468,
  },
  figures: ['weight'],
};
const ROW = 24;

/** Attendance list with a signature field per unit. */
async function attendance({ ctx, pdf, project, meeting, units, say }: Work): Promise<void> {
  let next = 0;
  const fits = (sheet: Sheet, words: string, room: number) => sheet.lines(words, room, { size: 9 })[0] ?? '';
  do
    await pdf.page(ctx.language, sheet => {
      letterhead(sheet, project, MARGIN);
      let y = MARGIN + 46;
      if (next === 0) {
        sheet.text(say('attendance'), A4.width / 2, y, { size: 15, weight: 700, align: 'middle' });
        y += 18;
        const about = `${meeting.name} · ${timeText(meeting.startAt, ctx.project.timeZone)}`;
        sheet.text(fits(sheet, about, RIGHT - MARGIN), A4.width / 2, y, { align: 'middle' });
        y += 24;
      }
      writeHead(sheet, LIST, name => say(`columns.${name}`), y);
      y += 6;
      sheet.line(MARGIN, y, RIGHT, y);
      for (const { row, code, owner, weight } of units.slice(next)) {
        if (y + ROW >= BOTTOM) break;
        const proxy = row?.attendance === 'AUTHORIZED' ? (row.representativeName ?? '') : '';
        const cells = {
          no: String(next + 1),
          unit: code,
          owner: fits(sheet, owner, 138),
          weight,
          how: proxy ? fits(sheet, say('byProxy', { name: proxy }), 132) : '',
          at: row?.checkedInAt ? timeText(row.checkedInAt, ctx.project.timeZone).slice(11) : '',
        };
        writeRow(sheet, LIST, cells, y + 15);
        y += ROW;
        sheet.line(MARGIN, y, RIGHT, y, 0.25);
        next++;
      }
      if (next >= units.length && y + 30 < BOTTOM) {
        const there = units.filter(({ row }) => row?.checkIn === 'CHECKED_IN').length;
        sheet.text(say('total', { units: units.length, present: there }), MARGIN, y + 20, { weight: 700 });
      }
    });
  while (next < units.length);
}

/** Proxy form of each unit; a blank one without units. */
async function proxyForms({ ctx, pdf, project, meeting, units, say }: Work): Promise<void> {
  const empty: Named = { row: null, code: '', owner: '', weight: '' };
  for (const { row, code, owner, weight } of units.length > 0 ? units : [empty])
    await pdf.page(ctx.language, sheet => {
      const page = writer(sheet);
      for (const key of ['state', 'motto'] as const)
        sheet.text(say(key), A4.width / 2, page.at() + (key === 'state' ? 0 : 15), {
          weight: 700,
          align: 'middle',
          size: 10,
        });
      page.skip(52);
      sheet.text(say('proxy'), A4.width / 2, page.at(), { size: 16, weight: 700, align: 'middle' });
      page.skip(20);
      sheet.text(meeting.name, A4.width / 2, page.at(), { align: 'middle' });
      page.skip(30);
      page.line(say('giver'), 20, { weight: 700 });
      page.line(say('name', { name: owner || DOTS }));
      page.line(say('identity', { identity: DOTS }));
      page.line(say('owns', { unit: code || DOTS, weight: weight || '.........' }), 28);
      page.line(say('taker'), 20, { weight: 700 });
      const proxy = row?.attendance === 'AUTHORIZED' ? (row.representativeName ?? '') : '';
      page.line(say('name', { name: proxy || DOTS }));
      page.line(say('identity', { identity: DOTS }));
      page.line(say('phone', { phone: DOTS }), 28);
      page.line(
        say('powers', {
          at: timeText(meeting.startAt, ctx.project.timeZone),
          venue: meeting.venue ?? '–',
          project: project.name,
        }),
        18,
      );
      page.line(say('until'), 18);
      page.skip(14);
      sheet.text(say('date'), RIGHT, page.at(), { align: 'end' });
      page.skip(26);
      const [left, right] = [A4.width * 0.28, A4.width * 0.72];
      sheet.text(say('signTaker'), left, page.at(), { weight: 700, align: 'middle' });
      sheet.text(say('signGiver'), right, page.at(), { weight: 700, align: 'middle' });
      for (const x of [left, right]) sheet.text(say('signHelp'), x, page.at() + 14, { size: 8, align: 'middle' });
    });
}

/** Printed agenda of a meeting. */
async function agenda({ ctx, pdf, project, meeting, say }: Work): Promise<void> {
  await pdf.page(ctx.language, sheet => {
    letterhead(sheet, project, MARGIN);
    const page = writer(sheet);
    page.skip(40);
    page.line(say('agenda'), 26, { size: 17, weight: 700 });
    page.line(meeting.name, 20, { size: 13, weight: 700 });
    page.line(timeText(meeting.startAt, ctx.project.timeZone));
    page.line(meeting.venue ?? '', 30);
    for (const { time, title, speaker } of meeting.agenda) {
      const top = page.at();
      sheet.text(time, MARGIN + 16, top, { weight: 700, size: 12 });
      let y = top;
      for (const part of sheet.lines(title, RIGHT - MARGIN - 90, { size: 12 })) {
        sheet.text(part, MARGIN + 74, y, { size: 12 });
        y += 16;
      }
      if (speaker) sheet.text(speaker, MARGIN + 74, y, { size: 9 });
      page.skip(y - top + (speaker ? 22 : 10));
    }
  });
}

const [ACROSS, DOWN] = [2, 4];
const CARD = { width: (RIGHT - MARGIN) / ACROSS, height: (A4.height - 2 * MARGIN) / DOWN };

/** Voting cards, eight a page: unit, votes, QR code and six-digit code. */
async function cards({ ctx, pdf, project, meeting, units, say }: Work): Promise<void> {
  for (let from = 0; from < units.length; from += ACROSS * DOWN)
    await pdf.page(ctx.language, sheet => {
      for (const [n, { row, code, weight }] of units.slice(from, from + ACROSS * DOWN).entries()) {
        const x = MARGIN + (n % ACROSS) * CARD.width;
        const y = MARGIN + Math.floor(n / ACROSS) * CARD.height;
        const [right, bottom] = [x + CARD.width, y + CARD.height];
        for (const [x1, y1, x2, y2] of [
          [x, y, right, y],
          [x, bottom, right, bottom],
          [x, y, x, bottom],
          [right, y, right, bottom],
        ] as const)
          sheet.line(x1, y1, x2, y2, 0.25);
        sheet.text(project.name, x + 14, y + 22, { size: 8 });
        const title = sheet.lines(meeting.name, CARD.width - 28, { weight: 700 }).slice(0, 2);
        for (const [at, part] of title.entries()) sheet.text(part, x + 14, y + 40 + at * 13, { weight: 700 });
        sheet.text(timeText(meeting.startAt, ctx.project.timeZone), x + 14, y + 70, { size: 9 });
        sheet.text(code, x + 14, y + 110, { size: 26, weight: 700 });
        sheet.text(say('votes', { weight }), x + 14, y + 132, { size: 11 });
        if (!row) continue;
        sheet.text(say('code', { code: row.code6 ?? '' }), x + 14, y + 156, { size: 11, weight: 700 });
        drawQr(sheet, passText(row), right - 118, y + 68, 106);
      }
    });
}

const PAPERS = { attendance, agenda, cards, 'proxy-form': proxyForms } as const;
const SUMMARIES = {
  attendance: 'The attendance list of a meeting on paper, to sign',
  agenda: 'The agenda of a meeting on paper',
  cards: 'The cards of all units to a meeting, eight a page, each with its square code',
  'proxy-form': 'The form by which units have somebody stand for them: of those named, else an empty one',
} as const;

/** Calendar file of a meeting. */
const calendarRoute: Route = route(meetingCalendarFile, {
  flags: ['read'],
  residents: true,
  async run(ctx, { params: { id } }) {
    const meeting = await load(ctx, conference, id);
    const [from, to] = [meeting.startAt, meeting.endAt];
    if (!to) return fail('NOT_FOUND');
    const event: IcsEvent = {
      uid: `${id}@lobby`,
      changedAt: meeting.updatedAt,
      sequence: meeting.version,
      from,
      to,
      status: meeting.outcome === 'CALLED_OFF' ? 'CANCELLED' : 'CONFIRMED',
      summary: meeting.name,
      location: meeting.venue ?? '',
      alarm: 60,
    };
    const text = icsOf({ name: meeting.name, zone: ctx.project.timeZone, events: [event] });
    return { name: `${meeting.code}.ics`, text };
  },
});

export const paperRoutes: readonly Route[] = [
  calendarRoute,
  ...(Object.keys(PAPERS) as (keyof typeof PAPERS)[]).map(name =>
    route({
      method: 'get',
      path: `${conference.path}/:id/${name}`,
      summary: SUMMARIES[name],
      module: CONFERENCE,
      flags: ['read'],
      params: z.strictObject({ id: idSchema }),
      query: z.strictObject({
        lang: z.enum(LANGUAGES).optional(),
        ids: many(idSchema).pipe(z.array(idSchema).max(MOST)).optional(),
      }),
      answer: 'application/pdf',
      async run(ctx, { params: { id }, query, res }) {
        const reader = { ...ctx, language: query.lang ?? ctx.language };
        const meeting = await load(ctx, conference, id);
        const unasked = name === 'agenda' || (name === 'proxy-form' && !query.ids);
        const rows = unasked
          ? []
          : await loadRows(ctx, { conferenceId: id, ...(query.ids && { _id: { $in: query.ids } }) });
        if (rows.length === 0 && !unasked) fail('NOT_FOUND');
        const units = await loadNamed(reader, rows);
        const say: Work['say'] = (key, values = {}) => text(reader, `conference-unit.papers.${key}`, values);
        await drawnTo(reader, res, name, (pdf, project) =>
          PAPERS[name]({
            ctx: reader,
            pdf,
            project,
            meeting,
            units,
            say,
          }),
        );
      },
    }),
  ),
];
