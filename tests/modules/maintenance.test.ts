import { text } from '@lobby/server/kit/base/messages.ts';
import { forgetReports } from '@lobby/server/modules/asset/index.ts';
import { plansJob, worksJob } from '@lobby/server/modules/maintenance/index.ts';
import { addDays, DAY_MS, dayOf } from '@lobby/shared/kit/dates.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { location, place } from '@lobby/shared/modules/location.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { linesOfPdf } from '../setup/files/read-pdf.ts';
import { change, makeRecord } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
const { path } = maintenance;
const today = dayOf(new Date(), 'Asia/Ho_Chi_Minh');
const groupId = (await ann.post<Row>(systemGroup.path, { code: 'LIFT', name: 'Lifts' })).data.id;
const system = (await ann.post<Row>(technicalSystem.path, { code: 'A', name: 'Lifts of A', groupId })).data;
let n = 0;
const machine = async (values: object = {}) => {
  const code = `A${++n}`;
  return (await ann.post<Row>(device.path, { code, name: `Lift ${code}`, systemId: system.id, ...values })).data;
};
const thing = async (id: unknown) => (await ann.get<Row>(`${device.path}/${id}`)).data;
const draft = (deviceId: unknown, values: object = {}) => ({
  title: 'Grease the doors',
  kind: 'MAINTENANCE',
  deviceId,
  scheduledDate: today,
  ...values,
});
const make = async (deviceId: unknown, values: object = {}) =>
  (await ann.post<Row>(path, draft(deviceId, values))).data;
const act = (id: unknown, name: string, input: object = {}) => ann.put<Row>(`${path}/${id}/${name}`, input);
const plan = async (deviceId: unknown, values: object = {}) =>
  (
    await ann.post<Row>(maintenancePlan.path, {
      name: `Plan ${++n}`,
      kind: 'MAINTENANCE',
      deviceIds: [deviceId],
      departmentId: site.departmentId,
      frequency: 'WEEKLY',
      startsOn: today,
      holidays: 'KEEP',
      leadDays: 20,
      ...values,
    })
  ).data;
const worksOf = async (planId: unknown) =>
  (await ann.get<Row[]>(`${path}?filter[planId][]=${planId}&sort=scheduledDate&limit=100`)).data;
const drawing = async (ink: boolean) => {
  const line = Buffer.from('<svg width="80" height="40"><path d="M5 30 L75 8" stroke="black" stroke-width="5"/></svg>');
  const paper = sharp({ create: { width: 80, height: 40, channels: 3, background: '#fff' } });
  const body = await (ink ? paper.composite([{ input: line }]) : paper).png().toBuffer();
  return (await ann.post<Row[]>('/upload', formOf([{ name: 'sign.png', body }]))).data[0]?.id;
};

it('is planned from now on, about one thing', async () => {
  const { id } = await machine({ nextMaintenanceDate: addDays(today, 5) });
  const refused = async (values: object) => {
    const { status, code, error } = await ann.post(path, draft(id, values));
    return [status, code, ...Object.keys(error.data?.fields ?? {})];
  };
  const past = new Date(Date.now() - 3_600_000).toISOString();
  expect(await refused({ startAt: past })).toEqual([400, 'MAINTENANCE_IN_PAST', 'startAt']);
  expect(await refused({ scheduledDate: addDays(today, 6) })).toEqual([422, 'MAINTENANCE_AFTER_NEXT', 'scheduledDate']);
  expect(await refused({ systemId: system.id })).toEqual([400, 'VALIDATION_FAILED', 'systemId']);
  const later = { startAt: new Date(Date.now() + 7_200_000).toISOString(), endAt: new Date().toISOString() };
  expect(await refused(later)).toEqual([422, 'DATES_REVERSED', 'endAt']);
});

it('goes while its day has not come, and stays afterwards', async () => {
  const { id } = await machine();
  const [old, fresh] = [await make(id), await make(id, { scheduledDate: addDays(today, 1), kind: 'CORRECTIVE' })];
  await change(maintenance, old.id, { scheduledDate: addDays(today, -1) });
  expect(await ann.delete(`${path}/${old.id}`)).toMatchObject({ status: 409, code: 'SCHEDULE_OCCURRED' });
  expect((await ann.delete(`${path}/${fresh.id}`)).status).toBe(200);
});

it('ends with the signature and the photo that it needs, and moves the next date of its machine', async () => {
  const { id } = await machine({ maintenanceCycleDays: 30, startDate: today });
  const one = await make(id, { requiresSignature: true, requiresPhoto: true });
  expect((await thing(id)).nextMaintenanceDate).toBe(today);
  await act(one.id, 'start');
  const signed = await drawing(true);
  expect(await act(one.id, 'complete', { signatures: [signed] })).toMatchObject({
    status: 422,
    code: 'PHOTO_REQUIRED',
  });
  const imagesAfter = [await drawing(true)];
  expect(await act(one.id, 'complete', { imagesAfter })).toMatchObject({ status: 422, code: 'SIGNATURE_REQUIRED' });
  const blank = { imagesAfter, signatures: [await drawing(false)] };
  expect(await act(one.id, 'complete', blank)).toMatchObject({ status: 422, code: 'SIGNATURE_REQUIRED' });
  const done = await act(one.id, 'complete', { imagesAfter, signatures: [signed], laborCost: 200_000 });
  expect(done.data).toMatchObject({ status: 'COMPLETED', completedOn: today, totalCost: 200_000 });
  expect(await thing(id)).toMatchObject({
    lastMaintenanceDate: today,
    nextMaintenanceDate: addDays(today, 30),
  });
});

it('comes of a fault with its picture, and ends it', async () => {
  const { id } = await machine();
  const images = [await drawing(true)];
  await ann.put(`${device.path}/${id}/need-maintenance`, { reason: 'It shakes', images });
  const [repair] = (await ann.get<Row[]>(`${path}?filter[deviceId][]=${id}`)).data;
  // The title is the reason; the device is shown beside it.
  expect(repair).toMatchObject({ title: 'It shakes', kind: 'CORRECTIVE', origin: 'FAULT', status: 'WAITING' });
  const whole = (await ann.get<{ imagesBefore: Row[]; description: string }>(`${path}/${repair?.id}`)).data;
  expect([whole.description, whole.imagesBefore.length]).toEqual(['It shakes', 1]);
  const stop = { reason: 'Old', stoppedOn: today };
  expect(await ann.put(`${device.path}/${id}/stop`, stop)).toMatchObject({ status: 409, code: 'DEVICE_HAS_WORK' });
  await act(repair?.id, 'accept', { scheduledDate: today });
  await act(repair?.id, 'start');
  expect((await act(repair?.id, 'complete', {})).error.data?.fields).toHaveProperty('result');
  await act(repair?.id, 'complete', { result: 'A bolt was loose' });
  expect((await thing(id)).status).toBe('IN_USE');
  expect((await ann.put(`${device.path}/${id}/stop`, stop)).status).toBe(200);
});

it('is made by its plan once for each thing and day, however often that is asked for', async () => {
  const { id } = await machine();
  const made = await plan(id);
  expect((await worksOf(made.id)).map(one => one.scheduledDate)).toEqual([0, 7, 14].map(by => addDays(today, by)));
  const later = new Date(Date.now() + 7 * DAY_MS);
  await Promise.all(Array.from({ length: 10 }, () => plansJob.run(later)));
  expect((await worksOf(made.id)).map(one => one.scheduledDate)).toEqual([0, 7, 14, 21].map(by => addDays(today, by)));
  const kept = await thing(id);
  expect(kept.nextMaintenanceDate).toBe(today);
  const typed = { version: kept.version, nextMaintenanceDate: addDays(today, 50) };
  expect(await ann.put(`${device.path}/${id}`, typed)).toMatchObject({ status: 422, code: 'KEPT_BY_PLAN' });
});

it('follows its plan until somebody has touched it', async () => {
  const { id } = await machine();
  const made = await plan(id, { startsOn: addDays(today, 2), requiresSignature: true });
  const [first, second] = await worksOf(made.id);
  const day = addDays(today, 1);
  expect((await act(first?.id, 'move', { scheduledDate: day })).data).toMatchObject({ scheduledDate: day });
  expect((await thing(id)).nextMaintenanceDate).toBe(day);
  const { version } = (await ann.get<Row>(`${maintenancePlan.path}/${made.id}`)).data;
  const saved = await ann.put<Row>(`${maintenancePlan.path}/${made.id}`, { version, startTime: '14:00' });
  expect(saved.status).toBe(200);
  const read = async (one: Row | undefined) => (await ann.get<Row>(`${path}/${one?.id}`)).data;
  expect(String((await read(first)).startAt)).toContain('T01:00');
  expect(String((await read(second)).startAt)).toContain('T07:00');
  expect((await read(second)).requiresSignature).toBe(true);
  await act(first?.id, 'start');
  expect(await ann.delete(`${maintenancePlan.path}/${made.id}`)).toMatchObject({
    status: 409,
    code: 'MAINTENANCE_HAS_HISTORY',
  });
  await ann.put(`${maintenancePlan.path}/${made.id}/pause`, { reason: 'Repairs', removeOpen: true });
  expect((await worksOf(made.id)).map(one => one.id)).toEqual([first?.id]);
});

it('tells its contractor what the finished ones were worth', async () => {
  const { id } = await machine();
  const { data: firm } = await ann.post<Row>(partner.path, { name: 'Thiên Nam', code: 'TN', type: 'MAINTENANCE' });
  const told = async () => (await ann.get<Row>(`${partner.path}/${firm.id}`)).data;
  const works: Row[] = [];
  for (const rating of [5, 4, 5]) {
    const one = await make(id, { contractorId: firm.id });
    works.push(one);
    await act(one.id, 'start');
    if (rating === 4) expect((await told()).openWorks).toBe(1);
    await act(one.id, 'complete', { rating });
  }
  expect(await told()).toMatchObject({ openWorks: 0, rating: 4.7, ratingCount: 3 });
  await act(works[1]?.id, 'reopen', { reason: 'It squeaks' });
  expect(await told()).toMatchObject({ openWorks: 1, rating: null, ratingCount: 2 });
  const given = (await ann.get<Row[]>(`${partner.path}/${firm.id}/works`)).data;
  expect(given.map(one => one.id)[0]).toBe(works[1]?.id);
});

it('keeps its request open, and is late after its due day', async () => {
  const { data: asked } = await ann.post<Row>(ticket.path, { title: 'Lamp', content: 'Dark', unitId: site.unitId });
  const key = { 'Idempotency-Key': 'work-of-the-lamp' };
  const [{ data: work }, again] = [
    await ann.post<Row>(`${path}/from-ticket`, { ticketId: asked.id }, key),
    await ann.post<Row>(`${path}/from-ticket`, { ticketId: asked.id }, key),
  ];
  expect(again.data.id).toBe(work.id);
  expect(work).toMatchObject({ title: 'Lamp', description: 'Dark', origin: 'TICKET', status: 'WAITING' });
  await act(work.id, 'accept', { scheduledDate: today });
  await act(work.id, 'start');
  const completed = () => ann.put(`${ticket.path}/${asked.id}/complete`, {});
  expect(await completed()).toMatchObject({ status: 422, code: 'TICKET_HAS_OPEN_TASKS' });
  await worksJob.run(new Date(`${addDays(today, 5)}T05:00:00Z`));
  expect((await ann.get<Row>(`${path}/${work.id}`)).data.overdue).toBe(true);
  expect((await act(work.id, 'complete', { result: 'A new lamp' })).data.overdue).toBe(false);
  expect((await completed()).status).toBe(200);
});

it('is reported by whoever reads the code on the thing, five times an hour', async () => {
  forgetReports();
  const { id } = await machine();
  const { token } = (await ann.get<{ token: string }>(`${device.path}/${id}/qr`)).data;
  const report = (body: object) => ann.post<{ code: string; count: number }>(`/q/${token}/fault`, body);
  expect((await report({ text: 'No' })).error.data?.fields).toHaveProperty('text');
  const first = await report({ text: 'It shakes a lot', name: 'Minh', phone: '0912345678' });
  expect(first.data.count).toBe(1);
  const [fault] = (await ann.get<{ faults: Row[] }>(`/q/${token}`)).data.faults;
  expect((await report({ joins: fault?.id })).data).toEqual({ code: first.data.code, count: 2 });
  const work = (await ann.get<Row>(`${path}/${fault?.id}`)).data;
  expect(work).toMatchObject({ title: 'It shakes a lot', status: 'WAITING', reporterName: 'Minh', reportCount: 2 });
  expect(work.reporterPhone).not.toBe('0912345678');
  for (let more = 0; more < 3; more++) expect((await report({ joins: fault?.id })).status).toBe(201);
  expect((await report({ joins: fault?.id })).status).toBe(429);
  // Staff notes about a repair are not public.
  const own = { title: 'Motor', kind: 'CORRECTIVE', deviceId: id, scheduledDate: today, description: 'Bad work of X' };
  await ann.post(path, own);
  const shown = (await ann.get<{ faults: { text: string }[] }>(`/q/${token}`)).data.faults.map(one => one.text);
  expect(shown.toSorted()).toEqual(['It shakes a lot', text('en', 'maintenance.options.kind.CORRECTIVE')].toSorted());
});

it('is asked for by a fault of an asset', async () => {
  const { data: pump } = await ann.post<Row>(asset.path, { code: 'P1', name: 'Pump', cycleDays: 90 });
  await ann.put(`${asset.path}/${pump.id}/put-in-use`, { placeText: 'Basement' });
  await ann.put(`${asset.path}/${pump.id}/report-fault`, { reason: 'It leaks' });
  const [repair] = (await ann.get<Row[]>(`${path}?filter[assetId][]=${pump.id}`)).data;
  expect(repair?.title).toBe('It leaks');
  await act(repair?.id, 'accept', { scheduledDate: today });
  await act(repair?.id, 'start');
  await act(repair?.id, 'complete', { result: 'A new seal' });
  expect((await ann.get<Row>(`${asset.path}/${pump.id}`)).data.status).toBe('IN_USE');
});

it('counts on from the day on which a work was done, where its plan says so', async () => {
  const { id } = await machine();
  const level = await makeRecord(site.id, location, { name: 'Hall {i}', code: 'H{i}', quantity: 1 });
  const hall = await makeRecord(site.id, place, { name: 'Hall', code: 'HALL', levelId: level._id, order: '1' });
  const made = await plan(id, {
    basis: 'COMPLETED',
    frequency: 'DAILY',
    interval: 10,
    startsOn: addDays(today, 3),
    placeIds: [hall._id],
    leadDays: 30,
  });
  const works = await worksOf(made.id);
  expect(works.map(work => work.scheduledDate)).toEqual([addDays(today, 3), addDays(today, 3)]);
  for (const work of works) {
    await act(work.id, 'start');
    await act(work.id, 'complete');
  }
  const next = addDays(today, 10);
  expect((await thing(id)).nextMaintenanceDate).toBe(next);
  const targets = (await ann.get<Row[]>(`${maintenancePlan.path}/${made.id}/targets`)).data;
  expect(targets.map(target => target.next)).toEqual([next, next]);
  const { version } = (await ann.get<Row>(`${maintenancePlan.path}/${made.id}`)).data;
  await ann.put<Row>(`${maintenancePlan.path}/${made.id}`, { version, note: 'Mind the step' });
  const again = (await worksOf(made.id)).filter(one => one.status === 'SCHEDULED');
  expect(again.map(one => one.scheduledDate)).toEqual([next, next]);
  // Another interval reschedules the open works.
  const interval = async (days: number) => {
    const held = (await ann.get<Row>(`${maintenancePlan.path}/${made.id}`)).data.version;
    await ann.put<Row>(`${maintenancePlan.path}/${made.id}`, { version: held, interval: days });
    return (await worksOf(made.id)).filter(one => one.status === 'SCHEDULED');
  };
  expect((await interval(12)).map(one => one.scheduledDate)).toEqual([addDays(today, 12), addDays(today, 12)]);
  const back = await interval(10);
  // A skipped work counts as its turn.
  await act(back[0]?.id, 'skip', { reason: 'Closed' });
  await plansJob.run(new Date());
  const open = (await worksOf(made.id)).filter(one => one.status === 'SCHEDULED');
  expect(open.map(one => one.scheduledDate)).toEqual([next, addDays(today, 20)]);
});

it('began when the phone says, however late that arrives, and never before it was made or after now', async () => {
  const { id } = await machine();
  const startedAt = async (at: Date, made = at) => {
    const work = await make(id);
    await change(maintenance, String(work.id), { createdAt: new Date(made.getTime() - 60_000) });
    const done = await act(work.id, 'start', { at: at.toISOString() });
    expect(done.status, done.text).toBe(200);
    return Date.parse(String(done.data.startedAt));
  };
  const began = new Date(Date.now() - 26 * 3_600_000);
  expect(await startedAt(began)).toBe(began.getTime());
  const ahead = new Date(Date.now() + 3_600_000);
  expect(await startedAt(ahead)).toBeLessThan(ahead.getTime() - 3_000_000);
  expect(await startedAt(began, new Date())).toBeGreaterThan(began.getTime() + 3_600_000);
});

it('is on paper with the signature and the photo that were given', async () => {
  const { id } = await machine();
  const work = await make(id, { startAt: new Date(Date.now() + 60_000).toISOString() });
  const pictures = async () => {
    const paper = await ann.file(`${path}/${work.id}/print?lang=en`);
    return paper.body.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0;
  };
  expect(await pictures()).toBe(0);
  await act(work.id, 'start');
  const given = { signatures: [await drawing(true)], imagesAfter: [await drawing(true)] };
  const done = await act(work.id, 'complete', given);
  expect(done.status, done.text).toBe(200);
  expect(await pictures()).toBe(2);
  // Completed works show the actual start.
  const report = (await linesOfPdf((await ann.file(`${path}/${work.id}/print?lang=en`)).body)).flat().join('\n');
  expect(report).toContain(text('en', 'maintenance.fields.startedAt'));
  expect(report).not.toContain(text('en', 'maintenance.fields.startAt'));
});

it('leaves an inspection out only by who may approve, however it came', async () => {
  const { id } = await machine();
  await site.allow({ MAINTENANCE: ['read', 'write', 'updateStatus'] });
  const { carl } = site;
  const byHand = await make(id, { kind: 'INSPECTION' });
  const made = await plan(id, { kind: 'INSPECTION', startsOn: addDays(today, 1) });
  const [byPlan] = await worksOf(made.id);
  const upkeep = await make(id);
  for (const one of [byHand, byPlan]) {
    expect(await carl.put(`${path}/${one?.id}/skip`, { reason: 'No time' })).toMatchObject({ status: 403 });
  }
  const ids = [byHand.id, byPlan?.id, upkeep.id];
  const { data } = await carl.put<{ done: string[]; refused: Row[] }>(`${path}/skip-multi`, { ids, reason: 'No time' });
  expect(data.done).toEqual([upkeep.id]);
  expect(data.refused.map(({ code }) => code)).toEqual([
    'EMPLOYEE_NOT_HAVE_PERMISSION',
    'EMPLOYEE_NOT_HAVE_PERMISSION',
  ]);
  expect((await act(byHand.id, 'skip', { reason: 'Sold' })).data.status).toBe('SKIPPED');
});

it('takes the place of an older one that nobody began, where its plan says so', async () => {
  const { id } = await machine();
  const made = await plan(id, { supersede: true, startsOn: today, frequency: 'DAILY', interval: 2 });
  const days = async (status: string) =>
    (await worksOf(made.id)).filter(one => one.status === status).map(one => one.scheduledDate);
  expect(await days('SCHEDULED')).toEqual([today]);
  const day = addDays(today, 1);
  expect((await ann.put(`${maintenancePlan.path}/${made.id}/make-now`, { scheduledDate: day })).status).toBe(200);
  expect([await days('SKIPPED'), await days('SCHEDULED')]).toEqual([[today], [day]]);
  await plansJob.run(new Date(Date.now() + 2 * DAY_MS));
  expect([await days('SKIPPED'), await days('SCHEDULED')]).toEqual([[today, day], [addDays(today, 2)]]);
  // A started work stays, and the next one is scheduled ahead.
  const [last] = (await worksOf(made.id)).filter(one => one.status === 'SCHEDULED');
  await act(last?.id, 'start');
  await plansJob.run(new Date(Date.now() + 2 * DAY_MS));
  expect([await days('IN_PROGRESS'), await days('SCHEDULED')]).toEqual([[addDays(today, 2)], [addDays(today, 4)]]);
});

it('is made at once of what its plan looks after, and of nothing else', async () => {
  const [{ id }, other] = [await machine(), await machine()];
  const made = await plan(id, { startsOn: addDays(today, 9) });
  const now = (input: object) =>
    ann.put(`${maintenancePlan.path}/${made.id}/make-now`, { scheduledDate: addDays(today, 1), ...input });
  const { data: pump } = await ann.post<Row>(asset.path, { code: 'P7', name: 'Pump' });
  const refused = await now({ deviceIds: [id, other.id], assetIds: [pump.id] });
  expect([refused.status, Object.keys(refused.error.data?.fields ?? {}).sort()]).toEqual([
    400,
    ['assetIds', 'deviceIds'],
  ]);
  expect((await now({ deviceIds: [id] })).status).toBe(200);
  expect((await worksOf(made.id)).map(one => one.deviceId)).toContain(id);
});

it('goes with its plan when that ends, where that was asked for', async () => {
  const { id } = await machine();
  const made = await plan(id, { startsOn: addDays(today, 1) });
  const [first, ...more] = await worksOf(made.id);
  expect(more.length).toBeGreaterThan(0);
  await act(first?.id, 'start');
  await ann.put(`${maintenancePlan.path}/${made.id}/end`, { reason: 'Sold', removeOpen: true });
  expect((await worksOf(made.id)).map(one => one.id)).toEqual([first?.id]);
});

it('is recorded with no other next date than its plan says', async () => {
  const { id } = await machine();
  const { data: pump } = await ann.post<Row>(asset.path, { code: 'P8', name: 'Pump', cycleDays: 90 });
  await ann.put(`${asset.path}/${pump.id}/put-in-use`, { placeText: 'Basement' });
  await plan(id, { assetIds: [pump.id] });
  const given = { doneOn: today, nextDate: addDays(today, 60) };
  for (const at of [`${device.path}/${id}/record-maintenance`, `${asset.path}/${pump.id}/maintained`]) {
    const { status, code, error } = await ann.put(at, given);
    expect([status, code, ...Object.keys(error.data?.fields ?? {})]).toEqual([422, 'KEPT_BY_PLAN', 'nextDate']);
  }
  expect((await ann.put(`${device.path}/${id}/record-maintenance`, { doneOn: today })).status).toBe(200);
});

it('is the one open work of its request, whatever it is about', async () => {
  const { id } = await machine();
  const { data: asked } = await ann.post<Row>(ticket.path, { title: 'Door', content: 'Stuck', unitId: site.unitId });
  const from = (targets: object = {}) => ann.post<Row>(`${path}/from-ticket`, { ticketId: asked.id, ...targets });
  const { data: first } = await from();
  expect(await from({ deviceId: id })).toMatchObject({ status: 409, code: 'TICKET_HAS_WORK' });
  await act(first.id, 'accept', { scheduledDate: today });
  await act(first.id, 'start');
  await act(first.id, 'complete', { result: 'Oiled' });
  expect((await from({ deviceId: id })).status).toBe(201);
  expect(await act(first.id, 'reopen', { reason: 'Stuck again' })).toMatchObject({
    status: 409,
    code: 'TICKET_HAS_WORK',
  });
});
