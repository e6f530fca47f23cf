import { pageViewTotals } from '@lobby/server/platform/metrics/page-views.ts';
import { expect, it } from 'vitest';
import { rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const { ann, ben, dora } = await makeSite(server.url, 'Alpha');
const see = (screen: string, who = ann) => who.post('/page-views', { screen });

it('counts screens by name and day, without persons', async () => {
  for (const who of [ann, ben, dora]) expect((await see('help-desk', who)).status).toBe(200);
  await see('handover/schedule');
  expect(await pageViewTotals()).toEqual([
    { screen: 'handover/schedule', count: 1 },
    { screen: 'help-desk', count: 3 },
  ]);
  const rows = await rowsIn('page_views').find().toArray();
  expect(rows.map(row => Object.keys(row).toSorted())).toEqual(Array(2).fill(['_id', 'count', 'day', 'screen']));
});

it('takes no ids and nothing else that is no name', async () => {
  for (const screen of ['help-desk/6b01417f229eaee6117309bf', 'a1', '../x', '$ne', '', 'a/b/c/d', 'x'.repeat(400)])
    expect([(await see(screen)).status, screen]).toEqual([400, screen]);
});

it('ends at sixty a minute', async () => {
  const tries = await Promise.all(Array.from({ length: 61 }, () => see('labels', ben)));
  expect(tries.some(one => one.status === 429)).toBe(true);
  expect((await see('labels', ann)).status).toBe(200);
});
