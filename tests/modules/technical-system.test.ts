import { mails } from '@lobby/server/kit/mail/queue.ts';
import { modelOf } from '@lobby/server/kit/store/schema.ts';
import { systemReminderJob, systemsJob } from '@lobby/server/modules/technical-system/index.ts';
import { addDays, DAY_MS, dayOf } from '@lobby/shared/kit/dates.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf, png } from '../setup/contract/samples.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
const { path } = technicalSystem;
const today = dayOf(new Date(), 'Asia/Ho_Chi_Minh');
let n = 0;
const groupId = (await ann.post<Row>(systemGroup.path, { code: 'LIFT', name: 'Lifts' })).data.id;
const draft = (values: object = {}) => ({ code: `S-${++n}`, name: `System ${n}`, groupId, ...values });
const make = async (values: object = {}) => (await ann.post<Row>(path, draft(values))).data;
const machine = async (systemId: unknown, values: object = {}) =>
  (await ann.post<Row>(device.path, { code: `D-${++n}`, name: `Lift ${n}`, systemId, ...values })).data;
const read = async (id: unknown, at: string = path) => (await ann.get<Row>(`${at}/${id}`)).data;
const act = (id: unknown, name: string, body: object, at: string = path) => ann.put<Row>(`${at}/${id}/${name}`, body);

it('reminds twice before its date, within its cycle', async () => {
  const twice = { maintenanceReminder1: 7, maintenanceReminder2: 7 };
  const refused = await ann.post(path, draft(twice));
  expect([refused.status, refused.error.data?.fields?.maintenanceReminder2?.code]).toEqual([400, 'REMINDER_ORDER']);
  expect((await make({ ...twice, maintenanceReminder2: 3 })).id).toBeDefined();
  const far = await ann.post(path, draft({ maintenanceCycleDays: 5, maintenanceReminder1: 6 }));
  expect(far.error.data?.fields?.maintenanceReminder1?.code).toBe('REMINDER_ORDER');
  expect(await make({ maintenanceCycleDays: 7 })).toMatchObject({ maintenanceReminder1: 7, maintenanceReminder2: 3 });
  expect(await make({ maintenanceCycleDays: 3 })).toMatchObject({
    maintenanceReminder1: 3,
    maintenanceReminder2: null,
  });
  expect(await make()).toMatchObject({ maintenanceReminder1: 15, inspectionReminder1: 30, inspectionReminder2: 7 });
});

it('is due a cycle after it was last done, however early that was', async () => {
  const { id, nextMaintenanceDate } = await make({ startDate: '2026-01-01', maintenanceCycleDays: 90 });
  expect(nextMaintenanceDate).toBe('2026-04-01');
  const early = await act(id, 'record-maintenance', { doneOn: '2026-03-20' });
  expect(early.data).toMatchObject({
    nextMaintenanceDate: '2026-06-18',
    maintenanceDue: 'OVERDUE',
    worstDue: 'OVERDUE',
  });
  const before = await act(id, 'record-maintenance', { doneOn: '2026-03-19' });
  expect([before.status, before.code]).toEqual([422, 'DONE_BEFORE_LAST']);
  const now = await act(id, 'record-maintenance', { doneOn: today });
  expect(now.data).toMatchObject({ nextMaintenanceDate: addDays(today, 90), maintenanceDue: 'NORMAL' });
  const late = await act(id, 'record-maintenance', { doneOn: addDays(today, 2) });
  expect(late.error.data?.fields?.doneOn?.code).toBe('DATE_IN_FUTURE');
});

it('stands as the days pass: due today is due soon, yesterday is overdue', async () => {
  const { id } = await make({ nextMaintenanceDate: addDays(today, 16) });
  const dueIn = async (days: number) => {
    await systemsJob.run(new Date(Date.now() + days * DAY_MS));
    return (await read(id)).maintenanceDue;
  };
  expect([await dueIn(0), await dueIn(1), await dueIn(16), await dueIn(17)]).toEqual([
    'NORMAL',
    'DUE_SOON',
    'DUE_SOON',
    'OVERDUE',
  ]);
  await systemsJob.run(new Date());
  const { data } = await ann.get<{ rows: Row[]; counts: Row }>('/technical-due?kind=MAINTENANCE&limit=100');
  expect(data.rows.find(row => row.id === id)).toMatchObject({ daysLeft: 16, due: 'NORMAL', of: 'technical-system' });
  expect(data.counts.all).toBe(data.rows.length);
});

it('passes an inspection with its certificate, and stays due after one that it failed', async () => {
  const { id } = await make({ nextInspectionDate: addDays(today, 3), inspectionCycleDays: 365 });
  const passed = { doneOn: today, result: 'PASSED' };
  expect(await act(id, 'record-inspection', passed)).toMatchObject({ status: 422, code: 'CERTIFICATE_REQUIRED' });
  const conditional = await act(id, 'record-inspection', { ...passed, result: 'CONDITIONAL' });
  expect(conditional.error.data?.fields?.validUntil?.code).toBe('REQUIRED');
  const failed = await act(id, 'record-inspection', { ...passed, result: 'FAILED' });
  expect(failed.data).toMatchObject({ nextInspectionDate: addDays(today, 3), lastInspectionResult: 'FAILED' });
  const [file] = (await ann.post<{ id: string }[]>('/upload', formOf([{ name: 'a.png', body: await png() }]))).data;
  const good = await act(id, 'record-inspection', { ...passed, files: [file?.id], certificateNumber: 'C-1' });
  expect(good.data).toMatchObject({ nextInspectionDate: addDays(today, 365), certificateNumber: 'C-1' });
});

it('gives a new machine its care once, tells of its machines, and stays while it has some', async () => {
  const system = await make({ maintenanceCycleDays: 90 });
  const lift = await machine(system.id, { nextMaintenanceDate: addDays(today, -1) });
  expect(lift.maintenanceCycleDays).toBe(90);
  const first = { deviceCount: 1, worstDue: 'OVERDUE', dueOn: addDays(today, -1) };
  expect(await read(system.id)).toMatchObject(first);
  const other = await machine(system.id);
  const { version } = await read(system.id);
  await ann.put(`${path}/${system.id}`, { version, maintenanceCycleDays: 60 });
  const cycles = async () =>
    (await Promise.all([lift, other].map(({ id }) => read(id, device.path)))).map(one => one.maintenanceCycleDays);
  expect(await cycles()).toEqual([90, 90]);
  const care = { fields: ['maintenanceCycleDays'], deviceIds: [lift.id] };
  const seen = await ann.put<Row[]>(`${path}/${system.id}/apply-care`, { ...care, preview: true });
  expect(seen.data).toMatchObject([{ id: lift.id, fields: ['maintenanceCycleDays'] }]);
  expect(await cycles()).toEqual([90, 90]);
  await ann.put(`${path}/${system.id}/apply-care`, care);
  expect(await cycles()).toEqual([60, 90]);
  await act(lift.id, 'duplicate', { count: 1 }, device.path);
  const refused = await ann.delete(`${path}/${system.id}`);
  expect([refused.status, refused.code, refused.error.data?.devices]).toEqual([409, 'SYSTEM_HAS_DEPENDENTS', 3]);
  expect(await ann.delete(`${systemGroup.path}/${groupId}`)).toMatchObject({
    status: 409,
    code: 'SYSTEM_HAS_DEPENDENTS',
  });
  const used = await ann.delete(`${device.path}/${lift.id}`);
  expect([used.status, used.code]).toEqual([409, 'MAINTENANCE_HAS_HISTORY']);
  const stopped = await act(lift.id, 'stop', { reason: 'Old', stoppedOn: today }, device.path);
  expect(stopped.data).toMatchObject({ status: 'STOP_USING', maintenanceDue: 'NONE' });
  expect(await read(system.id)).toMatchObject({ deviceCount: 3, worstDue: 'NONE', dueOn: null });
  const failed = await machine(system.id);
  const bad = await act(failed.id, 'record-inspection', { doneOn: today, result: 'FAILED' }, device.path);
  expect(bad.data.status).toBe('NEED_MAINTENANCE');
});

it('tells of a date once a level: by one mail to each address, and in the list of who is in charge', async () => {
  await modelOf(technicalSystem).updateMany({ projectId: site.id }, { $set: { nextMaintenanceDate: null } });
  await modelOf(device).updateMany({ projectId: site.id }, { $set: { nextMaintenanceDate: null } });
  const address = [{ email: 'engineer@example.test' }];
  const dated = { nextMaintenanceDate: addDays(today, 15), reminderEmails: address, managerId: site.ben.id };
  const { id } = await make(dated);
  await make(dated);
  const atNine = (days: number) => new Date(`${addDays(today, days)}T09:00:00+07:00`);
  const count = () => mails().countDocuments({ kind: 'technicalDue', projectId: site.id });
  const told = async () =>
    (await site.ben.get<Row[]>('/histories/pms')).data.filter(({ kind }) => String(kind).startsWith('TECHNICAL_'))
      .length;
  await systemReminderJob.run(new Date(`${today}T07:00:00+07:00`));
  expect(await count()).toBe(0);
  for (let again = 0; again < 2; again++) await systemReminderJob.run(atNine(0));
  expect([await count(), await told()]).toEqual([1, 2]);
  await systemReminderJob.run(atNine(13));
  await systemReminderJob.run(atNine(16));
  await systemReminderJob.run(atNine(17));
  expect(await count()).toBe(3);
  const { version } = await read(id);
  await ann.put(`${path}/${id}`, { version, nextMaintenanceDate: addDays(today, 30) });
  await systemReminderJob.run(atNine(18));
  expect(await count()).toBe(4);
});

it('names the contractor that is not there', async () => {
  const nobody = 'a'.repeat(24);
  expect(await ann.post(path, draft({ inspectionContractorId: nobody }))).toMatchObject({
    status: 422,
    code: 'CONTRACTOR_NOT_FOUND',
  });
  expect(await ann.post(path, draft({ groupId: nobody }))).toMatchObject({ status: 422, code: 'SYSTEM_NOT_FOUND' });
  const known = (await ann.post<Row>(partner.path, { name: 'Lifts Ltd', code: 'L', type: 'MAINTENANCE' })).data;
  expect((await make({ maintenanceContractorId: known.id })).maintenanceContractorId).toBe(known.id);
});
