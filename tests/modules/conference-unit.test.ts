import { createHash } from 'node:crypto';
import { recount } from '@lobby/server/modules/conference/answers/counts.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { rowsOfSheet, sheetOf } from '../setup/files/sheets.ts';
import { meetingsOf } from '../setup/house/meetings.ts';
import { refusal } from '../setup/money/books.ts';
import { change, stored, systemIn } from '../setup/records.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const other = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const { ann, ben, dora } = site;
const all = await meetingsOf(site);
const { act, rowsOf, row, approved, owners } = all;
const at = conferenceUnit.path;
interface DoorRow {
  unit: string;
  weight: number;
  representative: string | null;
  pass: string;
  holders: string[];
}
const proxy = (identifier: string, more: object = {}) => ({
  representativeKind: 'OTHER',
  representativeName: 'Pham Van Lam',
  representativeIdentifier: identifier,
  ...more,
});
/** Stored figures of a meeting have to match its rows. */
async function holds(id: string) {
  const figures = await recount(await systemIn(site.id), id);
  expect(await stored(conference, id)).toMatchObject(figures);
  return figures;
}

it('takes a proxy by a paper of 12 to 15 letters, for so many units as the meeting allows', async () => {
  const { id, rows } = await approved({ proxyLimit: 2 });
  const short = await row(rows[0].id, 'authorize', proxy('00108801234'));
  expect(refusal(short)).toEqual([400, 'VALIDATION_FAILED', 'representativeIdentifier']);
  expect(short.error.data?.fields?.representativeIdentifier).toMatchObject({
    code: 'IDENTIFIER_INVALID',
    message: '12 to 15 letters and digits.',
  });
  const bare = await row(rows[0].id, 'authorize', { representativeKind: 'OTHER' });
  expect(Object.keys(bare.error.data?.fields ?? {}).toSorted()).toEqual([
    'representativeIdentifier',
    'representativeName',
  ]);
  const first = await row(rows[0].id, 'authorize', proxy('001088012345'));
  expect(first.data).toMatchObject({ attendance: 'AUTHORIZED', representativeName: 'Pham Van Lam', channel: 'DESK' });
  expect(first.data.representativeIdentifier).toBe('0010*****345');
  expect(first.text).not.toContain('001088012345');
  // List and export contain the identity number of the representative, masked.
  const [listed] = (await rowsOf(id)).filter(one => one.id === rows[0].id);
  expect(listed).toMatchObject({ representativeIdentifier: '0010*****345', authorizationNumber: null });
  const [head = [], ...lines] = await rowsOfSheet((await ann.file(`${at}/export?filter[conferenceId][]=${id}`)).body);
  for (const name of ["Representative's paper", 'Number of the proxy', 'Date of the proxy', 'Paper compared'])
    expect(head).toContain(name);
  expect(lines.map(line => line[head.indexOf("Representative's paper")]).filter(Boolean)).toEqual(['0010*****345']);
  await row(rows[1].id, 'authorize', proxy('001088012345'));
  const third = await row(rows[2].id, 'authorize', proxy('001088012345'));
  expect([third.status, third.code, third.error.data?.units]).toEqual([
    422,
    'PROXY_LIMIT',
    all.units.slice(0, 2).map(({ code }) => code),
  ]);
  const seen = await ann.put<{ values: Row }>(`${at}/${rows[0].id}/reveal`, {});
  expect(seen.data.values.representativeIdentifier).toBe('001088012345');
  expect((await row(rows[0].id, 'revoke', { reason: 'She comes herself' })).data).toMatchObject({
    attendance: 'NOT_ANSWERED',
    representativeName: null,
    representativeIdentifier: null,
  });
  expect((await row(rows[2].id, 'authorize', proxy('001088012345'))).status).toBe(200);
  expect(await holds(id)).toMatchObject({ registered: 2, totalHundredths: 20_075 });
  const closed = await approved({ proxyAllowed: false });
  expect(refusal(await row(closed.rows[0].id, 'authorize', proxy('001088012345')))).toEqual([422, 'PROXY_NOT_ALLOWED']);
});

it('says who has voted on what and who holds a paper, and is found by it', async () => {
  const { id, rows } = await approved();
  for (const one of rows) await row(one.id, 'check-in', { desk: 'Bàn 2' });
  await act(id, 'open-meeting', { chairName: 'An', secretaryName: 'Binh' });
  const { data: sheet } = await ann.post<Row>(voteSheet.path, {
    conferenceId: id,
    title: 'The report',
    channels: [{ channel: 'DESK' }, { channel: 'PAPER' }],
    questions: [{ text: 'Do you approve?', kind: 'DECISION', answers: 'Yes\nNo\nOther' }],
  });
  const vote = `${voteSheet.path}/${sheet.id}`;
  await ann.put(`${vote}/open`, {});
  const before = await ann.get<Row>(`${at}/${rows[0].id}`);
  const ballot = { answers: [1], nonce: 'a'.repeat(64), conferenceUnitId: rows[0].id };
  expect((await ann.post(`${vote}/ballot`, ballot)).status).toBe(200);
  await ann.put(`${vote}/issue-paper`, { conferenceUnitIds: [rows[1].id] });
  const after = await ann.get<Row>(`${at}/${rows[0].id}`);
  // Only a marker is set: version and time of change stay.
  expect(after.data).toEqual({ ...before.data, ballotsOnline: [sheet.id] });
  const found = async (field: string) =>
    (await ann.get<Row[]>(`${at}?filter[${field}][]=${sheet.id}`)).data.map(one => one.id);
  expect([await found('ballotsOnline'), await found('ballotsPaper')]).toEqual([[rows[0].id], [rows[1].id]]);
  expect(after.data.desk).toBe('2');
  // Options are named by unit.
  const named = (await ann.get<Row[]>(`${at}/options?ids[]=${rows[0].id}`)).data;
  expect(named.map(one => one.name)).toEqual([all.units[0]?.code]);
  const undone = await row(rows[0].id, 'undo-check-in', { reason: 'Wrong' });
  expect([undone.code, undone.error.message]).toEqual([
    'CONFERENCE_CHECKED_IN',
    'The unit has voted or holds a voting paper: its check-in stays.',
  ]);
  await ann.put(`${vote}/cancel`, { reason: 'A practice' });
  await act(id, 'end', { outcome: 'HELD' });
});

it('takes answers from a sheet, all or none, by the rules of the desk', async () => {
  const { id, rows } = await approved({ proxyLimit: 1 });
  const { code } = await all.read(id);
  const head = ['conferenceId', 'unitId', 'attendance', 'representativeName', 'representativeIdentifier'];
  const send = async (lines: readonly (readonly string[])[], call = '') => {
    const body = await sheetOf([head, ...lines]);
    return ann.post<Row & { faults: { field: string; code: string }[] }>(
      `${at}/import${call}`,
      formOf([{ name: 'a.xlsx', body }]),
    );
  };
  const [one = '', two = '', three = ''] = all.units.map(home => String(home.code));
  const meeting = String(code);
  const lam = ['Pham Van Lam', '001088012345'];
  const bad = await send(
    [
      [meeting, one, 'AUTHORIZED', ...lam],
      [meeting, two, 'AUTHORIZED', 'Pham Van Lam', '001 088 012345'],
      [meeting, three, 'AUTHORIZED', 'Nobody', ''],
      [meeting, one, 'ATTEND', '', ''],
    ],
    '/preview',
  );
  expect(bad.data.faults.map(fault => [fault.field, fault.code])).toEqual([
    ['representativeIdentifier', 'PROXY_LIMIT'],
    ['representativeIdentifier', 'REQUIRED'],
    ['unitId', 'LISTED_TWICE'],
  ]);
  // The error repeats the length rule of the form.
  const short = await send([[meeting, one, 'AUTHORIZED', 'Pham Van Lam', '00109']], '/preview');
  expect(short.data.faults).toMatchObject([{ code: 'IDENTIFIER_INVALID', message: '12 to 15 letters and digits.' }]);
  const done = await send([
    [meeting, one, 'AUTHORIZED', ...lam],
    [meeting, two, 'ATTEND', '', ''],
    [meeting, three, 'NOT_ATTEND', '', ''],
  ]);
  expect([done.status, done.data.updated], done.text).toEqual([201, 3]);
  expect((await rowsOf(id)).map(row => [row.attendance, row.representativeName, row.channel])).toEqual([
    ['AUTHORIZED', 'Pham Van Lam', 'PAPER'],
    ['ATTEND', null, 'PAPER'],
    ['NOT_ATTEND', null, 'PAPER'],
  ]);
  expect(await holds(id)).toMatchObject({ registered: 2 });
  // A unit that has checked in cannot be changed by an import.
  await row(rows[1].id, 'check-in');
  const late = await send([[meeting, two, 'NOT_ATTEND', '', '']], '/preview');
  expect(late.data.faults.map(fault => [fault.field, fault.code])).toEqual([['unitId', 'CONFERENCE_CHECKED_IN']]);
});

it('tells of nothing that only the server counts and finds by, and whose owner cannot be called', async () => {
  const meeting = await all.approved();
  const lam = { representativeKind: 'OTHER', representativeName: 'Lam', representativeIdentifier: '001088012345' };
  await row(meeting.rows[0].id, 'authorize', lam);
  const at = `${conferenceUnit.path}/${meeting.rows[0].id}`;
  for (const path of [at, `${at}/activities`, conferenceUnit.path, `${conference.path}/${meeting.id}`])
    expect((await ann.get(path)).text, path).not.toMatch(/undredths|rowKey|proxyKey|presentUnits/);
  const silent = await ann.get<Row[]>(
    `${conferenceUnit.path}?filter[conferenceId][]=${meeting.id}&filter[withoutPhone][]=true`,
  );
  expect(silent.data.map(({ id }) => id)).toEqual(meeting.rows.map(({ id }) => id));
  const version = (await ann.get<Row>(`${resident.path}/${all.owners[0]?.id}`)).data.version;
  expect((await ann.put(`${resident.path}/${all.owners[0]?.id}`, { version, phone: '0901234567' })).status).toBe(200);
  await act(meeting.id, 'refresh');
  const left = await ann.get<Row[]>(
    `${conferenceUnit.path}?filter[conferenceId][]=${meeting.id}&filter[withoutPhone][]=true`,
  );
  expect(left.data.map(({ id }) => id)).toEqual(meeting.rows.slice(1).map(({ id }) => id));
  await act(meeting.id, 'end', { outcome: 'CALLED_OFF', note: 'No hall' });
});

it('is checked in once, whoever of two desks is quicker', async () => {
  const { id, rows } = await approved();
  const ways = [ann, ben.at(other.url), ann.at(other.url), ben];
  const tried = await Promise.all(ways.map((who, n) => row(rows[0].id, 'check-in', { desk: String(n + 1) }, who)));
  const lost = tried.filter(({ status }) => status !== 200);
  expect(lost).toHaveLength(3);
  for (const one of lost) {
    expect(refusal(one)).toEqual([409, 'CONFERENCE_CHECKED_IN']);
    expect(one.error.data).toMatchObject({
      name: expect.stringMatching(/Ann|Ben/),
      desk: expect.stringMatching(/^[1-4]$/),
    });
    expect(one.error.data?.time).toMatch(/^\d\d:\d\d$/);
  }
  expect(await holds(id)).toMatchObject({ checkedIn: 1, presentUnits: 1, presentHundredths: 5000, registered: 1 });
  // Simultaneous check-ins at all desks: no count is lost.
  await Promise.all(rows.slice(1).map((one, n) => row(one.id, 'check-in', {}, n ? ann : ben.at(other.url))));
  expect(await holds(id)).toMatchObject({ checkedIn: 3, presentHundredths: 20_075 });
  expect((await row(rows[0].id, 'decline', {})).code).toBe('CONFERENCE_CHECKED_IN');
  expect((await row(rows[0].id, 'undo-check-in', { reason: 'The wrong unit' })).data.checkIn).toBe('NOT_CHECKED_IN');
  expect(await holds(id)).toMatchObject({ checkedIn: 2, presentHundredths: 15_075 });
  const early = await approved({ startAt: new Date(Date.now() + 4 * 3_600_000).toISOString() });
  expect(refusal(await row(early.rows[0].id, 'check-in'))).toEqual([422, 'REGISTRATION_CLOSED']);
});

it('leaves with all the units that a person stands for, and comes back with them', async () => {
  const { id, rows } = await approved();
  for (const one of rows) await row(one.id, 'authorize', proxy('001088099999'));
  const found = await ann.get<Row[]>(`${at}/find?conferenceId=${id}&code=${rows[1].code6}`);
  expect(found.data.map(one => one.id).toSorted()).toEqual(rows.map(one => one.id).toSorted());
  const many = await ann.put<{ done: string[] }>(`${at}/check-in-multi`, { ids: found.data.map(one => one.id) });
  expect(many.data.done).toHaveLength(3);
  expect(await holds(id)).toMatchObject({ presentUnits: 3, presentHundredths: 20_075 });
  await row(rows[2].id, 'leave');
  expect(await holds(id)).toMatchObject({ checkedIn: 3, presentUnits: 0, presentHundredths: 0 });
  expect((await row(rows[0].id, 'leave')).code).toBe('CONFERENCE_STATE');
  await row(rows[0].id, 'come-back');
  expect(await holds(id)).toMatchObject({ presentUnits: 3 });
});

it('is found by its pass, six digits, unit or name, and by nothing of another meeting', async () => {
  const { id, rows } = await approved();
  const stranger = await approved();
  const find = (code: unknown, meeting = id) =>
    ann.get<Row[]>(`${at}/find?conferenceId=${meeting}&code=${encodeURIComponent(String(code))}`);
  const { text } = (await ann.get<{ text: string }>(`${at}/${rows[0].id}/pass-code`)).data;
  for (const code of [text, rows[0].code6, all.units[0]?.code, owners[0]?.name])
    expect(
      (await find(code)).data.map(one => one.id),
      String(code),
    ).toEqual([rows[0].id]);
  expect(refusal(await find(text, stranger.id))).toEqual([404, 'CONFERENCE_CODE_UNKNOWN']);
  expect((await find(`${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`)).code).toBe('CONFERENCE_CODE_UNKNOWN');
  const paper = await ann.file(`${at}/${rows[0].id}/pass?lang=en`);
  expect(paper.body.subarray(0, 5).toString()).toBe('%PDF-');
  const letters = await ann.file(`${conference.path}/${id}/invitations?lang=vi`);
  expect(letters.body.subarray(0, 5).toString()).toBe('%PDF-');
});

it('is answered by who owns or heads the home, and seen by who stands for it', async () => {
  const meeting = await all.make({ blockIds: [site.blockId], weighting: 'UNIT', eligible: 'ALL' });
  await act(meeting.id, 'approve');
  await act(meeting.id, 'show');
  const own = async () => (await rowsOf(meeting.id, dora))[0];
  const mine = await own();
  expect(mine).toMatchObject({ unitId: site.unitId, attendance: 'NOT_ANSWERED', weight: 1 });
  expect(await rowsOf(meeting.id, dora)).toHaveLength(1);
  expect((await row(mine?.id, 'register', {}, dora)).data).toMatchObject({ answeredBy: 'Dora', channel: 'APP' });
  const twice = await row(mine?.id, 'register', {}, dora);
  expect([twice.code, twice.error.data?.name]).toEqual(['CONFERENCE_REGISTERED', 'Dora']);
  // A renter neither sees nor answers anything, until they represent the unit.
  const held = (await ann.get<Row[]>(`/member-residency?filter[residentId][]=${dora.id}`)).data[0];
  await change((await import('@lobby/shared/modules/resident.ts')).residency, String(held?.id), { role: 'RENTER' });
  expect(await rowsOf(meeting.id, dora)).toEqual([]);
  expect(refusal(await row(mine?.id, 'decline', {}, dora))).toEqual([403, 'FORBIDDEN']);
  const version = (await ann.get<Row>(`${resident.path}/${dora.id}`)).data.version;
  await ann.put(`${resident.path}/${dora.id}`, { version, identifier: '001088055555' });
  const foreign = (await rowsOf(meeting.id)).find(one => one.unitId === site.otherUnitId);
  const given = { representativeKind: 'RESIDENT', representativeId: dora.id };
  expect((await row(foreign?.id, 'authorize', given)).data).toMatchObject({ representativeName: 'Dora' });
  expect((await rowsOf(meeting.id, dora)).map(one => one.id)).toEqual([foreign?.id]);
  await change(conference, meeting.id, { registrationClosesAt: new Date(Date.now() - 1000) });
  const emils = await row(foreign?.id, 'register', {}, site.emil);
  expect(refusal(emils)).toEqual([422, 'REGISTRATION_CLOSED']);
  expect((await row(foreign?.id, 'register', { channel: 'PHONE' })).status).toBe(200);
});

it('gives desks a list to go on with where there is no network, and takes what they scanned once', async () => {
  const { id, rows } = await approved();
  const hoa = proxy('001088012399', { representativeName: 'Hoa' });
  for (const one of rows.slice(1)) await row(one.id, 'authorize', hoa);
  const { data: list } = await ann.get<DoorRow[]>(`${conferenceUnit.path}/door?conferenceId=${id}`);
  expect(list.map(one => [one.unit, one.weight, one.representative])).toEqual([
    [expect.stringMatching(/-01$/), 50, null],
    [expect.stringMatching(/-02$/), 70.5, 'Hoa'],
    [expect.stringMatching(/-03$/), 80.25, 'Hoa'],
  ]);
  // The list contains only digests of passes; shared proxies are recognized without their identity numbers.
  const { text: pass } = (await ann.get<{ text: string }>(`${conferenceUnit.path}/${rows[0].id}/pass-code`)).data;
  expect(list[0]?.pass).toBe(createHash('sha256').update(pass).digest('hex'));
  expect(list[1]?.holders.some(holder => list[2]?.holders.includes(holder))).toBe(true);
  expect(JSON.stringify(list)).not.toContain('001088012399');
  // Both desks were offline and checked in the same unit: the first transmission counts, the other is refused.
  const scan = (minutes: number, desk: string) => ({
    desk,
    scannedAt: new Date(Date.now() - minutes * 60_000).toISOString(),
    identityChecked: true,
  });
  const [one, two] = [scan(6, '1'), scan(5, '2')];
  expect((await row(rows[0].id, 'check-in', one)).status).toBe(200);
  const late = await row(rows[0].id, 'check-in', two, ben);
  expect(late).toMatchObject({ status: 409, code: 'CONFERENCE_CHECKED_IN' });
  expect(late.error.data).toMatchObject({ name: 'Ann', desk: '1', at: one.scannedAt });
  // Repeated after a lost response, it is the same scan.
  expect((await row(rows[0].id, 'check-in', one)).status).toBe(200);
  expect((await all.read(id)).checkedIn).toBe(1);
  const ahead = { desk: '3', scannedAt: new Date(Date.now() + 3_600_000).toISOString() };
  expect((await row(rows[1].id, 'check-in', ahead)).data.scannedAt).toBeNull();
});

it('finds at the desk whose phone ends so', async () => {
  const { id, rows } = await approved();
  const owner = (await ann.get<Row>(`${resident.path}/${owners[1]?.id}`)).data;
  const phoned = await ann.put(`${resident.path}/${owner.id}`, { version: owner.version, phone: '0901237788' });
  expect(phoned.status, phoned.text).toBe(200);
  const { data } = await ann.get<Row[]>(`${at}/find?conferenceId=${id}&code=7788`);
  expect(data.map(one => one.id)).toEqual([rows[1].id]);
});
