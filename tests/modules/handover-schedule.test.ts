import { text } from '@lobby/server/kit/base/messages.ts';
import { handoverReminderJob } from '@lobby/server/modules/handover-unit/index.ts';
import { notifications } from '@lobby/server/platform/notifications/notifications.ts';
import { addDays, dayOf, instantAt, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { CALENDAR_FEED } from '@lobby/shared/modules/calendar-feed.ts';
import { handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { holiday } from '@lobby/shared/modules/work-schedule.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { sheetOf } from '../setup/files/sheets.ts';
import { change } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben, dora } = site;
const { path } = handoverSchedule;
const today = dayOf(new Date(), VIETNAM);
let n = 0;
const put = async (body: object) => {
  const { version } = (await ann.get<Row>('/handover/config')).data;
  return ann.put('/handover/config', { version, ...body });
};
const EVERY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map(day => ({ day }));
await put({ paymentGate: 'NONE', days: EVERY, hours: '00:00-24:00', inspectorIds: [ann.id, ben.id], slotsAtOnce: 2 });
const roomId = (await ann.post<Row>(propertyRoom.path, { name: 'Hall' })).data.id;
const itemId = (await ann.post<Row>(propertyItem.path, { name: 'Floor', code: 'F', category: 'FLOOR' })).data.id;
const lines = [{ roomId, itemId }];
await ann.post<Row>(handoverTemplate.path, { name: 'Flats', unitTypes: [{ type: 'APARTMENT' }], lines });
/** Unit in the handover program, with its first appointment. */
async function joined(values: object = {}) {
  const own = { code: `H-${++n}`, type: 'APARTMENT', blockId: site.blockId, floorId: site.floorId, ...values };
  const home = (await ann.post<Row>(unit.path, own)).data;
  return ofUnit(home.id);
}
async function ofUnit(unitId: string) {
  const row = (await ann.post<Row>(handoverUnit.path, { unitId })).data;
  const [first] = (await ann.get<Row[]>(`${path}?filter[unitId][]=${unitId}`)).data;
  return { row, first: first as Row };
}
const at = (days: number, minutes: number) => instantAt(addDays(today, days), minutes, VIETNAM).toISOString();
const act = (id: unknown, name: string, body: object = {}, who = ann) => who.put<Row>(`${path}/${id}/${name}`, body);
const reasonOf = (answer: { status: number; error: { data?: Record<string, unknown> } }) => [
  answer.status,
  answer.error.data?.reason,
];
const rowOf = async (id: unknown) => (await ann.get<Row>(`${handoverUnit.path}/${id}`)).data;

it('comes with its unit, and goes with it', async () => {
  const { row, first } = await joined();
  expect(first).toMatchObject({ status: 'NOT_SCHEDULED', round: 1, kind: 'FIRST' });
  expect(first.code).toMatch(/^BG-\d{4}-\d{5}$/);
  expect((await ann.delete(`${handoverUnit.path}/${row.id}`)).status).toBe(200);
  expect((await ann.get(`${path}/${first.id}`)).status).toBe(404);
});

it('needs somebody, a time to come within the hours, and a template', async () => {
  const { first } = await joined();
  expect(reasonOf(await act(first.id, 'schedule', { scheduledAt: at(2, 540) }))).toEqual([422, 'EMPLOYEE_MISSING']);
  const past = await act(first.id, 'schedule', { employeeId: ann.id, scheduledAt: at(-1, 540) });
  expect([past.status, past.code]).toEqual([400, 'HANDOVER_IN_PAST']);
  await put({ hours: '08:00-11:30, 13:30-17:00' });
  const noon = await act(first.id, 'schedule', { employeeId: ann.id, scheduledAt: at(2, 12 * 60) });
  expect(reasonOf(noon)).toEqual([422, 'OUTSIDE_HOURS']);
  await put({ hours: '00:00-24:00' });
  await ann.post(holiday.path, { name: 'A feast', startsOn: addDays(today, 40), endsOn: addDays(today, 40) });
  const off = await act(first.id, 'schedule', { employeeId: ann.id, scheduledAt: at(40, 540) });
  expect(reasonOf(off)).toEqual([422, 'HOLIDAY']);
  const { first: villa } = await joined({ type: 'VILLA' });
  const bare = await act(villa.id, 'schedule', { employeeId: ann.id, scheduledAt: at(2, 540) });
  expect(reasonOf(bare)).toEqual([422, 'TEMPLATE_MISSING']);
  const done = await act(first.id, 'schedule', { employeeId: ann.id, scheduledAt: at(2, 540) });
  expect(done.data).toMatchObject({ status: 'PENDING_EXECUTION', endAt: at(2, 600), bookedBy: 'STAFF' });
});

it('keeps one appointment at a time for each employee, and is seen at its unit', async () => {
  const [one, two] = [await joined(), await joined()];
  await act(one.first.id, 'schedule', { employeeId: ann.id, scheduledAt: at(3, 540) });
  expect(await rowOf(one.row.id)).toMatchObject({
    scheduleStatus: 'PENDING_EXECUTION',
    scheduledAt: at(3, 540),
    employeeId: ann.id,
  });
  const busy = await act(two.first.id, 'schedule', { employeeId: ann.id, scheduledAt: at(3, 570) });
  expect([busy.status, busy.code, (busy.error.data?.appointment as Row | undefined)?.id]).toEqual([
    409,
    'HANDOVER_EMPLOYEE_BUSY',
    one.first.id,
  ]);
  const anyway = await act(two.first.id, 'schedule', { employeeId: ann.id, scheduledAt: at(3, 570), anyway: true });
  expect(anyway.status).toBe(200);
  const moved = await act(one.first.id, 'reschedule', { scheduledAt: at(4, 540) });
  expect(moved.data).toMatchObject({ scheduledAt: at(4, 540), endAt: at(4, 600), confirmedByResident: false });
  const freed = await act(one.first.id, 'unschedule', { reason: 'The owner is away' });
  expect(freed.data).toMatchObject({ status: 'NOT_SCHEDULED', scheduledAt: null, employeeId: null });
  expect(await rowOf(one.row.id)).toMatchObject({ scheduleStatus: 'NOT_SCHEDULED', scheduledAt: null });
  const started = await ann.delete(`${handoverUnit.path}/${two.row.id}`);
  expect([started.status, started.code]).toEqual([409, 'HANDOVER_STARTED']);
});

it('begins on its day, and the unit with it', async () => {
  const { row, first } = await joined();
  await act(first.id, 'schedule', { employeeId: ben.id, scheduledAt: at(5, 540) });
  const early = await act(first.id, 'start');
  expect([early.status, early.code]).toEqual([422, 'HANDOVER_TOO_EARLY']);
  expect((await act(first.id, 'no-show', { reason: 'Nobody' })).code).toBe('HANDOVER_TOO_EARLY');
  await change(handoverSchedule, first.id, { scheduledAt: new Date(at(0, 1)), endAt: new Date(at(0, 61)) });
  expect((await act(first.id, 'start')).data.status).toBe('PENDING_ACCEPTANCE');
  expect(await rowOf(row.id)).toMatchObject({
    status: 'HANDING_OVER',
    rounds: 1,
    scheduleStatus: 'PENDING_ACCEPTANCE',
  });
  expect(await act(first.id, 'reschedule', { scheduledAt: at(6, 540) })).toMatchObject({ code: 'SCHEDULE_OCCURRED' });
});

it('gives the last place of a slot to exactly one', async () => {
  const { first: own } = await ofUnit(site.unitId);
  const others = await Promise.all([joined(), joined(), joined()]);
  await put({ slotsAtOnce: 1 });
  const slots = async () =>
    (await dora.get<{ at: string; left: number }[]>(`${path}/slots?from=${addDays(today, 8)}&to=${addDays(today, 8)}`))
      .data;
  expect((await slots()).find(one => one.at === at(8, 540))?.left).toBe(1);
  const body = { scheduledAt: at(8, 540) };
  const tries = await Promise.all([
    act(own.id, 'schedule', body, dora),
    ...others.map(({ first }) => act(first.id, 'schedule', { ...body, employeeId: ann.id, anyway: true })),
  ]);
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const one of tries.filter(({ status }) => status !== 200))
    expect([one.status, one.code]).toEqual([409, 'HANDOVER_SLOT_FULL']);
  expect((await slots()).find(one => one.at === at(8, 540))).toBeUndefined();
});

it('is booked, confirmed and given up by its household until the day before', async () => {
  const [own] = (await dora.get<Row[]>(path)).data;
  if (own?.status !== 'NOT_SCHEDULED') await act(own?.id, 'unschedule', { reason: 'Again' });
  const odd = await act(own?.id, 'schedule', { scheduledAt: at(9, 545) }, dora);
  expect(reasonOf(odd)).toEqual([422, 'OUTSIDE_HOURS']);
  const booked = await act(own?.id, 'schedule', { scheduledAt: at(9, 540) }, dora);
  expect(booked.data).toMatchObject({ bookedBy: 'RESIDENT', confirmedByResident: true });
  const { employeeId } = (await ann.get<Row>(`${path}/${own?.id}`)).data;
  expect([ann.id, ben.id]).toContain(employeeId);
  await act(own?.id, 'reschedule', { scheduledAt: at(10, 540) });
  expect((await act(own?.id, 'confirm', {}, dora)).data.confirmedByResident).toBe(true);
  // A moved appointment has to be confirmed again, whoever moves it.
  const again = await act(own?.id, 'reschedule', { scheduledAt: at(11, 540) }, dora);
  expect(again.data).toMatchObject({ bookedBy: 'RESIDENT', confirmedByResident: false });
  // The resident's calendar contains it, with code and place only.
  const { data: feed } = await dora.post<{ address: string }>(CALENDAR_FEED.path, { kind: 'RESIDENT' });
  const calendar = await (await fetch(server.url + feed.address)).text();
  expect(calendar.match(/SUMMARY:[^\r\n]*/g)).toEqual([expect.stringContaining('AA-12.08')]);
  await change(handoverSchedule, String(own?.id), { scheduledAt: new Date(Date.now() + 3_600_000) });
  const late = await act(own?.id, 'unschedule', { reason: 'Away' }, dora);
  expect([late.status, late.code]).toEqual([422, 'HANDOVER_TOO_LATE']);
});

it('reminds a household three days and a day before, once each', async () => {
  const [own] = (await dora.get<Row[]>(path)).data;
  await change(handoverSchedule, String(own?.id), {
    scheduledAt: new Date(at(12, 540)),
    endAt: new Date(at(12, 600)),
    employeeId: ann.id,
  });
  const told = () =>
    notifications().countDocuments({ kind: 'HANDOVER_REMINDER', 'subject.id': own?.id, unitId: site.unitId });
  const on = async (days: number, minutes: number) => {
    await handoverReminderJob.run(new Date(at(days, minutes)));
    const row = await notifications().findOne({
      kind: 'HANDOVER_REMINDER',
      'subject.id': own?.id,
      unitId: site.unitId,
    });
    return row?.count ?? 0;
  };
  expect(await told()).toBe(0);
  expect([await on(8, 600), await on(9, 530), await on(9, 541), await on(9, 600), await on(11, 545)]).toEqual([
    0, 0, 1, 1, 2,
  ]);
});

interface Planned {
  id: string;
  employeeId: string;
  scheduledAt: string;
}
interface Plan {
  plan: Planned[];
  refused: { id: string; code: string; reason?: string }[];
}

it('tells of each day of a calendar how full it is', async () => {
  await put({ hours: '08:00-10:00', slotsAtOnce: 2, slotMinutes: 60 });
  const { first } = await joined();
  await act(first.id, 'schedule', { employeeId: ben.id, scheduledAt: at(20, 480) });
  const { data } = await ann.get<{ rows: Row[]; days: object[]; employeeIds: string[]; hours: object[] }>(
    `${path}/calendar?from=${addDays(today, 20)}&to=${addDays(today, 21)}`,
  );
  expect(data.rows.map(({ id }) => id)).toEqual([first.id]);
  expect(data.days).toEqual([
    { day: addDays(today, 20), off: false, held: 1, places: 4 },
    { day: addDays(today, 21), off: false, held: 0, places: 4 },
  ]);
  // Completed appointments count as well.
  await change(handoverSchedule, String(first.id), { status: 'COMPLETE' });
  const over = await ann.get<{ days: { held: number }[] }>(
    `${path}/calendar?from=${addDays(today, 20)}&to=${addDays(today, 20)}`,
  );
  expect(over.data.days[0]?.held).toBe(1);
  expect(data.employeeIds).toEqual([ann.id, ben.id]);
  expect(data.hours).toEqual([{ from: 480, to: 600 }]);
  const others = await ann.get<{ rows: Row[] }>(
    `${path}/calendar?from=${addDays(today, 20)}&to=${addDays(today, 20)}&filter[employeeId][]=${ann.id}`,
  );
  expect(others.data.rows).toEqual([]);
  const long = await ann.get(`${path}/calendar?from=${today}&to=${addDays(today, 62)}`);
  expect([long.status, long.error.data?.fields]).toMatchObject([400, { to: { code: 'CALENDAR_TOO_LONG' } }]);
  const pdf = await ann.file(`${path}/print?from=${addDays(today, 20)}&to=${addDays(today, 20)}&lang=en`);
  expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-');
});

it('moves by days at the same hour, many at once', async () => {
  const [one, two] = [await joined(), await joined()];
  await act(one.first.id, 'schedule', { employeeId: ann.id, scheduledAt: at(22, 480) });
  await act(two.first.id, 'schedule', { employeeId: ben.id, scheduledAt: at(22, 540) });
  const ids = [one.first.id, two.first.id];
  expect((await ann.put(`${path}/reschedule-multi`, { ids, days: 3 })).status).toBe(200);
  for (const [id, minutes] of [
    [one.first.id, 480],
    [two.first.id, 540],
  ] as const)
    expect((await ann.get<Row>(`${path}/${id}`)).data).toMatchObject({
      scheduledAt: at(25, minutes),
      endAt: at(25, minutes + 60),
    });
});

it('plans what has no time: due first, neighbours together, evenly, shown before it is made', async () => {
  const [late, soon, villa] = [await joined(), await joined(), await joined({ type: 'VILLA' })];
  const { version } = (await ann.get<Row>(`${handoverUnit.path}/${soon.row.id}`)).data;
  await ann.put(`${handoverUnit.path}/${soon.row.id}`, { version, dueTo: addDays(today, 90) });
  const unitIds = [late, soon, villa].map(({ row }) => row.unitId);
  const body = { unitIds, from: addDays(today, 30), employeeIds: [ann.id, ben.id] };
  const shown = (await ann.post<Plan>(`${path}/auto`, body)).data;
  // Both at the first hour with different employees; the one due earlier comes first.
  expect(shown.plan.map(({ id, employeeId, scheduledAt }) => [id, employeeId, scheduledAt])).toEqual([
    [soon.first.id, ann.id, at(30, 480)],
    [late.first.id, ben.id, at(30, 480)],
  ]);
  expect(shown.refused).toMatchObject([{ id: villa.first.id, reason: 'TEMPLATE_MISSING' }]);
  expect((await ann.get<Row>(`${path}/${soon.first.id}`)).data.status).toBe('NOT_SCHEDULED');
  const made = (await ann.post<Plan>(`${path}/auto`, { ...body, make: true })).data;
  expect(made.plan).toHaveLength(2);
  expect((await ann.get<Row>(`${path}/${soon.first.id}`)).data).toMatchObject({
    status: 'PENDING_EXECUTION',
    employeeId: ann.id,
    scheduledAt: at(30, 480),
  });
  const again = (await ann.post<Plan>(`${path}/auto`, { ...body, make: true })).data;
  expect(again.plan).toEqual([]);
});

it('takes times from a sheet, all or none: units, who comes, hours that are free', async () => {
  const [one, two] = [await joined(), await joined()];
  const codeOf = async (of: Row) => String((await ann.get<Row>(`${unit.path}/${of.unitId}`)).data.code);
  const [first, second] = [await codeOf(one.row), await codeOf(two.row)];
  const titles = ['unitId', 'email', 'day', 'hour'].map(key =>
    text('en', key === 'unitId' ? 'defaults.fields.unitId' : `handover-schedule.fields.${key}`),
  );
  const day = addDays(today, 50).split('-').toReversed().join('/');
  const send = async (call: string, rows: string[][]) =>
    ann.post<{ updated?: number; faults?: { row: number; code: string }[] }>(
      `${path}/import${call}`,
      formOf([{ name: 'times.xlsx', body: await sheetOf([titles, ...rows]) }]),
    );
  const bad = await send('/preview', [
    [first, ann.email, day, '08:00'],
    [second, ann.email, day, '08:30'],
    [second, 'nobody@example.test', day, '09:00'],
    [second, ben.email, day, '12:00'],
  ]);
  expect(bad.data.faults?.map(({ row, code }) => [row, code])).toEqual([
    [3, 'LISTED_TWICE'],
    [4, 'EMPLOYEE_MISSING'],
    [5, 'OUTSIDE_HOURS'],
  ]);
  const done = await send('', [
    [first, ann.email, day, '08:00'],
    [second, ben.email, day, '09:00'],
  ]);
  expect(done.data.updated, done.text).toBe(2);
  expect((await ann.get<Row>(`${path}/${two.first.id}`)).data).toMatchObject({
    status: 'PENDING_EXECUTION',
    employeeId: ben.id,
    scheduledAt: at(50, 540),
  });
  const again = await send('/preview', [[first, ben.email, day, '08:00']]);
  expect(again.data.faults).toMatchObject([{ row: 2, code: 'HANDOVER_OPEN' }]);
});
