import { createHash } from 'node:crypto';
import { db } from '@lobby/server/kit/database/database.ts';
import { startJobs } from '@lobby/server/kit/jobs/jobs.ts';
import { conferenceNoticesJob, openPaper, sealPaper, votesJob } from '@lobby/server/modules/conference/index.ts';
import { notifications } from '@lobby/server/platform/notifications/notifications.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { toldBallots, voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { meetingsOf } from '../setup/house/meetings.ts';
import { refusal } from '../setup/money/books.ts';
import { change } from '../setup/records.ts';
import { listen } from '../setup/server/listener.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const other = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const { ann, ben, carl, dora } = site;
const all = await meetingsOf(site);
const { act, row, approved } = all;
const at = voteSheet.path;
const lead = { chairName: 'An', secretaryName: 'Binh' };
let n = 0;
const nonce = () => createHash('sha256').update(String(++n)).digest('hex');
const ANSWERS = 'Yes\nNo\nOther';
const EVERY = ['APP', 'DESK', 'PAPER'].map(channel => ({ channel }));
const sheet = (conferenceId: string, values: object = {}) =>
  ann.post<Row>(at, {
    conferenceId,
    title: 'The report',
    channels: EVERY,
    questions: [{ text: 'Do you approve the report?', kind: 'DECISION', answers: ANSWERS }],
    ...values,
  });
const put = (id: unknown, name: string, body: object = {}, who = ann) => who.put<Row>(`${at}/${id}/${name}`, body);
const cast = (id: unknown, unit: Row, answers: number[], who: { post: typeof ann.post } = ann, secret = nonce()) =>
  who.post<{ receipt: string }>(`${at}/${id}/ballot`, { answers, nonce: secret, conferenceUnitId: unit.id });
/** Decrypted paper ballots of a sheet. */
const papersIn = async (sheetId: unknown) =>
  (
    await db()
      .collection<Parameters<typeof openPaper>[0]>('vote-papers')
      .find({ sheetId: String(sheetId) })
      .toArray()
  ).map(openPaper);
/** Running meeting with all units present and an open sheet. */
async function opened(values: object = {}) {
  const meeting = await approved();
  for (const one of meeting.rows) await row(one.id, 'check-in');
  await act(meeting.id, 'open-meeting', lead);
  const { data: doc } = await sheet(meeting.id, values);
  const open = await put(doc.id, 'open');
  if (open.status !== 200) throw new Error(open.text);
  const end = async () => {
    for (const name of ['close', 'count']) await put(doc.id, name);
    await act(meeting.id, 'end', { outcome: 'HELD' });
  };
  return { ...meeting, sheetId: doc.id, end };
}

it('counts votes to the hundredth, and passes on the exact numbers', async () => {
  for (const [passPercent, passed] of [
    [50, true],
    [64.88, true],
    [65, false],
  ] as const) {
    const { rows, sheetId, end } = await opened({ passPercent });
    for (const [unit, answer] of [
      [rows[0], 1],
      [rows[1], 2],
      [rows[2], 1],
    ] as const)
      expect((await cast(sheetId, unit, [answer])).status).toBe(200);
    await end();
    const { data } = await ann.get<Row & { results: Row[] }>(`${at}/${sheetId}`);
    expect(data).toMatchObject({ status: 'COUNTED', baseWeight: 200.75, castOnline: 3, castWeight: 200.75 });
    const [yes, no, third, blank] = data.results;
    // Small ballot counts are hidden, since each weight would identify its unit.
    expect(yes).toMatchObject({ weight: 130.25, percent: 64.88, ballots: null, passed });
    expect(no).toMatchObject({ weight: 70.5, percent: 35.12, ballots: null });
    expect([third?.ballots, blank?.ballots]).toEqual([0, 0]);
  }
});

it('a vote hides small numbers of ballots, and each number that would reveal one of them', () => {
  expect(toldBallots([120, 30, 8, 0, 5])).toEqual([120, 30, 8, 0, 5]);
  // A single hidden count could be derived from the total.
  expect(toldBallots([120, 30, 1, 0, 0])).toEqual([120, null, null, 0, 0]);
  expect(toldBallots([120, 30, 4, 3, 0])).toEqual([120, 30, null, null, 0]);
  expect(toldBallots([9, 1, 1, 0, 0])).toEqual([null, null, null, 0, 0]);
  expect(toldBallots([2, 1, 0])).toEqual([null, null, 0]);
});

it('has three to five answers and changes no more once it was opened', async () => {
  const meeting = await approved();
  const asks = (answers: string) => ({ questions: [{ text: 'What?', kind: 'ELECTION', answers }] });
  const few = await sheet(meeting.id, asks('A\nB'));
  expect(few.error.data?.fields?.['questions.0.answers']?.code).toBe('TOO_FEW');
  const many = await sheet(meeting.id, asks('A\nB\nC\nD\nE\nF'));
  expect(many.error.data?.fields?.['questions.0.answers']?.code).toBe('TOO_MANY');
  // Identical answers could not be distinguished in the count.
  const twice = await sheet(meeting.id, asks('A\nb\n B'));
  expect(twice.error.data?.fields?.['questions.0.answers']?.code).toBe('LISTED_TWICE');
  const eleven = Array.from({ length: 11 }, () => ({ text: 'What?', answers: ANSWERS, kind: 'DECISION' }));
  expect((await sheet(meeting.id, { questions: eleven })).error.data?.fields?.questions?.code).toBe('TOO_MANY');
  const { data: doc } = await sheet(meeting.id);
  expect((await put(doc.id, 'open')).code).toBe('CONFERENCE_STATE');
  await act(meeting.id, 'open-meeting', { ...lead, withoutQuorum: true, reason: 'A practice' });
  expect((await put(doc.id, 'open')).status).toBe(200);
  const version = (await ann.get<Row>(`${at}/${doc.id}`)).data.version;
  expect(refusal(await ann.put(`${at}/${doc.id}`, { version, title: 'Another' }))).toEqual([
    409,
    'VOTE_QUESTIONS_FIXED',
    'title',
  ]);
  const { data: second } = await sheet(meeting.id, { title: 'The rules' });
  // Numbered within the meeting, independent of other meetings.
  expect([doc.displayOrder, second.displayOrder, second.asked]).toEqual([10, 20, 1]);
  expect((await put(second.id, 'open')).code).toBe('CONFERENCE_STATE');
  expect((await act(meeting.id, 'end', { outcome: 'HELD' })).code).toBe('CONFERENCE_STATE');
  expect((await put(doc.id, 'cancel', { reason: 'A practice' })).data.status).toBe('CANCELLED');
  expect((await act(meeting.id, 'end', { outcome: 'HELD' })).status).toBe(200);
});

it('takes one ballot of a unit, and nothing ties it to the unit', async () => {
  const { rows, sheetId, end, id } = await opened();
  const before = (await all.rowsOf(id))[0];
  const many = await Promise.all(
    Array.from({ length: 50 }, (_, k) => cast(sheetId, rows[0], [1 + (k % 3)], k % 2 ? ann.at(other.url) : ben)),
  );
  expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(many.filter(({ code }) => code === 'VOTE_CAST')).toHaveLength(49);
  const ballots = await db().collection('vote-ballots').find({ sheetId }).toArray();
  expect(ballots).toHaveLength(1);
  expect(JSON.stringify(ballots)).not.toMatch(new RegExp(`${rows[0].id}|${rows[0].unitId}|${ann.id}`));
  expect(Object.keys(ballots[0] ?? {}).toSorted()).toEqual([
    '_id',
    'channel',
    'hash',
    'projectId',
    'sealed',
    'sheetId',
  ]);
  // The row gets a marker without a time, the sheet nothing; the turnout is updated for all units together.
  expect((await all.rowsOf(id))[0]).toEqual({ ...before, ballotsOnline: [sheetId] });
  const events = await db().collection('events').find({ entityId: sheetId }).toArray();
  expect(events.map(({ action }) => action)).toEqual(['create', 'open']);
  await votesJob.run(new Date());
  const { data } = await ann.get<Row>(`${at}/${sheetId}`);
  expect([data.castOnline, data.castWeight, data.results]).toEqual([1, 50, []]);
  const marks = (await ann.get<{ cast: boolean }[]>(`${at}/${sheetId}/mine`)).data;
  expect(marks.map(mark => mark.cast)).toEqual([true, false, false]);
  expect((await row(rows[0].id, 'undo-check-in', { reason: 'Wrong' })).code).toBe('CONFERENCE_CHECKED_IN');
  expect(refusal(await ann.get(`${at}/${sheetId}/receipts`))).toEqual([404, 'RESULT_NOT_COUNTED']);
  await put(sheetId, 'close');
  expect(refusal(await cast(sheetId, rows[1], [1]))).toEqual([409, 'VOTE_CLOSED']);
  expect((await ann.get<Row>(`${at}/${sheetId}`)).data.results).toEqual([]);
  await end();
});

it('says within a second or two how many have voted, and closes in time', async () => {
  const { rows, sheetId, end } = await opened({ minutes: 5 });
  const jobs = await startJobs([votesJob]);
  const read = async () => (await ann.get<Row>(`${at}/${sheetId}`)).data;
  await cast(sheetId, rows[0], [1]);
  await expect.poll(async () => (await read()).castOnline, { timeout: 4500, interval: 200 }).toBe(1);
  await change(voteSheet, sheetId, { closesAt: new Date(Date.now() - 1000) });
  await expect.poll(async () => (await read()).status, { timeout: 4500, interval: 200 }).toBe('CLOSED');
  await jobs.stop();
  await end();
});

it('gives a receipt that the device can compute, and says what was counted', async () => {
  const { rows, sheetId, end } = await opened();
  const secret = nonce();
  const { data } = await cast(sheetId, rows[1], [2], ann, secret);
  expect(data.receipt).toBe(createHash('sha256').update(`${sheetId}|2|7050|${secret}`).digest('hex'));
  await end();
  const receipts = (await ann.get<string[]>(`${at}/${sheetId}/receipts`)).data;
  expect(receipts).toEqual([data.receipt]);
});

it('counts papers on which two agree, or a third decides', async () => {
  const { rows, sheetId, end } = await opened();
  expect((await put(sheetId, 'issue-paper', { conferenceUnitIds: [rows[0].id, rows[1].id] })).status).toBe(200);
  expect((await cast(sheetId, rows[0], [1])).code).toBe('VOTE_PAPER_ISSUED');
  await cast(sheetId, rows[2], [1]);
  expect((await put(sheetId, 'issue-paper', { conferenceUnitIds: [rows[2].id] })).code).toBe('VOTE_CAST');
  const printed = await ann.call('POST', `${at}/${sheetId}/papers`, { conferenceUnitIds: [rows[0].id, rows[1].id] });
  expect(printed.text.slice(0, 5)).toBe('%PDF-');
  const found = await papersIn(sheetId);
  const [half, more] = found.toSorted((a, b) => a.hundredths - b.hundredths).map(one => String(one._id));
  const key = (who: typeof ann, serial: unknown, body: object) => put(sheetId, 'key-paper', { serial, ...body }, who);
  await site.allow({ CONFERENCE: ['read', 'write'] });
  expect((await key(ann, half, { answers: [2] })).status).toBe(200);
  expect((await key(ann, half, { answers: [2] })).code).toBe('VOTE_KEYED');
  expect((await key(ben, half, { answers: [3] })).status).toBe(200);
  expect((await key(ann, 'NOWHERE', { answers: [1] })).code).toBe('VOTE_SERIAL_UNKNOWN');
  for (const who of [ann, ben]) await key(who, more, { spoilt: true });
  await put(sheetId, 'close');
  const early = await put(sheetId, 'count');
  expect([early.status, early.code, early.error.data?.count]).toEqual([409, 'VOTE_PAPER_OPEN', 1]);
  expect((await key(carl, half, { answers: [2] })).status).toBe(200);
  await end();
  const { data } = await ann.get<Row & { results: Row[] }>(`${at}/${sheetId}`);
  const by = (answer: number) => data.results.find(result => result.answer === answer);
  expect([by(1)?.weight, by(2)?.weight, by(-1)?.weight, data.keyedPaper]).toEqual([80.25, 50, 70.5, 2]);
});

it('tells of a paper by no row, time or order, nor whose it is by its weight', async () => {
  const { rows, sheetId, end } = await opened();
  const stands = async () => {
    const { updatedAt, version } = (await ann.get<Row>(`${at}/${sheetId}`)).data;
    return { updatedAt, version, rows: await db().collection('events').countDocuments({ entityId: sheetId }) };
  };
  const before = await stands();
  for (const one of rows) {
    expect((await put(sheetId, 'issue-paper', { conferenceUnitIds: [one.id] })).status).toBe(200);
    await ann.call('POST', `${at}/${sheetId}/papers`, { conferenceUnitIds: [one.id] });
  }
  const [{ _id: first } = { _id: '' }] = await papersIn(sheetId);
  await put(sheetId, 'key-paper', { serial: first, answers: [1] });
  // The number of issued ballots is updated for all units together.
  await votesJob.run(new Date());
  expect(await stands()).toEqual(before);
  expect((await ann.get<Row>(`${at}/${sheetId}`)).data.issuedPaper).toBe(3);
  const lie = await db()
    .collection<{ sealed: string }>('vote-papers')
    .find({ sheetId })
    .sort({ $natural: 1 })
    .toArray();
  const ids = lie.map(({ _id }) => String(_id));
  expect(ids).toEqual(ids.toSorted());
  for (const one of lie) expect(Object.keys(one).toSorted()).toEqual(['_id', 'projectId', 'sealed', 'sheetId']);
  expect(new Set(lie.map(({ sealed }) => sealed.length)).size).toBe(1);
  await put(sheetId, 'cancel', { reason: 'A practice' });
  await end();
});

it('has one ballot of each unit on paper as well: printed and keyed in once for each that holds one', async () => {
  const { rows, sheetId, end } = await opened();
  const print = (body: object) => ann.call('POST', `${at}/${sheetId}/papers`, body);
  const key = (serial: unknown, who = ann) => put(sheetId, 'key-paper', { serial, answers: [1] }, who);
  const serials = async () => (await papersIn(sheetId)).map(({ _id }) => _id);
  // No ballot was issued, so there is none to print.
  for (const body of [{}, { conferenceUnitIds: [rows[0].id] }])
    expect(refusal(await print(body))).toEqual([409, 'VOTE_PAPER_NOT_ISSUED', 'conferenceUnitIds']);
  await put(sheetId, 'issue-paper', { conferenceUnitIds: [rows[0].id] });
  expect((await print({ conferenceUnitIds: [rows[0].id, rows[1].id] })).code).toBe('VOTE_PAPER_NOT_ISSUED');
  const asked = await Promise.all([1, 2, 3].map(() => print({ conferenceUnitIds: [rows[0].id] })));
  expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect((await print({})).code).toBe('VOTE_PAPER_PRINTED');
  expect((await print({ again: true })).text.slice(0, 5)).toBe('%PDF-');
  expect(await serials()).toHaveLength(1);
  // Forged ballot: no further unit holds a ballot of this weight.
  const [own] = await serials();
  const forged = sealPaper({ _id: 'FFFFFFFFFF', projectId: site.id, sheetId, hundredths: 5000, keyings: [] });
  await db().collection<{ _id: string }>('vote-papers').insertOne(forged);
  for (const who of [ann, ben]) expect((await key(own, who)).status).toBe(200);
  expect(refusal(await key('FFFFFFFFFF'))).toEqual([409, 'VOTE_PAPER_NOT_ISSUED', 'serial']);
  await cast(sheetId, rows[1], [2]);
  await cast(sheetId, rows[2], [1]);
  await end();
  const { data } = await ann.get<Row & { results: Row[] }>(`${at}/${sheetId}`);
  expect([data.keyedPaper, data.issuedPaper, data.baseWeight]).toEqual([1, 1, 200.75]);
  expect(data.results.reduce((sum, one) => sum + Number(one.weight), 0)).toBe(200.75);
});

it('never counts papers beyond those that units hold, whoever has keyed them in', async () => {
  const { sheetId, rows, end } = await opened();
  const id = 'EEEEEEEEEE';
  await put(sheetId, 'issue-paper', { conferenceUnitIds: [rows[0].id] });
  await ann.call('POST', `${at}/${sheetId}/papers`, {});
  const papers = db().collection<{ _id: string }>('vote-papers');
  const [own] = await papersIn(sheetId);
  for (const who of [ann, ben]) await put(sheetId, 'key-paper', { serial: own?._id, answers: [1] }, who);
  // Stored before ballots were bound to their holders.
  const keyed = await papers.findOne({ _id: own?._id ?? '' });
  if (keyed) await papers.insertOne({ ...keyed, _id: id });
  await put(sheetId, 'close');
  expect(refusal(await put(sheetId, 'count'))).toEqual([409, 'VOTE_PAPER_NOT_ISSUED']);
  await papers.deleteOne({ _id: id });
  expect((await put(sheetId, 'count')).data.status).toBe('COUNTED');
  await end();
});

it('keys in an answer to each question, or that the paper is spoilt', async () => {
  const { sheetId, rows, end } = await opened();
  await put(sheetId, 'issue-paper', { conferenceUnitIds: [rows[0].id] });
  await ann.call('POST', `${at}/${sheetId}/papers`, {});
  const [paper] = await papersIn(sheetId);
  const key = (body: object) => put(sheetId, 'key-paper', { serial: paper?._id, ...body });
  expect(refusal(await key({}))).toEqual([400, 'VALIDATION_FAILED', 'answers']);
  expect((await key({})).error.data?.fields?.answers?.code).toBe('REQUIRED');
  expect((await key({ spoilt: false })).error.data?.fields?.answers?.code).toBe('REQUIRED');
  expect((await key({ answers: [] })).error.data?.fields?.['answers.0']?.code).toBe('REQUIRED');
  expect((await key({ answers: [1, 1] })).error.data?.fields?.answers?.code).toBe('TOO_MANY');
  expect((await key({ answers: [4] })).error.data?.fields?.['answers.0']?.code).toBe('CHOICE_INVALID');
  expect(refusal(await put(sheetId, 'key-paper', { serial: 'NOWHERE', answers: [1] }))).toEqual([
    404,
    'VOTE_SERIAL_UNKNOWN',
    'serial',
  ]);
  expect((await key({ answers: [0] })).data.keyed).toBe(1);
  await put(sheetId, 'cancel', { reason: 'A practice' });
  await end();
});

it('a ballot leaves no entry in the activity, and no time', async () => {
  const { rows, sheetId, end } = await opened();
  const read = async () => {
    const [record, entries] = await Promise.all([
      ann.get<Row>(`${at}/${sheetId}`),
      ann.get<Row[]>(`${at}/${sheetId}/activities?limit=100`),
    ]);
    const { updatedAt, version } = record.data;
    return { updatedAt, version, entries: entries.data.map(({ action }) => action) };
  };
  const before = await read();
  for (const [n, one] of rows.entries()) {
    await cast(sheetId, one, [1]);
    await votesJob.run(new Date());
    expect((await ann.get<Row>(`${at}/${sheetId}`)).data.castOnline).toBe(n + 1);
    expect(await read()).toEqual(before);
  }
  expect(await db().collection('events').countDocuments({ entityId: sheetId, action: 'turnout' })).toBe(0);
  await end();
});

it('says who was there by who was checked in, also where all may vote from home', async () => {
  const meeting = await approved();
  await row(meeting.rows[0].id, 'check-in');
  await act(meeting.id, 'open-meeting', { ...lead, withoutQuorum: true, reason: 'A practice' });
  const { data: doc } = await sheet(meeting.id, { who: 'ALL' });
  await put(doc.id, 'open');
  for (const one of meeting.rows.slice(0, 2)) expect((await cast(doc.id, one, [1])).status).toBe(200);
  await votesJob.run(new Date());
  const seen = async () => (await ann.get<Row & { results: Row[] }>(`${at}/${doc.id}`)).data;
  expect([(await seen()).presentHeads, (await seen()).presentWeight]).toEqual([1, 50]);
  for (const name of ['close', 'count']) await put(doc.id, name);
  const { presentHeads, presentWeight, baseWeight, results } = await seen();
  // Votes from home count in the base, so that shares never exceed the whole, but not as present.
  expect([presentHeads, presentWeight, baseWeight, results[0]?.percent]).toEqual([1, 50, 120.5, 100]);
  await act(meeting.id, 'end', { outcome: 'HELD' });
});

it('a vote counts every voter in its base, even one who left before it was opened', async () => {
  const meeting = await approved();
  for (const one of meeting.rows) await row(one.id, 'check-in');
  await act(meeting.id, 'open-meeting', lead);
  await row(meeting.rows[2].id, 'leave');
  const { data: doc } = await sheet(meeting.id);
  await put(doc.id, 'open');
  for (const one of meeting.rows) expect((await cast(doc.id, one, [1])).status).toBe(200);
  for (const name of ['close', 'count']) await put(doc.id, name);
  const { data } = await ann.get<Row & { results: Row[] }>(`${at}/${doc.id}`);
  expect([data.baseWeight, data.results[0]?.percent]).toEqual([200.75, 100]);
  await act(meeting.id, 'end', { outcome: 'HELD' });
});

it('closes by the clock, and is voted on at home by those whom it concerns', async () => {
  const meeting = await all.make({ blockIds: [site.blockId], weighting: 'UNIT', eligible: 'ALL' });
  await act(meeting.id, 'approve');
  const { data: doc } = await sheet(meeting.id, { who: 'ALL', minutes: 5 });
  expect((await dora.get<Row[]>(at)).data).toEqual([]);
  await put(doc.id, 'open');
  expect((await dora.get<Row[]>(at)).data).toEqual([]);
  await act(meeting.id, 'show');
  expect((await dora.get<Row[]>(at)).data.map(({ id }) => id)).toEqual([doc.id]);
  const body = { answers: [1], nonce: nonce() };
  const rows = await all.rowsOf(meeting.id);
  const emils = rows.find(({ unitId }) => unitId === site.otherUnitId);
  expect((await dora.post(`${at}/${doc.id}/ballot`, { ...body, conferenceUnitId: emils?.id })).status).toBe(404);
  expect((await dora.post(`${at}/${doc.id}/ballot`, body)).status).toBe(200);
  expect((await dora.post(`${at}/${doc.id}/ballot`, body)).code).toBe('VOTE_CAST');
  await change(voteSheet, doc.id, { closesAt: new Date(Date.now() - 1000) });
  expect((await site.emil.post(`${at}/${doc.id}/ballot`, body)).code).toBe('VOTE_CLOSED');
  expect(await votesJob.run(new Date())).toBe(1);
  expect((await ann.get<Row>(`${at}/${doc.id}`)).data.status).toBe('CLOSED');
  await put(doc.id, 'count');
  const seen = (await dora.get<Row>(`${at}/${doc.id}`)).data;
  expect([seen.status, 'results' in seen, 'castWeight' in seen]).toEqual(['COUNTED', false, false]);
  // Votes from home count like those of present units, so that shares never exceed the whole.
  const whole = (await ann.get<Row & { results: Row[] }>(`${at}/${doc.id}`)).data;
  expect([whole.baseWeight, whole.results[0]?.percent]).toEqual([1, 100]);
});

it('lists who chose what only where the vote was open from the first, and lets such a ballot be changed', async () => {
  const { rows, sheetId, end } = await opened({ secret: false });
  expect((await cast(sheetId, rows[0], [1])).status).toBe(200);
  expect((await cast(sheetId, rows[0], [2])).status).toBe(200);
  expect((await ann.get(`${at}/${sheetId}/ballots`)).code).toBe('RESULT_NOT_COUNTED');
  await end();
  expect((await ann.get(`${at}/${sheetId}/ballots`)).data).toEqual([{ conferenceUnitId: rows[0].id, answers: [2] }]);
  const secret = await opened();
  await cast(secret.sheetId, secret.rows[0], [1]);
  await secret.end();
  expect((await ann.get(`${at}/${secret.sheetId}/ballots`)).code).toBe('RESULT_NOT_COUNTED');
});

it('lets households hear live that a vote was opened, closed and counted, and nothing of a draft', async () => {
  const meeting = await all.make({ blockIds: [site.blockId], weighting: 'UNIT', eligible: 'ALL' });
  for (const name of ['approve', 'show']) await act(meeting.id, name);
  const ear = await listen(server.url, dora.token);
  await ear.ask('subscribe', { unitId: site.unitId, modules: [voteSheet.code] });
  const heard = () => ear.events.filter(event => event.entityId === meeting.id && event.action === 'votes').length;
  const { data: draft } = await sheet(meeting.id, { who: 'ALL' });
  await put(draft.id, 'cancel', { reason: 'A practice' });
  const { data: doc } = await sheet(meeting.id, { who: 'ALL' });
  expect(heard()).toBe(0);
  for (const [n, name] of ['open', 'close', 'count'].entries()) {
    expect((await put(doc.id, name)).status).toBe(200);
    await expect.poll(heard, { timeout: 5000 }).toBe(n + 1);
  }
  // Neither ballots nor turnout figures add entries to the activity of the meeting.
  const entries = (await ann.get<Row[]>(`${conference.path}/${meeting.id}/activities`)).data;
  expect(entries.map(({ action }) => action)).toEqual(['show', 'approve', 'create']);
});

it('tells units of a vote when it opens, and when it is called off', async () => {
  const meeting = await all.make({ blockIds: [site.blockId], weighting: 'UNIT', eligible: 'ALL' });
  for (const name of ['approve', 'show']) await act(meeting.id, name);
  const told = (kind: NotificationType) =>
    notifications().findOne({ userId: dora.userId, kind, 'subject.id': meeting.id });
  const beside = { who: 'ALL', oneAtATime: false };
  const { data: doc } = await sheet(meeting.id, { ...beside, title: 'The lifts', displayOrder: 1 });
  const { data: second } = await sheet(meeting.id, { ...beside, title: 'The trees', displayOrder: 2 });
  for (const one of [doc, second]) await put(one.id, 'open');
  expect(await conferenceNoticesJob.run(new Date(Date.now() + 1000))).toBeGreaterThan(0);
  expect((await told('CONFERENCE_VOTE_OPENED'))?.subject.text).toBe('The lifts, The trees');
  await put(doc.id, 'cancel', { reason: 'Asked wrongly' });
  const { data: draft } = await sheet(meeting.id, { who: 'ALL', title: 'Never seen' });
  await put(draft.id, 'cancel', { reason: 'A practice' });
  await conferenceNoticesJob.run(new Date(Date.now() + 1000));
  const off = await told('CONFERENCE_VOTE_CANCELLED');
  expect([off?.count, off?.subject.text]).toEqual([1, 'The lifts: Asked wrongly']);
  // Drafts are hidden from residents.
  const { data: hidden } = await sheet(meeting.id, { who: 'ALL', title: 'To come' });
  for (const path of ['', '/mine']) expect((await dora.get(`${at}/${hidden.id}${path}`)).status).toBe(404);
  expect((await dora.post(`${at}/${hidden.id}/ballot`, { answers: [1], nonce: nonce() })).status).toBe(404);
});
