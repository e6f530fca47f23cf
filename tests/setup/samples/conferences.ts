import { db } from '@lobby/server/kit/database/database.ts';
import type { Action, Definition } from '@lobby/shared/kit/definition.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { conferenceAnswer, conferenceSurvey } from '@lobby/shared/modules/conference-survey.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { VOTE_CHANNELS, voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import type { Caller, Row } from '../caller.ts';
import type { OwnSamples } from '../contract/own-samples.ts';
import type { Samples } from '../contract/samples.ts';
import { sheetOf } from '../files/sheets.ts';
import { change } from '../records.ts';

const EVERY_WAY = VOTE_CHANNELS.map(channel => ({ channel }));
const soon = () => new Date(Date.now() + 3_600_000).toISOString();
let rows = 0;

/** Initial values of a unit at a meeting and of a survey sheet; the meeting is visible and about to begin. */
export async function rowOfMeeting(
  { name }: Definition,
  { ref, record }: Pick<Samples, 'ref' | 'record'>,
): Promise<Record<string, unknown>> {
  if (name === conferenceAnswer.name) {
    const [surveyId, { id: unitId }] = [await ref(conferenceSurvey.name), await record(unit)];
    return { surveyId, unitId, sheetKey: `${surveyId}:${unitId}` };
  }
  if (name !== conferenceUnit.name) return {};
  const [meetingId, { id: unitId }] = [(await record(conference)).id, await record(unit)];
  const open = { status: 'ONGOING', phase: 'REGISTRATION', shown: true, audience: 'RESIDENTS', proxyLimit: 0 };
  const doc = await change(conference, meetingId, open);
  const code6 = String(100_000 + ++rows);
  return { conferenceId: doc._id, unitId, rowKey: `${doc._id}:${unitId}`, weight: 62.75, hundredths: 6275, code6 };
}

const all = (name: string) => db().collection(name);

/** Prepares the data for an action: closes other meetings, publishes the own one, and links vote papers to its units. */
export async function readyMeetings(projectId: string, action: Action): Promise<object> {
  if (action === conference.actions['open-meeting'])
    await all('conferences').updateMany({ projectId, phase: 'MEETING' }, { $set: { phase: 'CLOSED' } });
  if (action === conferenceSurvey.actions.open || action === voteSheet.actions.open)
    await all('conferences').updateMany({ projectId }, { $set: { status: 'ONGOING' } });
  if (action === voteSheet.actions['issue-paper']) {
    const last = await all('vote-sheets').findOne({ projectId }, { sort: { _id: -1 } });
    await all('conference-units').updateMany({ projectId }, { $set: { conferenceId: last?.conferenceId } });
  }
  return {};
}

/** Values of meeting fields that must fit each other; `undefined` leaves a field out. */
export const samples: OwnSamples = [
  [
    conference.fields,
    () => ({
      startAt: soon(),
      durationMinutes: 30,
      registrationClosesAt: undefined,
      blockIds: undefined,
      weighting: 'UNIT',
      eligible: 'ALL',
      proxyLimit: 0,
    }),
  ],
  [conference.actions.end.input, () => ({ outcome: 'CALLED_OFF' })],
  [conference.actions.invite.input, () => ({ channels: [{ channel: 'APP' }] })],
  [conferenceUnit.actions.remind.input, () => ({ channels: [{ channel: 'APP' }] })],
  [
    conferenceUnit.actions.authorize.input,
    () => ({
      representativeKind: 'OTHER',
      representativeId: undefined,
      representativeIdentifier: '001088012345',
    }),
  ],
  [conferenceSurvey.fields, () => ({ opensAt: undefined, closesAt: undefined, anonymous: false })],
  [conferenceSurvey.actions.remind.input, () => ({ channels: [{ channel: 'APP' }] })],
  [voteSheet.fields.questions.of, () => ({ kind: 'DECISION', answers: 'Yes\nNo\nPerhaps' })],
  [voteSheet.fields, () => ({ who: 'ALL', displayOrder: undefined, channels: EVERY_WAY })],
];

/** Calls routes of meetings that are not derived from definitions. */
export async function callConferences({ ann, dora }: { ann: Caller; dora: Caller }, samples: Samples): Promise<void> {
  const row: Row = await samples.record(conferenceUnit);
  const conferenceId = String(row.conferenceId);
  const at = `${conferenceUnit.path}/${row.id}`;
  await ann.get(`${conferenceUnit.path}/find?conferenceId=${conferenceId}&code=${row.code6}`);
  await ann.get(`${conferenceUnit.path}/totals?filter[attendance][]=ATTEND`);
  await ann.get(`${conferenceUnit.path}/door?conferenceId=${conferenceId}`);
  await ann.get(`${conference.path}/${conferenceId}/quorum`);
  const { data: meeting } = await ann.get<Row>(`${conference.path}/${conferenceId}`);
  const { data: home } = await ann.get<Row>(`${unit.path}/${row.unitId}`);
  const head = ['conferenceId', 'unitId', 'attendance'];
  const body = await sheetOf([head, [String(meeting.code), String(home.code), 'ATTEND']]);
  for (const call of ['/preview', '/marked', '']) {
    const form = new FormData();
    form.append('files', new Blob([new Uint8Array(body)]), 'a.xlsx');
    await ann.post(`${conferenceUnit.path}/import${call}`, form);
  }
  await ann.get(`${conference.path}/${conferenceId}/invitations?lang=en`);
  await ann.get(`${conference.path}/${conferenceId}/invited`);
  for (const call of ['attendance', 'agenda', 'cards', 'proxy-form'])
    await ann.get(`${conference.path}/${conferenceId}/${call}?lang=en`);
  await ann.get(`${conference.path}/${conferenceId}/ics`);
  for (const call of ['pass', 'pass-code']) await ann.get(`${at}/${call}`);
  const survey = `${conferenceSurvey.path}/${(await samples.record(conferenceSurvey, { conferenceId })).id}`;
  await ann.put(`${survey}/open`, {});
  await ann.put(`${survey}/answer`, { values: { 1: 1, 2: 2 }, unitId: row.unitId, channel: 'PAPER' });
  await ann.get(`${survey}/result`);
  await ann.get(`${survey}/unanswered`);
  await ann.get(`${survey}/print?lang=en&unitId=${row.unitId}`);
  await dora.get(`${survey}/mine`);
  const vote = `${voteSheet.path}/${(await samples.record(voteSheet, { conferenceId, secret: 'false' })).id}`;
  const second = await samples.record(voteSheet, { conferenceId });
  await ann.put(`${voteSheet.path}/${second.id}/move`, { beforeId: vote.split('/').at(-1) });
  await ann.put(`${vote}/open`, {});
  await ann.post(`${vote}/ballot`, { answers: [1, 2], nonce: 'a'.repeat(64), conferenceUnitId: row.id });
  await ann.get(`${vote}/mine`);
  await ann.put(`${vote}/close`, {});
  await ann.put(`${vote}/count`, {});
  await ann.get(`${vote}/receipts`);
  await ann.get(`${vote}/ballots`);
  const onPaper = `${voteSheet.path}/${second.id}`;
  await ann.put(`${onPaper}/open`, {});
  await ann.put(`${onPaper}/issue-paper`, { conferenceUnitIds: [row.id] });
  await ann.post(`${onPaper}/papers?lang=en`, { conferenceUnitIds: [row.id] });
  const paper = await all('vote-papers').findOne({ sheetId: second.id });
  await ann.put(`${onPaper}/key-paper`, { serial: paper?._id, spoilt: true });
  await ann.get(`${onPaper}/keyed`);
  await all('vote-papers').deleteMany({});
  await ann.put(`${onPaper}/cancel`, { reason: 'Called off' });
  const hall = `${conference.path}/${conferenceId}`;
  const { data: link } = await ann.put<{ id: string; token: string }>(`${hall}/hall-link`, {});
  await ann.put(`${hall}/hall`, { page: 'QUORUM' });
  await ann.get(`${hall}/hall`);
  await ann.get(`/hall/${link.token}`);
  await ann.put(`${hall}/revoke-hall-link`, { linkId: link.id });
  await callResults({ ann, dora }, `${conference.path}/${conferenceId}`, await samples.ref('folder'));
}

async function callResults({ ann, dora }: { ann: Caller; dora: Caller }, at: string, folderId: string): Promise<void> {
  await ann.put(`${at}/minutes`, { version: 0, number: '01', discussion: '<p>All spoke</p>' });
  for (const call of ['result', 'result/export', 'minutes', 'minutes/page', 'minutes/print'])
    await ann.get(`${at}/${call}`);
  await ann.put(`${conferenceUnit.path}/attendance-list`, { conferenceId: at.split('/').at(-1) });
  await ann.put(`${at}/end`, { outcome: 'CALLED_OFF', note: 'Over' });
  await dora.get(`${at}/minutes/object`);
  await dora.put(`${at}/minutes/object`, { text: 'Not heard' });
  await ann.put(`${at}/minutes/approve`, {});
  await ann.put(`${at}/minutes/reopen-minutes`, { reason: 'A name is wrong' });
  await ann.put(`${at}/minutes/approve`, {});
  await ann.put(`${at}/publish-result`, { parts: ['votes', 'minutes'], folderId });
  await ann.put(`${at}/minutes/correct`, { text: 'It was in block A' });
}
