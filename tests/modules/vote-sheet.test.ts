import { createHash } from 'node:crypto';
import { db } from '@lobby/server/kit/database/database.ts';
import { turnVotes } from '@lobby/server/modules/conference/index.ts';
import { voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { expect, it } from 'vitest';
import { refusal } from '../setup/books.ts';
import type { Row } from '../setup/caller.ts';
import { meetingsOf } from '../setup/meetings.ts';
import { change } from '../setup/records.ts';
import { startBeside, startServer } from '../setup/server.ts';
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
/** A meeting that goes on, all of its units there, with an open sheet. */
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
    expect(yes).toMatchObject({ weight: 130.25, percent: 64.88, ballots: 2, passed });
    expect(no).toMatchObject({ weight: 70.5, percent: 35.12, ballots: 1 });
    expect([third?.ballots, blank?.ballots]).toEqual([0, 0]);
  }
});

it('has three to five answers and changes no more once it was opened', async () => {
  const meeting = await approved();
  const asks = (answers: string) => ({ questions: [{ text: 'What?', kind: 'ELECTION', answers }] });
  const few = await sheet(meeting.id, asks('A\nB'));
  expect(few.error.data?.fields?.['questions.0.answers']?.code).toBe('TOO_FEW');
  const many = await sheet(meeting.id, asks('A\nB\nC\nD\nE\nF'));
  expect(many.error.data?.fields?.['questions.0.answers']?.code).toBe('TOO_MANY');
  const eleven = Array.from({ length: 11 }, () => ({ text: 'What?', answers: ANSWERS, kind: 'DECISION' }));
  expect((await sheet(meeting.id, { questions: eleven })).error.data?.fields?.questions?.code).toBe('TOO_MANY');
  const { data: doc } = await sheet(meeting.id);
  expect((await put(doc.id, 'open')).code).toBe('CONFERENCE_STATE');
  await act(meeting.id, 'open-meeting', { ...lead, withoutQuorum: true, reason: 'A practice' });
  expect((await put(doc.id, 'open')).status).toBe(200);
  const version = (await ann.get<Row>(`${at}/${doc.id}`)).data.version;
  expect((await ann.put(`${at}/${doc.id}`, { version, title: 'Another' })).code).toBe('VOTE_QUESTIONS_FIXED');
  const { data: second } = await sheet(meeting.id, { title: 'The rules' });
  // Counted within the meeting: it is its second, whatever others have.
  expect([doc.displayOrder, second.displayOrder]).toEqual([10, 20]);
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
  // The row of the unit has a mark without a time, the sheet nothing; the turnout comes for all together.
  expect((await all.rowsOf(id))[0]).toEqual({ ...before, ballotsOnline: [sheetId] });
  const events = await db().collection('events').find({ entityId: sheetId }).toArray();
  expect(events.map(({ action }) => action)).toEqual(['create', 'open']);
  await turnVotes(new Date());
  const { data } = await ann.get<Row>(`${at}/${sheetId}`);
  expect([data.castOnline, data.castWeight, data.results]).toEqual([1, 50, []]);
  const marks = (await ann.get<{ cast: boolean }[]>(`${at}/${sheetId}/mine`)).data;
  expect(marks.map(one => one.cast)).toEqual([true, false, false]);
  expect((await row(rows[0].id, 'undo-check-in', { reason: 'Wrong' })).code).toBe('CONFERENCE_CHECKED_IN');
  expect(refusal(await ann.get(`${at}/${sheetId}/receipts`))).toEqual([404, 'RESULT_NOT_COUNTED']);
  await put(sheetId, 'close');
  expect(refusal(await cast(sheetId, rows[1], [1]))).toEqual([409, 'VOTE_CLOSED']);
  expect((await ann.get<Row>(`${at}/${sheetId}`)).data.results).toEqual([]);
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
  expect((await put(sheetId, 'issue-paper', { conferenceUnitIds: [rows[0].id, rows[1].id] })).data.issuedPaper).toBe(2);
  expect((await cast(sheetId, rows[0], [1])).code).toBe('VOTE_PAPER_ISSUED');
  await cast(sheetId, rows[2], [1]);
  expect((await put(sheetId, 'issue-paper', { conferenceUnitIds: [rows[2].id] })).code).toBe('VOTE_CAST');
  const printed = await ann.call('POST', `${at}/${sheetId}/papers`, { conferenceUnitIds: [rows[0].id, rows[1].id] });
  expect(printed.text.slice(0, 5)).toBe('%PDF-');
  const found = await db().collection('vote-papers').find({ sheetId }).toArray();
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
  const by = (answer: number) => data.results.find(one => one.answer === answer);
  expect([by(1)?.weight, by(2)?.weight, by(-1)?.weight, data.keyedPaper]).toEqual([80.25, 50, 70.5, 2]);
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
  expect(await turnVotes(new Date())).toBe(1);
  expect((await ann.get<Row>(`${at}/${doc.id}`)).data.status).toBe('CLOSED');
  await put(doc.id, 'count');
  const seen = (await dora.get<Row>(`${at}/${doc.id}`)).data;
  expect([seen.status, 'results' in seen]).toEqual(['COUNTED', false]);
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
