import type { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { answersOf, voteQuestionsOf, voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { type Session, transaction } from '../../../kit/database/database.ts';
import { holdUsed, withShard } from '../../../kit/store/guards.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import { speaksFor } from '../answers/answers.ts';
import { loadMeeting, loadRows } from '../desk/electorate.ts';
import { failState } from '../rules.ts';
import { ballots, markId, markRows, marks, openCast, randomHex, receiptOf, sealCast } from './store.ts';

export async function loadSheet(ctx: Ctx, id: string, session: Session | null = null): Promise<Doc<typeof voteSheet>> {
  const sheet = await records(voteSheet).in(session).get(ctx, id);
  return sheet ?? fail('NOT_FOUND');
}

/** Refuses ballots outside the voting period, by the server's clock. */
function assertOpen(ctx: Ctx, sheet: Doc<typeof voteSheet>): void {
  const over = sheet.closesAt !== null && sheet.closesAt <= ctx.now;
  if (sheet.status !== 'OPEN' || over) fail('VOTE_CLOSED');
}

/** The row that a ballot is cast for: of the caller's unit, of a unit that they represent, or as chosen at the desk. */
async function loadVoter(
  ctx: Ctx,
  sheet: Doc<typeof voteSheet>,
  rowId: string | undefined,
): Promise<Doc<typeof conferenceUnit>> {
  const meeting = await loadMeeting(ctx, sheet.conferenceId);
  if (ctx.kind !== 'resident') {
    if (!rowId) return failFields({ conferenceUnitId: { code: 'REQUIRED' } });
    const [row] = await loadRows(ctx, { conferenceId: meeting._id, _id: rowId });
    return row ?? fail('NOT_FOUND');
  }
  // Residents cannot see drafts.
  if (meeting.shown !== true || sheet.status === 'DRAFT') return fail('NOT_FOUND');
  const [row] = await loadRows(ctx, {
    conferenceId: meeting._id,
    ...(rowId ? { _id: rowId } : { unitId: ctx.unitId }),
  });
  if (!row) return fail('NOT_FOUND');
  const held = row.attendance === 'AUTHORIZED' && row.representativeId === ctx.residentId;
  const isOwnUnit = row.unitId === ctx.unitId;
  if (!held && !isOwnUnit) return fail('NOT_FOUND');
  if (!held && !(await speaksFor(ctx))) fail('FORBIDDEN');
  return row;
}

/** Requires one valid answer per question. */
function assertKnownAnswers(sheet: Doc<typeof voteSheet>, answers: readonly number[]): void {
  const questions = voteQuestionsOf(sheet);
  const wrong = questions.findIndex((question, n) => {
    const answer = answers[n];
    return answer === undefined || answer < 1 || answer > answersOf(question).length;
  });
  if (wrong >= 0) failFields({ [`answers.${wrong}`]: { code: 'CHOICE_INVALID' } });
  if (answers.length > questions.length)
    failFields({ answers: { code: 'TOO_MANY', params: { max: questions.length } } });
}

interface Given {
  answers: number[];
  nonce: string;
  conferenceUnitId?: string | undefined;
}

/**
 * Casts a ballot: the unit's mark and the ballot are written together without a link between them. There is no event row, and neither sheet nor row
 * of the unit changes (domain.md, ruling 38).
 */
export async function castBallot(ctx: Ctx, id: string, input: Given): Promise<{ receipt: string }> {
  ctx.once = null;
  const sheet = await loadSheet(ctx, id);
  const row = await loadVoter(ctx, sheet, input.conferenceUnitId);
  assertOpen(ctx, sheet);
  const channel: 'APP' | 'DESK' = ctx.kind === 'resident' ? 'APP' : 'DESK';
  if (!sheet.channels.some(way => way.channel === channel)) failState('channels', 'channel');
  if (sheet.who === 'PRESENT' && row.checkIn !== 'CHECKED_IN') fail('VOTE_NOT_PRESENT');
  if (!/^[0-9a-f]{64}$/.test(input.nonce)) failFields({ nonce: { code: 'CODE_INVALID' } });
  assertKnownAnswers(sheet, input.answers);
  const { projectId } = ctx;
  const cast = { answers: input.answers, hundredths: row.hundredths };
  const hash = receiptOf(id, cast, input.nonce);
  const ballot = { projectId, sheetId: id, sealed: sealCast(projectId, id, cast), hash, channel };
  const open = sheet.secret === false;
  await withShard(shard =>
    transaction(async session => {
      // Locked against closing, which waits for concurrent ballots.
      await holdUsed([{ id, field: '' }], new Set(), shard, session);
      const now = await loadSheet(ctx, id, session);
      if (now.status !== 'OPEN') fail('VOTE_CLOSED');
      const _id = markId(id, row._id);
      const before = await marks().findOne({ _id }, { session });
      if (before?.how === 'PAPER') fail('VOTE_PAPER_ISSUED');
      if (before && !open) fail('VOTE_CAST');
      if (!before) {
        await marks().insertOne({ _id, projectId, sheetId: id, rowId: row._id, how: 'ONLINE' }, { session });
        await markRows(projectId, [row._id], 'ballotsOnline', id, session);
      }
      if (open) {
        const key = { _id: _id, projectId, sheetId: id };
        await ballots().updateOne(key, { $set: { ...ballot, rowId: row._id } }, { upsert: true, session });
      } else await ballots().insertOne({ _id: randomHex(12), ...ballot }, { session });
    }),
  ).catch(error => {
    // Two ballots of one unit at once: only one is stored.
    if (error?.code === 11000) fail('VOTE_CAST');
    throw error;
  });
  return { receipt: hash };
}

/** Choices of each unit in an open vote, once it is counted; those of a secret vote are never revealed. */
export async function openBallots(ctx: Ctx, id: string) {
  const sheet = await loadSheet(ctx, id);
  if (sheet.secret !== false || sheet.status !== 'COUNTED') return fail('RESULT_NOT_COUNTED');
  const rows = await ballots().find({ projectId: ctx.projectId, sheetId: id }).toArray();
  return rows.flatMap(({ rowId, sealed }) =>
    rowId ? [{ conferenceUnitId: rowId, answers: openCast(ctx.projectId, id, sealed).answers ?? [] }] : [],
  );
}
