import { read, utils } from '@e965/xlsx';
import { db } from '@lobby/server/kit/database/database.ts';
import { conferenceNoticesJob } from '@lobby/server/modules/conference/index.ts';
import { notifications } from '@lobby/server/platform/notifications/notifications.ts';
import { changeProject, projects } from '@lobby/server/platform/projects/projects.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { document } from '@lobby/shared/modules/document.ts';
import { folder } from '@lobby/shared/modules/folder.ts';
import { ranked, voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { linesOfPdf } from '../setup/files/read-pdf.ts';
import { sheetOf } from '../setup/files/sheets.ts';
import { formOf, PDF, png } from '../setup/files/uploads.ts';
import { meetingsOf } from '../setup/house/meetings.ts';
import { refusal } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora } = site;
const all = await meetingsOf(site);
const { act, row, make, rowsOf } = all;
const lead = { chairName: 'An', secretaryName: 'Binh' };
const WITNESSES = ['Cuc', 'Dung'].map(name => ({ name, role: 'Owner' }));
/** Adds two witnesses, as many as have to sign the minutes. */
const witness = async (at: string) => {
  const { version } = (await ann.get<Row>(`${at}/minutes`)).data;
  return ann.put<Row>(`${at}/minutes`, { version, witnesses: WITNESSES });
};
const ASKED = [{ text: 'Do you approve?', kind: 'DECISION', answers: 'Yes\nNo\nOther' }];

/** Running meeting with all units present and voted on an open sheet. */
async function voted(values: object = {}, questions: readonly object[] = ASKED, many = 3) {
  const meeting = await make(values);
  await act(meeting.id, 'approve');
  await act(meeting.id, 'show');
  const rows = await rowsOf(meeting.id);
  for (const one of rows) await row(one.id, 'check-in');
  await act(meeting.id, 'open-meeting', lead);
  const { data: sheet } = await ann.post<Row>(voteSheet.path, {
    conferenceId: meeting.id,
    title: 'The report',
    questions,
    channels: [{ channel: 'DESK' }, { channel: 'PAPER' }],
  });
  await ann.put(`${voteSheet.path}/${sheet.id}/open`, {});
  for (const [n, one] of rows.slice(0, many).entries()) {
    const body = { answers: [n === 1 ? 2 : 1], nonce: String(n).repeat(64), conferenceUnitId: one.id };
    expect((await ann.post(`${voteSheet.path}/${sheet.id}/ballot`, body)).status).toBe(200);
  }
  const at = `${conference.path}/${meeting.id}`;
  return { ...meeting, at, sheet, rows };
}
const counted = async (sheet: Row) => {
  for (const name of ['close', 'count']) await ann.put(`${voteSheet.path}/${sheet.id}/${name}`, {});
};

it('holds no figure of a vote before it is counted, and the same ones everywhere after', async () => {
  const { at, sheet, id } = await voted();
  const before = (await ann.get<{ quorum: Row[]; sheets: Row[] }>(`${at}/result`)).data;
  expect(JSON.stringify(before.sheets)).not.toMatch(/weight|percent|passed/);
  expect(before.quorum.at(-1)).toMatchObject({ heads: 3, weight: 200.75, percent: 100 });
  await counted(sheet);
  const after = await ann.get(`${at}/result`);
  for (const figure of ['64.88', '35.12', '130.25', '70.5']) expect(after.text).toContain(figure);
  expect(after.text).toContain('"passed":true');
  const early = await ann.put<Row>(`${at}/minutes/approve`, {});
  expect(refusal(early)).toEqual([409, 'CONFERENCE_STATE']);
  await act(id, 'end', { outcome: 'HELD' });
  const paper = await ann.file(`${at}/minutes/print`);
  expect(paper.body.subarray(0, 5).toString()).toBe('%PDF-');
  const book = await ann.file(`${at}/result/export`);
  expect(book.body.subarray(0, 2).toString()).toBe('PK');
});

it('prints whose it is, and keeps a heading with what is below it', async () => {
  const { at, sheet, id } = await voted();
  await counted(sheet);
  await act(id, 'end', { outcome: 'HELD' });
  await witness(at);
  const { version = 1 } = (await projects().findOne({ _id: site.id })) ?? {};
  const actor = { id: 'system', name: 'Lobby' };
  await changeProject(site.id, version, { address: '12 Nguyen Hue, District 1' }, { actor, now: new Date() });
  const paperOf = async (path: string) => linesOfPdf((await ann.file(`${at}/${path}`)).body);
  for (const page of await paperOf('invitations'))
    expect(page.slice(0, 2)).toEqual(['Alpha', '12 Nguyen Hue, District 1']);
  for (let many = 22; many <= 34; many += 1) {
    const draft = (await ann.get<Row>(`${at}/minutes`)).data;
    const discussion = Array.from({ length: many }, (_, n) => `<p>Word ${n}</p>`).join('');
    await ann.put(`${at}/minutes`, { version: draft.version, discussion });
    const pages = await paperOf('minutes/print');
    for (const page of pages) {
      expect(page.slice(0, 2)).toEqual(['Alpha', '12 Nguyen Hue, District 1']);
      expect(['Votes', 'Resolutions', 'The report · 1. Do you approve?'], String(many)).not.toContain(page.at(-1));
    }
  }
});

it('is written, made final, and then stays as it is', async () => {
  const { at, sheet, id } = await voted();
  const written = await ann.put<Row>(`${at}/minutes`, { version: 0, number: '01/BB', discussion: '<p>All spoke.</p>' });
  expect(written.data).toMatchObject({ version: 1, status: 'DRAFT', number: '01/BB' });
  const stale = await ann.put(`${at}/minutes`, { version: 0, number: '02/BB' });
  expect([stale.code, stale.error.data?.current]).toMatchObject(['DATA_STALE', { id, number: '01/BB' }]);
  expect(stale.text).not.toMatch(/_id|projectId/);
  const open = await ann.put<Row>(`${at}/minutes/approve`, {});
  expect([open.code, open.error.data?.sheet]).toEqual(['CONFERENCE_STATE', 'The report']);
  await counted(sheet);
  await act(id, 'end', { outcome: 'HELD' });
  const few = await ann.put(`${at}/minutes`, { version: 1, witnesses: WITNESSES.slice(1) });
  expect(few.error.data?.fields?.witnesses).toMatchObject({ code: 'TOO_FEW', params: { min: 2 } });
  const unseen = await ann.put<Row>(`${at}/minutes/approve`, {});
  expect([unseen.code, unseen.error.data?.field]).toEqual(['CONFERENCE_STATE', 'witnesses']);
  await witness(at);
  // Preview beside the form: the printed content, with the names of the signatories.
  const page = (await ann.get<{ lines: Row[]; signed: Row[] }>(`${at}/minutes/page`)).data;
  expect(page.lines.map(({ said }) => said).join('\n')).toContain('All spoke.');
  expect(page.signed.map(({ name }) => name)).toEqual(['An', 'Binh', 'Cuc', 'Dung']);
  const final = await ann.put<Row & { resolutions: Row[] }>(`${at}/minutes/approve`, {});
  expect(final.data).toMatchObject({ status: 'FINAL', resolutions: [{ text: 'Do you approve?', passed: true }] });
  const { version } = final.data;
  expect((await ann.put(`${at}/minutes`, { version, discussion: '<p>Other</p>' })).code).toBe('MINUTES_FINAL');
  const upload = async (name: string, body: Buffer) =>
    (await ann.post<Row[]>('/upload', formOf([{ name, body }]))).data[0]?.id;
  // Scans of up to the upload limit: images or PDF, no spreadsheets.
  const scan = await upload('scan.pdf', Buffer.concat([PDF, Buffer.alloc(12 * 1024 * 1024)]));
  const book = await upload('a.xlsx', Buffer.from(await sheetOf([['A'], ['1']])));
  const other = await ann.put(`${at}/minutes`, { version, signedFiles: [book] });
  expect(other.error.data?.fields?.signedFiles).toMatchObject({
    code: 'FILE_TYPE_NOT_ALLOWED',
    params: { types: 'PDF, JPG, PNG' },
  });
  const signed = await ann.put<Row>(`${at}/minutes`, {
    version,
    signedFiles: [scan, await upload('a.png', await png())],
  });
  expect(signed.status, signed.text).toBe(200);
  const back = await ann.put<Row>(`${at}/minutes/reopen-minutes`, { reason: 'A name is wrong' });
  expect(back.data).toMatchObject({ status: 'DRAFT', reason: 'A name is wrong' });
});

it('keeps what was never decided out of the minutes, the files and the eyes of households', async () => {
  const { at, sheet, id } = await voted({ blockIds: [site.blockId], weighting: 'UNIT', eligible: 'ALL' });
  await counted(sheet);
  const draft = { conferenceId: id, title: 'Left over', questions: ASKED, channels: [{ channel: 'DESK' }] };
  const { data: left } = await ann.post<Row>(voteSheet.path, draft);
  const { data: off } = await ann.post<Row>(voteSheet.path, { ...draft, title: 'Called off' });
  await ann.put(`${voteSheet.path}/${off.id}/cancel`, { reason: 'No' });
  await act(id, 'end', { outcome: 'HELD' });
  await witness(at);
  const early = await ann.put<Row>(`${at}/minutes/approve`, {});
  expect([early.status, early.code, early.error.data?.sheet]).toEqual([409, 'CONFERENCE_STATE', 'Left over']);
  const book = read((await ann.file(`${at}/result/export`)).body);
  expect(JSON.stringify(book.Sheets)).not.toMatch(/Left over|Called off/);
  // State from before drafts prevented the publication.
  await db()
    .collection<{ _id: string }>('conference-minutes')
    .updateOne({ _id: id }, { $set: { status: 'FINAL', publishedParts: ['votes'] } });
  const seen = await dora.get<{ sheets: Row[] }>(`${at}/result`);
  expect(seen.data.sheets.map(({ title }) => title)).toEqual(['The report']);
  // Staff also see sheets in preparation.
  const own = await ann.get<{ sheets: Row[] }>(`${at}/result`);
  expect(own.data.sheets.map(({ title }) => title)).toEqual(['The report', 'Left over']);
  await ann.delete(`${voteSheet.path}/${left.id}`);
});

it('names who was there in its spreadsheet, not who has let them in', async () => {
  const { at, sheet, id } = await voted();
  await counted(sheet);
  await act(id, 'end', { outcome: 'HELD' });
  const book = read((await ann.file(`${at}/result/export`)).body);
  const [, ...lines] = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 });
  expect(lines.map(line => line[3])).toEqual(['Alba Owner', 'Bruno Owner', 'Clara Owner']);
});

it('counts proxies that were there when it opened, and adds up who voted from home', async () => {
  const meeting = await make();
  await act(meeting.id, 'approve');
  const [early, late, home] = (await rowsOf(meeting.id)) as [Row, Row, Row];
  const lam = { representativeKind: 'OTHER', representativeName: 'Lam', representativeIdentifier: '001088012345' };
  for (const [n, one] of [early, late].entries())
    await row(one.id, 'authorize', { ...lam, representativeIdentifier: `00108801234${n}` });
  await row(early.id, 'check-in');
  await act(meeting.id, 'open-meeting', { ...lead, withoutQuorum: true, reason: 'Few' });
  await row(late.id, 'check-in');
  const asked = { conferenceId: meeting.id, questions: ASKED, who: 'ALL', base: 'PRESENT' };
  const vote = async (title: string) => {
    const { data } = await ann.post<Row>(voteSheet.path, { ...asked, title, channels: [{ channel: 'DESK' }] });
    await ann.put(`${voteSheet.path}/${data.id}/open`, {});
    for (const [n, one] of [early, home].entries()) {
      const body = { answers: [1], nonce: String(n).repeat(64), conferenceUnitId: one.id };
      expect((await ann.post(`${voteSheet.path}/${data.id}/ballot`, body)).status).toBe(200);
    }
    await counted(data);
  };
  await vote('The report');
  // A unit that leaves early counts as present at the opening.
  await row(early.id, 'leave');
  await vote('The budget');
  await act(meeting.id, 'end', { outcome: 'HELD' });
  const at = `${conference.path}/${meeting.id}`;
  const { sheets } = (await ann.get<{ sheets: Row[] }>(`${at}/result`)).data;
  for (const sheet of sheets) expect(sheet).toMatchObject({ questions: [{ base: 200.75 }] });
  expect(sheets.map(sheet => [sheet.present, sheet.fromHome])).toEqual([
    [
      { heads: 2, weight: 120.5 },
      { units: 1, weight: 80.25 },
    ],
    [
      { heads: 1, weight: 70.5 },
      { units: 2, weight: 130.25 },
    ],
  ]);
  const page = (await ann.get<{ lines: Row[] }>(`${at}/minutes/page`)).data.lines.map(({ said }) => said).join('\n');
  expect(page).toMatch(/Present at the opening: 1 units, 50.00 votes; by proxy: 1\n/);
  expect(page).toContain('Of these, voted from home: 1 units, 80.25 votes');
  // Questions with the same text are distinguished.
  expect(page).toContain('The budget · Do you approve?: Passed');
  const book = read((await ann.file(`${at}/result/export`)).body);
  const votes = utils.sheet_to_json<(string | number)[]>(book.Sheets[book.SheetNames[1] ?? ''] ?? {}, { header: 1 });
  expect(votes).toContainEqual(['Voted from home', 130.25, undefined, 2]);
});

it('ranks an election, with those who have as many in one place, and passes nothing by it', async () => {
  const asked = (weight: number) => [1, 2, 3].map(n => ({ n, weight: n === 2 ? weight : 5 }));
  const places = (kind: string, weight: number) =>
    ranked(kind, asked(weight)).map(({ answer, place }) => [answer.n, place]);
  expect(places('ELECTION', 9)).toEqual([
    [2, 1],
    [1, 2],
    [3, 2],
  ]);
  expect(places('ELECTION', 1)).toEqual([
    [1, 1],
    [3, 1],
    [2, 3],
  ]);
  expect(places('DECISION', 9)).toEqual([
    [1, null],
    [2, null],
    [3, null],
  ]);
  const { at, sheet, id } = await voted({}, [
    { text: 'Who leads the board?', kind: 'ELECTION', answers: 'Alba\nBruno\nClara' },
  ]);
  await counted(sheet);
  await act(id, 'end', { outcome: 'HELD' });
  await witness(at);
  const final = await ann.put<Row & { resolutions: Row[] }>(`${at}/minutes/approve`, {});
  expect(final.data.resolutions).toMatchObject([{ text: 'Who leads the board?', passed: null, leads: ['Alba'] }]);
  const book = read((await ann.file(`${at}/result/export`)).body);
  const votes = utils.sheet_to_json<(string | number)[]>(book.Sheets[book.SheetNames[1] ?? ''] ?? {}, { header: 1 });
  expect(votes[0]).toEqual(['Answer', 'Votes', '%', 'Units', 'Verdict']);
  expect(votes.slice(1).map(([name, weight]) => [name, weight])).toEqual([
    ['The report', 'Counted'],
    ['Present at the vote: 3 units, 200.75 votes', undefined],
    ['The report · 1. Who leads the board?', undefined],
    ['1. Alba', 130.25],
    ['2. Bruno', 70.5],
    ['3. Clara', 0],
    ['Blank', 0],
    ['Invalid', 0],
    [expect.stringContaining('too few ballots'), undefined],
    ['Not cast', 0],
    ['Base', 200.75],
  ]);
});

it('masks who stood for whom in its spreadsheet, but for who may export that in plain', async () => {
  const meeting = await all.approved();
  const lam = { representativeKind: 'OTHER', representativeName: 'Lam', representativeIdentifier: '001088012345' };
  await row(meeting.rows[0].id, 'authorize', lam);
  const at = `${conference.path}/${meeting.id}/result`;
  const listed = async (body: Buffer) => JSON.stringify(read(body).Sheets[read(body).SheetNames[0] ?? '']);
  const masked = await listed((await ann.file(`${at}/export`)).body);
  expect([masked.includes('0010*****345'), masked.includes('001088012345')]).toEqual([true, false]);
  await site.allow({ CONFERENCE: ['read', 'export'] });
  expect((await site.carl.put(`${conferenceUnit.path}/attendance-list`, { conferenceId: meeting.id })).status).toBe(
    403,
  );
  expect(
    await listed((await ann.file(`${conferenceUnit.path}/attendance-list`, { conferenceId: meeting.id })).body),
  ).toContain('001088012345');
  const entries = await db().collection('events').find({ action: 'exportEncrypted', projectId: site.id }).toArray();
  expect(entries.map(({ after }) => after)).toEqual([{ list: 'attendance', count: 1 }]);
  await act(meeting.id, 'end', { outcome: 'CALLED_OFF', note: 'No hall' });
});

it('says which papers did not come back', async () => {
  const { at, sheet, id, rows } = await voted({}, ASKED, 1);
  await ann.put(`${voteSheet.path}/${sheet.id}/issue-paper`, { conferenceUnitIds: rows.slice(1).map(one => one.id) });
  await counted(sheet);
  await act(id, 'end', { outcome: 'HELD' });
  const { sheets } = (await ann.get<{ sheets: Row[] }>(`${at}/result`)).data;
  expect(sheets[0]?.papers).toEqual({ issued: 2, returned: 0, missing: 2, weight: 150.75 });
  // Votes not cast and votes cast add up to the base.
  expect(sheets[0]).toMatchObject({ ballots: 1, notCast: { units: 2, weight: 150.75 }, fromHome: null });
  const { text: page } = await ann.get(`${at}/minutes/page`);
  expect(page).toContain('Not cast: 2 units, 150.75 votes');
  const book = read((await ann.file(`${at}/result/export`)).body);
  const said = JSON.stringify(book.Sheets[book.SheetNames[1] ?? '']);
  for (const words of ['2 not returned (150.75 votes)', 'Not cast']) expect(said).toContain(words);
});

it('is published once and for ever, to those whom it concerns', async () => {
  const { at, sheet, id } = await voted({ blockIds: [site.blockId], weighting: 'UNIT', eligible: 'ALL' });
  await counted(sheet);
  await act(id, 'end', { outcome: 'HELD' });
  expect((await dora.get(`${at}/result`)).status).toBe(404);
  const until = async () => (await dora.get<{ until: string | null }>(`${at}/minutes/object`)).data.until;
  expect(Date.parse(String(await until()))).toBeGreaterThan(Date.now());
  expect((await dora.put(`${at}/minutes/object`, { text: 'I was not heard' })).status).toBe(200);
  expect((await dora.get(`${at}/minutes/print`)).status).toBe(404);
  const parts = ['votes', 'survey', 'minutes'];
  const folderId = (await ann.post<Row>(folder.path, { name: 'Minutes' })).data.id;
  expect((await ann.put(`${at}/publish-result`, { parts, folderId })).code).toBe('CONFERENCE_STATE');
  await witness(at);
  await ann.put(`${at}/minutes/approve`, {});
  // Final minutes accept no objections, and offer none.
  expect(await until()).toBeNull();
  expect((await dora.put(`${at}/minutes/object`, { text: 'Too late' })).code).toBe('CONFERENCE_STATE');
  const done = await ann.put<Row>(`${at}/publish-result`, { parts, folderId });
  expect(done.status, done.text).toBe(200);
  expect(done.data.objections).toMatchObject([{ who: 'Dora', text: 'I was not heard' }]);
  // Publishing again has no effect, and sends no second notification.
  for (const again of [['votes'], parts])
    expect((await ann.put(`${at}/publish-result`, { parts: again, folderId })).code).toBe('STATUS_CHANGED');
  await conferenceNoticesJob.run(new Date(Date.now() + 1000));
  const told = () => notifications().findOne({ userId: dora.userId, kind: 'CONFERENCE_RESULT' });
  expect((await told())?.count).toBe(1);
  expect((await dora.get<{ sheets: Row[] }>(`${at}/result`)).data.sheets).toHaveLength(1);
  expect((await dora.get<Row>(`${at}/minutes`)).data.status).toBe('FINAL');
  expect((await dora.file(`${at}/minutes/print`)).body.subarray(0, 5).toString()).toBe('%PDF-');
  const shared = (await dora.get<Row[]>(document.path)).data;
  expect(shared.map(one => one.id)).toEqual([done.data.documentId]);
  const corrected = await ann.put<Row>(`${at}/minutes/correct`, { text: 'The hall was block A' });
  expect(corrected.data.corrections).toMatchObject([{ text: 'The hall was block A', by: 'Ann' }]);
  expect((await ann.get<Row>(`${document.path}/${done.data.documentId}`)).data.edition).toBe(2);
  expect((await ann.put(`${at}/minutes/reopen-minutes`, { reason: 'No' })).code).toBe('CONFERENCE_STATE');
  await conferenceNoticesJob.run(new Date(Date.now() + 1000));
  expect([(await told())?.count, (await told())?.subject.text]).toEqual([2, 'The hall was block A']);
  const elsewhere = await voted();
  expect((await dora.get(`${conference.path}/${elsewhere.id}/result`)).status).toBe(404);
});
