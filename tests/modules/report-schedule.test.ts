import { mails } from '@lobby/server/kit/mail/queue.ts';
import { sendDue } from '@lobby/server/kit/mail/send.ts';
import { schedulesJob } from '@lobby/server/modules/report-schedule/index.ts';
import { periodOf } from '@lobby/server/modules/report-schedule/schedule-times.ts';
import { DAY_MS, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { report } from '@lobby/shared/modules/report.ts';
import { reportSchedule } from '@lobby/shared/modules/report-schedule.ts';
import { type TimeRule, timesAfter } from '@lobby/shared/modules/report-times.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { until } from '../setup/client/socket-client.ts';
import { refusal } from '../setup/money/books.ts';
import { change } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Schedules');
const { ann, carl } = site;

interface Run {
  parts: { employeeId: string; state: string; reason: string | null; rows: number | null }[];
}
const kept = await ann.post<Row>(report.path, { name: 'All units', source: 'unit', columns: [{ field: 'code' }] });
await ann.put(`${report.path}/${kept.data.id}/share`, { shared: 'TEAM' });
const values = { what: [{ reportId: kept.data.id }], frequency: 'DAILY', recipientIds: [ann.id, carl.id] };
let n = 0;
const made = async (more: object = {}) =>
  (await ann.post<Row>(reportSchedule.path, { name: `Schedule ${++n}`, ...values, ...more })).data;
const runsOf = async (id: unknown) => (await ann.get<Run[]>(`${reportSchedule.path}/${id}/runs`)).data;
const nowAs = async (id: unknown) => (await ann.get<Row>(`${reportSchedule.path}/${id}`)).data;

it('goes out once to who may read it; who may not is left out, as was said before', async () => {
  const preview = await ann.post<{ recipients: { id: string; reason: string | null }[]; times: string[] }>(
    `${reportSchedule.path}/preview`,
    { definition: { name: 'A try', ...values } },
  );
  expect(new Map(preview.data.recipients.map(({ id, reason }) => [id, reason]))).toEqual(
    new Map([
      [ann.id, null],
      [carl.id, 'NO_RIGHT'],
    ]),
  );
  expect(preview.data.times).toHaveLength(12);
  const { id } = await made();
  await change(reportSchedule, id, { nextAt: new Date(Date.now() - 60_000) });
  await Promise.all([schedulesJob.run(new Date()), schedulesJob.run(new Date())]);
  await schedulesJob.run(new Date());
  const ofIt = { projectId: site.id, kind: 'reportSchedule' };
  expect(await mails().countDocuments(ofIt)).toBe(2);
  await until(async () => {
    await sendDue();
    // The schedule gets the result after the last part.
    return (await nowAs(id)).lastResult !== null;
  });
  const [run, ...others] = await runsOf(id);
  expect(others).toEqual([]);
  expect(run?.parts.find(part => part.employeeId === ann.id)).toMatchObject({ state: 'SENT', rows: 2 });
  expect(run?.parts.find(part => part.employeeId === carl.id)).toMatchObject({ state: 'LEFT_OUT', reason: 'NO_RIGHT' });
  expect(await nowAs(id)).toMatchObject({ lastResult: 'PARTLY', status: 'ACTIVE' });
});

it('leaves out what is later than a day, and goes on with the next', async () => {
  const { id } = await made({ recipientIds: [ann.id] });
  await change(reportSchedule, id, { nextAt: new Date(Date.now() - 2 * DAY_MS) });
  await schedulesJob.run(new Date());
  expect((await runsOf(id))[0]?.parts).toMatchObject([{ state: 'LEFT_OUT', reason: 'LATE' }]);
  expect(Date.parse(String((await nowAs(id)).nextAt))).toBeGreaterThan(Date.now() - 2 * DAY_MS);
});

it('is sent by hand three times an hour, and to people who work here alone', async () => {
  const { id } = await made({ recipientIds: [ann.id] });
  const send = () => ann.put<Row>(`${reportSchedule.path}/${id}/send-now`, { toMe: true });
  for (let sent = 0; sent < 3; sent++) expect((await send()).status).toBe(200);
  expect(refusal(await send()).slice(0, 2)).toEqual([429, 'TOO_MANY_REQUESTS']);
  const other = await makeSite(server.url, 'Far');
  const wrong = await ann.post(reportSchedule.path, { name: 'Abroad', ...values, recipientIds: [other.ann.id] });
  expect(wrong.status).toBe(422);
  expect(refusal(await ann.delete(`${report.path}/${kept.data.id}`)).slice(0, 2)).toEqual([409, 'IN_USE']);
  expect((await ann.put(`${report.path}/${kept.data.id}/archive`, {})).status).toBe(200);
  expect((await nowAs(id)).status).toBe('PAUSED');
});

it('knows its days', () => {
  const base: TimeRule = {
    frequency: 'MONTHLY',
    weekdays: [],
    monthDay: '31',
    minutes: 420,
    onHoliday: 'SEND',
    startsOn: null,
    endsOn: null,
  };
  const days = (change: Partial<TimeRule>, from: string, works = (day: string) => new Date(day).getUTCDay() !== 0) =>
    timesAfter({ ...base, ...change }, new Date(`${from}T00:00:00+07:00`), from, VIETNAM, works, 3).map(at =>
      dayOf(at, VIETNAM),
    );
  expect(days({}, '2026-02-01')).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']);
  // 31 May is a Sunday.
  expect(days({ monthDay: 'LAST_WORKING' }, '2026-05-01')[0]).toBe('2026-05-30');
  expect(days({ frequency: 'QUARTERLY', monthDay: '1' }, '2026-02-01')).toEqual([
    '2026-04-01',
    '2026-07-01',
    '2026-10-01',
  ]);
  expect(days({ monthDay: '1', onHoliday: 'NEXT_WORKING_DAY' }, '2026-02-01')[0]).toBe('2026-02-02');
  // The 1st of February is a Sunday; of 31 January (a Saturday) nothing is postponed.
  expect(days({ monthDay: '1', onHoliday: 'NEXT_WORKING_DAY' }, '2026-02-02')[0]).toBe('2026-02-02');
  expect(days({ monthDay: '1', onHoliday: 'NEXT_WORKING_DAY' }, '2026-02-03')[0]).toBe('2026-03-02');
  expect(days({ monthDay: '1', onHoliday: 'NEXT_WORKING_DAY', startsOn: '2026-02-02' }, '2026-02-02')[0]).toBe(
    '2026-03-02',
  );
  expect(periodOf('LAST_MONTH', '2026-12-01')).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(periodOf('LAST_WEEK', '2026-11-25')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
});
