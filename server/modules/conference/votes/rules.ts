import { metresOf } from '@lobby/shared/modules/conference-math.ts';
import { voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { type Ctx, systemCtx } from '../../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../../kit/base/errors.ts';
import { takeTurn } from '../../../kit/database/turns.ts';
import { act, type Rule } from '../../../kit/records/act.ts';
import type { Request } from '../../../kit/records/behaviour.ts';
import { holdAgainst } from '../../../kit/store/guards.ts';
import { Overtaken, save } from '../../../kit/store/save.ts';
import { modelOf, type Stored } from '../../../kit/store/schema.ts';
import { projects, settingsOf } from '../../../platform/projects/projects.ts';
import { isPresent } from '../counts.ts';
import { meetingAt, meetingOf, rowsOf } from '../electorate.ts';
import { refuseState } from '../rules.ts';
import { queueTellings } from '../tellings.ts';
import { countSheet, presentBase } from './count.ts';
import { issuePaper, keyedOf } from './papers.ts';
import { bases, marks } from './store.ts';

type Values = Record<string, unknown>;

const MOST_SHEETS = 20;
const MINUTE_MS = 60_000;

const sheetsOf = (ctx: Ctx, query: Values): Promise<Stored[]> =>
  modelOf(voteSheet)
    .find({ projectId: ctx.projectId, deletedAt: null, ...query })
    .maxTimeMS(2000)
    .lean<Stored[]>();

/** Completes a sheet; nothing of it changes once it was opened. */
export async function completeSheet(ctx: Ctx, { kind, values, doc }: Request): Promise<Values> {
  if (kind === 'remove') {
    if (doc.status !== 'DRAFT') refuseState('status', 'voteOpened');
    return values;
  }
  if (doc && doc.status !== 'DRAFT') fail('VOTE_QUESTIONS_FIXED');
  const meeting = await meetingAt(ctx, values.conferenceId ?? doc?.conferenceId);
  if (meeting.status === 'ENDED') refuseState('conferenceId', 'ended');
  for (const name of ['channels', 'questions'])
    if (Array.isArray(values[name]) && values[name].length === 0)
      failFields({ [name]: { code: 'TOO_FEW', params: { min: 1 } } });
  if (kind === 'create' && (await sheetsOf(ctx, { conferenceId: meeting._id })).length >= MOST_SHEETS)
    failFields({ conferenceId: { code: 'TOO_MANY', params: { max: MOST_SHEETS } } });
  return values;
}

/** How many have voted online, by their marks: never by what they said. */
async function turnoutOf(ctx: Ctx, sheet: Stored): Promise<{ castOnline: number; castWeight: number }> {
  const cast = await marks().find({ projectId: ctx.projectId, sheetId: sheet._id, how: 'ONLINE' }).toArray();
  const rows = await rowsOf(ctx, { conferenceId: sheet.conferenceId, _id: { $in: cast.map(({ rowId }) => rowId) } });
  const hundredths = rows.reduce((sum, row) => sum + Number(row.hundredths), 0);
  return { castOnline: cast.length, castWeight: metresOf(hundredths) };
}

export const voteActs: Readonly<Record<string, Rule>> = {
  async open(ctx, doc) {
    const meeting = await meetingOf(ctx, doc.conferenceId);
    if (meeting.status !== 'ONGOING') refuseState('status', 'notOngoing');
    if (doc.who === 'PRESENT' && meeting.phase !== 'MEETING') refuseState('phase', 'notMeeting');
    const beside = async () => {
      const [other] = await sheetsOf(ctx, { conferenceId: meeting._id, status: 'OPEN', _id: { $ne: doc._id } });
      if (other && (doc.oneAtATime === true || other.oneAtATime === true))
        refuseState('oneAtATime', 'voteBeside', { sheet: other.title });
    };
    await beside();
    const rows = await rowsOf(ctx, { conferenceId: meeting._id });
    const present = rows.filter(isPresent);
    const hundredths = present.reduce((sum, row) => sum + Number(row.hundredths), 0);
    const minutes = Number(doc.minutes ?? 0);
    return {
      set: {
        openedAt: ctx.now,
        closesAt: minutes > 0 ? new Date(ctx.now.getTime() + minutes * MINUTE_MS) : null,
        presentHeads: present.length,
        presentWeight: metresOf(hundredths),
      },
      first: async session => {
        await takeTurn(`votes ${meeting._id}`, session);
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
        const asked = doc.who === 'PRESENT' ? present : rows;
        await queueTellings(ctx, asked, { kind: 'VOTE', occasion: doc._id }, session);
      },
    };
  },
  async close(ctx, doc) {
    const { heads, hundredths } = await presentBase(ctx, doc, ctx.now);
    return {
      set: {
        closedAt: ctx.now,
        presentHeads: heads,
        presentWeight: metresOf(hundredths),
        ...(await turnoutOf(ctx, doc)),
      },
      first: session => holdAgainst([doc._id], session),
    };
  },
  async count(ctx, doc) {
    const { once, different, agreed } = await keyedOf(ctx, doc);
    if (once + different > 0) fail('VOTE_PAPER_OPEN', { count: once + different });
    return {
      set: { countedAt: ctx.now, keyedPaper: agreed, ...(await turnoutOf(ctx, doc)), ...(await countSheet(ctx, doc)) },
      first: session => holdAgainst([doc._id], session),
    };
  },
  cancel: (_ctx, doc) => ({ first: session => holdAgainst([doc._id], session) }),
  'issue-paper': issuePaper,
};

/** Closes sheets whose time is over, and says how many have voted: together, so that nobody learns who just did. Safe to run twice and on several servers. */
export async function turnVotes(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    for (const sheet of await sheetsOf(ctx, { status: 'OPEN' })) {
      if (sheet.closesAt instanceof Date && sheet.closesAt <= now) {
        const done = await act(ctx, voteSheet, 'close', sheet._id, {}, voteActs.close ?? (() => ({}))).catch(error => {
          if (error instanceof Refusal) return null;
          throw error;
        });
        if (done) turned++;
        continue;
      }
      const set = await turnoutOf(ctx, sheet);
      if (set.castOnline === sheet.castOnline) continue;
      const update = { doc: sheet, set, keepVersion: true, while: { status: 'OPEN', castOnline: sheet.castOnline } };
      await save(ctx, [{ definition: voteSheet, action: 'turnout', update }]).catch(error => {
        if (!(error instanceof Overtaken)) throw error;
      });
    }
  }
  return turned;
}
