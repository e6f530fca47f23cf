import { MISSED } from '@lobby/shared/modules/conference.contract.ts';
import {
  CONFERENCE,
  CONFERENCE_CHANNELS,
  type ConferenceChannel,
  conference,
} from '@lobby/shared/modules/conference.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { type Ctx, feature } from '../../../kit/base/context.ts';
import { type Collection, db, newId, type Session, transaction } from '../../../kit/database/database.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import type { Job } from '../../../kit/jobs/jobs.ts';
import { type MailRow, mails, type NewMail, queueMail } from '../../../kit/mail/queue.ts';
import type { MailKind } from '../../../kit/mail/send.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { save, VersionConflict } from '../../../kit/store/save.ts';
import { senderOf } from '../../../platform/accounts/mails.ts';
import { notify, toUnit } from '../../../platform/notifications/notifications.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { loadProject, type Project } from '../../../platform/projects/projects.ts';
import { byPhone } from '../../../platform/sending/sms-timing.ts';
import { hasApp, loadReach } from '../../resident/index.ts';
import { loadRows } from '../desk/electorate.ts';
import { timeText } from '../times.ts';

/** Notification type of each kind of message to units. */
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
/** Kinds needed during the meeting, which do not queue behind invitations. */
const URGENT: readonly TellingKind[] = ['VOTE', 'VOTE_OFF'];
/** Kinds whose text contains date and place of the meeting. */
const OF_THE_DAY: readonly TellingKind[] = ['INVITE', 'SHOW', 'MOVE', 'REMIND'];

/** A message to one unit that is sent once, by whichever server. */
interface Telling {
  /** Row, kind and occasion. */
  _id: string;
  projectId: string;
  conferenceId: string;
  rowId: string;
  kind: TellingKind;
  channels: readonly ConferenceChannel[];
  /** Text of the message: title of a vote, or wording of a correction. */
  text?: string;
  at: Date;
  /** When sending began, and the state per channel; a text message may wait until the morning. */
  begunAt?: Date | null;
  ways?: Way[];
  /** When waiting channels are checked again. */
  nextAt?: Date;
  /** When no channel was waiting any more. */
  doneAt: Date | null;
}

export type Missed = (typeof MISSED)[number];
/** State of a message on one channel. */
export interface Way {
  channel: ConferenceChannel;
  state: 'OUT' | 'WAITING' | Missed;
  mailId?: string;
  /** Earliest time of sending. */
  dueAt?: Date;
}

export const tellingCollection: Collection = {
  name: 'conference-tellings',
  indexes: [
    { key: { projectId: 1, doneAt: 1, begunAt: 1, at: 1 } },
    { key: { projectId: 1, doneAt: 1, nextAt: 1 } },
    { key: { projectId: 1, conferenceId: 1, kind: 1 } },
    { key: { 'ways.mailId': 1 }, options: { sparse: true } },
  ],
};
const tellings = () => db().collection<Telling>(tellingCollection.name);
const AT_ONCE = 200;
/** Interval before queued mails are checked again. */
const AGAIN_MS = 2000;

/** Queues messages to rows in the same transaction as their cause; each occasion is sent once. */
export async function queueTellings(
  ctx: Ctx,
  rows: readonly Doc<typeof conferenceUnit>[],
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
            conferenceId: conferenceId ?? '',
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

/** Rows that received one of these kinds since a moment, or are about to. */
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

/** Records that a run was done; returns false if it was before. */
export async function beginRun(ctx: Ctx, conferenceId: string, run: string, session: Session): Promise<boolean> {
  const done = { projectId: ctx.projectId, conferenceId, rowId: '', kind: 'REMIND' as const, channels: [] };
  const { upsertedCount } = await tellings().updateOne(
    { _id: `${conferenceId}/${run}` },
    { $setOnInsert: { ...done, at: ctx.now, doneAt: ctx.now } },
    { upsert: true, session },
  );
  return upsertedCount === 1;
}

/** Channels by which each row was invited, including invitations still being sent. */
export async function loadInvited(ctx: Ctx, conferenceId: string): Promise<Map<string, Set<ConferenceChannel>>> {
  const invitations = await tellings().find({ projectId: ctx.projectId, conferenceId, kind: 'INVITE' }).toArray();
  const ways = new Map<string, Set<ConferenceChannel>>();
  for (const { rowId, channels } of invitations) ways.set(rowId, new Set([...(ways.get(rowId) ?? []), ...channels]));
  return ways;
}

interface WaySum {
  channel: ConferenceChannel;
  out: number;
  waiting: number;
  missed: { reason: Missed; count: number; rowIds: string[] }[];
}

/** Progress of the invitations per channel: sent, waiting and unreachable units, by the latest invitation of each unit. */
export async function loadInvitations(ctx: Ctx, conferenceId: string): Promise<{ until: Date | null; ways: WaySum[] }> {
  const notices = await tellings()
    .find({ projectId: ctx.projectId, conferenceId, kind: 'INVITE' })
    .sort({ at: 1 })
    .toArray();
  const last = new Map<string, Way & { rowId: string }>();
  for (const { rowId, channels, ways, doneAt } of notices)
    for (const way of ways ?? channels.map((channel): Way => ({ channel, state: doneAt ? 'OUT' : 'WAITING' })))
      last.set(`${rowId} ${way.channel}`, { ...way, rowId });
  const all = [...last.values()];
  const until = all.flatMap(({ state, dueAt }) =>
    state === 'WAITING' && dueAt && dueAt > ctx.now ? dueAt.getTime() : [],
  );
  return {
    until: until.length > 0 ? new Date(Math.min(...until)) : null,
    ways: CONFERENCE_CHANNELS.flatMap(channel => {
      const ofChannel = all.filter(way => way.channel === channel);
      const of = (state: Way['state']) => ofChannel.filter(way => way.state === state);
      const missed = MISSED.flatMap(reason => {
        const rowIds = of(reason).map(({ rowId }) => rowId);
        return rowIds.length > 0 ? [{ reason, count: rowIds.length, rowIds }] : [];
      });
      return ofChannel.length > 0 ? [{ channel, out: of('OUT').length, waiting: of('WAITING').length, missed }] : [];
    }),
  };
}

/** Groups rows by the channels for news of a change: those of their invitation, and always the app. */
export function byChannels(
  rows: readonly Doc<typeof conferenceUnit>[],
  invited: ReadonlyMap<string, ReadonlySet<ConferenceChannel>>,
): Iterable<[channels: ConferenceChannel[], rows: Doc<typeof conferenceUnit>[]]> {
  const groups = new Map<string, [ConferenceChannel[], Doc<typeof conferenceUnit>[]]>();
  for (const row of rows) {
    const channels = [...new Set<ConferenceChannel>(['APP', ...(invited.get(row._id) ?? [])])].toSorted();
    const group = groups.get(channels.join()) ?? [channels, []];
    group[1].push(row);
    groups.set(channels.join(), group);
  }
  return groups.values();
}

/** Mail templates; publications are not sent by SMS. */
const MAILS: Partial<Record<TellingKind, keyof typeof conferenceMails>> = {
  SURVEY: 'conferenceSurvey',
  RESULT: 'conferenceResult',
  MOVE: 'conferenceMoved',
};
const mailOf = (kind: TellingKind): string => MAILS[kind] ?? 'conferenceInvite';

/** State of a message by its channels: done, or the time of the next check. */
function standing(ways: Way[], now: Date): Pick<Telling, 'ways' | 'nextAt'> & { doneAt?: Date } {
  const waiting = ways.filter(({ state }) => state === 'WAITING');
  if (waiting.length === 0) return { ways, doneAt: now };
  const first = Math.min(...waiting.map(({ dueAt = now }) => dueAt.getTime()));
  return { ways, nextAt: new Date(Math.max(now.getTime() + AGAIN_MS, first)) };
}

/** Claims a message; returns false if another server claimed it. */
async function take({ _id }: Telling, ways: Way[], now: Date, session: Session): Promise<boolean> {
  const { modifiedCount } = await tellings().updateOne(
    { _id, doneAt: null, begunAt: null },
    { $set: { begunAt: now, ...standing(ways, now) } },
    { session },
  );
  return modifiedCount === 1;
}

/** Titles of all open votes that the row was notified of: notifications of one kind are merged into one line. */
async function openVotes(ctx: Ctx, { rowId, conferenceId, text = '' }: Telling): Promise<string> {
  const notices = await tellings()
    .find({ projectId: ctx.projectId, conferenceId, kind: 'VOTE', rowId }, { projection: { text: 1 } })
    .toArray();
  const ids = notices.map(({ _id }) => _id.slice(_id.lastIndexOf('/') + 1));
  const open = await records(voteSheet).find(
    ctx,
    { conferenceId, status: 'OPEN', _id: { $in: ids } },
    { only: ['title'], sort: { displayOrder: 1 }, patience: 2000 },
  );
  return open.map(({ title }) => title).join(', ') || text;
}

const loadSay = async (ctx: Ctx, telling: Telling) =>
  telling.kind === 'VOTE' ? openVotes(ctx, telling) : telling.text;

async function notifyUnit(
  ctx: Ctx,
  project: Project,
  telling: Telling,
  meeting: Doc<typeof conference>,
  row: Doc<typeof conferenceUnit>,
): Promise<void> {
  const { kind, channels } = telling;
  const unitId = row.unitId ?? '';
  const code = (await loadRefs(ctx.projectId, unit, [unitId])).get(unitId)?.code ?? '';
  const owner = channels.some(channel => channel === 'EMAIL' || channel === 'SMS')
    ? await loadReach(ctx, row.ownerId)
    : null;
  const values = {
    project: project.name,
    unit: code,
    name: owner?.name ?? '',
    title: meeting.name,
    at: timeText(meeting.startAt, ctx.project.timeZone),
    venue: meeting.venue ?? '',
    code: row.code6 ?? '',
  };
  const mail = {
    language: 'vi' as const,
    values,
    projectId: ctx.projectId,
    ...(owner && { residentId: owner.id }),
  };
  const mailName = mailOf(kind);
  const letters: NewMail[] = [];
  const by = (channel: 'EMAIL' | 'SMS', to: string, how: Pick<NewMail, 'sender' | 'dueAt'>): Way => {
    const mailId = newId();
    letters.push({ id: mailId, kind: channel === 'SMS' ? `${mailName}Sms` : mailName, to, ...mail, ...how });
    return { channel, state: 'WAITING', mailId, dueAt: how.dueAt ?? ctx.now };
  };
  // The app channel is checked for invitations only, as their reach is reported.
  const inApp = kind !== 'INVITE' || !channels.includes('APP') || (await hasApp(ctx, unitId));
  const ways = channels.map((channel): Way => {
    if (channel === 'APP') return { channel, state: inApp ? 'OUT' : 'NO_APP' };
    if (channel === 'PRINT') return { channel, state: 'OUT' };
    if (channel === 'EMAIL')
      return owner?.email
        ? by(channel, owner.email, { sender: senderOf({ whiteLabel: project.whiteLabel ?? '' }) })
        : { channel, state: 'NO_EMAIL' };
    if (!feature(ctx, 'SMS')) return { channel, state: 'SMS_OFF' };
    return owner?.phone ? by(channel, owner.phone, byPhone(project, ctx.now)) : { channel, state: 'NO_PHONE' };
  });
  const text = OF_THE_DAY.includes(kind)
    ? [values.at, values.venue].filter(Boolean).join(' · ')
    : await loadSay(ctx, telling);
  const subject = { module: CONFERENCE, id: meeting._id, title: meeting.name, ...(text && { text }) };
  const tell = async (session: Session) => {
    if (!(await take(telling, ways, ctx.now, session))) throw new VersionConflict();
    if (channels.includes('APP')) await notify(ctx, toUnit(row.unitId), KINDS[kind], subject, session);
    for (const letter of letters) await queueMail(letter, ctx.now, session);
  };
  // A row whose channels all wait for the morning is marked as invited later; one without any channel is not.
  const goesNow =
    ways.some(way => way.state === 'OUT' || way.channel === 'APP') ||
    ways.some(({ dueAt }) => dueAt && dueAt <= ctx.now);
  if (kind === 'INVITE' && goesNow) await saveInvited(ctx, row, tell);
  else await transaction(tell);
}

/** Marks a row as invited. */
async function saveInvited(
  ctx: Ctx,
  row: Doc<typeof conferenceUnit>,
  also: (session: Session) => Promise<void>,
): Promise<void> {
  const update = { doc: row, set: { invitedAt: ctx.now }, keepVersion: true };
  await save(ctx, [{ definition: conferenceUnit, action: 'invite', update, also }]);
}

/** Channel state by the state of its mail; a mail that no longer exists was removed from the queue. */
const CAME: Readonly<Record<MailRow['state'], Way['state']>> = {
  waiting: 'WAITING',
  sent: 'OUT',
  dropped: 'UNSUBSCRIBED',
  failed: 'REFUSED',
};

/** Updates messages waiting in the queue; a message is done when no channel waits. */
async function applyReportsOfProject(ctx: Ctx): Promise<number> {
  const open = { projectId: ctx.projectId, doneAt: null, nextAt: { $lte: ctx.now } };
  const due = await tellings().find(open).limit(AT_ONCE).toArray();
  const ids = due.flatMap(({ ways = [] }) => ways.flatMap(({ mailId }) => mailId ?? []));
  const letters = await mails()
    .find({ _id: { $in: ids } })
    .toArray();
  const byId = new Map(letters.map(letter => [letter._id, letter]));
  await attemptEach(due, async ({ _id, ways = [], kind, rowId, at }) => {
    const letterOf = ({ mailId }: Way) => byId.get(mailId ?? '');
    const now = ways.map((way): Way => {
      if (way.state !== 'WAITING') return way;
      const { state = 'failed', dueAt = ctx.now } = letterOf(way) ?? {};
      return { ...way, state: CAME[state], dueAt };
    });
    const [row] = kind === 'INVITE' ? await loadRows(ctx, { _id: rowId }) : [];
    const note = async (session?: Session) => {
      await tellings().updateOne(
        { _id, doneAt: null },
        { $set: standing(now, ctx.now) },
        { ...(session && { session }) },
      );
    };
    const invited = row?.invitedAt && row.invitedAt >= at;
    if (row && !invited && now.some(({ state }) => state === 'OUT')) await saveInvited(ctx, row, note);
    else await note();
  });
  return due.length;
}

/** Applies delivery reports: bounced and rejected mails count as not delivered. */
export const conferenceReportsJob: Job = {
  name: 'reports on messages of meetings',
  every: '* * * * * *',
  run: applyReports,
};

async function applyReports(): Promise<number> {
  const kinds = Object.keys(conferenceMails);
  const letters = await mails()
    .find({ kind: { $in: kinds }, 'report.told': false })
    .limit(2000)
    .toArray();
  for (const { _id: mailId, report } of letters) {
    if (report && ['bounce', 'reject'].includes(report.outcome))
      await tellings().updateOne(
        { 'ways.mailId': mailId },
        { $set: { 'ways.$[way].state': 'REFUSED' } },
        { arrayFilters: [{ 'way.mailId': mailId }] },
      );
    await mails().updateOne({ _id: mailId }, { $set: { 'report.told': true } });
  }
  return letters.length;
}

async function notifyProject(ctx: Ctx): Promise<number> {
  const open = { projectId: ctx.projectId, doneAt: null, begunAt: null, at: { $lte: ctx.now } };
  const next = (kind: object) =>
    tellings()
      .find({ ...open, kind })
      .sort({ at: 1 })
      .limit(AT_ONCE)
      .toArray();
  const urgent = await next({ $in: [...URGENT] });
  const due = [...urgent, ...(urgent.length < AT_ONCE ? await next({ $nin: [...URGENT] }) : [])];
  if (due.length === 0) return 0;
  const scope = { projectId: ctx.projectId, deletedAt: null };
  const of = (ids: readonly string[]) => ({ ...scope, _id: { $in: [...new Set(ids)] } });
  const [foundMeetings, foundRows, project] = await Promise.all([
    records(conference).find(ctx, of(due.map(notice => notice.conferenceId))),
    records(conferenceUnit).find(ctx, of(due.map(notice => notice.rowId))),
    loadProject(ctx.projectId),
  ]);
  const meetings = new Map(foundMeetings.map(doc => [doc._id, doc]));
  const rows = new Map(foundRows.map(doc => [doc._id, doc]));
  return attemptEach(due, async telling => {
    const [meeting, row] = [meetings.get(telling.conferenceId), rows.get(telling.rowId)];
    if (meeting && row && project) {
      await notifyUnit(ctx, project, telling, meeting, row);
      return 1;
    }
    await tellings().updateOne({ _id: telling._id }, { $set: { doneAt: ctx.now } });
    return 0;
  });
}

/** Sends queued messages to units; idempotent, and safe on several servers. */
export const conferenceNoticesJob = defineJob({
  name: 'what units are told of meetings',
  every: '* * * * * *',
  findProjects: () => tellings().distinct('projectId', { doneAt: null }),
  perProject: ctx => attemptEach([notifyProject, applyReportsOfProject], step => step(ctx)),
});

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
