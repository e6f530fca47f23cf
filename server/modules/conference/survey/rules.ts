import { conference } from '@lobby/shared/modules/conference.ts';
import {
  conferenceAnswer,
  conferenceSurvey,
  type Question,
  questionsOf,
} from '@lobby/shared/modules/conference-survey.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../../kit/base/errors.ts';
import { transaction } from '../../../kit/database/database.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import { blindIndex } from '../../../kit/privacy/personal.ts';
import { build } from '../../../kit/records/records.ts';
import { type ActionsOf, perform, type RequestOf, type Values } from '../../../kit/records/typed-behaviour.ts';
import { keepBeside } from '../../../kit/store/beside.ts';
import { holdUsed, lockAgainst, withShard } from '../../../kit/store/guards.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { type Change, retryOnConflict, save, VersionConflict } from '../../../kit/store/save.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { speaksFor } from '../answers/answers.ts';
import { loadMeeting, loadRows, meetingAt } from '../desk/electorate.ts';
import { queueTellings } from '../papers/notices.ts';
import { channelsOf, failState } from '../rules.ts';
import { blanks, type Given, linesOf, readSheet, sealBlank } from './sheets.ts';

/** Properties of a question that are fixed once it was answered; wording may change. */
const shapeOf = (question: Question) => {
  const { kind, other, maxChoices, min, max, required, options } = question;
  const count = (options ?? '').split('\n').filter(line => line.trim()).length;
  return JSON.stringify([kind, count, other ?? false, maxChoices ?? null, min ?? null, max ?? null, required ?? false]);
};

export async function completeSurvey(
  ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof conferenceSurvey>,
): Promise<Values<typeof conferenceSurvey>> {
  if (kind === 'remove') {
    if (doc.status !== 'DRAFT') failState('status', 'surveyOpened');
    return values;
  }
  if (kind === 'update') {
    const [first = 'questions'] = Object.keys(values);
    if (doc.status === 'CLOSED') failFields({ [first]: { code: 'SURVEY_CLOSED' } }, 'SURVEY_CLOSED');
    const { answers } = doc;
    const [before, after] = [questionsOf(doc), values.questions === undefined ? null : questionsOf(values)];
    const isKept = (question: Question, n: number) => {
      const was = before[n];
      return was !== undefined && shapeOf(question) === shapeOf(was);
    };
    const changed = after && (before.length !== after.length || !after.every(isKept));
    if (answers > 0 && changed)
      failFields({ questions: { code: 'SURVEY_QUESTIONS_FIXED' } }, 'SURVEY_QUESTIONS_FIXED', { answers });
    if (answers > 0 && values.anonymous !== undefined && values.anonymous !== doc.anonymous)
      failFields({ anonymous: { code: 'SURVEY_QUESTIONS_FIXED' } }, 'SURVEY_QUESTIONS_FIXED', { answers });
  }
  const meeting = await meetingAt(ctx, values.conferenceId ?? doc?.conferenceId);
  if (meeting.status === 'ENDED' && kind === 'create') failState('conferenceId', 'ended');
  const closesAt = new Date(values.closesAt ?? doc?.closesAt ?? meeting.startAt);
  const end = meeting.endAt;
  if (end && closesAt > end)
    failFields(
      { closesAt: { code: 'DATES_REVERSED', params: { why: 'conference.state.surveyLate' } } },
      'DATES_REVERSED',
    );
  return { ...values, closesAt, meetingKey: meeting._id };
}

/** Rows whose units have not answered the survey. */
export async function silentRows(
  ctx: Ctx,
  survey: Doc<typeof conferenceSurvey>,
): Promise<Doc<typeof conferenceUnit>[]> {
  const rows = await loadRows(ctx, { conferenceId: survey.conferenceId });
  const answered = await answeredUnits(ctx, survey, rows);
  return rows.filter(({ unitId }) => !answered.has(unitId ?? ''));
}

/** Key of a unit's anonymous sheet; the unit cannot be derived from it. */
const markOf = (ctx: Ctx, surveyId: string, unitId: string) =>
  blindIndex(ctx.projectId, 'conference-survey', `${surveyId}:${unitId}`);

/** Units of these rows that have answered, without their answers. */
export async function answeredUnits(
  ctx: Ctx,
  survey: Doc<typeof conferenceSurvey>,
  rows: readonly Doc<typeof conferenceUnit>[],
): Promise<Set<string>> {
  if (survey.anonymous !== true) {
    const units = rows.flatMap(({ unitId }) => unitId ?? []);
    const answers = await records(conferenceAnswer).find(
      ctx,
      { surveyId: survey._id, unitId: { $in: units } },
      { only: ['unitId'] },
    );
    return new Set(answers.flatMap(({ unitId }) => unitId ?? []));
  }
  const marks = new Set(
    (
      await blanks()
        .find({ projectId: ctx.projectId, surveyId: survey._id }, { projection: { _id: 1 } })
        .toArray()
    ).map(({ _id }) => _id),
  );
  return new Set(rows.flatMap(({ unitId }) => unitId ?? []).filter(id => marks.has(markOf(ctx, survey._id, id))));
}

export const surveyActs = {
  async open(ctx, doc) {
    const meeting = await loadMeeting(ctx, doc.conferenceId);
    if (meeting.status !== 'ONGOING') failState('conferenceId', 'notOngoing');
    if (questionsOf(doc).length === 0) fail('SURVEY_EMPTY');
    const rows = meeting.shown === true ? await loadRows(ctx, { conferenceId: meeting._id }) : [];
    return {
      set: { openedAt: ctx.now, opensAt: doc.opensAt ?? ctx.now },
      also: session => queueTellings(ctx, rows, { kind: 'SURVEY', occasion: doc._id, text: doc.title }, session),
    };
  },
  close: (ctx, doc) => ({ set: { closedAt: ctx.now }, first: session => lockAgainst([doc._id], session) }),
  async remind(ctx, doc, { channels }) {
    const ways = channelsOf(ctx, channels);
    const rows = await silentRows(ctx, doc);
    const occasion = `${doc._id}-${ctx.now.toISOString()}`;
    const text = doc.title;
    return { also: session => queueTellings(ctx, rows, { kind: 'SURVEY', channels: ways, occasion, text }, session) };
  },
  async copy(ctx, doc, { conferenceId }) {
    const { title, intro, anonymous, required, questions } = doc;
    const meeting = await loadMeeting(ctx, conferenceId);
    if (meeting.status === 'ENDED') failState('conferenceId', 'ended');
    const values = {
      title,
      intro,
      anonymous,
      required,
      questions,
      conferenceId,
      closesAt: meeting.startAt,
      meetingKey: meeting._id,
    };
    const insert = await build(ctx, conferenceSurvey, values);
    return { with: [{ definition: conferenceSurvey, action: 'create', insert }] };
  },
} satisfies ActionsOf<typeof conferenceSurvey>;

interface Answered {
  values: Given;
  unitId?: string | undefined;
  channel?: 'DESK' | 'PAPER' | undefined;
  /** Replaces the sheet entered for the unit before. */
  replace?: boolean | undefined;
}

/** Stores a unit's answers, replacing earlier ones until the survey closes. */
export const answerSurvey = (ctx: Ctx, id: string, input: Answered): Promise<{ answered: true }> =>
  retryOnConflict(async () => {
    const survey = await records(conferenceSurvey).get(ctx, id);
    if (!survey) return fail('NOT_FOUND');
    const meeting = await loadMeeting(ctx, survey.conferenceId);
    const unitId = ctx.kind === 'resident' ? ctx.unitId : input.unitId;
    if (!unitId) return failFields({ unitId: { code: 'REQUIRED' } });
    const [row] = await loadRows(ctx, { conferenceId: meeting._id, unitId });
    const hidden = ctx.kind === 'resident' && (meeting.shown !== true || survey.status === 'DRAFT');
    if (!row || hidden) return fail('NOT_FOUND');
    if (ctx.kind === 'resident' && !(await speaksFor(ctx))) fail('FORBIDDEN');
    const over = survey.closesAt !== null && survey.closesAt <= ctx.now;
    if (survey.status !== 'OPEN' || over || meeting.status === 'ENDED') fail('SURVEY_CLOSED');
    const answers = readSheet(survey, input.values);
    if (ctx.kind !== 'resident' && !input.replace && (await answeredUnits(ctx, survey, [row])).size > 0)
      failFields({ unitId: { code: 'SURVEY_ANSWERED' } }, 'SURVEY_ANSWERED');
    if (survey.anonymous === true) await keepBlank(ctx, survey, row, answers);
    else
      await save(ctx, await namedChange(ctx, survey, row, input, answers)).catch(error => {
        // Two people of a household answered at once: the later answer replaces the earlier.
        if (error instanceof Refusal && error.code === 'ALREADY_EXISTS') throw new VersionConflict();
        throw error;
      });
    return { answered: true };
  });

const counted = (survey: Doc<typeof conferenceSurvey>, isNew: boolean): Change => ({
  definition: conferenceSurvey,
  action: 'answer',
  // The event reveals only that somebody answered.
  note: { before: null, after: null },
  update: { doc: survey, set: {}, inc: { answers: isNew ? 1 : 0 }, keepVersion: true, while: { status: 'OPEN' } },
});

/**
 * Stores an anonymous sheet like a ballot: without event row, stored idempotency key, version or timestamp of the survey, as each would reveal the
 * time of the answer.
 */
async function keepBlank(
  ctx: Ctx,
  survey: Doc<typeof conferenceSurvey>,
  row: Doc<typeof conferenceUnit>,
  values: BlankValues,
): Promise<void> {
  ctx.once = null;
  const { _id: id } = survey;
  const ofSurvey = { projectId: ctx.projectId, surveyId: id };
  const sheet = sealBlank(ofSurvey, { blockId: row.blockId ?? '', values, hundredths: row.hundredths });
  await withShard(shard =>
    transaction(async session => {
      // Locked against closing, which waits for concurrent answers.
      await holdUsed([{ id, field: '' }], new Set(), shard, session);
      const now = await records(conferenceSurvey).in(session).first(ctx, { _id: id, status: 'OPEN' });
      if (!now) return fail('SURVEY_CLOSED');
      // Anonymity was changed since it was read: retried.
      if (now.anonymous !== true) throw new VersionConflict();
      const key = { _id: markOf(ctx, id, row.unitId ?? '') };
      const { upsertedCount } = await blanks().updateOne(key, { $set: sheet }, { upsert: true, session });
      if (upsertedCount > 0) await keepBeside(conferenceSurvey, ctx, { _id: id }, { add: { answers: 1 } }, session);
    }),
  );
}
type BlankValues = ReturnType<typeof readSheet>;

async function namedChange(
  ctx: Ctx,
  survey: Doc<typeof conferenceSurvey>,
  row: Doc<typeof conferenceUnit>,
  input: Answered,
  answers: BlankValues,
): Promise<Change[]> {
  const sheetKey = `${survey._id}:${row.unitId}`;
  const before = await records(conferenceAnswer).first(ctx, { surveyId: survey._id, unitId: row.unitId ?? '' });
  const values = {
    answeredAt: ctx.now,
    answeredBy: ctx.actor.name.slice(0, 100),
    values: linesOf(answers),
    channel: ctx.kind === 'resident' ? 'APP' : (input.channel ?? 'DESK'),
  };
  const fresh = { surveyId: survey._id, unitId: row.unitId, sheetKey, ...values };
  const { channel } = values;
  return [
    {
      definition: conferenceUnit,
      action: 'answer-survey',
      // The event contains the channel, not the answers.
      note: { before: null, after: { channel } },
      update: { doc: row, set: {}, keepVersion: true },
    },
    before
      ? { definition: conferenceAnswer, action: 'answer', update: { doc: before, set: values } }
      : { definition: conferenceAnswer, action: 'create', insert: await build(ctx, conferenceAnswer, fresh) },
    counted(survey, !before),
  ];
}

/** Opens and closes surveys that are due; idempotent, and safe on several servers. */
export const surveysJob = defineJob({
  name: 'surveys of owners',
  every: '* * * * *',
  async perProject(ctx) {
    const scope = { projectId: ctx.projectId, deletedAt: null };
    const open = await records(conferenceSurvey).find(ctx, { ...scope, status: 'OPEN' }, { only: ['conferenceId'] });
    const meetings = open.map(({ conferenceId }) => conferenceId);
    const over = await records(conference).find(
      ctx,
      { ...scope, status: 'ENDED', _id: { $in: meetings } },
      { only: ['_id'] },
    );
    const closes = [{ closesAt: { $lte: ctx.now } }, { conferenceId: { $in: over.map(({ _id }) => _id) } }];
    const steps = [
      ['open', { status: 'DRAFT', opensAt: { $ne: null, $lte: ctx.now } }],
      ['close', { status: 'OPEN', $or: closes }],
    ] as const;
    return attemptEach(steps, async ([name, due]) =>
      attemptEach(await records(conferenceSurvey).find(ctx, { ...scope, ...due }), ({ _id }) =>
        perform(ctx, { definition: conferenceSurvey, name, id: _id, input: {} }, surveyActs[name]),
      ),
    );
  },
});
