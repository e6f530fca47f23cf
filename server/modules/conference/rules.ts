import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { type ConferenceChannel, conference, OPENS_BEFORE } from '@lobby/shared/modules/conference.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { type Ctx, feature } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import { build } from '../../kit/records/records.ts';
import type { ActionsOf, BehaviourOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, fieldOf, records } from '../../kit/store/records.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { eligibleOf, isQuorum, presentOf } from './answers/counts.ts';
import { blocksOf, eligibleUnits, freeze, loadRows } from './desk/electorate.ts';
import { byChannels, loadInvited, queueTellings } from './papers/notices.ts';
import { surveyEnded, surveyMoved } from './survey/times.ts';
import { timeText } from './times.ts';
import { sheetInTheWay } from './votes/open.ts';

type Meeting = Values<typeof conference>;
type Times = Pick<Meeting, 'startAt' | 'durationMinutes' | 'registrationClosesAt'>;

/** Fields that define the electorate; fixed once a unit has answered. */
const ELECTORATE = ['weighting', 'areaField', 'eligible', 'blockIds'] as const;

const moment = (value: string | Date | null | undefined): Date | null => (value ? new Date(value) : null);
/** Reasons why a meeting's state forbids an act, each with a sentence under `state` in the texts. */
type Why =
  | 'answered'
  | 'answers'
  | 'begun'
  | 'beside'
  | 'channel'
  | 'early'
  | 'ended'
  | 'inside'
  | 'left'
  | 'meeting'
  | 'minutesDraft'
  | 'minutesOut'
  | 'minutesUnpublished'
  | 'notEnded'
  | 'notMeeting'
  | 'notOngoing'
  | 'notOpened'
  | 'objectionsOver'
  | 'published'
  | 'reconvened'
  | 'sheet'
  | 'sheetDraft'
  | 'shown'
  | 'surveyOpened'
  | 'voteBeside'
  | 'voteOpened'
  | 'witnesses';
/** Throws CONFERENCE_STATE with the reason. */
export const failState = (field: string, why: Why, more: Record<string, unknown> = {}): never =>
  fail('CONFERENCE_STATE', { field, why: `conference.state.${why}`, ...more });

const reversed = (name: string, why: 'answersLate' | 'againLate'): never =>
  failFields({ [name]: { code: 'DATES_REVERSED', params: { why: `conference.state.${why}` } } }, 'DATES_REVERSED');

/** End time and answer deadline, which move with the start. */
function timesOf(
  ctx: Ctx,
  values: Times,
  doc: Doc<typeof conference> | null,
): Partial<Pick<Doc<typeof conference>, 'endAt' | 'registrationClosesAt'>> {
  const whole = { ...doc, ...values };
  const startAt = moment(whole.startAt);
  if (!startAt || (values.startAt === undefined && values.durationMinutes === undefined && doc)) return {};
  if (values.startAt !== undefined && startAt < ctx.now)
    failFields({ startAt: { code: 'CONFERENCE_IN_PAST' } }, 'CONFERENCE_IN_PAST');
  const minutes = whole.durationMinutes ?? conference.fields.durationMinutes.initial;
  const moved = doc?.registrationClosesAt
    ? new Date(startAt.getTime() - doc.startAt.getTime() + doc.registrationClosesAt.getTime())
    : startAt;
  return {
    endAt: new Date(startAt.getTime() + minutes * MINUTE_MS),
    registrationClosesAt: moment(values.registrationClosesAt) ?? moved,
  };
}

/** Whether any unit has answered. */
const hasAnswers = async (ctx: Ctx, { _id }: Doc<typeof conference>): Promise<boolean> =>
  (await loadRows(ctx, { conferenceId: _id, attendance: { $ne: 'NOT_ANSWERED' } })).length > 0;

async function assertEditable(ctx: Ctx, values: Meeting, doc: Doc<typeof conference>): Promise<void> {
  const [first = ''] = Object.keys(values);
  const named = (field: string) => ({ name: text(ctx, `conference.fields.${field}`) });
  if (doc.status === 'ENDED') failState(first, 'ended');
  if (doc.phase === 'MEETING') failState(first, 'meeting');
  if (doc.shown === true) failState(first, 'shown', named(first));
  if (doc.status !== 'ONGOING') return;
  const frozen = ELECTORATE.find(
    name => values[name] !== undefined && JSON.stringify(values[name]) !== JSON.stringify(doc[name]),
  );
  if (frozen && (await hasAnswers(ctx, doc))) failState(frozen, 'answered', named(frozen));
}

/** Validates and completes a meeting; refuses changes that its state forbids. */
async function complete(ctx: Ctx, { kind, values, doc }: RequestOf<typeof conference>): Promise<Meeting> {
  if (kind === 'remove') {
    if (doc.status !== 'PENDING_APPROVAL' || doc.publishedAt) failState('status', 'published');
    return values;
  }
  if (kind !== 'update') return { ...values, ...timesOf(ctx, values, doc), authorId: ctx.employeeId };
  await assertEditable(ctx, values, doc);
  const times = timesOf(ctx, values, doc);
  const closes = moment(values.registrationClosesAt) ?? times.registrationClosesAt;
  const begins = moment(values.startAt ?? doc.startAt);
  if (closes && begins && closes > begins) reversed('registrationClosesAt', 'answersLate');
  const publication = doc.status === 'ONGOING' ? 'EDITED' : 'UNPUBLISHED';
  const again = ELECTORATE.some(name => values[name] !== undefined) && doc.status === 'ONGOING';
  const sums = again ? (await freeze(ctx, { ...doc, ...values }, true)).set : {};
  return { ...values, ...times, ...sums, publication };
}

export const meetingRules = {
  check: complete,
  // An edit of the scope updates the electorate, one of the times the survey.
  changes: async (ctx, { kind, doc, before }) => {
    if (kind !== 'update') return [];
    const moved = await surveyMoved(ctx, before, doc);
    const same = ELECTORATE.every(name => JSON.stringify(doc[name]) === JSON.stringify(before[name]));
    if (same || doc.status !== 'ONGOING') return moved;
    const { changes } = await freeze(ctx, doc, true);
    return [...moved, ...changes.map(({ run: _run, ...change }) => ({ ...change, quiet: false }))];
  },
} satisfies BehaviourOf<typeof conference>;

/** Fields that a meeting lacks for approval. */
async function loadMissing(ctx: Ctx, doc: Doc<typeof conference>): Promise<string[]> {
  return [
    ...(doc.startAt >= ctx.now ? [] : ['startAt']),
    ...(['venue', 'regulations'] as const).filter(name => !doc[name]),
    ...((await eligibleUnits(ctx, doc)).length > 0 ? [] : ['units']),
  ];
}
const assertComplete = (missing: readonly string[]): void => {
  const fields = Object.fromEntries(missing.map(name => [name, { code: 'REQUIRED' as const }]));
  if (missing.length > 0) fail('CONFERENCE_INCOMPLETE', { missing, fields });
};

const authorOf = ({ authorId }: Doc<typeof conference>) => toStaff(authorId ? [authorId] : []);
const subjectOf = ({ _id: id, name }: Doc<typeof conference>) => ({ module: conference.code, id, title: name });

/** The selected channels: at least one, and SMS only with the feature. */
export function channelsOf(ctx: Ctx, ways: readonly { channel: ConferenceChannel }[]): ConferenceChannel[] {
  const channels = ways.map(({ channel }) => channel);
  if (channels.length === 0) failFields({ channels: { code: 'REQUIRED' } });
  if (channels.includes('SMS') && !feature(ctx, 'SMS'))
    failFields({ channels: { code: 'SMS_NOT_SET_UP' } }, 'SMS_NOT_SET_UP');
  return [...new Set(channels)];
}

/** Refuses a meeting in session at the same time as another with common units. */
async function assertNoOtherMeeting(ctx: Ctx, doc: Doc<typeof conference>): Promise<void> {
  const others = await records(conference).find(ctx, { phase: 'MEETING', _id: { $ne: doc._id } }, { patience: 2000 });
  const ours = blocksOf(doc);
  const beside = others.find(other => {
    const theirs = blocksOf(other);
    return ours.length === 0 || theirs.length === 0 || ours.some(id => theirs.includes(id));
  });
  if (beside) failState('phase', 'beside', { code: beside.code });
}

export const meetingActs = {
  async approve(ctx, doc) {
    assertComplete(await loadMissing(ctx, doc));
    const frozen = await freeze(ctx, doc, true);
    return {
      set: {
        publication: 'PUBLISHED',
        phase: 'REGISTRATION',
        publishedAt: doc.publishedAt ?? ctx.now,
        ...frozen.set,
      },
      with: frozen.changes,
      async also(session) {
        await frozen.tell(session);
        await notify(ctx, authorOf(doc), 'CONFERENCE_APPROVED', subjectOf(doc), session);
      },
    };
  },
  reject: (ctx, doc) => ({
    set: { publication: 'DO_NOT_PUBLISH' },
    also: session => notify(ctx, authorOf(doc), 'CONFERENCE_REJECTED', subjectOf(doc), session),
  }),
  async unpublish(ctx, doc) {
    if (doc.phase === 'MEETING') failState('phase', 'meeting');
    if (await hasAnswers(ctx, doc)) failState('registered', 'answers');
    return { set: { publication: 'UNPUBLISHED', phase: 'PREPARING' }, while: { registered: 0 } };
  },
  async show(ctx, doc) {
    const rows = await loadRows(ctx, { conferenceId: doc._id });
    const audience = blocksOf(doc).length > 0 ? 'UNITS' : 'RESIDENTS';
    return {
      set: { shown: true, audience },
      also: session => queueTellings(ctx, rows, { kind: 'SHOW', occasion: 'once' }, session),
    };
  },
  async invite(ctx, doc, { channels, unitIds }) {
    const ways = channelsOf(ctx, channels);
    const ids = unitIds ?? [];
    const rows = await loadRows(ctx, { conferenceId: doc._id, ...(ids.length > 0 && { unitId: { $in: ids } }) });
    return {
      set: { invitedAt: doc.invitedAt ?? ctx.now },
      also: session =>
        queueTellings(ctx, rows, { kind: 'INVITE', channels: ways, occasion: ctx.now.toISOString() }, session),
    };
  },
  async refresh(ctx, doc) {
    const frozen = await freeze(ctx, doc, false);
    return { set: frozen.set, with: frozen.changes, also: frozen.tell };
  },
  async reschedule(ctx, doc, input) {
    if (doc.startAt <= ctx.now) return failState('startAt', 'begun');
    const changes = {
      startAt: new Date(input.startAt),
      ...(input.durationMinutes ? { durationMinutes: input.durationMinutes } : {}),
    };
    const times = timesOf(ctx, changes, doc);
    const rows = await loadRows(ctx, { conferenceId: doc._id });
    const answered = rows.filter(({ attendance }) => attendance !== 'NOT_ANSWERED');
    // Everybody who knows the old date is notified: all units if the meeting is published, else those invited.
    const invited = await loadInvited(ctx, doc._id);
    const knowing = rows.filter(row => doc.shown === true || invited.has(row._id));
    return {
      set: { ...changes, ...times, publication: 'EDITED' },
      with: [
        ...answered.map(row => ({
          definition: conferenceUnit,
          action: 'move',
          quiet: true,
          update: { doc: row, set: { beforeChange: true }, keepVersion: true },
        })),
        ...(await surveyMoved(ctx, doc, { ...doc, ...changes, ...times })),
      ],
      async also(session) {
        const occasion = ctx.now.toISOString();
        for (const [channels, some] of byChannels(knowing, invited))
          await queueTellings(ctx, some, { kind: 'MOVE', channels, occasion }, session);
      },
    };
  },
  async 'open-meeting'(ctx, doc, input) {
    const opens = new Date(doc.startAt.getTime() - OPENS_BEFORE * MINUTE_MS);
    if (ctx.now < opens) failState('startAt', 'early', { from: timeText(opens, ctx.project.timeZone) });
    const leaders = {
      chairId: input.chairId ?? (input.chairName ? null : doc.chairId),
      chairName: input.chairName ?? (input.chairId ? null : doc.chairName),
      secretaryId: input.secretaryId ?? (input.secretaryName ? null : doc.secretaryId),
      secretaryName: input.secretaryName ?? (input.secretaryId ? null : doc.secretaryName),
    };
    assertComplete(
      (['chair', 'secretary'] as const)
        .filter(office => !leaders[`${office}Id`] && !leaders[`${office}Name`])
        .map(office => `${office}Name`),
    );
    await assertNoOtherMeeting(ctx, doc);
    const quorum = isQuorum(doc);
    const [present, eligible] = [presentOf(doc), eligibleOf(doc)];
    const { quorumBasis: basis, quorumPercent: needed } = doc;
    if (!quorum && input.withoutQuorum !== true)
      fail('QUORUM_NOT_REACHED', { present: present.heads, eligible: eligible.heads, needed, basis });
    if (!quorum && !input.reason) failFields({ reason: { code: 'REQUIRED' } });
    return {
      set: {
        phase: 'MEETING',
        openedAt: ctx.now,
        ...leaders,
        withoutQuorum: !quorum,
        ...(!quorum && { reason: input.reason }),
      },
      first: async session => {
        await serializeBy(`conference ${ctx.projectId}`, session);
        await assertNoOtherMeeting(ctx, doc);
      },
    };
  },
  async end(ctx, doc, { outcome, note }) {
    if (outcome === 'HELD' && doc.phase !== 'MEETING') failState('outcome', 'notOpened');
    const sheet = await sheetInTheWay(ctx, doc._id);
    if (sheet) failState('voteSheet', 'sheet', { sheet: sheet.title });
    if (outcome !== 'HELD' && !note) failFields({ note: { code: 'REQUIRED' } });
    const rows = doc.shown === true ? await loadRows(ctx, { conferenceId: doc._id }) : [];
    return {
      set: { outcome, note: note ?? null, phase: 'CLOSED', endedAt: ctx.now },
      with: await surveyEnded(ctx, doc._id),
      also: session =>
        queueTellings(ctx, rows, { kind: 'END', occasion: 'once', ...(note && { text: note }) }, session),
    };
  },
  async reconvene(ctx, doc, { startAt }) {
    const begins = new Date(startAt);
    if (doc.reconvenedToId) failState('reconvenedToId', 'reconvened');
    if (!doc.endAt || begins <= doc.endAt) reversed('startAt', 'againLate');
    const copied = Object.fromEntries(COPIED.map(name => [name, fieldOf(doc, name)]));
    const values = { ...copied, startAt: begins, reconvenedFromId: doc._id, authorId: ctx.employeeId };
    const times = timesOf(ctx, { startAt: begins, durationMinutes: doc.durationMinutes }, null);
    const insert = await build(ctx, conference, { ...values, ...times });
    return {
      set: { reconvenedToId: insert._id },
      with: [{ definition: conference, action: 'create', insert }],
    };
  },
} satisfies ActionsOf<typeof conference>;

/** Fields that are copied to a repeat meeting. */
const COPIED = Object.entries(conference.fields)
  .filter(([name, field]) => !('readOnly' in field) && name !== 'startAt' && name !== 'registrationClosesAt')
  .map(([name]) => name);
