import { addDays } from '@lobby/shared/kit/dates.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { makeRecord } from '../setup/records.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Calendar');
const { ann } = site;
/** Works of a year, as the demo has them; fewer where nothing is measured. */
const MOST = process.env.PROVE ? 640 : 120;
const TRIES = 5;
const FAST_MS = 300;

it('shows the works of December, those of the neighbouring days too, and soon', async () => {
  const days = Array.from({ length: MOST }, (_, n) => addDays('2026-01-01', Math.floor((n * 365) / MOST)));
  for (const [n, scheduledDate] of days.entries())
    await makeRecord(site.id, maintenance, {
      title: `Work ${n}`,
      kind: 'MAINTENANCE',
      scheduledDate,
      dueDate: addDays(scheduledDate, 3),
    });
  const [from, to] = ['2026-11-30', '2027-01-03'];
  const took: number[] = [];
  for (let n = 0; n < TRIES; n++) {
    const begun = performance.now();
    const { data } = await ann.get<Row[]>(`${maintenance.path}/calendar?from=${from}&to=${to}`);
    took.push(performance.now() - begun);
    expect(data.map(one => one.scheduledDate)).toEqual(days.filter(day => day >= from && day <= to));
  }
  if (process.env.PROVE) expect(took.toSorted((a, b) => a - b)[Math.floor(TRIES / 2)]).toBeLessThan(FAST_MS);
  const far = await ann.get(`${maintenance.path}/calendar?from=2026-01-01&to=2026-12-31`);
  expect([far.status, far.error?.data?.fields?.to?.code]).toEqual([400, 'TOO_MANY']);
});
