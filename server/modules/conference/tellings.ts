import { CONFERENCE, type ConferenceChannel, conference } from '@lobby/shared/modules/conference.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { type Ctx, feature, systemCtx } from '../../kit/base/context.ts';
import { type Collection, db, type Session, transaction } from '../../kit/database/database.ts';
import { queueMail } from '../../kit/mail/queue.ts';
import type { MailKind } from '../../kit/mail/send.ts';
import { records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { Overtaken, save } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { senderOf } from '../../platform/accounts/mails.ts';
import { notify, toUnit } from '../../platform/notifications/notifications.ts';
import { type Project, projectOf, projects, settingsOf } from '../../platform/projects/projects.ts';
import { reachOf } from '../resident/index.ts';
import { timeText } from './times.ts';

/** What units are told of a meeting, and the notice that says it. */
const KINDS = {
  INVITE: 'CONFERENCE_INVITED',
  SHOW: 'CONFERENCE_SHOWN',
  MOVE: 'CONFERENCE_MOVED',
  REMIND: 'CONFERENCE_REMINDER',
  END: 'CONFERENCE_ENDED',
  SURVEY: 'CONFERENCE_SURVEY_OPENED',
  VOTE: 'CONFERENCE_VOTE_OPENED',
  VOTE_OFF: 'CONFERENCE_VOTE_CANCELLED',
  RESULT: 'CONFERENCE_RESULT',
} as const;
type TellingKind = keyof typeof KINDS;
/** What somebody sits in a hall for: it waits for no run of invitations. */
const URGENT: readonly TellingKind[] = ['VOTE', 'VOTE_OFF'];
/** What is about the day of a meeting says it, with the place. */
const OF_THE_DAY: readonly TellingKind[] = ['INVITE', 'SHOW', 'MOVE', 'REMIND'];

/** Something that a unit is still to be told: once each, whichever server does it. */
interface Telling {
  /** The row, what it is told, and the occasion of it. */
  _id: string;
  projectId: string;
  conferenceId: string;
  rowId: string;
  kind: TellingKind;
  channels: readonly ConferenceChannel[];
  /** What it is about: a vote by its title, a correction by its words. */
  text?: string;
  at: Date;
  doneAt: Date | null;
}

export const tellingCollection: Collection = {
  name: 'conference-tellings',
  indexes: [{ key: { projectId: 1, doneAt: 1, at: 1 } }, { key: { projectId: 1, conferenceId: 1, kind: 1 } }],
};
const tellings = () => db().collection<Telling>(tellingCollection.name);
const AT_ONCE = 200;

/** Puts down what rows are to be told, within the transaction of what it is about; an occasion is told once. */
export async function queueTellings(
  ctx: Ctx,
  rows: readonly Stored[],
  what: { kind: TellingKind; channels?: readonly ConferenceChannel[]; occasion: string; text?: string },
  session?: Session,
): Promise<void> {
  if (rows.length === 0) return;
  const { kind, channels = ['APP'], occasion, text } = what;
  await tellings().bulkWrite(
    rows.map(({ _id: rowId, conferenceId }) => ({
      updateOne: {
        filter: { _id: `${rowId}/${kind}/${occasion}` },
        update: {
          $setOnInsert: {
            projectId: ctx.projectId,
            conferenceId: String(conferenceId),
            rowId,
            kind,
            channels: [...channels],
            ...(text && { text }),
            at: ctx.now,
            doneAt: null,
          },
        },
        upsert: true,
      },
    })),
    { ordered: false, ...(session && { session }) },
  );
}

/** The rows of a meeting that were told one of these since a moment, or are about to be. */
export async function toldSince(
  ctx: Ctx,
  conferenceId: string,
  kinds: readonly TellingKind[],
  since: Date,
): Promise<Set<string>> {
  const of = { projectId: ctx.projectId, conferenceId, kind: { $in: [...kinds] }, at: { $gte: since } };
  return new Set(
    (
      await tellings()
        .find(of, { projection: { rowId: 1 } })
        .toArray()
    ).map(({ rowId }) => rowId),
  );
}

/** Notes that a run was done; false where it was before. */
export async function beginRun(ctx: Ctx, conferenceId: string, run: string, session: Session): Promise<boolean> {
  const done = { projectId: ctx.projectId, conferenceId, rowId: '', kind: 'REMIND' as const, channels: [] };
  const { upsertedCount } = await tellings().updateOne(
    { _id: `${conferenceId}/${run}` },
    { $setOnInsert: { ...done, at: ctx.now, doneAt: ctx.now } },
    { upsert: true, session },
  );
  return upsertedCount === 1;
}

/** Who was invited to a meeting, and by which ways; also where the invitation is still on its way. */
export async function invitedOf(ctx: Ctx, conferenceId: string): Promise<Map<string, Set<ConferenceChannel>>> {
  const found = await tellings().find({ projectId: ctx.projectId, conferenceId, kind: 'INVITE' }).toArray();
  const ways = new Map<string, Set<ConferenceChannel>>();
  for (const { rowId, channels } of found) ways.set(rowId, new Set([...(ways.get(rowId) ?? []), ...channels]));
  return ways;
}

/** Rows by the ways that they are told of a change: those of their invitation, and always the app. */
export function byChannels(
  rows: readonly Stored[],
  told: ReadonlyMap<string, ReadonlySet<ConferenceChannel>>,
): Iterable<[channels: ConferenceChannel[], rows: Stored[]]> {
  const found = new Map<string, [ConferenceChannel[], Stored[]]>();
  for (const row of rows) {
    const channels = [...new Set<ConferenceChannel>(['APP', ...(told.get(row._id) ?? [])])].toSorted();
    const known = found.get(channels.join()) ?? [channels, []];
    known[1].push(row);
    found.set(channels.join(), known);
  }
  return found.values();
}

/** The mail that says it; what is published goes by no short message. */
const MAILS: Partial<Record<TellingKind, keyof typeof conferenceMails>> = {
  SURVEY: 'conferenceSurvey',
  RESULT: 'conferenceResult',
  MOVE: 'conferenceMoved',
};
const mailOf = (kind: TellingKind): string => MAILS[kind] ?? 'conferenceInvite';

/** Takes what is to be told as done; false where another server was quicker. */
async function take({ _id }: Telling, now: Date, session: Session): Promise<boolean> {
  const { modifiedCount } = await tellings().updateOne({ _id, doneAt: null }, { $set: { doneAt: now } }, { session });
  return modifiedCount === 1;
}

/** Notices of one kind fold into a line: of votes it names all that are open and that the row was told of. */
async function openVotes(ctx: Ctx, { rowId, conferenceId, text = '' }: Telling): Promise<string> {
  const told = await tellings()
    .find({ projectId: ctx.projectId, conferenceId, kind: 'VOTE', rowId }, { projection: { text: 1 } })
    .toArray();
  const ids = told.map(({ _id }) => _id.slice(_id.lastIndexOf('/') + 1));
  const open = await records(voteSheet).find(
    ctx,
    { conferenceId, status: 'OPEN', _id: { $in: ids } },
    { only: ['title'], sort: { displayOrder: 1 }, patience: 2000 },
  );
  return open.map(({ title }) => String(title)).join(', ') || text;
}

const sayOf = async (ctx: Ctx, telling: Telling) => (telling.kind === 'VOTE' ? openVotes(ctx, telling) : telling.text);

async function tellOne(ctx: Ctx, project: Project, telling: Telling, meeting: Stored, row: Stored): Promise<void> {
  const { kind, channels } = telling;
  const unitId = String(row.unitId);
  const code = String((await loadRefs(ctx.projectId, unit, [unitId])).get(unitId)?.code ?? '');
  const owner = channels.some(one => one === 'EMAIL' || one === 'SMS') ? await reachOf(ctx, row.ownerId) : null;
  const values = {
    project: project.name,
    unit: code,
    name: owner?.name ?? '',
    title: String(meeting.name),
    at: timeText(meeting.startAt, ctx.project.timeZone),
    venue: String(meeting.venue ?? ''),
    code: row.code6,
  } as Record<string, string>;
  const mail = {
    language: 'vi' as const,
    sender: senderOf({ whiteLabel: project.whiteLabel ?? '' }),
    values,
    projectId: ctx.projectId,
    ...(owner && { residentId: owner.id }),
  };
  const text = OF_THE_DAY.includes(kind)
    ? [values.at, values.venue].filter(Boolean).join(' · ')
    : await sayOf(ctx, telling);
  const subject = { module: CONFERENCE, id: meeting._id, title: String(meeting.name), ...(text && { text }) };
  const tell = async (session: Session) => {
    if (!(await take(telling, ctx.now, session))) throw new Overtaken();
    if (channels.includes('APP')) await notify(ctx, toUnit(unitId), KINDS[kind], subject, session);
    if (channels.includes('EMAIL') && owner?.email)
      await queueMail({ kind: mailOf(kind), to: owner.email, ...mail }, ctx.now, session);
    if (channels.includes('SMS') && owner?.phone && feature(ctx, 'SMS'))
      await queueMail({ kind: `${mailOf(kind)}Sms`, to: owner.phone, ...mail }, ctx.now, session);
  };
  if (kind !== 'INVITE') return void (await transaction(tell));
  const update = { doc: row, set: { invitedAt: ctx.now }, keepVersion: true };
  await save(ctx, [{ definition: conferenceUnit, action: 'invite', update, also: tell }]);
}

async function tellAll(ctx: Ctx): Promise<number> {
  const open = { projectId: ctx.projectId, doneAt: null, at: { $lte: ctx.now } };
  const next = (kind: object) =>
    tellings()
      .find({ ...open, kind })
      .sort({ at: 1 })
      .limit(AT_ONCE)
      .toArray();
  const urgent = await next({ $in: [...URGENT] });
  const due = [...urgent, ...(urgent.length < AT_ONCE ? await next({ $nin: [...URGENT] }) : [])];
  if (due.length === 0) return 0;
  const own = { projectId: ctx.projectId, deletedAt: null };
  const found = async (definition: typeof conference | typeof conferenceUnit, ids: readonly string[]) =>
    new Map(
      (
        await modelOf(definition)
          .find({ ...own, _id: { $in: [...new Set(ids)] } })
          .maxTimeMS(5000)
          .lean<Stored[]>()
      ).map(doc => [doc._id, doc]),
    );
  const [meetings, rows, project] = await Promise.all([
    found(
      conference,
      due.map(one => one.conferenceId),
    ),
    found(
      conferenceUnit,
      due.map(one => one.rowId),
    ),
    projectOf(ctx.projectId),
  ]);
  let told = 0;
  for (const telling of due) {
    const [meeting, row] = [meetings.get(telling.conferenceId), rows.get(telling.rowId)];
    if (meeting && row && project)
      await tellOne(ctx, project, telling, meeting, row)
        .then(() => told++)
        .catch(error => {
          if (!(error instanceof Overtaken)) throw error;
        });
    else await tellings().updateOne({ _id: telling._id }, { $set: { doneAt: ctx.now } });
  }
  return told;
}

/** Tells units what they are to be told of meetings. Safe to run twice and on several servers. */
export async function tellConferences(now: Date): Promise<number> {
  let told = 0;
  // It is asked each second, and seldom is there anything: one question for all buildings.
  const waiting = await tellings().distinct('projectId', { doneAt: null });
  if (waiting.length === 0) return told;
  for await (const project of projects().find({ _id: { $in: waiting } }))
    told += await tellAll(systemCtx(settingsOf(project), now));
  return told;
}

const withLink: MailKind = async ({ values, base }) => ({ values, link: `${base}/resident/meetings` });
export const conferenceMails = {
  conferenceInvite: withLink,
  conferenceInviteSms: withLink,
  conferenceMoved: withLink,
  conferenceMovedSms: withLink,
  conferenceSurvey: withLink,
  conferenceSurveySms: withLink,
  conferenceResult: withLink,
};
