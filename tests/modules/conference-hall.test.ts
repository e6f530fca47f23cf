import { votesJob } from '@lobby/server/modules/conference/index.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import type { HallScreen } from '@lobby/shared/modules/conference-hall.ts';
import { voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { meetingsOf } from '../setup/house/meetings.ts';
import { refusal } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
const all = await meetingsOf(site);
const { act, row, approved } = all;
const at = (id: unknown) => `${conference.path}/${id}`;
const send = (id: unknown, body: object) => ann.put<HallScreen>(`${at(id)}/hall`, body);

/** Response for the hall screen, which has no account. */
async function seen(token: string, since = '') {
  const answer = await fetch(`${server.url}/api/hall/${token}${since && `?since=${since}`}`);
  const { data, error } = (await answer.json()) as { data: HallScreen; error?: { code: string } };
  return { status: answer.status, data, code: error?.code };
}

async function voting() {
  const meeting = await approved();
  for (const one of meeting.rows.slice(0, 2)) await row(one.id, 'check-in');
  await act(meeting.id, 'open-meeting', { chairName: 'An', secretaryName: 'Binh' });
  const { data: sheet } = await ann.post<Row>(voteSheet.path, {
    conferenceId: meeting.id,
    title: 'The report',
    questions: [{ text: 'Do you approve?', kind: 'DECISION', answers: 'Yes\nNo\nOther' }],
    channels: [{ channel: 'DESK' }],
  });
  await ann.put(`${voteSheet.path}/${sheet.id}/open`, {});
  const made = (await ann.put<{ id: string; token: string; path: string }>(`${at(meeting.id)}/hall-link`, {})).data;
  return { ...meeting, sheetId: sheet.id, made };
}

it('shows what the secretary sends, without an account and live, and never a figure before the count', async () => {
  const { id, rows, sheetId, made } = await voting();
  expect(made.path).toBe(`/resident/hall#${made.token}`);
  const first = await seen(made.token);
  expect(first.data).toMatchObject({ page: 'WELCOME', title: 'Annual meeting', question: null, turnout: null });
  await send(id, { page: 'QUORUM', speaker: 'Mr An' });
  const quorum = (await seen(made.token)).data;
  expect(quorum).toMatchObject({ page: 'QUORUM', speaker: 'Mr An' });
  expect(quorum.quorum).toMatchObject({
    present: { heads: 2, weight: 120.5 },
    eligible: { heads: 3, weight: 200.75 },
    percent: { heads: 66.67, area: 60.02 },
    reached: true,
  });
  // A check-in answers the waiting request at once.
  const begun = performance.now();
  const waiting = seen(made.token, quorum.stamp);
  await row(rows[2].id, 'check-in');
  const later = (await waiting).data;
  expect([later.quorum.present.heads, later.quorum.percent.area]).toEqual([3, 100]);
  expect(performance.now() - begun).toBeLessThan(5000);
  const body = { answers: [1], nonce: 'a'.repeat(64), conferenceUnitId: rows[0].id };
  await ann.post(`${voteSheet.path}/${sheetId}/ballot`, body);
  expect(refusal(await send(id, { page: 'RESULT', sheetId }))).toEqual([404, 'RESULT_NOT_COUNTED']);
  expect((await send(id, { page: 'QUESTION' })).error.data?.fields?.sheetId?.code).toBe('REQUIRED');
  for (const page of ['QUESTION', 'TURNOUT']) {
    await send(id, { page, sheetId });
    expect(JSON.stringify((await seen(made.token)).data.question)).not.toMatch(/"weight"|"percent"|passed/);
  }
  for (const name of ['close', 'count']) await ann.put(`${voteSheet.path}/${sheetId}/${name}`, {});
  await send(id, { page: 'QUESTION', sheetId });
  expect(JSON.stringify((await seen(made.token)).data.question)).not.toMatch(/"weight"|"percent"|passed/);
  await send(id, { page: 'RESULT', sheetId });
  const result = (await seen(made.token)).data.question;
  expect(result).toMatchObject({ passed: false, base: 200.75 });
  expect(result?.answers[0]).toMatchObject({ text: 'Yes', weight: 50, percent: 24.91, ballots: null });
  // The activity lists what was sent to the screen.
  const { data: entries } = await ann.get<Row[]>(`${at(id)}/activities?limit=100`);
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['hall-quorum', 'hall-result']));
  await act(id, 'end', { outcome: 'HELD' });
});

it('has the figures of the office after its line was cut, without a reload, and of whoever may vote', async () => {
  const { id, rows, sheetId, made } = await voting();
  await send(id, { page: 'TURNOUT', sheetId });
  const last = (await seen(made.token)).data;
  expect(last.turnout).toMatchObject({ cast: { heads: 0 }, of: { heads: 2, weight: 120.5 } });
  // During the interruption two units vote, a third checks in and votes.
  const cast = (n: 0 | 1 | 2) =>
    ann.post(`${voteSheet.path}/${sheetId}/ballot`, {
      answers: [1],
      nonce: String(n).repeat(64),
      conferenceUnitId: rows[n].id,
    });
  for (const n of [0, 1] as const) expect((await cast(n)).status).toBe(200);
  await row(rows[2].id, 'check-in');
  expect((await cast(2)).status).toBe(200);
  await votesJob.run(new Date());
  const begun = performance.now();
  const back = (await seen(made.token, last.stamp)).data;
  expect(performance.now() - begun).toBeLessThan(5000);
  const office = (await ann.get<HallScreen>(`${at(id)}/hall`)).data;
  expect(back.turnout).toEqual(office.turnout);
  // Only eligible units have voted: the share never exceeds the whole.
  expect(back.turnout).toMatchObject({ cast: { heads: 3, weight: 200.75 }, of: { heads: 3, weight: 200.75 } });
  await ann.put(`${voteSheet.path}/${sheetId}/cancel`, { reason: 'A practice' });
  const { data: all } = await ann.post<Row>(voteSheet.path, {
    conferenceId: id,
    title: 'From home',
    who: 'ALL',
    questions: [{ text: 'Do you approve?', kind: 'DECISION', answers: 'Yes\nNo\nOther' }],
    channels: [{ channel: 'APP' }],
  });
  await ann.put(`${voteSheet.path}/${all.id}/open`, {});
  await send(id, { page: 'TURNOUT', sheetId: all.id });
  expect((await seen(made.token)).data.turnout?.of).toEqual({ heads: 3, weight: 200.75 });
  await ann.put(`${voteSheet.path}/${all.id}/cancel`, { reason: 'A practice' });
  await act(id, 'end', { outcome: 'HELD' });
});

it('opens by its link alone, which does nothing else, and is over when it is revoked or the meeting has ended', async () => {
  const { id, sheetId, made } = await voting();
  const again = (await ann.put<{ id: string; token: string }>(`${at(id)}/hall-link`, {})).data;
  expect((await seen('x'.repeat(43))).status).toBe(404);
  const links = (await ann.get<{ links: Row[] }>(`${at(id)}/hall`)).data.links;
  expect(links.map(link => [link.id, link.madeBy, link.revokedAt])).toEqual([
    [again.id, 'Ann', null],
    [made.id, 'Ann', null],
  ]);
  expect(JSON.stringify(links)).not.toContain(made.token);
  for (const [method, path] of [
    ['GET', `${at(id)}/result`],
    ['GET', `${at(id)}/hall`],
    ['PUT', `${at(id)}/hall`],
    ['GET', '/conference-unit'],
  ] as const) {
    const headers = { Authorization: `Bearer ${made.token}`, 'X-Project-Id': site.id };
    const answer = await fetch(`${server.url}/api${path}`, { method, headers });
    expect([401, 403], path).toContain(answer.status);
  }
  expect((await ann.put(`${at(id)}/revoke-hall-link`, { linkId: made.id })).status).toBe(200);
  expect(await seen(made.token)).toMatchObject({ status: 410, code: 'LINK_OVER' });
  expect((await seen(again.token)).status).toBe(200);
  await ann.put(`${voteSheet.path}/${sheetId}/cancel`, { reason: 'A practice' });
  await act(id, 'end', { outcome: 'HELD' });
  expect(await seen(again.token)).toMatchObject({ status: 410, code: 'LINK_OVER' });
  expect(refusal(await send(id, { page: 'WELCOME' }))).toEqual([409, 'CONFERENCE_STATE']);
});
