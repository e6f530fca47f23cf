import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { metresOf } from '@lobby/shared/modules/conference-math.ts';
import type { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { db, type Session } from '../../../kit/database/database.ts';
import { serializeBy } from '../../../kit/database/serialize.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import { type ActionsOf, perform, type RequestOf, type Values } from '../../../kit/records/typed-behaviour.ts';
import { keepBeside } from '../../../kit/store/beside.ts';
import { lockAgainst } from '../../../kit/store/guards.ts';
import { type Doc, fieldOf, records, type Where } from '../../../kit/store/records.ts';
import { type Change, VersionConflict } from '../../../kit/store/save.ts';
import { collectionOf } from '../../../kit/store/schema.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { isPresent } from '../answers/counts.ts';
import { loadMeeting, loadRows, meetingAt } from '../desk/electorate.ts';
import { queueTellings } from '../papers/notices.ts';
import { failState } from '../rules.ts';
import { countSheet, presentBase } from './count.ts';
import { issuePaper, loadKeyed, papersBeyond, takePapers } from './papers.ts';
import { bases, marks } from './store.ts';

const MOST_SHEETS = 20;

const loadSheets = (ctx: Ctx, query: Where<typeof voteSheet>): Promise<Doc<typeof voteSheet>[]> =>
  records(voteSheet).find(ctx, query, { patience: 2000 });

/** Validates a sheet; nothing changes after its opening. */
export async function completeSheet(
  ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof voteSheet>,
): Promise<Values<typeof voteSheet>> {
  if (kind === 'remove') {
    if (doc.status !== 'DRAFT') failState('status', 'voteOpened');
    return values;
  }
  if (doc && doc.status !== 'DRAFT') {
    const [first = 'questions'] = Object.keys(values);
    failFields({ [first]: { code: 'VOTE_QUESTIONS_FIXED' } }, 'VOTE_QUESTIONS_FIXED');
  }
  const meeting = await meetingAt(ctx, values.conferenceId ?? doc?.conferenceId);
  if (meeting.status === 'ENDED') failState('conferenceId', 'ended');
  for (const name of ['channels', 'questions'] as const)
    if (values[name]?.length === 0) failFields({ [name]: { code: 'TOO_FEW', params: { min: 1 } } });
  if (kind === 'create' && (await loadSheets(ctx, { conferenceId: meeting._id })).length >= MOST_SHEETS)
    failFields({ conferenceId: { code: 'TOO_MANY', params: { max: MOST_SHEETS } } });
  const { questions } = values;
  return questions ? { ...values, asked: questions.length } : values;
}

/** Number of online votes and issued papers, from marks only. */
async function loadTurnout(ctx: Ctx, sheet: Doc<typeof voteSheet>) {
  const marked = await marks().find({ projectId: ctx.projectId, sheetId: sheet._id }).toArray();
  const cast = marked.filter(({ how }) => how === 'ONLINE');
  const rows = await loadRows(ctx, { conferenceId: sheet.conferenceId, _id: { $in: cast.map(({ rowId }) => rowId) } });
  const hundredths = rows.reduce((sum, row) => sum + row.hundredths, 0);
  const issuedPaper = marked.length - cast.length;
  return { castOnline: cast.length, castWeight: metresOf(hundredths), issuedPaper };
}

/** Notifies followers of the meeting that its votes changed; residents receive events of the meeting only. */
const movedOn = (meeting: Doc<typeof conference>): Change[] => [
  {
    definition: conference,
    action: 'votes',
    // The unchanged phase is included because residents receive only events that touch a field visible to them.
    note: { before: { phase: meeting.phase }, after: { phase: meeting.phase } },
    update: { doc: meeting, set: {}, keepVersion: true },
  },
];

/** Rows that were notified of the opening of a sheet. */
async function askedBefore(
  ctx: Ctx,
  sheet: Doc<typeof voteSheet>,
  session: Session,
): Promise<Doc<typeof conferenceUnit>[]> {
  const rows = await loadRows(ctx, { conferenceId: sheet.conferenceId }, session);
  if (sheet.who !== 'PRESENT') return rows;
  const there = new Set((await bases().findOne({ _id: sheet._id }, { session }))?.rowIds ?? []);
  return rows.filter(row => there.has(row._id) || row.checkIn === 'CHECKED_IN');
}

/** Current number and weight of units that may vote if presence is required; those that arrive later count too. */
async function presentNow(ctx: Ctx, sheet: Doc<typeof voteSheet>, now: Date) {
  const { present } = await presentBase(ctx, sheet, now);
  return { presentHeads: present.heads, presentWeight: metresOf(present.hundredths) };
}

export const voteActs = {
  async open(ctx, doc) {
    const meeting = await loadMeeting(ctx, doc.conferenceId);
    if (meeting.status !== 'ONGOING') failState('status', 'notOngoing');
    if (doc.who === 'PRESENT' && meeting.phase !== 'MEETING') failState('phase', 'notMeeting');
    const beside = async () => {
      const [other] = await loadSheets(ctx, { conferenceId: meeting._id, status: 'OPEN', _id: { $ne: doc._id } });
      if (other && (doc.oneAtATime === true || other.oneAtATime === true))
        failState('oneAtATime', 'voteBeside', { sheet: other.title });
    };
    await beside();
    const rows = await loadRows(ctx, { conferenceId: meeting._id });
    const present = rows.filter(isPresent);
    const hundredths = present.reduce((sum, row) => sum + row.hundredths, 0);
    const minutes = doc.minutes ?? 0;
    return {
      with: movedOn(meeting),
      set: {
        openedAt: ctx.now,
        closesAt: minutes > 0 ? new Date(ctx.now.getTime() + minutes * MINUTE_MS) : null,
        presentHeads: present.length,
        presentWeight: metresOf(hundredths),
      },
      first: async session => {
        await serializeBy(`votes ${meeting._id}`, session);
        await beside();
      },
      async also(session) {
        const rowIds = present.map(({ _id }) => _id);
        await bases().updateOne(
          { _id: doc._id },
          { $set: { projectId: ctx.projectId, rowIds } },
          { upsert: true, session },
        );
        if (meeting.shown !== true) return;
        const voters = doc.who === 'PRESENT' ? present : rows;
        await queueTellings(ctx, voters, { kind: 'VOTE', occasion: doc._id, text: doc.title }, session);
      },
    };
  },
  async close(ctx, doc) {
    return {
      with: movedOn(await loadMeeting(ctx, doc.conferenceId)),
      set: {
        closedAt: ctx.now,
        ...(await presentNow(ctx, doc, ctx.now)),
        ...(await loadTurnout(ctx, doc)),
      },
      first: session => lockAgainst([doc._id], session),
    };
  },
  async count(ctx, doc) {
    const keyed = await loadKeyed(ctx, doc);
    const open = keyed.once + keyed.different;
    if (open > 0) fail('VOTE_PAPER_OPEN', { count: open });
    if ((await papersBeyond(ctx, doc)) > 0) fail('VOTE_PAPER_NOT_ISSUED');
    return {
      with: movedOn(await loadMeeting(ctx, doc.conferenceId)),
      set: {
        countedAt: ctx.now,
        keyedPaper: keyed.agreed,
        ...(await loadTurnout(ctx, doc)),
        ...(await countSheet(ctx, doc)),
      },
      async first(session) {
        await lockAgainst([doc._id], session);
        await takePapers(doc._id, session);
        // A paper was entered during counting.
        if (JSON.stringify(await loadKeyed(ctx, doc, session)) !== JSON.stringify(keyed)) throw new VersionConflict();
      },
    };
  },
  async cancel(ctx, doc, { reason }) {
    const meeting = await loadMeeting(ctx, doc.conferenceId);
    const text = `${doc.title}: ${reason}`;
    return {
      with: doc.status === 'DRAFT' ? [] : movedOn(meeting),
      first: session => lockAgainst([doc._id], session),
      async also(session) {
        if (meeting.shown !== true || doc.status === 'DRAFT') return;
        const voters = await askedBefore(ctx, doc, session);
        await queueTellings(ctx, voters, { kind: 'VOTE_OFF', occasion: doc._id, text }, session);
      },
    };
  },
  'issue-paper': issuePaper,
} satisfies ActionsOf<typeof voteSheet>;

/** Closes due sheets and updates turnout in batches, so that it does not reveal who just voted. Idempotent, and safe on several servers. */
export const votesJob = defineJob({
  name: 'votes of owners',
  every: '* * * * * *',
  findProjects: () =>
    db()
      .collection<Doc<typeof voteSheet>>(collectionOf(voteSheet))
      .distinct('projectId', { status: 'OPEN', deletedAt: null }),
  perProject: async ctx =>
    attemptEach(await loadSheets(ctx, { status: 'OPEN' }), async sheet => {
      if (sheet.closesAt && sheet.closesAt <= ctx.now)
        return perform(ctx, { definition: voteSheet, name: 'close', id: sheet._id, input: {} }, voteActs.close);
      const set = { ...(await loadTurnout(ctx, sheet)), ...(await presentNow(ctx, sheet, ctx.now)) };
      if (Object.entries(set).every(([name, value]) => fieldOf(sheet, name) === value)) return null;
      // Written without event or timestamp: with the known weights, a series of updates would reveal when each unit voted (domain.md, ruling 38).
      await keepBeside(voteSheet, ctx, { _id: sheet._id, status: 'OPEN' }, { set });
      return null;
    }),
});
