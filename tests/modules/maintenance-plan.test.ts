import { text } from '@lobby/server/kit/base/messages.ts';
import { plansJob } from '@lobby/server/modules/maintenance/index.ts';
import { addDays, DAY_MS, dayOf } from '@lobby/shared/kit/dates.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { rowsOfSheet, sheetOf } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
const { path } = maintenancePlan;
const today = dayOf(new Date(), 'Asia/Ho_Chi_Minh');
const groupId = (await ann.post<Row>(systemGroup.path, { code: 'LIFT', name: 'Lifts' })).data.id;
const system = (await ann.post<Row>(technicalSystem.path, { code: 'A', name: 'Lifts of A', groupId })).data;
const lift = (await ann.post<Row>(device.path, { code: 'A1', name: 'Lift A1', systemId: system.id })).data;
let n = 0;
const draft = (values: object = {}) => ({
  name: `Plan ${++n}`,
  kind: 'MAINTENANCE',
  deviceIds: [lift.id],
  departmentId: site.departmentId,
  frequency: 'DAILY',
  startsOn: today,
  holidays: 'KEEP',
  ...values,
});
const make = async (values: object = {}) => (await ann.post<Row>(path, draft(values))).data;

it('shows the dates of a rule, moved where nobody works', async () => {
  const monthly = { frequency: 'MONTHLY', startsOn: '2026-01-31', monthDays: [{ day: '31' }], holidays: 'KEEP' };
  const { data } = await ann.post<{ date: string }[]>(`${path}/preview`, monthly);
  expect(data.slice(0, 4).map(({ date }) => date)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
  expect(data).toHaveLength(24);
  const wrong = await ann.post(`${path}/preview`, { ...monthly, monthDays: [{ day: '32' }] });
  expect([wrong.status, wrong.error.data?.fields?.['monthDays.0.day']?.code]).toEqual([400, 'INVALID']);
});

it('looks after something, by somebody, from now on', async () => {
  const refused = async (values: object) => {
    const { status, error } = await ann.post(path, draft(values));
    return [status, ...Object.keys(error.data?.fields ?? {}).sort()];
  };
  expect(await refused({ deviceIds: [] })).toEqual([400, 'assetIds', 'deviceIds', 'placeIds', 'systemIds']);
  expect(await refused({ departmentId: null })).toEqual([400, 'assigneeIds', 'contractorId', 'departmentId']);
  expect(await refused({ startsOn: addDays(today, -1) })).toEqual([400, 'startsOn']);
  expect(await refused({ endsOn: addDays(today, 9), count: 2 })).toEqual([400, 'count']);
  const name = (await make()).name;
  expect(await ann.post(path, draft({ name }))).toMatchObject({ status: 409, code: 'MAINTENANCE_PLAN_EXISTS' });
  await make({ name: 'Bảo trì bơm' });
  for (const [of, own] of [
    [path, draft({ name: 'bao tri BOM' })],
    [technicalSystem.path, { code: 'B', name: 'LÍFTS of a', groupId }],
    [systemGroup.path, { code: 'B', name: 'Lífts' }],
  ] as const)
    expect((await ann.post(of, own)).status, of).toBe(409);
});

it('names the meter that it goes by as its machines do, and says how many works a change reaches', async () => {
  const meters = [{ key: 'gio', name: 'Running hours', unitName: 'h', kind: 'COUNTER' }];
  const { data: pump } = await ann.post<Row>(device.path, {
    code: 'G1',
    name: 'Generator',
    systemId: system.id,
    meters,
  });
  const plan = await make({
    deviceIds: [pump.id],
    frequency: 'WEEKLY',
    leadDays: 20,
    triggers: [{ meter: 'gio', kind: 'EVERY', value: 250 }],
  });
  expect(plan.triggers).toMatchObject([{ meter: 'gio', name: 'Running hours', unitName: 'h' }]);
  const works = (await ann.get<Row[]>(`${maintenance.path}?filter[planId][]=${plan.id}&sort=scheduledDate`)).data;
  expect(works).toHaveLength(3);
  await ann.put(`${maintenance.path}/${works[0]?.id}/start`, {});
  await ann.put(`${maintenance.path}/${works[1]?.id}/move`, { days: 1 });
  const reach = await ann.get(`${path}/${plan.id}/reach`);
  expect(reach.data).toEqual({ follow: 1, touched: 1, going: 1, done: 0 });
});

it('offers what it can look after as a tree', async () => {
  const { data } = await ann.get<{ of: string; id: string; name: string; below: string | null }[]>(`${path}/things`);
  expect(data.find(({ id }) => id === system.id)).toMatchObject({ of: 'technical-system', below: groupId });
  expect(data.find(({ id }) => id === lift.id)).toMatchObject({ name: 'A1 · Lift A1', below: system.id });
});

it('has a next date while it runs, and ends after its last', async () => {
  const plan = await make({ interval: 2, count: 2 });
  expect(plan).toMatchObject({ nextDate: today, status: 'ACTIVE' });
  expect(String(plan.code)).toMatch(/^KH-/);
  const read = async () => (await ann.get<Row>(`${path}/${plan.id}`)).data;
  await plansJob.run(new Date(Date.now() + DAY_MS));
  expect((await read()).nextDate).toBe(addDays(today, 2));
  const paused = await ann.put<Row>(`${path}/${plan.id}/pause`, { reason: 'Repairs' });
  expect(paused.data).toMatchObject({ status: 'PAUSED', nextDate: null });
  const resumed = await ann.put<Row>(`${path}/${plan.id}/resume`, { from: addDays(today, 1) });
  expect(resumed.data).toMatchObject({ status: 'ACTIVE', nextDate: addDays(today, 2), reason: null });
  await plansJob.run(new Date(Date.now() + 4 * DAY_MS));
  expect(await read()).toMatchObject({ status: 'ENDED', nextDate: null });
});

it('is seen as a year: in which months each thing is looked after', async () => {
  const { data: pump } = await ann.post<Row>(device.path, { code: 'P1', name: 'Pump', systemId: system.id });
  const next = Number(today.slice(0, 4)) + 1;
  await make({ deviceIds: [pump.id], frequency: 'MONTHLY', interval: 3, startsOn: `${next}-01-15` });
  await make({ deviceIds: [pump.id], kind: 'INSPECTION', frequency: 'YEARLY', startsOn: `${next}-05-02` });
  const { rows } = (await ann.get<{ rows: Row[] }>(`${path}/year?year=${next}`)).data;
  const own = rows.find(({ id }) => id === pump.id);
  expect(own?.maintenance).toEqual([1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0]);
  expect(own).toMatchObject({ resting: false, inspection: [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0] });
});

it('shows in its year what works there are, and nothing more of what is called off or not used', async () => {
  const { data: fan } = await ann.post<Row>(device.path, { code: 'F1', name: 'Fan', systemId: system.id });
  const plan = await make({ deviceIds: [fan.id], frequency: 'WEEKLY', leadDays: 20 });
  const counted = async () => {
    const { rows } = (await ann.get<{ rows: (Row & { maintenance: number[] })[] }>(`${path}/year`)).data;
    const own = rows.find(({ id }) => id === fan.id);
    return [own?.resting, own?.maintenance.reduce((sum, count) => sum + count, 0)];
  };
  const works = (await ann.get<Row[]>(`${maintenance.path}?filter[planId][]=${plan.id}&sort=scheduledDate`)).data;
  const [, before] = await counted();
  expect(before).toBeGreaterThanOrEqual(
    works.filter(work => String(work.scheduledDate).startsWith(today.slice(0, 4))).length,
  );
  await ann.put(`${maintenance.path}/${works[0]?.id}/cancel`, { reason: 'Not needed' });
  expect(await counted()).toEqual([false, Number(before) - 1]);
  await ann.put(`${device.path}/${fan.id}/stop`, { reason: 'Old', stoppedOn: today });
  const [resting, left] = await counted();
  expect([resting, Number(left) < Number(before)]).toEqual([true, true]);
});

it('is ended rather than removed while its machine is used', async () => {
  const { id } = await make();
  expect(await ann.delete(`${path}/${id}`)).toMatchObject({ status: 409, code: 'MAINTENANCE_HAS_HISTORY' });
  await ann.put(`${device.path}/${lift.id}/stop`, { reason: 'Old', stoppedOn: today });
  expect((await ann.delete(`${path}/${id}`)).status).toBe(200);
});

it('takes the days of a month and the mails of its reminders from a sheet, and says the same the second time', async () => {
  const plan = await make({ frequency: 'MONTHLY', deviceIds: [], systemIds: [system.id] });
  const [columns] = await rowsOfSheet((await ann.file(`${path}/import/template`)).body);
  for (const name of ['monthDays', 'reminderEmails'])
    expect(columns).toContain(text('en', `maintenance-plan.fields.${name}`));
  const rows = [
    ['name', 'monthDays', 'reminderEmails'],
    [String(plan.name), '15; LAST', 'a@example.test, b@example.test'],
  ];
  const send = async () => {
    const body = formOf([{ name: 'plans.xlsx', body: await sheetOf(rows) }]);
    return (await ann.post<Row>(`${path}/import?existing=update`, body)).data;
  };
  expect(await send()).toMatchObject({ updated: 1 });
  expect(await send()).toMatchObject({ updated: 0 });
  expect((await ann.get<Row>(`${path}/${plan.id}`)).data).toMatchObject({
    monthDays: [{ day: '15' }, { day: 'LAST' }],
    reminderEmails: [{ email: 'a@example.test' }, { email: 'b@example.test' }],
  });
  const file = await rowsOfSheet((await ann.file(`${path}/export`)).body);
  expect(file.find(row => row.includes(String(plan.name)))).toContain('15, LAST');
});
