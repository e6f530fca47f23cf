import { addDays } from '@lobby/shared/kit/dates.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { makeRecord } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Calendar');
const { ann } = site;
/** Works of a year; maintenance-calendar.long.test.ts measures the time. */
const MOST = 120;

it('shows the works of December, those of the neighbouring days too', async () => {
  const days = Array.from({ length: MOST }, (_, n) => addDays('2026-01-01', Math.floor((n * 365) / MOST)));
  for (const [n, scheduledDate] of days.entries())
    await makeRecord(site.id, maintenance, {
      title: `Work ${n}`,
      kind: 'MAINTENANCE',
      scheduledDate,
      dueDate: addDays(scheduledDate, 3),
    });
  const [from, to] = ['2026-11-30', '2027-01-03'];
  const { data } = await ann.get<Row[]>(`${maintenance.path}/calendar?from=${from}&to=${to}`);
  expect(data.map(one => one.scheduledDate)).toEqual(days.filter(day => day >= from && day <= to));
  const far = await ann.get(`${maintenance.path}/calendar?from=2026-01-01&to=2026-12-31`);
  expect([far.status, far.error?.data?.fields?.to?.code]).toEqual([400, 'CALENDAR_TOO_LONG']);
});
