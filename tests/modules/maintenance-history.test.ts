import { addDays, DAY_MS, dayOf } from '@lobby/shared/kit/dates.ts';
import { announcement } from '@lobby/shared/modules/announcement.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { deviceReading } from '@lobby/shared/modules/device-reading.ts';
import { downtime } from '@lobby/shared/modules/downtime.ts';
import { elevator } from '@lobby/shared/modules/elevator.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { maintenanceChecklist } from '@lobby/shared/modules/maintenance-checklist.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { sheetOf } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'History');
const { ann } = site;
const { path } = maintenance;
const today = dayOf(new Date(), 'Asia/Ho_Chi_Minh');
const made = ann.create;
const groupId = (await made(systemGroup.path, { code: 'PUMP', name: 'Pumps' })).id;
const system = await made(technicalSystem.path, { code: 'P', name: 'Pumps', groupId, maintenanceCycleDays: 30 });
const worksOf = async (field: string, id: unknown) => (await ann.get<Row[]>(`${path}?filter[${field}][]=${id}`)).data;

it('keeps what was done to an asset, though nobody reported a fault', async () => {
  const { id } = await made(asset.path, { code: 'G1', name: 'Generator', cycleDays: 90 });
  await ann.put(`${asset.path}/${id}/put-in-use`, { placeText: 'Basement' });
  const done = await ann.put<Row>(`${asset.path}/${id}/maintained`, {
    doneOn: addDays(today, -2),
    result: 'Oil changed',
    cost: 700_000,
  });
  expect(done.data).toMatchObject({
    status: 'IN_USE',
    lastMaintenanceDate: addDays(today, -2),
    nextMaintenanceDate: addDays(today, 88),
  });
  expect(await worksOf('assetId', id)).toMatchObject([
    { status: 'COMPLETED', completedOn: addDays(today, -2), totalCost: 700_000 },
  ]);
  const early = await ann.put(`${asset.path}/${id}/maintained`, { doneOn: addDays(today, -3) });
  expect([early.status, early.code]).toEqual([422, 'DONE_BEFORE_LAST']);
  const late = await ann.put(`${asset.path}/${id}/maintained`, { doneOn: addDays(today, 1) });
  expect(late.error?.data?.fields?.doneOn?.code).toBe('DATE_IN_FUTURE');
});

it('counts the next date anew when the last one is corrected, of assets, devices and systems alike', async () => {
  const values = { lastMaintenanceDate: addDays(today, -100) };
  const things = [
    [asset.path, { ...values, code: 'A1', name: 'Fan', cycleDays: 30 }],
    [device.path, { ...values, code: 'D1', name: 'Fan', systemId: system.id, maintenanceCycleDays: 30 }],
    [technicalSystem.path, { ...values, code: 'S1', name: 'Fans', groupId, maintenanceCycleDays: 30 }],
  ] as const;
  for (const [at, given] of things) {
    const { id, version } = await made(at, given);
    const saved = await ann.put<Row>(`${at}/${id}`, { version, lastMaintenanceDate: addDays(today, -1) });
    expect([at, saved.status, saved.data?.nextMaintenanceDate]).toEqual([at, 200, addDays(today, 29)]);
    const ahead = await ann.put(`${at}/${id}`, {
      version: saved.data.version,
      lastMaintenanceDate: addDays(today, 1),
    });
    expect(ahead.error?.data?.fields?.lastMaintenanceDate?.code).toBe('DATE_IN_FUTURE');
    const both = { lastMaintenanceDate: today, nextMaintenanceDate: addDays(today, -1) };
    const refused = await ann.put(`${at}/${id}`, { version: saved.data.version, ...both });
    expect([refused.status, refused.error?.data?.fields?.nextMaintenanceDate?.code]).toEqual([400, 'LAST_AFTER_NEXT']);
  }
});

it('keeps a recorded upkeep as a work, and its machine, whatever becomes of that', async () => {
  const { id } = await made(device.path, { code: 'D2', name: 'Pump 2', systemId: system.id });
  await ann.put(`${device.path}/${id}/record-maintenance`, { doneOn: today, result: 'Seal', cost: 250_000 });
  expect(await worksOf('deviceId', id)).toMatchObject([
    { status: 'COMPLETED', kind: 'MAINTENANCE', totalCost: 250_000 },
  ]);
  await ann.put(`${technicalSystem.path}/${system.id}/record-maintenance`, { doneOn: today });
  expect(await worksOf('systemId', system.id)).toMatchObject([{ status: 'COMPLETED' }]);
  await ann.put(`${device.path}/${id}/stop`, { reason: 'Old', stoppedOn: today });
  expect(await ann.delete(`${device.path}/${id}`)).toMatchObject({ status: 409, code: 'MAINTENANCE_HAS_HISTORY' });
});

it('reads the meters of a machine, and plans that go by them make their works', async () => {
  const meters = [{ key: 'hours', name: 'Running hours', kind: 'COUNTER', max: 1000 }];
  const { id } = await made(device.path, { code: 'G9', name: 'Generator', systemId: system.id, meters });
  const plan = {
    name: 'Oil by hours',
    kind: 'MAINTENANCE',
    deviceIds: [id],
    departmentId: site.departmentId,
    startsOn: today,
  };
  expect(await ann.post(maintenancePlan.path, plan)).toMatchObject({ status: 400, code: 'PLAN_WITHOUT_RULE' });
  const triggers = [{ meter: 'hours', kind: 'EVERY', value: 250 }];
  await made(maintenancePlan.path, { ...plan, triggers });
  const readMeter = (value: number, more: object = {}) =>
    ann.put<Row>(`${device.path}/${id}/reading`, { meter: 'hours', value, ...more });
  const count = async () => (await worksOf('deviceId', id)).length;
  const told: number[] = [];
  for (const value of [240, 251, 260, 501]) {
    expect((await readMeter(value)).status).toBe(200);
    told.push(await count());
  }
  expect(told).toEqual([0, 1, 1, 2]);
  expect(await worksOf('deviceId', id)).toMatchObject([{ origin: 'METER', scheduledDate: today }, { origin: 'METER' }]);
  const low = await readMeter(480);
  expect([low.status, low.code, low.error?.data?.last]).toEqual([422, 'READING_TOO_LOW', 501]);
  // An earlier reading is sorted by time; after a reset the meter counts from zero.
  expect((await readMeter(235, { at: new Date(Date.now() - DAY_MS).toISOString() })).status).toBe(200);
  expect((await readMeter(3, { reset: true })).status).toBe(200);
  expect((await readMeter(260)).status).toBe(200);
  expect(await count()).toBe(3);
});

it('takes readings from a sheet: in their order, all or none, and a work for each step', async () => {
  const meters = [{ key: 'hours', name: 'Running hours', kind: 'COUNTER' }];
  const { id } = await made(device.path, { code: 'G10', name: 'Generator 10', systemId: system.id, meters });
  const triggers = [{ meter: 'hours', kind: 'EVERY', value: 100 }];
  const own = { name: 'Oil of G10', kind: 'MAINTENANCE', deviceIds: [id], departmentId: site.departmentId };
  await made(maintenancePlan.path, { ...own, startsOn: today, triggers });
  const head = ['Device', 'Meter', 'Value read', 'Day', 'Hour'];
  const on = (daysAgo: number) => addDays(today, -daysAgo).split('-').toReversed().join('/');
  const send = async (rows: string[][], kind = '') => {
    const file = formOf([{ name: 'readings.xlsx', body: await sheetOf([head, ...rows]) }]);
    return ann.post<Row & { faults: Row[] }>(`${deviceReading.path}/import${kind}`, file);
  };
  const good = [
    ['G10', 'Running hours', '230', on(1), '08:00'],
    ['G10', 'hours', '90', on(3), ''],
    ['G10', 'hours', '120', on(2), '17:30'],
  ];
  expect((await send(good)).data).toMatchObject({ created: 3 });
  expect((await ann.get<Row>(`${device.path}/${id}`)).data.meters).toMatchObject([{ last: 230 }]);
  expect(await worksOf('deviceId', id)).toHaveLength(2);
  const wrong = [
    ['G10', 'hours', '240', on(0), '07:00'],
    ['G10', 'hours', '200', on(0), '08:00'],
    ['G10', 'pressure', '3', on(0), ''],
  ];
  const { data } = await send(wrong, '/preview');
  expect(data.faults).toMatchObject([
    { row: 3, field: 'value', code: 'READING_TOO_LOW' },
    { row: 4, field: 'meter' },
  ]);
  expect((await send(wrong)).status).toBe(422);
  expect((await ann.get<Row[]>(`${deviceReading.path}?filter[deviceId][]=${id}`)).data).toHaveLength(3);
});

it('tells residents of a lift that stands still by a draft, to those of its block', async () => {
  const lift = await made(elevator.path, { name: 'Lift of A', blockId: site.blockId });
  const values = { code: 'L1', name: 'Lift 1', systemId: system.id, elevatorId: lift.id };
  const { id } = await made(device.path, values);
  await ann.put(`${device.path}/${id}/down`, { why: 'BREAKDOWN', note: 'Door', announce: true });
  const drafts = (await ann.get<Row[]>(`${announcement.path}?filter[status][]=DRAFT`)).data;
  expect(drafts).toMatchObject([{ audience: 'UNITS', blockIds: [site.blockId] }]);
  expect(drafts[0]?.title).toContain('Lift 1');
  await ann.put(`${device.path}/${id}/up`, {});
  await ann.put(`${device.path}/${id}/down`, { why: 'POWER' });
  expect((await ann.get<Row[]>(`${announcement.path}?filter[status][]=DRAFT`)).data).toHaveLength(1);
  const { data } = await ann.get<{ months: Row[] }>(`${device.path}/${id}/availability`);
  expect(data.months).toHaveLength(12);
  expect(data.months.at(-1)?.month).toBe(today.slice(0, 7));
});

it('reads a meter with an item of a checklist', async () => {
  const meters = [{ key: 'hours', name: 'Running hours', kind: 'COUNTER' }];
  const { id } = await made(device.path, { code: 'G8', name: 'Generator 8', systemId: system.id, meters });
  const items = [{ label: 'Running hours', kind: 'METER', meterKey: 'hours' }];
  const list = await made(maintenanceChecklist.path, { name: 'Generator monthly', kind: 'MAINTENANCE', items });
  await ann.put(`${maintenanceChecklist.path}/${list.id}/publish`, {});
  const given = { title: 'Run it', kind: 'MAINTENANCE', deviceId: id, scheduledDate: today, checklistId: list.id };
  const work = await made(path, given);
  await ann.put(`${path}/${work.id}/start`, { down: true });
  expect((await ann.get<Row>(`${device.path}/${id}`)).data.downSince).toEqual(expect.any(String));
  const say = (value: string, more: object = {}) =>
    ann.put<Row>(`${path}/${work.id}/answer`, { items: [{ n: 1, value, ...more }] });
  for (let sending = 0; sending < 2; sending++)
    expect((await say('1250,5', { key: 'once' })).data).toMatchObject({ progress: 100 });
  const readings = async () =>
    (await ann.get<Row[]>(`${deviceReading.path}?filter[deviceId][]=${id}`)).data.map(({ value }) => value);
  expect(await readings()).toEqual([1250.5]);
  const low = await say('1200');
  expect([low.status, Object.keys(low.error?.data?.fields ?? {})]).toEqual([422, ['items.0.value']]);
  expect((await say('12', { reset: true })).status).toBe(200);
  expect(await readings()).toEqual([12, 1250.5]);
  await ann.put(`${path}/${work.id}/complete`, { up: true });
  const machine = (await ann.get<Row & { meters: Row[] }>(`${device.path}/${id}`)).data;
  expect([machine.downSince, machine.meters[0]?.key]).toEqual([null, 'hours']);
});

it('counts how long a machine stood still, overlaps once', async () => {
  const { id } = await made(device.path, { code: 'L9', name: 'Lift 9', systemId: system.id });
  const day = addDays(today, -7);
  const at = (time: string) => new Date(`${day}T${time}:00+07:00`).toISOString();
  await made(downtime.path, { deviceId: id, from: at('00:00'), to: at('15:00'), reason: 'BREAKDOWN' });
  await made(downtime.path, { deviceId: id, from: at('00:10'), to: at('14:00'), reason: 'MAINTENANCE' });
  const { data } = await ann.get<Row>(`${device.path}/${id}/availability?from=${day}&to=${day}`);
  expect(data).toMatchObject({
    minutes: 1440,
    minutesDown: 900,
    availability: 37.5,
    minutesPlanned: 830,
    breakdowns: 1,
    mtbf: 540,
    mttr: 900,
  });
  const act = (name: string, input: object = {}) => ann.put<Row>(`${device.path}/${id}/${name}`, input);
  const down = await act('down', { why: 'POWER', at: at('16:00') });
  expect(down.data.downSince).toBe(at('16:00'));
  expect(await act('down', { why: 'POWER' })).toMatchObject({ status: 409, code: 'DOWNTIME_OPEN' });
  expect((await act('up', { at: at('17:30') })).data.downSince).toBeNull();
  expect(await act('up')).toMatchObject({ status: 409, code: 'STATUS_CHANGED' });
  const after = await ann.get<Row>(`${device.path}/${id}/availability?from=${day}&to=${day}`);
  expect(after.data).toMatchObject({ minutesDown: 990, breakdowns: 1 });
});

it('tells the request of which it came how it ended, among colleagues', async () => {
  const asked = await made(ticket.path, { title: 'Lamp', content: 'Dark', unitId: site.unitId });
  const work = (await ann.post<Row>(`${path}/from-ticket`, { ticketId: asked.id })).data;
  for (const [name, input] of [
    ['accept', { scheduledDate: today }],
    ['start', {}],
    ['complete', { result: 'A new lamp' }],
  ] as const)
    expect((await ann.put(`${path}/${work.id}/${name}`, input)).status).toBe(200);
  const { data } = await ann.get<Row[]>(`${ticket.path}/${asked.id}/messages`);
  expect(data).toMatchObject([{ content: `${work.code}: A new lamp`, private: true }]);
});

it('is found among what is due by its name, group, month and who does it', async () => {
  const other = (await made(systemGroup.path, { code: 'FAN', name: 'Fans' })).id;
  const next = addDays(today, 40);
  const fan = await made(technicalSystem.path, {
    code: 'F9',
    name: 'Quạt tầng hầm',
    groupId: other,
    nextMaintenanceDate: next,
  });
  const due = async (query: string) => {
    const { data } = await ann.get<{ rows: Row[]; counts: Row; choices: { groupId: Row[] } }>(
      `/technical-due?kind=MAINTENANCE&limit=100${query}`,
    );
    return data;
  };
  const ids = async (query: string) => (await due(query)).rows.map(({ id }) => id);
  expect(await ids(`&q=${encodeURIComponent('quat tang')}`)).toEqual([fan.id]);
  expect(await ids(`&filter[groupId][]=${other}`)).toEqual([fan.id]);
  expect(await ids(`&filter[month]=${next.slice(0, 7)}&filter[groupId][]=${other}`)).toEqual([fan.id]);
  expect(await ids(`&filter[month]=2040-01`)).toEqual([]);
  const told = await due(`&filter[groupId][]=${other}`);
  expect(told.counts).toMatchObject({ NORMAL: 1, all: 1 });
  expect(told.choices.groupId.map(({ name }) => name)).toEqual(['Fans', 'Pumps']);
});
