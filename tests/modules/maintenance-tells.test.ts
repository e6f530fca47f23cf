import { addDays, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { maintenanceChecklist } from '@lobby/shared/modules/maintenance-checklist.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { holiday } from '@lobby/shared/modules/work-schedule.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Tells');
const { ann } = site;
const { path } = maintenance;
const today = dayOf(new Date(), VIETNAM);
const day = (days: number) => addDays(today, days);
const made = ann.create;
const groupId = (await made(systemGroup.path, { code: 'LIFT', name: 'Lifts' })).id;
const system = await made(technicalSystem.path, { code: 'A', name: 'Lifts of A', groupId });
const lift = await made(device.path, { code: 'A1', name: 'Lift A1', systemId: system.id });
const stored = await made(device.path, { code: 'A2', name: 'Lift A2', systemId: system.id });
await ann.put(`${device.path}/${stored.id}/return`, {});
const put = (at: string, id: unknown, name: string, input: object = {}) => ann.put<Row>(`${at}/${id}/${name}`, input);
const planned = {
  name: 'Lifts weekly',
  kind: 'MAINTENANCE',
  systemIds: [system.id],
  departmentId: site.departmentId,
  frequency: 'WEEKLY',
  startsOn: today,
  holidays: 'KEEP',
  leadDays: 9,
};

it('says of a plan what it looks after, and of a thing how it was looked after and what that cost', async () => {
  const plan = await made(maintenancePlan.path, planned);
  const [work] = (await ann.get<Row[]>(`${path}?filter[planId][]=${plan.id}&sort=scheduledDate`)).data;
  await put(path, work?.id, 'start');
  await put(path, work?.id, 'complete', { laborCost: 400_000 });
  const targets = await ann.get<Row[]>(`${maintenancePlan.path}/${plan.id}/targets`);
  expect(targets.data).toEqual([
    { of: 'device', id: lift.id, resting: false, last: today, next: day(7) },
    { of: 'device', id: stored.id, resting: true, last: null, next: null },
  ]);
  const year = { year: Number(today.slice(0, 4)), done: 1, repairs: 0, failed: 0, cost: 400_000 };
  const plans = [{ id: plan.id, kind: 'MAINTENANCE', status: 'ACTIVE', nextDate: today }];
  for (const [name, id] of [
    ['deviceId', lift.id],
    ['systemId', system.id],
  ]) {
    const { data } = await ann.get<Row>(`${path}/upkeep?${name}=${id}`);
    expect([data.plans, data.years]).toEqual([plans, [year]]);
  }
  expect((await ann.get(`${path}/upkeep?deviceId=${lift.id}&systemId=${system.id}`)).status).toBe(400);
});

it('says until when inspections hold, and gives the due list as a spreadsheet', async () => {
  const inspected = { doneOn: day(-1), result: 'CONDITIONAL', validUntil: day(200), certificateNumber: 'KD-1' };
  expect((await put(device.path, lift.id, 'record-inspection', inspected)).status).toBe(200);
  const { data } = await ann.get<Row[]>(`${technicalSystem.path}/${system.id}/certificates`);
  expect(data).toMatchObject([{ code: 'A1', number: 'KD-1', result: 'CONDITIONAL', last: day(-1), next: day(200) }]);
  const { body } = await ann.file('/technical-due/export?kind=INSPECTION');
  const rows = await rowsOfSheet(body);
  expect(rows.map(([code, name]) => [code, name]).slice(1)).toEqual([['A1', 'Lift A1']]);
});

it('says why a day of a rule was moved', async () => {
  await made(holiday.path, { name: 'National day', type: 'PUBLIC', startsOn: '2027-09-02', endsOn: '2027-09-02' });
  const rule = { frequency: 'YEARLY', startsOn: '2026-09-02', holidays: 'NEXT_WORKING_DAY' };
  const { data } = await ann.post<Row[]>(`${maintenancePlan.path}/preview`, rule);
  expect(data[1]).toMatchObject({ movedFrom: '2027-09-02', reason: 'HOLIDAY' });
});

it('joins what several people tell of one fault', async () => {
  const fault = { title: 'Door', kind: 'CORRECTIVE', deviceId: lift.id, scheduledDate: today, description: 'It jams' };
  const { id } = await made(path, fault);
  const joined = await put(path, id, 'join', { description: 'It squeaks too' });
  expect(joined.data).toMatchObject({ description: 'It jams\n— It squeaks too', reportCount: 2 });
});

it('names the plans that keep a checklist in use', async () => {
  const items = [{ label: 'Doors', kind: 'CHECK' }];
  const list = await made(maintenanceChecklist.path, { name: 'Lifts', kind: 'MAINTENANCE', items });
  await put(maintenanceChecklist.path, list.id, 'publish');
  await made(maintenancePlan.path, { ...planned, name: 'Lifts by list', checklistId: list.id });
  const refused = await put(maintenanceChecklist.path, list.id, 'retire', { reason: 'Old' });
  expect([refused.status, refused.code]).toEqual([409, 'IN_USE']);
  expect(refused.error?.message).toContain('Lifts by list');
});
