import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { wordsOf } from '@lobby/shared/kit/rich-text.ts';
import type { conference } from '@lobby/shared/modules/conference.ts';
import type { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { ranked } from '@lobby/shared/modules/vote-sheet.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { text } from '../../../kit/base/messages.ts';
import { A4, openPdf, type Pdf, type Sheet } from '../../../kit/paper/pdf.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { titledBy } from '../../../platform/projects/paper/paper.ts';
import type { Project } from '../../../platform/projects/projects.ts';
import { loadRows } from '../desk/electorate.ts';
import { letterhead } from '../papers/page.ts';
import { timeText } from '../times.ts';
import { loadResolutions, loadResult } from './result.ts';
import type { Minutes } from './store.ts';

const MARGIN = 56;
const RIGHT = A4.width - MARGIN;
const BOTTOM = A4.height - 60;

interface Signer {
  role: string;
  name: string;
}
/** Signatures per row, and the height of one. */
const A_ROW = 3;
const SIGNATURE = 96;
/** Number of last lines kept on the page of the signatures, which never stand alone. */
const STAY = 3;

/** Vote figures of an answer. */
interface Figures {
  weight: number;
  percent: number;
  ballots: number | null;
}
type How = { size?: number; weight?: 700 };
interface Line extends How {
  said: string;
  by?: number;
  indent?: number;
}

/** Names of chair and secretary. */
async function loadLeaders(ctx: Ctx, meeting: Doc<typeof conference>): Promise<[chair: string, secretary: string]> {
  const ids = [meeting.chairId, meeting.secretaryId].filter(id => typeof id === 'string');
  const people = await loadRefs(ctx.projectId, employee, ids);
  const name = (office: 'chair' | 'secretary') =>
    meeting[`${office}Name`] ?? people.get(meeting[`${office}Id`] ?? '')?.name ?? '';
  return [name('chair'), name('secretary')];
}

/** Whether a unit was present when the meeting opened; before that, whether it is checked in. */
function wasIn({ checkIn, checkedInAt, leftAt }: Doc<typeof conferenceUnit>, openedAt: Date | null): boolean {
  if (!openedAt) return checkIn === 'CHECKED_IN';
  return checkedInAt !== null && checkedInAt <= openedAt && !(leftAt && leftAt <= openedAt);
}

/** Lines of the minutes: place, times, electorate, attendance, questions with figures, resolutions, objections. */
async function loadLines(
  ctx: Ctx,
  meeting: Doc<typeof conference>,
  minutes: Minutes,
): Promise<{ lines: Line[]; signed: Signer[] }> {
  const say = (key: string, params: Record<string, string | number> = {}) =>
    text(ctx, `conference.minutes.${key}`, params);
  const number = new Intl.NumberFormat(ctx.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const zone = ctx.project.timeZone;
  const [chair, secretary] = await loadLeaders(ctx, meeting);
  const [result, rows] = await Promise.all([
    loadResult(ctx, meeting, ['votes']),
    loadRows(ctx, { conferenceId: meeting._id }),
  ]);
  const opened = result.quorum.findLast(({ at }) => minutes.startedAt && new Date(at) <= minutes.startedAt);
  const proxies = rows.filter(row => row.attendance === 'AUTHORIZED' && wasIn(row, minutes.startedAt)).length;
  const lines: Line[] = [
    { said: say('title'), size: 16, weight: 700, by: 24 },
    { said: meeting.name, size: 13, weight: 700, by: 22 },
    ...(minutes.number ? [{ said: say('number', { number: minutes.number }) }] : []),
    { said: say('time', { from: timeText(minutes.startedAt, zone), to: timeText(minutes.endedAt, zone) }) },
    { said: say('venue', { venue: meeting.venue ?? '–' }) },
    { said: say('chair', { name: chair || '–' }) },
    { said: say('secretary', { name: secretary || '–' }) },
    ...minutes.witnesses.map(({ name, role }) => ({ said: `${name} · ${role}`, indent: 14 })),
    ...minutes.authorities.map(({ name, body }) => ({ said: `${name} · ${body}`, indent: 14 })),
    { said: say('electorate', { units: meeting.units, weight: number.format(meeting.weightTotal) }) },
    {
      said: say('present', {
        units: opened?.heads ?? meeting.presentUnits,
        weight: number.format(opened?.weight ?? meeting.weightPresent),
        proxies,
      }),
    },
    ...(meeting.withoutQuorum === true ? [{ said: say('withoutQuorum', { reason: meeting.reason ?? '' }) }] : []),
    ...(minutes.discussion
      ? [
          { said: say('discussion'), weight: 700 as const, by: 20 },
          { said: wordsOf(minutes.discussion), by: 16 },
        ]
      : []),
    { said: say('votes'), weight: 700, by: 20 },
  ];
  let ballots = 0;
  for (const sheet of result.sheets) {
    if (sheet.present)
      lines.push({
        said: `${sheet.title} · ${say('presentAt', { units: sheet.present.heads, weight: number.format(sheet.present.weight) })}`,
      });
    for (const question of sheet.questions) {
      lines.push({ said: `${sheet.title} · ${question.n}. ${question.text}`, weight: 700 });
      if (!('base' in question)) continue;
      const line = (answer: string, { weight = 0, percent = 0, ballots }: Partial<Figures>) =>
        lines.push({
          indent: 14,
          said: say(typeof ballots === 'number' ? 'answer' : 'answerFew', {
            answer,
            weight: number.format(weight),
            percent: number.format(percent),
            ballots: ballots ?? '',
          }),
        });
      for (const { answer, place } of ranked(question.kind, question.answers))
        line(`${place ? `${place}. ` : ''}${answer.text}${answer.tie ? ` (${say('tie')})` : ''}`, answer);
      for (const name of ['blank', 'invalid'] as const) line(say(name), question[name] ?? {});
      const exact = ({ units, weight }: { units: number; weight: number }) => ({
        units,
        weight: number.format(weight),
      });
      if (sheet.notCast) lines.push({ indent: 14, said: say('notCast', exact(sheet.notCast)) });
      lines.push({ indent: 14, said: say('base', { weight: number.format(question.base ?? 0) }) });
      if (sheet.fromHome) lines.push({ indent: 14, said: say('fromHome', exact(sheet.fromHome)) });
    }
    ballots += sheet.ballots ?? 0;
    if (sheet.papers && sheet.papers.issued > 0)
      lines.push({
        indent: 14,
        said: say('papers', { ...sheet.papers, weight: number.format(sheet.papers.weight) }),
      });
  }
  const resolutions = await loadResolutions(ctx, meeting, minutes.resolutions);
  lines.push({ said: say('resolutions'), weight: 700, by: 20 });
  for (const { sheet, text: words, passed, leads } of resolutions) {
    const chosen = say(leads.length > 1 ? 'tied' : 'most', { names: leads.join(', ') || '–' });
    lines.push({
      indent: 14,
      said: `${sheet} · ${words}: ${passed === null ? chosen : say(passed ? 'passed' : 'failed')}`,
    });
  }
  if (minutes.objections.length > 0) lines.push({ said: say('objections'), weight: 700, by: 20 });
  for (const { who, text: words } of minutes.objections) lines.push({ indent: 14, said: `${who}: ${words}` });
  for (const { text: words, at } of minutes.corrections)
    lines.push({ said: say('correction', { at: timeText(at, zone), text: words }) });
  const data = JSON.stringify([
    result.sheets,
    resolutions,
    minutes.objections,
    minutes.corrections,
    minutes.discussion,
  ]);
  const digest = createHash('sha256').update(data).digest('hex');
  lines.push({ said: say('digest', { digest, ballots }), size: 8, by: 14 });
  return {
    lines,
    signed: [
      { role: say('signChair'), name: chair },
      { role: say('signSecretary'), name: secretary },
      ...minutes.witnesses,
    ],
  };
}

/** The minutes as printed, for the preview beside their form. */
export async function minutesPage(ctx: Ctx, meeting: Doc<typeof conference>, minutes: Minutes) {
  const { lines, signed } = await loadLines(ctx, meeting, minutes);
  return {
    lines: lines.map(({ said, size = null, weight, indent = 0 }) => ({ said, size, bold: weight === 700, indent })),
    signed: signed.map(({ role, name }) => ({ role, name })),
  };
}

/** Height of lines on a page. */
const heightOf = (sheet: Sheet, lines: readonly Line[]): number =>
  lines.reduce(
    (sum, { said: words, by = 17, indent = 0, ...how }) =>
      sum + by * words.split('\n').flatMap(paragraph => sheet.lines(paragraph, RIGHT - MARGIN - indent, how)).length,
    0,
  );

/** Draws the minutes on as many pages as needed, with signatures at the end. */
export async function drawMinutes(
  ctx: Ctx,
  out: Writable,
  project: Project,
  meeting: Doc<typeof conference>,
  minutes: Minutes,
): Promise<void> {
  const { lines, signed } = await loadLines(ctx, meeting, minutes);
  const pdf: Pdf = openPdf(out, titledBy(''));
  const rest = [...lines];
  let done = false;
  while (!done)
    await pdf.page(ctx.language, sheet => {
      const top = letterhead(sheet, project) + 24;
      let y = top;
      const signing = Math.ceil(signed.length / A_ROW) * SIGNATURE;
      while (rest.length > 0) {
        const begun = y > top;
        if (begun && rest.length <= STAY && y + heightOf(sheet, rest) + signing > BOTTOM) return;
        // A heading stays with the line below it, and with the signatures if that line does.
        const heads = rest.findIndex(({ weight }) => weight !== 700);
        const least =
          rest.length - heads <= STAY ? heightOf(sheet, rest) + signing : heightOf(sheet, rest.slice(0, heads + 1));
        if (begun && heads > 0 && y + Math.min(least, BOTTOM - top) > BOTTOM) return;
        const [{ said: words, by = 17, indent = 0, ...how }] = rest as [Line];
        const parts = words.split('\n').flatMap(paragraph => sheet.lines(paragraph, RIGHT - MARGIN - indent, how));
        const room = Math.floor((BOTTOM - y) / by);
        for (const part of parts.slice(0, room)) {
          sheet.text(part, MARGIN + indent, y, how);
          y += by;
        }
        if (parts.length > room) {
          rest[0] = { said: parts.slice(room).join('\n'), by, indent, ...how };
          return;
        }
        rest.shift();
      }
      if (y + signing > BOTTOM) return;
      for (const [n, { role, name }] of signed.entries()) {
        const inRow = Math.min(A_ROW, signed.length - n + (n % A_ROW));
        const x = MARGIN + (RIGHT - MARGIN) * (((n % A_ROW) + 0.5) / inRow);
        const top = y + 24 + Math.floor(n / A_ROW) * SIGNATURE;
        sheet.text(role, x, top, { weight: 700, align: 'middle' });
        sheet.text(name, x, top + SIGNATURE - 30, { align: 'middle' });
      }
      done = true;
    });
  await pdf.close();
}
