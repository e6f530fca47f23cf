import { createHash, randomBytes } from 'node:crypto';
import { db } from '@lobby/server/kit/database/database.ts';
import { votesJob } from '@lobby/server/modules/conference/index.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { expect, it, vi } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { inHours } from '../setup/house/meetings.ts';
import { makeRecord } from '../setup/records.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

/** Number of voting units; 2,000 with PROVE=1. */
const UNITS = process.env.PROVE ? 2000 : 30;
const AT_ONCE = 40;
if (process.env.PROVE) vi.setConfig({ testTimeout: 900_000 });

const server = await startServer();
const other = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
const good = <T>({ status, data, text }: { status: number; data: T; text: string }): T => {
  if (status >= 300) throw new Error(text);
  return data;
};
/** Runs a function for all items, in batches. */
async function inTurn<T>(all: readonly T[], run: (one: T, n: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += AT_ONCE)
    await Promise.all(all.slice(from, from + AT_ONCE).map((one, k) => run(one, from + k)));
}

/** Meeting of many units, all with different areas and all present, with an open vote of two questions. */
async function bigVote() {
  const blockId = (await makeRecord(site.id, block, { name: 'Tower' }))._id;
  const floorId = (await makeRecord(site.id, floor, { name: '1', blockId, order: 1 }))._id;
  await inTurn(Array.from({ length: UNITS }), (_, n) =>
    makeRecord(site.id, unit, {
      code: `T-${n + 1}`,
      blockId,
      floorId,
      type: 'APARTMENT',
      useArea: (4000 + n * 7) / 100,
      handoverStatus: 'HANDED_OVER',
    }),
  );
  const values = { name: 'The owners', startAt: inHours(1), blockIds: [blockId], venue: 'The hall' };
  const { id } = good(await ann.post<Row>(conference.path, { ...values, regulations: '<p>One m² is a vote</p>' }));
  good(await ann.put(`${conference.path}/${id}/approve`, {}));
  const rows: Row[] = [];
  for (let page = 1; rows.length < UNITS; page++)
    rows.push(
      ...good(await ann.get<Row[]>(`${conferenceUnit.path}?filter[conferenceId][]=${id}&limit=100&page=${page}`)),
    );
  await inTurn(rows, async ({ id: rowId }, n) =>
    good(await ann.put(`${conferenceUnit.path}/${rowId}/check-in`, { desk: String(1 + (n % 3)) })),
  );
  good(await ann.put(`${conference.path}/${id}/open-meeting`, { chairName: 'An', secretaryName: 'Binh' }));
  const { id: sheetId } = good(
    await ann.post<Row>(voteSheet.path, {
      conferenceId: id,
      title: 'Report and board',
      channels: [{ channel: 'DESK' }],
      questions: [
        { text: 'Do you approve the report?', kind: 'DECISION', answers: 'Yes\nNo\nOther' },
        { text: 'Who leads the board?', kind: 'ELECTION', answers: 'Alba\nBruno\nClara' },
      ],
    }),
  );
  good(await ann.put(`${voteSheet.path}/${sheetId}/open`, {}));
  return { id, rows, sheetId };
}

/** Possible ids, digests and nonces in a text. */
const tokensOf = (text: string): string[] => text.match(/[0-9a-f]{24,}/g) ?? [];

/** All documents of all collections. */
async function* everything(): AsyncGenerator<{ name: string; text: string }> {
  for (const { name } of await db().listCollections({}, { nameOnly: true }).toArray()) {
    if (name.startsWith('system.')) continue;
    for await (const one of db().collection(name).find()) yield { name, text: JSON.stringify(one) };
  }
}

it('takes one ballot of each of many units through two servers, ties none of them to its unit, and counts what anybody can count again', async () => {
  const { id, rows, sheetId } = await bigVote();
  const cast = rows.map((row, n) => ({
    row,
    answers: [1 + (n % 7 === 0 ? 1 : 0), 1 + (n % 3)],
    nonce: randomBytes(32).toString('hex'),
  }));
  const receipts = new Map<string, string>();
  const begun = performance.now();
  let twice = 0;
  await inTurn(cast, async ({ row, answers, nonce }, n) => {
    const body = { answers, nonce, conferenceUnitId: row.id };
    const first = n % 2 ? ann.at(other.url) : ann;
    // Each ballot is sent to both servers at the same time; one of them is accepted.
    const both = await Promise.all([
      first.post<{ receipt: string }>(`${voteSheet.path}/${sheetId}/ballot`, body),
      (n % 2 ? ann : ann.at(other.url)).post<{ receipt: string }>(`${voteSheet.path}/${sheetId}/ballot`, body),
    ]);
    const taken = both.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(1);
    if (both.some(({ code }) => code === 'VOTE_CAST')) twice++;
    receipts.set(row.id, String(taken[0]?.data.receipt));
  });
  expect(performance.now() - begun).toBeLessThan(120_000);
  expect([receipts.size, twice]).toEqual([UNITS, UNITS]);
  await votesJob.run(new Date());

  // With full access to the database, no document links a ballot, its receipt or nonce to a unit, its row, or the
  // voter.
  const ballots = await db().collection('vote-ballots').find({ sheetId }).toArray();
  const marks = await db().collection('vote-marks').find({ sheetId }).toArray();
  expect([ballots.length, marks.length]).toEqual([UNITS, UNITS]);
  const secrets = new Set([
    ...receipts.values(),
    ...cast.map(({ nonce }) => nonce),
    ...ballots.map(ballot => String(ballot._id)),
  ]);
  const holders = new Set<string>();
  for await (const { name, text } of everything()) if (tokensOf(text).some(one => secrets.has(one))) holders.add(name);
  expect([...holders]).toEqual(['vote-ballots']);
  const persons = new Set(rows.flatMap(row => [row.id, String(row.unitId)]).concat(ann.id, ann.userId));
  for (const ballot of ballots) {
    expect(tokensOf(JSON.stringify(ballot)).filter(one => persons.has(one))).toEqual([]);
    expect(Object.keys(ballot).toSorted()).toEqual(['_id', 'channel', 'hash', 'projectId', 'sealed', 'sheetId']);
  }
  for (const mark of marks)
    expect(Object.keys(mark).toSorted()).toEqual(['_id', 'how', 'projectId', 'rowId', 'sheetId']);
  // Neither does the storage order: documents are stored by their random ids.
  for (const name of ['vote-ballots', 'vote-marks']) {
    const lie = (await db().collection(name).find({ sheetId }).sort({ $natural: 1 }).toArray()).map(one =>
      String(one._id),
    );
    expect(lie, name).toEqual(lie.toSorted());
  }
  // No endpoint reveals figures before the count.
  for (const path of [
    `${voteSheet.path}/${sheetId}`,
    `${conference.path}/${id}/result`,
    `${conference.path}/${id}/hall`,
  ])
    expect((await ann.get(path)).text, path).not.toMatch(
      /"(?:percent|ballots)":\d+(?:\.\d+)?,"(?:passed|tie)"|"results":\[\{/,
    );

  for (const name of ['close', 'count']) good(await ann.put(`${voteSheet.path}/${sheetId}/${name}`, {}));
  // Independent count from the choice and weight of each unit, in whole hundredths.
  const { results, baseWeight } = good(
    await ann.get<Row & { results: { question: number; answer: number; weight: number; ballots: number }[] }>(
      `${voteSheet.path}/${sheetId}`,
    ),
  );
  const weight = (row: Row) => Math.round(Number(row.weight) * 100);
  const total = rows.reduce((sum, row) => sum + weight(row), 0);
  expect(baseWeight).toBe(total / 100);
  for (const question of [1, 2])
    for (const answer of [1, 2, 3]) {
      const chose = cast.filter(({ answers }) => answers[question - 1] === answer);
      const line = results.find(result => result.question === question && result.answer === answer);
      const sum = chose.reduce((all, { row }) => all + weight(row), 0);
      expect([question, answer, line?.ballots, line?.weight]).toEqual([question, answer, chose.length, sum / 100]);
    }
  // Each voter finds the receipt computed on the own device; a modified one is not found.
  const published = new Set(good(await ann.get<string[]>(`${voteSheet.path}/${sheetId}/receipts`)));
  expect(published.size).toBe(UNITS);
  for (const { row, answers, nonce } of cast) {
    const text = `${sheetId}|${answers.join(',')}|${weight(row)}|${nonce}`;
    expect(published.has(createHash('sha256').update(text).digest('hex'))).toBe(true);
    expect(published.has(createHash('sha256').update(`${text}0`).digest('hex'))).toBe(false);
  }
});
