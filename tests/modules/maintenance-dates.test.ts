import { notifications } from '@lobby/server/platform/notifications/notifications.ts';
import { addDays, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Dates');
const { ann } = site;
const { path } = maintenance;
const today = dayOf(new Date(), VIETNAM);
const day = (days: number) => addDays(today, days);
const made = ann.create;
const groupId = (await made(systemGroup.path, { code: 'G', name: 'Group' })).id;
let n = 0;
const system = () => made(technicalSystem.path, { code: `S${++n}`, name: `System ${n}`, groupId });
const plain = await system();
const machine = (values: object = {}) =>
  made(device.path, { code: `D${++n}`, name: `Device ${n}`, systemId: plain.id, ...values });
const read = async (at: string, id: unknown) => (await ann.get<Row>(`${at}/${id}`)).data;
const put = (at: string, id: unknown, name: string, input: object = {}) => ann.put<Row>(`${at}/${id}/${name}`, input);
const work = (values: object) => made(path, { title: 'Care', kind: 'MAINTENANCE', scheduledDate: today, ...values });
const plan = (values: object) =>
  made(maintenancePlan.path, {
    name: `Plan ${++n}`,
    kind: 'MAINTENANCE',
    departmentId: site.departmentId,
    frequency: 'WEEKLY',
    startsOn: day(2),
    holidays: 'KEEP',
    leadDays: 20,
    ...values,
  });
const worksOf = async (deviceId: unknown) =>
  (await ann.get<Row[]>(`${path}?filter[deviceId][]=${deviceId}&sort=scheduledDate`)).data;
const faultsIn = ({ error }: { error?: { data?: { fields?: Record<string, { code: string }> } } }) =>
  Object.entries(error?.data?.fields ?? {}).map(([name, { code }]) => [name, code]);

it('takes no last date that is to come, of whatever is looked after', async () => {
  const values = { code: 'X1', name: 'Later', lastMaintenanceDate: day(1) };
  for (const [at, more] of [
    [technicalSystem.path, { groupId }],
    [device.path, { systemId: plain.id }],
    [asset.path, {}],
  ] as const)
    expect([at, ...faultsIn(await ann.post(at, { ...values, ...more }))]).toEqual([
      at,
      ['lastMaintenanceDate', 'DATE_IN_FUTURE'],
    ]);
});

it('brings the works of its system’s plans to a machine that comes later, and takes them away with the system', async () => {
  const [lifts, pumps] = [await system(), await system()];
  await plan({ systemIds: [lifts.id] });
  const { id, version, ...one } = await machine({ systemId: lifts.id });
  const days = async () => (await worksOf(id)).map(({ scheduledDate }) => scheduledDate);
  expect(await days()).toEqual([day(2), day(9), day(16)]);
  expect(one.nextMaintenanceDate).toBe(day(2));
  const after = { version, lastMaintenanceDate: today };
  const saved = await ann.put<Row>(`${device.path}/${id}`, after);
  expect(saved.data).toMatchObject({ lastMaintenanceDate: today, nextMaintenanceDate: day(2) });
  await ann.put(`${device.path}/${id}`, { version: saved.data.version, systemId: pumps.id });
  expect(await days()).toEqual([]);
  expect(await read(device.path, id)).toMatchObject({ nextMaintenanceDate: null, maintenanceDue: 'NONE' });
  // An asset put into use gets the dates of the plan that includes it.
  const spare = await made(asset.path, { code: 'A1', name: 'Pump' });
  await plan({ assetIds: [spare.id] });
  const used = await put(asset.path, spare.id, 'put-in-use', { placeText: 'Basement' });
  expect(used.data).toMatchObject({ nextMaintenanceDate: day(2), version: Number(spare.version) + 1 });
  expect((await ann.get<Row[]>(`${path}?filter[assetId][]=${spare.id}`)).data).toHaveLength(3);
});

it('is planned up to the date of its cycle or its plan, made and moved alike', async () => {
  const { id } = await machine({ maintenanceCycleDays: 30, lastMaintenanceDate: today });
  const [first, second] = [
    await work({ deviceId: id, scheduledDate: day(4) }),
    await work({ deviceId: id, scheduledDate: day(6) }),
  ];
  expect((await read(device.path, id)).nextMaintenanceDate).toBe(day(4));
  expect((await put(path, second.id, 'move', { days: 1 })).status).toBe(200);
  expect((await put(path, second.id, 'move', { days: -1 })).status).toBe(200);
  const far = await put(path, first.id, 'move', { scheduledDate: day(31) });
  expect([far.status, ...faultsIn(far)]).toEqual([422, ['scheduledDate', 'MAINTENANCE_AFTER_NEXT']]);
  expect((await put(path, first.id, 'move', { scheduledDate: day(30) })).status).toBe(200);
  await put(path, first.id, 'cancel', { reason: 'Not yet' });
  await put(path, second.id, 'cancel', { reason: 'Not yet' });
  expect((await read(device.path, id)).nextMaintenanceDate).toBe(day(30));

  const planned = await machine();
  await plan({ deviceIds: [planned.id] });
  const works = await worksOf(planned.id);
  const ids = works.map(one => one.id);
  await ann.put(`${path}/move-multi`, { ids, days: 1 });
  expect((await worksOf(planned.id)).map(one => one.scheduledDate)).toEqual([day(3), day(10), day(17)]);
  const over = await put(path, ids[0], 'move', { scheduledDate: day(10) });
  expect(faultsIn(over)).toEqual([['scheduledDate', 'MAINTENANCE_AFTER_NEXT']]);
});

it('needs a repair as long as one is open, however the last one ends', async () => {
  const { id } = await machine();
  const repair = async (reason: string) => {
    await put(device.path, id, 'need-maintenance', { reason });
    return (await worksOf(id)).find(one => one.status === 'WAITING');
  };
  const status = async () => (await read(device.path, id)).status;
  await put(path, (await repair('It shakes'))?.id, 'reject', { reason: 'It does not' });
  expect(await status()).toBe('IN_USE');
  const second = await repair('It shakes again');
  await put(device.path, id, 'maintained');
  expect([await status(), (await read(path, second?.id)).status]).toEqual(['IN_USE', 'CANCELLED']);
  const third = await repair('It stands');
  await put(path, third?.id, 'accept', { scheduledDate: today });
  await put(path, third?.id, 'start');
  expect(await put(device.path, id, 'maintained')).toMatchObject({ status: 409, code: 'DEVICE_HAS_WORK' });
  await put(path, third?.id, 'cancel', { reason: 'By hand' });
  expect(await status()).toBe('IN_USE');
  const pump = await made(asset.path, { code: 'A2', name: 'Fan' });
  await put(asset.path, pump.id, 'put-in-use', { placeText: 'Roof' });
  await put(asset.path, pump.id, 'report-fault', { reason: 'It leaks' });
  await put(asset.path, pump.id, 'maintained', { doneOn: today });
  const works = (await ann.get<Row[]>(`${path}?filter[assetId][]=${pump.id}`)).data;
  expect(works.map(one => [one.kind, one.status]).toSorted()).toEqual([
    ['CORRECTIVE', 'CANCELLED'],
    ['MAINTENANCE', 'COMPLETED'],
  ]);
});

it('was looked after when its works say, also when one is begun again', async () => {
  const { id } = await machine({ maintenanceCycleDays: 30, lastMaintenanceDate: day(-20) });
  const one = await work({ deviceId: id });
  await put(path, one.id, 'start');
  await put(path, one.id, 'complete', { completedOn: today });
  const dates = async () => {
    const { lastMaintenanceDate, nextMaintenanceDate } = await read(device.path, id);
    return [lastMaintenanceDate, nextMaintenanceDate];
  };
  expect(await dates()).toEqual([today, day(30)]);
  await put(path, one.id, 'reopen', { reason: 'It squeaks' });
  expect(await dates()).toEqual([day(-20), today]);
  await put(path, one.id, 'complete', { completedOn: day(-3) });
  expect(await dates()).toEqual([day(-3), day(27)]);
});

it('makes up for what was planned until the day on which it is recorded', async () => {
  const { id } = await machine();
  await plan({ deviceIds: [id], startsOn: today });
  await put(device.path, id, 'record-maintenance', { doneOn: today, result: 'Greased' });
  expect((await worksOf(id)).map(one => [one.scheduledDate, one.status]).toSorted()).toEqual([
    [today, 'COMPLETED'],
    [today, 'SKIPPED'],
    [day(7), 'SCHEDULED'],
    [day(14), 'SCHEDULED'],
  ]);
  expect(await read(device.path, id)).toMatchObject({ lastMaintenanceDate: today, nextMaintenanceDate: day(7) });
});

it('has one open work for a request, names its people, and none of what is out of use', async () => {
  const asked = await made(ticket.path, { title: 'Lamp', content: 'Dark', unitId: site.unitId });
  const first = await made(`${path}/from-ticket`, { ticketId: asked.id });
  const again = await ann.post(`${path}/from-ticket`, { ticketId: asked.id });
  expect([again.status, again.code, again.error?.data?.code]).toEqual([409, 'TICKET_HAS_WORK', first.code]);
  expect(faultsIn(await put(path, first.id, 'assign'))).toEqual([['employeeIds', 'REQUIRED']]);
  expect((await put(path, first.id, 'assign', { employeeIds: [] })).status).toBe(200);
  await put(path, first.id, 'reject', { reason: 'Elsewhere' });
  expect((await made(`${path}/from-ticket`, { ticketId: asked.id })).status).toBe('WAITING');
  const { id } = await machine();
  await put(device.path, id, 'stop', { reason: 'Old', stoppedOn: today });
  const late = await ann.post(path, { title: 'Care', kind: 'CORRECTIVE', scheduledDate: today, deviceId: id });
  expect(faultsIn(late)).toEqual([['deviceId', 'REFERENCE_NOT_SUITABLE']]);
});

it('tells whoever may approve that an inspection is left out', async () => {
  const { id } = await machine();
  const one = await work({ deviceId: id, kind: 'INSPECTION' });
  const told = () => notifications().countDocuments({ kind: 'MAINTENANCE_CANCELLED', 'subject.id': one.id });
  await site.ben.put(`${path}/${one.id}/skip`, { reason: 'No time' });
  expect(await told()).toBeGreaterThan(0);
});
