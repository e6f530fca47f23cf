import { db } from '@lobby/server/kit/database/database.ts';
import { mails } from '@lobby/server/kit/mail/queue.ts';
import { keepReport } from '@lobby/server/kit/mail/reports/keep.ts';
import { sendDue } from '@lobby/server/kit/mail/send.ts';
import {
  conferenceNoticesJob,
  conferenceReminderJob,
  conferenceReportsJob,
} from '@lobby/server/modules/conference/index.ts';
import { notifications } from '@lobby/server/platform/notifications/notifications.ts';
import { changeProject, projects } from '@lobby/server/platform/projects/projects.ts';
import { addDays, instantAt, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { percentOf, reaches } from '@lobby/shared/modules/conference-math.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { sheetOf } from '../setup/files/sheets.ts';
import { formOf, PDF, png } from '../setup/files/uploads.ts';
import { inHours, meetingsOf } from '../setup/house/meetings.ts';
import { refusal } from '../setup/money/books.ts';
import { change } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { today } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, emil } = site;
const all = await meetingsOf(site);
const { make, act, read, rowsOf, row, approved } = all;
const dataOf = ({ error }: { error: { data?: Record<string, unknown> } }) => error.data ?? {};

it('counts shares exactly, half up, and compares them as they are', () => {
  expect([percentOf(2, 3), percentOf(12_050, 20_075), percentOf(1, 800), percentOf(0, 0)]).toEqual([
    66.67, 60.02, 0.13, 0,
  ]);
  const present = { heads: 2, hundredths: 12_050 };
  const eligible = { heads: 3, hundredths: 20_075 };
  const by = (quorumBasis: string, quorumPercent: number) => reaches(present, eligible, { quorumBasis, quorumPercent });
  expect([by('HEADS', 50), by('AREA', 65), by('BOTH', 60), by('AREA', 60.03), by('AREA', 60.02)]).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
  expect(
    reaches({ heads: 0, hundredths: 0 }, { heads: 0, hundredths: 0 }, { quorumBasis: 'HEADS', quorumPercent: 0 }),
  ).toBe(false);
});

it('wants a place, rules and areas before it is approved, and then has its electorate', async () => {
  const bare = await make({ venue: null });
  const missing = await act(bare.id, 'approve');
  expect([...refusal(missing).slice(0, 2), dataOf(missing).missing]).toEqual([422, 'CONFERENCE_INCOMPLETE', ['venue']]);
  const homes = await Promise.all(
    [1, 2, 3].map(async at => {
      const values = { code: `X-0${at}`, type: 'APARTMENT', blockId: all.blockId, floorId: all.floorId };
      return (await ann.post<Row>(unit.path, { ...values, handoverStatus: 'HANDED_OVER' })).data;
    }),
  );
  const whole = await make();
  const lacking = await act(whole.id, 'approve');
  expect([lacking.status, lacking.code, dataOf(lacking).units]).toEqual([
    422,
    'CONFERENCE_AREA_MISSING',
    ['X-01', 'X-02', 'X-03'],
  ]);
  for (const home of homes)
    await ann.put(`${unit.path}/${home.id}`, { version: home.version, handoverStatus: 'NOT_YET' });
  const done = await act(whole.id, 'approve');
  expect(done.data).toMatchObject({ status: 'ONGOING', phase: 'REGISTRATION', units: 3, weightTotal: 200.75 });
  const rows = await rowsOf(whole.id);
  expect(rows.map(({ weight }) => weight)).toEqual([50, 70.5, 80.25]);
  expect(rows.map(({ ownerId }) => ownerId)).toEqual(all.owners.map(({ id }) => id));
  expect(new Set(rows.map(({ code6 }) => code6)).size).toBe(3);
  // A refresh adds units handed over since, with their area.
  const [first] = homes;
  const version = (await ann.get<Row>(`${unit.path}/${first?.id}`)).data.version;
  await ann.put(`${unit.path}/${first?.id}`, { version, handoverStatus: 'HANDED_OVER', useArea: 10.01, area: 12 });
  expect((await act(whole.id, 'refresh')).data).toMatchObject({ units: 4, weightTotal: 210.76 });
  expect(await rowsOf(whole.id)).toHaveLength(4);
  await ann.put(`${unit.path}/${first?.id}`, { version: version + 1, handoverStatus: 'NOT_YET' });
});

it('takes its rules as PDF alone', async () => {
  const upload = async (name: string, body: Buffer) =>
    (await ann.post<Row[]>('/upload', formOf([{ name, body }]))).data[0]?.id;
  const given = { name: 'Annual meeting', startAt: inHours(50) };
  for (const id of [await upload('a.xlsx', await sheetOf([['A'], ['1']])), await upload('a.png', await png())]) {
    const refused = await ann.post(conference.path, { ...given, regulationFiles: [id] });
    expect(refusal(refused)).toEqual([422, 'FILE_TYPE_NOT_ALLOWED', 'regulationFiles']);
  }
  const made = await ann.post(conference.path, { ...given, regulationFiles: [await upload('a.pdf', PDF)] });
  expect(made.status, made.text).toBe(201);
});

it('is not in the past, and is fixed once it is shown', async () => {
  const past = await ann.post(conference.path, { name: 'Late', startAt: inHours(-1) });
  expect(refusal(past)).toEqual([400, 'CONFERENCE_IN_PAST', 'startAt']);
  const closes = await ann.post(conference.path, {
    name: 'Odd',
    startAt: inHours(5),
    registrationClosesAt: inHours(6),
  });
  expect(refusal(closes)).toEqual([422, 'DATES_REVERSED', 'registrationClosesAt']);
  expect(closes.error.data?.fields?.registrationClosesAt).toMatchObject({
    code: 'DATES_REVERSED',
    message: 'Answers must close when the meeting begins, or before.',
  });
  const meeting = await approved({ startAt: inHours(50), registrationClosesAt: inHours(40) });
  await act(meeting.id, 'invite', { channels: [{ channel: 'APP' }] });
  await conferenceNoticesJob.run(new Date());
  expect((await rowsOf(meeting.id)).every(({ invitedAt }) => invitedAt)).toBe(true);
  const edited = await ann.put<Row>(`${conference.path}/${meeting.id}`, {
    version: (await read(meeting.id)).version,
    venue: 'The garden',
  });
  expect(edited.data).toMatchObject({ venue: 'The garden', publication: 'EDITED' });
  expect((await act(meeting.id, 'show')).data).toMatchObject({ shown: true });
  expect((await act(meeting.id, 'show')).code).toBe('STATUS_CHANGED');
  const { version } = await read(meeting.id);
  const named = await ann.put(`${conference.path}/${meeting.id}`, { version, name: 'Another' });
  expect([...refusal(named).slice(0, 2), dataOf(named).field]).toEqual([409, 'CONFERENCE_STATE', 'name']);
  expect(named.error.message).toMatch(/^“Name.*” can no longer change: the meeting is shown in the app/);
  await row(meeting.rows[0].id, 'register', { channel: 'PHONE' });
  const moved = await act(meeting.id, 'reschedule', { startAt: inHours(80), reason: 'The hall is taken' });
  expect(moved.data).toMatchObject({ publication: 'EDITED' });
  const [from, to] = [Date.parse(String(moved.data.registrationClosesAt)), Date.parse(String(moved.data.startAt))];
  expect(Math.round((to - from) / 3_600_000)).toBe(10);
  const [answered, silent] = await rowsOf(meeting.id);
  expect([answered?.attendance, answered?.beforeChange, silent?.beforeChange]).toEqual(['ATTEND', true, false]);
  await change(conference, meeting.id, { startAt: new Date(Date.now() - 1000) });
  const late = await act(meeting.id, 'reschedule', { startAt: inHours(90), reason: 'Again' });
  expect(refusal(late).slice(0, 2)).toEqual([409, 'CONFERENCE_STATE']);
  expect((await ann.delete(`${conference.path}/${meeting.id}`)).code).toBe('CONFERENCE_STATE');
});

it('is there for residents of its blocks once it is shown', async () => {
  const meeting = await make({ blockIds: [site.blockId], weighting: 'UNIT', eligible: 'ALL' });
  const elsewhere = await make({});
  for (const { id } of [meeting, elsewhere]) expect((await act(id, 'approve')).status).toBe(200);
  const at = `${conference.path}/${meeting.id}`;
  expect((await dora.get(at)).status).toBe(404);
  await act(meeting.id, 'show');
  await act(elsewhere.id, 'show');
  expect((await dora.get<Row>(at)).data).toMatchObject({ name: 'Annual meeting', shown: true });
  expect((await dora.get<Row[]>(conference.path)).data.map(({ id }) => id)).toEqual([meeting.id]);
  expect((await dora.get(`${conference.path}/${elsewhere.id}`)).status).toBe(404);
  await conferenceNoticesJob.run(new Date());
  const told = await notifications().countDocuments({ userId: dora.userId, kind: 'CONFERENCE_SHOWN' });
  expect(told).toBe(1);
  // Units that have answered get no reminder.
  const [own] = (await dora.get<Row[]>(conferenceUnit.path)).data;
  expect((await row(own?.id, 'register', {}, dora)).data).toMatchObject({ attendance: 'ATTEND', channel: 'APP' });
  const reminded = (who: { userId: string }) =>
    notifications().findOne({ userId: who.userId, kind: 'CONFERENCE_REMINDER' });
  /** Runs the reminders at a time, for a meeting a day later. */
  const remind = async (at: Date) => {
    await change(conference, meeting.id, { startAt: new Date(at.getTime() + 24 * 3_600_000) });
    for (const _ of [1, 2]) {
      await conferenceReminderJob.run(at);
      await conferenceNoticesJob.run(new Date(at.getTime() + 3_600_000));
    }
  };
  // Shown this morning: no reminder on the day of the notification.
  await remind(new Date(`${today()}T09:30:00Z`));
  expect(await reminded(emil)).toBeNull();
  await remind(new Date(`${addDays(today(), 1)}T02:00:30Z`));
  expect(await reminded(dora)).toBeNull();
  expect((await reminded(emil))?.count).toBe(1);
  // The subject of a reminder contains time and venue.
  const day = addDays(today(), 2).split('-').toReversed().join('/');
  expect((await reminded(emil))?.subject.text).toBe(`${day} 09:00 · The hall`);
});

it('tells of a new day whoever knows of the old one: all where it is shown, else who was invited', async () => {
  const meeting = await make({ blockIds: [site.blockId], weighting: 'UNIT', eligible: 'ALL', startAt: inHours(50) });
  await act(meeting.id, 'approve');
  await act(meeting.id, 'invite', { channels: [{ channel: 'APP' }, { channel: 'EMAIL' }], unitIds: [site.unitId] });
  // The date changes while the invitation is still queued.
  const move = (hours: number) =>
    act(meeting.id, 'reschedule', { startAt: inHours(hours), reason: 'The hall is taken' });
  expect((await move(60)).status).toBe(200);
  const told = async (who: { userId: string }) => {
    // The clock of the database may be slightly ahead.
    await conferenceNoticesJob.run(new Date(Date.now() + 1000));
    return (await notifications().find({ userId: who.userId, kind: 'CONFERENCE_MOVED' }).toArray()).reduce(
      (sum, { count }) => sum + count,
      0,
    );
  };
  expect([await told(dora), await told(emil)]).toEqual([1, 0]);
  await act(meeting.id, 'show');
  expect((await move(70)).status).toBe(200);
  expect([await told(dora), await told(emil)]).toEqual([2, 1]);
  await act(meeting.id, 'end', { outcome: 'CALLED_OFF', note: 'No hall' });
});

it('says why it may not be done, each time in a sentence of its own', async () => {
  const meeting = await approved({ startAt: inHours(5) });
  const lead = { chairName: 'An', secretaryName: 'Binh', withoutQuorum: true, reason: 'Urgent' };
  const why = async (name: string, body: object = {}) => (await act(meeting.id, name, body)).error.message;
  expect(await why('open-meeting', lead)).toMatch(
    /^It is too early: the meeting can be opened from \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/,
  );
  expect(await why('end', { outcome: 'HELD' })).toMatch(/never opened/);
  await change(conference, meeting.id, { startAt: new Date(Date.now() + 3_600_000) });
  expect((await act(meeting.id, 'open-meeting', lead)).status).toBe(200);
  expect(await why('reschedule', { startAt: inHours(9), reason: 'No' })).toMatch(/no longer be moved/);
  expect(await why('unpublish', { reason: 'No' })).toMatch(/has been opened/);
  const { data: sheet } = await ann.post<Row>(voteSheet.path, {
    conferenceId: meeting.id,
    title: 'The report',
    channels: [{ channel: 'DESK' }],
    questions: [{ text: 'Do you approve?', kind: 'DECISION', answers: 'Yes\nNo\nOther' }],
  });
  await ann.put(`${voteSheet.path}/${sheet.id}/open`, {});
  expect(await why('end', { outcome: 'HELD' })).toMatch(/“The report” is not counted/);
  await ann.put(`${voteSheet.path}/${sheet.id}/cancel`, { reason: 'A practice' });
  expect((await act(meeting.id, 'end', { outcome: 'HELD' })).status).toBe(200);
  expect(await why('reconvene', { startAt: inHours(99) })).toMatch(/without a quorum/);
});

it('opens with a quorum or a reason, and ends as it was', async () => {
  const meeting = await approved();
  const { id } = meeting;
  const lead = { chairName: 'An', secretaryName: 'Binh' };
  expect((await act(id, 'end', { outcome: 'HELD' })).code).toBe('CONFERENCE_STATE');
  const nobody = await act(id, 'open-meeting', {});
  expect([nobody.code, dataOf(nobody).missing]).toEqual(['CONFERENCE_INCOMPLETE', ['chairName', 'secretaryName']]);
  expect(refusal(await act(id, 'open-meeting', lead)).slice(0, 2)).toEqual([422, 'QUORUM_NOT_REACHED']);
  expect((await act(id, 'open-meeting', { ...lead, withoutQuorum: true })).error.data?.fields?.reason?.code).toBe(
    'REQUIRED',
  );
  for (const one of meeting.rows.slice(0, 2)) expect((await row(one.id, 'check-in', { desk: '1' })).status).toBe(200);
  const { data: quorum } = await ann.get<Row>(`${conference.path}/${id}/quorum`);
  expect(quorum).toMatchObject({
    present: { heads: 2, weight: 120.5 },
    percent: { heads: 66.67, area: 60.02 },
    reached: true,
  });
  expect((await act(id, 'open-meeting', lead)).data).toMatchObject({ phase: 'MEETING', withoutQuorum: false });
  const beside = await approved();
  const second = await act(beside.id, 'open-meeting', { ...lead, withoutQuorum: true, reason: 'Urgent' });
  expect(second.code).toBe('CONFERENCE_STATE');
  expect((await act(id, 'end', { outcome: 'HELD' })).data).toMatchObject({ status: 'ENDED', phase: 'CLOSED' });
  expect((await act(beside.id, 'end', { outcome: 'NO_QUORUM' })).error.data?.fields?.note?.code).toBe('REQUIRED');
  await act(beside.id, 'end', { outcome: 'NO_QUORUM', note: 'Two of three stayed away' });
  expect((await act(beside.id, 'reconvene', { startAt: inHours(0.1) })).code).toBe('DATES_REVERSED');
  const { data: old } = await act(beside.id, 'reconvene', { startAt: inHours(200) });
  const again = await read(old.reconvenedToId);
  expect(again).toMatchObject({ status: 'PENDING_APPROVAL', reconvenedFromId: beside.id, units: 0, outcome: null });
  expect(again.venue).toBe('The hall');
  expect((await act(beside.id, 'reconvene', { startAt: inHours(300) })).code).toBe('CONFERENCE_STATE');
  const version = (await read(id)).version;
  expect((await ann.put(`${conference.path}/${id}`, { version, name: 'After' })).code).toBe('CONFERENCE_STATE');
});

it('is taken back until somebody has answered', async () => {
  const meeting = await approved();
  await row(meeting.rows[1].id, 'decline', { channel: 'PAPER' });
  expect(refusal(await act(meeting.id, 'unpublish', { reason: 'Wrong' })).slice(0, 2)).toEqual([
    409,
    'CONFERENCE_STATE',
  ]);
  const scope = await ann.put(`${conference.path}/${meeting.id}`, { version: meeting.doc.version, weighting: 'UNIT' });
  expect(dataOf(scope).field).toBe('weighting');
  const other = await approved();
  const anew = await ann.put<Row>(`${conference.path}/${other.id}`, { version: other.doc.version, weighting: 'UNIT' });
  expect(anew.data).toMatchObject({ units: 3, weightTotal: 3, publication: 'EDITED' });
  expect((await rowsOf(other.id)).map(({ weight }) => weight)).toEqual([1, 1, 1]);
  const back = await act(other.id, 'unpublish', { reason: 'Wrong' });
  expect(back.data).toMatchObject({ status: 'PENDING_APPROVAL', publication: 'UNPUBLISHED' });
});

it('invites by short message as announcements go: by day at once, at night in the morning, and says whom no way reaches', async () => {
  const [first, second] = all.owners;
  for (const [owner, values] of [
    [first, { phone: '0901234501', email: 'alba@owners.example' }],
    [second, { email: 'bruno@owners.example' }],
  ] as const) {
    const { version } = (await ann.get<Row>(`${resident.path}/${owner?.id}`)).data;
    expect((await ann.put(`${resident.path}/${owner?.id}`, { version, ...values })).status).toBe(200);
  }
  const meeting = await approved({ startAt: inHours(50) });
  const ways = (...names: string[]) => ({ channels: names.map(channel => ({ channel })) });
  // Without SMS in the project, it cannot be chosen as a channel, as for announcements.
  for (const off of [
    await act(meeting.id, 'invite', ways('APP', 'SMS')),
    await row(meeting.rows[0].id, 'remind', ways('SMS')),
  ])
    expect(refusal(off)).toEqual([422, 'SMS_NOT_SET_UP', 'channels']);
  const actor = { id: 'system', name: 'Lobby' };
  const { version = 1 } = (await projects().findOne({ _id: site.id })) ?? {};
  await changeProject(site.id, version, { features: { SMS: true } }, { actor, now: new Date() });
  const night = instantAt(today(), 23 * 60, VIETNAM);
  const morning = instantAt(addDays(today(), 1), 7 * 60, VIETNAM);
  const how = async () =>
    (await ann.get<{ until: string | null; ways: Row[] }>(`${conference.path}/${meeting.id}/invited`)).data;
  const sms = () => mails().find({ kind: 'conferenceInviteSms', projectId: site.id }).sort({ at: 1 }).toArray();
  const [, two, three] = all.units.map(({ code }) => String(code));
  expect((await act(meeting.id, 'invite', ways('EMAIL', 'SMS'))).status).toBe(200);
  await conferenceNoticesJob.run(night);
  expect((await sms()).map(({ dueAt, state }) => [dueAt, state])).toEqual([[morning, 'waiting']]);
  await sendDue(night);
  await conferenceNoticesJob.run(new Date(night.getTime() + 3000));
  const missed = [{ reason: 'NO_PHONE', count: 2, units: [two, three] }];
  expect(await how()).toEqual({
    until: morning.toISOString(),
    ways: [
      { channel: 'EMAIL', out: 2, waiting: 0, missed: [{ reason: 'NO_EMAIL', count: 1, units: [three] }] },
      { channel: 'SMS', out: 0, waiting: 1, missed },
    ],
  });
  // Waiting tasks are not marked done, and units without a reachable channel are not marked invited.
  const told = () => db().collection('conference-tellings').countDocuments({ conferenceId: meeting.id, doneAt: null });
  expect(await told()).toBe(1);
  expect((await rowsOf(meeting.id)).map(({ invitedAt }) => Boolean(invitedAt))).toEqual([true, true, false]);
  await sendDue(morning);
  await conferenceNoticesJob.run(new Date(morning.getTime() + 3000));
  expect([await told(), (await how()).until]).toEqual([0, null]);
  expect((await how()).ways[1]).toEqual({ channel: 'SMS', out: 1, waiting: 0, missed });
  // Sent at once by day; a rejected message does not count as received.
  const day = instantAt(addDays(today(), 1), 9 * 60, VIETNAM);
  await act(meeting.id, 'invite', ways('SMS'));
  await conferenceNoticesJob.run(day);
  const [, again] = await sms();
  expect(again?.dueAt).toEqual(day);
  await sendDue(day);
  await conferenceNoticesJob.run(new Date(day.getTime() + 3000));
  await keepReport({ mailId: String(again?._id), outcome: 'reject', code: null }, day);
  await conferenceReportsJob.run(new Date(day.getTime() + 5000));
  expect((await how()).ways[1]).toMatchObject({
    out: 0,
    missed: [{ reason: 'NO_PHONE' }, { reason: 'REFUSED', count: 1 }],
  });
});

it('shows a home the meeting that it can vote in, else the one in session, before the next', async () => {
  const mine = { blockIds: [site.blockId], weighting: 'UNIT', eligible: 'ALL' };
  const called = async (hours: number) => {
    const { id } = await make({ ...mine, startAt: inHours(hours) });
    for (const name of ['approve', 'show']) await act(id, name);
    return id;
  };
  const first = async () => (await dora.get<{ meeting: Row | null }>('/resident/home')).data.meeting;
  const [soon, late] = [await called(0.5), await called(1)];
  expect((await first())?.id).toBe(soon);
  await act(late, 'open-meeting', {
    chairName: 'An',
    secretaryName: 'Binh',
    withoutQuorum: true,
    reason: 'A practice',
  });
  expect(await first()).toMatchObject({ id: late, running: true, votes: 0 });
  const questions = [{ text: 'Do you approve?', kind: 'DECISION', answers: 'Yes\nNo\nOther' }];
  const sheet = await ann.post<Row>(voteSheet.path, {
    conferenceId: soon,
    title: 'From home',
    who: 'ALL',
    questions,
    channels: [{ channel: 'APP' }],
  });
  expect((await ann.put(`${voteSheet.path}/${sheet.data.id}/open`, {})).status).toBe(200);
  expect(await first()).toMatchObject({ id: soon, votes: 1 });
  await ann.put(`${voteSheet.path}/${sheet.data.id}/cancel`, { reason: 'A practice' });
  for (const id of [soon, late]) await act(id, 'end', { outcome: 'CALLED_OFF', note: 'A practice' });
});
