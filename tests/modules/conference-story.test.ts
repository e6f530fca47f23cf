import { randomBytes } from 'node:crypto';
import { db } from '@lobby/server/kit/database/database.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { folder } from '@lobby/shared/modules/folder.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { expect, it, vi } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { inHours } from '../setup/house/meetings.ts';
import { makeRecord } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

/** Number of invited units; 560 with PROVE=1. */
const UNITS = process.env.PROVE ? 560 : 28;
if (process.env.PROVE) vi.setConfig({ testTimeout: 900_000 });

const server = await startServer();
const site = await makeSite(server.url, 'Hoa Sen');
const { ann, ben, dora } = site;
const good = <T>({ status, data, text }: { status: number; data: T; text: string }): T => {
  if (status >= 300) throw new Error(text);
  return data;
};
const two = (value: number) => Math.floor(value * 100 + 0.5) / 100;

it('calls, opens, votes and minutes a meeting in one sitting, and every figure can be counted again by hand', async () => {
  // Separate tower with simple areas of 50, 50.25, 50.5 and 50.75 m² in turn, and no other units.
  const blockId = (await makeRecord(site.id, block, { name: 'Tower' }))._id;
  const floorId = (await makeRecord(site.id, floor, { name: '1', blockId, order: 1 }))._id;
  const areaOf = (n: number) => 50 + (n % 4) * 0.25;
  for (let n = 0; n < UNITS; n++)
    await makeRecord(site.id, unit, {
      code: `T-${String(n + 1).padStart(3, '0')}`,
      blockId,
      floorId,
      type: 'APARTMENT',
      useArea: areaOf(n),
      handoverStatus: 'HANDED_OVER',
    });
  const total = Array.from({ length: UNITS }, (_, n) => areaOf(n)).reduce((sum, one) => sum + one, 0);

  // Preparation: approved, published, shown, and invited on paper.
  const { id } = good(
    await ann.post<Row>(conference.path, {
      name: 'Annual meeting of the tower',
      startAt: inHours(1),
      blockIds: [blockId],
      venue: 'The hall of block A',
      regulations: '<p>One square metre is one vote</p>',
      quorumBasis: 'BOTH',
      proxyLimit: 3,
      agenda: [{ time: '08:00', title: 'Report', speaker: 'The board' }],
    }),
  );
  const at = `${conference.path}/${id}`;
  for (const name of ['approve', 'show']) good(await ann.put(`${at}/${name}`, {}));
  good(await ann.put(`${at}/invite`, { channels: [{ channel: 'PRINT' }] }));
  const meeting = async () => good(await ann.get<Row>(at));
  expect(await meeting()).toMatchObject({ units: UNITS, weightTotal: total, publication: 'PUBLISHED', shown: true });
  const rows: Row[] = [];
  for (let page = 1; rows.length < UNITS; page++)
    rows.push(
      ...good(
        await ann.get<Row[]>(`${conferenceUnit.path}?filter[conferenceId][]=${id}&limit=100&page=${page}&sort=place`),
      ),
    );
  for (const paper of ['invitations', 'cards', 'attendance', 'agenda', 'proxy-form']) {
    const file = await ann.file(`${at}/${paper}`);
    expect(file.body.subarray(0, 5).toString(), paper).toBe('%PDF-');
    // One invitation per unit, eight cards per page.
    const pages = file.body.toString('latin1').match(/\/Type \/Page /g)?.length;
    if (paper === 'invitations') expect(pages).toBe(UNITS);
    if (paper === 'cards') expect(pages).toBe(Math.ceil(UNITS / 8));
  }

  // Registration: one proxy for the first three units, which is the limit; the fourth declines.
  const rowAct = (row: Row | undefined, name: string, body: object = {}, who: Caller = ann) =>
    who.put<Row>(`${conferenceUnit.path}/${row?.id}/${name}`, body);
  const lam = { representativeKind: 'OTHER', representativeName: 'Lam', representativeIdentifier: '001088012345' };
  for (const row of rows.slice(0, 3)) good(await rowAct(row, 'authorize', { ...lam, channel: 'PAPER' }));
  expect((await rowAct(rows[3], 'authorize', lam)).code).toBe('PROXY_LIMIT');
  good(await rowAct(rows[3], 'decline'));

  // Check-in at three desks; a fifth of the units is absent.
  const away = Math.floor(UNITS / 5);
  const there = rows.filter((_, n) => n !== 3 && n < UNITS - away);
  const desk = async (n: number) => {
    for (const row of there.filter((_, at) => at % 3 === n))
      good(await rowAct(row, 'check-in', { desk: String(1 + n) }));
  };
  await Promise.all([0, 1, 2].map(desk));
  const presentWeight = there.reduce((sum, row) => sum + Number(row.weight), 0);
  const quorum = good(await ann.get<{ present: object; percent: object; reached: boolean }>(`${at}/quorum`));
  expect(quorum).toMatchObject({
    present: { heads: there.length, weight: presentWeight },
    percent: { heads: two((there.length * 100) / UNITS), area: two((presentWeight * 100) / total) },
    reached: true,
  });
  good(await ann.put(`${at}/open-meeting`, { chairName: 'Nguyen Quang Minh', secretaryName: 'Le Thu Ha' }));

  // Vote: at the desk, except for two units with paper ballots, keyed in by two people.
  const sheet = good(
    await ann.post<Row>(voteSheet.path, {
      conferenceId: id,
      title: 'The report',
      channels: [{ channel: 'DESK' }, { channel: 'PAPER' }],
      questions: [{ text: 'Do you approve the report?', kind: 'DECISION', answers: 'Yes\nNo\nOther' }],
    }),
  );
  const vote = `${voteSheet.path}/${sheet.id}`;
  good(await ann.put(`${vote}/open`, {}));
  const [onScreen, onPaper] = [there.slice(0, -2), there.slice(-2)];
  const choiceOf = (n: number) => (n % 4 === 3 ? 2 : 1);
  for (const [n, row] of onScreen.entries())
    good(
      await ann.post(`${vote}/ballot`, {
        answers: [choiceOf(n)],
        nonce: randomBytes(32).toString('hex'),
        conferenceUnitId: row.id,
      }),
    );
  const ids = onPaper.map(row => row.id);
  good(await ann.put(`${vote}/issue-paper`, { conferenceUnitIds: ids }));
  const printed = await ann.call('POST', `${vote}/papers`, { conferenceUnitIds: ids });
  expect(printed.text.slice(0, 5)).toBe('%PDF-');
  await site.allow({ CONFERENCE: ['read', 'write'] });
  for (const { _id } of await db().collection('vote-papers').find({ sheetId: sheet.id }).toArray())
    for (const who of [ann, ben]) good(await who.put(`${vote}/key-paper`, { serial: _id, answers: [1] }));
  for (const name of ['close', 'count']) good(await ann.put(`${vote}/${name}`, {}));
  const yes = onScreen
    .filter((_, n) => choiceOf(n) === 1)
    .concat(onPaper)
    .reduce((sum, row) => sum + Number(row.weight), 0);
  const counted = good(
    await ann.get<{ sheets: { questions: { answers: Row[]; base: number; passed: boolean }[] }[] }>(`${at}/result`),
  ).sheets[0]?.questions[0];
  expect(counted).toMatchObject({ base: presentWeight, passed: yes * 2 > presentWeight });
  expect(counted?.answers.map(answer => [answer.weight, answer.percent])).toEqual([
    [yes, two((yes * 100) / presentWeight)],
    [presentWeight - yes, two(((presentWeight - yes) * 100) / presentWeight)],
    [0, 0],
  ]);

  // Closing: minutes approved and published into a folder for the residents of the building.
  good(await ann.put(`${at}/end`, { outcome: 'HELD' }));
  const draft = good(await ann.get<Row>(`${at}/minutes`));
  good(
    await ann.put(`${at}/minutes`, {
      version: draft.version,
      number: '01/BB-HN',
      witnesses: ['Tran Thi Lan', 'Ngo Van Hai'].map(name => ({ name, role: 'Teller' })),
      authorities: [{ name: 'Pham Duc Huy', body: 'People’s committee of the ward' }],
      discussion: '<p>The board reported; nobody spoke against it.</p>',
      objections: [{ who: 'T-004', text: 'Was told too late' }],
    }),
  );
  const final = good(await ann.put<Row & { resolutions: Row[] }>(`${at}/minutes/approve`, {}));
  expect(final).toMatchObject({ status: 'FINAL', resolutions: [{ text: 'Do you approve the report?', passed: true }] });
  const [once, again] = [await ann.file(`${at}/minutes/print`), await ann.file(`${at}/minutes/print`)];
  expect(again.body.equals(once.body)).toBe(true);
  const { id: folderId } = good(await ann.post<Row>(folder.path, { name: 'Minutes' }));
  const published = good(await ann.put<Row>(`${at}/publish-result`, { parts: ['votes', 'minutes'], folderId }));
  expect(published).toMatchObject({ publishedParts: ['votes', 'minutes'] });
  // Residents of another block have no access.
  expect((await dora.get(`${at}/result`)).status).toBe(404);
  expect((await meeting()).checkedIn).toBe(there.length);
});
