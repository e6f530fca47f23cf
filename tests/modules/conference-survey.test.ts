import { db } from '@lobby/server/kit/database/database.ts';
import { surveysJob } from '@lobby/server/modules/conference/index.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { conferenceAnswer, conferenceSurvey } from '@lobby/shared/modules/conference-survey.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { inHours, meetingsOf } from '../setup/house/meetings.ts';
import { refusal } from '../setup/money/books.ts';
import { change } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, emil } = site;
const all = await meetingsOf(site);
const at = conferenceSurvey.path;
const ASKED = [
  { text: 'When shall we meet?', kind: 'SINGLE', options: 'Morning\nEvening', required: true },
  { text: 'What is missing?', kind: 'MULTIPLE', options: 'Light\nTrees\nBikes', maxChoices: 2, other: true },
  { text: 'How clean is it?', kind: 'SCALE' },
];
const make = (conferenceId: string, values: object = {}) =>
  ann.post<Row>(at, { conferenceId, title: 'What do you think?', questions: ASKED, ...values });
const put = (id: unknown, name: string, body: object = {}) => ann.put<Row>(`${at}/${id}/${name}`, body);
const result = async (id: unknown, query = '') =>
  (await ann.get<{ hidden: boolean; sheets: number; questions: Row[] }>(`${at}/${id}/result${query}`)).data;
async function opened(values: object = {}) {
  const meeting = await all.approved();
  const { data } = await make(meeting.id, values);
  await put(data.id, 'open');
  const answer = (n: 0 | 1 | 2, given: object) =>
    put(data.id, 'answer', { values: given, unitId: meeting.rows[n].unitId, channel: 'PAPER', replace: true });
  return { ...meeting, surveyId: data.id, answer };
}

it('counts units, shares and votes of each option', async () => {
  const { surveyId, answer } = await opened();
  expect((await answer(0, { 1: 1, 3: 5 })).status).toBe(200);
  await answer(2, { 1: 1, 2: [1, 3], 3: 4 });
  await answer(1, { 1: 2, 2: ['A lift'] });
  const [when, missing, clean] = (await result(surveyId)).questions;
  expect(when?.options).toMatchObject([
    { units: 2, percent: 66.67, weight: 130.25 },
    { units: 1, percent: 33.33, weight: 70.5 },
  ]);
  expect(missing).toMatchObject({ answered: 2, texts: ['A lift'] });
  expect(clean).toMatchObject({ mean: 4.5, answered: 2 });
  // A new answer of the unit replaces the previous one.
  await answer(0, { 1: 2 });
  expect((await result(surveyId)).questions[0]?.options).toMatchObject([{ weight: 80.25 }, { weight: 120.5 }]);
  expect((await ann.get<Row>(`${at}/${surveyId}`)).data.answers).toBe(3);
  expect((await ann.get<Row[]>(`${conferenceAnswer.path}?filter[surveyId][]=${surveyId}`)).data).toHaveLength(3);
});

it('stands in the activity of the unit with how it was answered, and is replaced on purpose alone', async () => {
  const { surveyId, rows } = await opened();
  const [one] = rows;
  const key = (more: object = {}) =>
    put(surveyId, 'answer', { values: { 1: 1 }, unitId: one.unitId, channel: 'PAPER', ...more });
  expect((await key()).status).toBe(200);
  expect(refusal(await key())).toEqual([409, 'SURVEY_ANSWERED', 'unitId']);
  expect((await key({ replace: true, channel: 'DESK' })).status).toBe(200);
  const entries = (await ann.get<Row[]>(`${conferenceUnit.path}/${one.id}/activities`)).data;
  const told = entries.filter(({ action }) => action === 'answer-survey');
  expect(told.map(({ after }) => after)).toEqual([{ channel: 'DESK' }, { channel: 'PAPER' }]);
  const blank = await opened({ anonymous: true });
  const sheet = { values: { 1: 1 }, unitId: blank.rows[0].unitId, channel: 'PAPER' };
  expect((await put(blank.surveyId, 'answer', sheet)).status).toBe(200);
  expect((await put(blank.surveyId, 'answer', sheet)).code).toBe('SURVEY_ANSWERED');
  const hidden = (await ann.get<Row[]>(`${conferenceUnit.path}/${blank.rows[0].id}/activities`)).data;
  expect(hidden.filter(({ action }) => action === 'answer-survey')).toEqual([]);
});

it('says that it must close before its meeting ends, and offers nothing twice', async () => {
  const meeting = await all.approved();
  const late = await make(meeting.id, { closesAt: inHours(100) });
  expect(refusal(late)).toEqual([422, 'DATES_REVERSED', 'closesAt']);
  expect(late.error.data?.fields?.closesAt?.message).toBe('The survey must close before the meeting ends.');
  const twice = await make(meeting.id, { questions: [{ text: 'When?', kind: 'SINGLE', options: 'Morning\nmorning' }] });
  expect(twice.error.data?.fields?.['questions.0.options']?.code).toBe('LISTED_TWICE');
});

it('refuses answers that do not fit, and sheets that are incomplete', async () => {
  const { surveyId, answer } = await opened();
  for (const [given, n] of [
    [{}, 1],
    [{ 1: 3 }, 1],
    [{ 1: 1, 2: [1, 2, 3] }, 2],
    [{ 1: 1, 3: 6 }, 3],
    [{ 1: 1, 4: 1 }, 4],
  ] as const)
    expect(refusal(await answer(0, given)), JSON.stringify(given)).toEqual([400, 'ANSWER_INVALID', `values.${n}`]);
  await change(conferenceSurvey, surveyId, { closesAt: new Date(Date.now() - 1000) });
  expect(refusal(await answer(0, { 1: 1 }))).toEqual([409, 'SURVEY_CLOSED']);
  expect(await surveysJob.run(new Date())).toBe(1);
  expect((await ann.get<Row>(`${at}/${surveyId}`)).data.status).toBe('CLOSED');
});

it('has thirty questions at most, and keeps them once one is answered', async () => {
  const meeting = await all.approved();
  const asks = (count: number) => ({
    questions: Array.from({ length: count }, (_, n) => ({ text: `Number ${n}`, kind: 'TEXT' })),
  });
  expect((await make(meeting.id, asks(31))).error.data?.fields?.questions?.code).toBe('TOO_MANY');
  const { data: thirty, status } = await make(meeting.id, asks(30));
  expect(status).toBe(201);
  expect((await make(meeting.id)).code).toBe('SURVEY_EXISTS');
  expect((await ann.delete(`${at}/${thirty.id}`)).status).toBe(200);
  const empty = await make(meeting.id, { questions: [] });
  expect((await put(empty.data.id, 'open')).code).toBe('SURVEY_EMPTY');
  const { surveyId, answer } = await opened();
  await answer(0, { 1: 1 });
  const version = (await ann.get<Row>(`${at}/${surveyId}`)).data.version;
  const fewer = await ann.put(`${at}/${surveyId}`, { version, questions: ASKED.slice(1) });
  expect([fewer.status, fewer.code, fewer.error.data?.answers]).toEqual([409, 'SURVEY_QUESTIONS_FIXED', 1]);
  const mended = ASKED.map((one, n) => (n ? one : { ...one, text: 'When do we meet?' }));
  expect((await ann.put(`${at}/${surveyId}`, { version, questions: mended })).status).toBe(200);
  expect((await ann.delete(`${at}/${surveyId}`)).code).toBe('CONFERENCE_STATE');
});

it('moves with its meeting, never beyond the end, and is closed when the meeting ends', async () => {
  const meeting = await all.approved({ startAt: inHours(50) });
  const { data } = await make(meeting.id, { closesAt: inHours(51) });
  await put(data.id, 'open');
  const closes = async () => Date.parse(String((await ann.get<Row>(`${at}/${data.id}`)).data.closesAt));
  const before = await closes();
  const [from, to] = [Date.parse(String((await all.read(meeting.id)).startAt)), Date.parse(inHours(80))];
  await all.act(meeting.id, 'reschedule', { startAt: new Date(to).toISOString(), reason: 'The hall is taken' });
  expect((await closes()) - before).toBe(to - from);
  // After an edit, with a shorter duration, the survey still closes at the end of the meeting.
  const edit = { version: (await all.read(meeting.id)).version, startAt: inHours(90), durationMinutes: 30 };
  const edited = await ann.put<Row>(`${conference.path}/${meeting.id}`, edit);
  expect(await closes()).toBe(Date.parse(String(edited.data.endAt)));
  expect((await all.act(meeting.id, 'end', { outcome: 'CALLED_OFF', note: 'No hall' })).status).toBe(200);
  expect((await ann.get<Row>(`${at}/${data.id}`)).data).toMatchObject({ status: 'CLOSED' });
  const late = await put(data.id, 'answer', { values: { 1: 1 }, unitId: meeting.rows[0].unitId, channel: 'PAPER' });
  expect(refusal(late)).toEqual([409, 'SURVEY_CLOSED']);
  // Left open from the time before surveys closed with their meeting.
  await change(conferenceSurvey, data.id, { status: 'OPEN', closedAt: null });
  expect(refusal(await put(data.id, 'answer', { values: { 1: 1 }, unitId: meeting.rows[0].unitId }))).toEqual([
    409,
    'SURVEY_CLOSED',
  ]);
  expect(await surveysJob.run(new Date())).toBe(1);
});

it('an anonymous survey stores nobody beside a sheet, and hides the result of few sheets', async () => {
  const { surveyId, answer, rows } = await opened({ anonymous: true });
  const stands = async () => {
    const { updatedAt, version } = (await ann.get<Row>(`${at}/${surveyId}`)).data;
    return { updatedAt, version };
  };
  const before = await stands();
  for (const n of [0, 1, 2] as const) expect((await answer(n, { 1: 1 })).status).toBe(200);
  await answer(0, { 1: 2 });
  expect(await result(surveyId)).toEqual({ sheets: 3, hidden: true, questions: [], silent: true });
  // Nothing reveals the time of an answer: no row, time or version; the number of answers is visible.
  expect(await stands()).toEqual(before);
  expect((await ann.get<Row>(`${at}/${surveyId}`)).data.answers).toBe(3);
  expect((await ann.get<Row[]>(`${conferenceAnswer.path}?filter[surveyId][]=${surveyId}`)).data).toEqual([]);
  const sheets = await db().collection('conference-blank-sheets').find({ surveyId }).toArray();
  expect(sheets).toHaveLength(3);
  for (const sheet of sheets) expect(Object.keys(sheet).toSorted()).toEqual(['_id', 'projectId', 'sealed', 'surveyId']);
  expect(new Set(sheets.map(({ sealed }) => sealed.length)).size).toBe(1);
  expect(JSON.stringify(sheets)).not.toMatch(new RegExp(rows.map(({ unitId, id }) => `${unitId}|${id}`).join('|')));
  const told = () => db().collection('events').countDocuments({ entityId: surveyId, action: 'answer' });
  expect(await told()).toBe(0);
  const [lies] = await db().listCollections({ name: 'conference-blank-sheets' }).toArray();
  expect(lies).toHaveProperty('options.clusteredIndex');
});

it('is answered in the app by who speaks for the home', async () => {
  const meeting = await all.make({ blockIds: [site.blockId], weighting: 'UNIT', eligible: 'ALL' });
  await all.act(meeting.id, 'approve');
  const { data } = await make(meeting.id);
  await all.act(meeting.id, 'show');
  // Residents do not see surveys in preparation.
  expect((await dora.get<Row[]>(at)).data).toEqual([]);
  for (const path of ['', '/mine']) expect((await dora.get(`${at}/${data.id}${path}`)).status).toBe(404);
  expect((await dora.put(`${at}/${data.id}/answer`, { values: { 1: 2 } })).status).toBe(404);
  await put(data.id, 'open');
  expect((await dora.get<Row[]>(at)).data.map(({ id }) => id)).toEqual([data.id]);
  const mine = async (who = dora) => (await who.get<Row>(`${at}/${data.id}/mine`)).data;
  const nothing = { answered: false, by: null, at: null, values: [] };
  expect(await mine()).toEqual(nothing);
  expect((await dora.put(`${at}/${data.id}/answer`, { values: { 1: 2 } })).status).toBe(200);
  expect(await mine()).toMatchObject({ answered: true, by: 'Dora', values: [{ question: 1, choices: [2] }] });
  // The answer of one unit reveals nothing about the others.
  expect(await mine(emil)).toEqual(nothing);
  expect((await dora.get(`${at}/${data.id}/result`)).status).toBe(403);
});
