import { createHash, randomBytes } from 'node:crypto';
import { newId } from '@lobby/server/kit/database/database.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { meetingsOf } from '../setup/meetings.ts';
import { copies, rowsIn } from '../setup/records.ts';
import { startBeside, startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const other = await startBeside(server);
const MANY = 2000;
/** So many people vote at one moment. */
const AT_ONCE = 20;

it('takes the ballots of 2,000 units through two servers within two minutes, one each, and counts them as they can be counted by hand', async () => {
  const site = await makeSite(server.url, 'Alpha');
  const { ann } = site;
  const all = await meetingsOf(site);
  const meeting = await all.approved();
  await copies(conferenceUnit, String(meeting.rows[0].id), MANY - 3, n => {
    const unitId = newId();
    return { unitId, rowKey: `${meeting.id}:${unitId}`, code6: String(100_000 + n), hundredths: 5000 + n };
  });
  const rows = await rowsIn('conference-units').find({ projectId: site.id, conferenceId: meeting.id }).toArray();
  expect(rows).toHaveLength(MANY);
  const asked = [{ text: 'Do you approve?', kind: 'DECISION', answers: 'Yes\nNo\nOther' }];
  const values = { title: 'The report', who: 'ALL', base: 'CAST', questions: asked, channels: [{ channel: 'DESK' }] };
  const { data: sheet } = await ann.post<Row>(voteSheet.path, { conferenceId: meeting.id, ...values });
  const at = `${voteSheet.path}/${sheet.id}`;
  expect((await ann.put(`${at}/open`, {})).status).toBe(200);

  const sums = [0, 0, 0];
  const receipts = new Set<string>();
  const waiting = rows.entries();
  const begun = performance.now();
  const vote = async () => {
    for (const [n, { _id, hundredths }] of waiting) {
      const answer = 1 + (n % 3);
      const body = { answers: [answer], nonce: randomBytes(32).toString('hex'), conferenceUnitId: String(_id) };
      const [here, there] = n % 2 ? [ann, ann.at(other.url)] : [ann.at(other.url), ann];
      const cast = [here, ...(n % 50 === 0 ? [there] : [])].map(who => who.post<Row>(`${at}/ballot`, body));
      const answers = await Promise.all(cast);
      // Twice at once, through both servers: one of them is there.
      expect(answers.map(({ status }) => status).toSorted()).toEqual(n % 50 === 0 ? [200, 409] : [200]);
      sums[answer - 1] = (sums[answer - 1] ?? 0) + Number(hundredths);
      const said = `${sheet.id}|${answer}|${hundredths}|${body.nonce}`;
      receipts.add(createHash('sha256').update(said).digest('hex'));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, vote));
  expect(performance.now() - begun).toBeLessThan(120_000);

  for (const act of ['close', 'count']) expect((await ann.put(`${at}/${act}`, {})).status).toBe(200);
  const { data } = await ann.get<{ sheets: { questions: { answers: Row[]; base: number }[] }[] }>(
    `${conference.path}/${meeting.id}/result`,
  );
  const [question] = data.sheets[0]?.questions ?? [];
  expect(question?.answers.map(({ weight }) => weight)).toEqual(sums.map(sum => sum / 100));
  expect(question?.answers.reduce((sum, { ballots }) => sum + Number(ballots), 0)).toBe(MANY);
  expect(new Set((await ann.get<string[]>(`${at}/receipts`)).data)).toEqual(receipts);
});
