import { randomUUID } from 'node:crypto';
import { text } from '@lobby/server/kit/base/messages.ts';
import { defectsJob, sheetCollection } from '@lobby/server/modules/handover-unit/index.ts';
import { notifications } from '@lobby/server/platform/notifications/notifications.ts';
import { addDays, addMonths, DAY_MS, dayOf } from '@lobby/shared/kit/dates.ts';
import { suits } from '@lobby/shared/kit/definition.ts';
import { handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { drawing, part, tabletOf } from '../setup/house/handover-sheets.ts';
import { change, rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben, carl, dora, emil } = site;
const { path } = handoverDefect;
const today = dayOf(new Date(), 'Asia/Ho_Chi_Minh');
let n = 0;
const put = async (body: object) => {
  const { version } = (await ann.get<Row>('/handover/config')).data;
  return ann.put('/handover/config', { version, ...body });
};
const EVERY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map(day => ({ day }));
await put({ paymentGate: 'NONE', days: EVERY, hours: '00:00-24:00', slotsAtOnce: 50, inspectorIds: [ann.id] });
const roomId = (await ann.post<Row>(propertyRoom.path, { name: 'Hall' })).data.id;
const item = async (code: string, warrantyMonths: number) =>
  (await ann.post<Row>(propertyItem.path, { name: `Item ${code}`, code, category: 'FLOOR', warrantyMonths })).data.id;
const [floorItem, doorItem] = [await item('A', 24), await item('B', 12)];
const lines = [floorItem, doorItem].map(itemId => ({ roomId, itemId }));
await ann.post<Row>(handoverTemplate.path, { name: 'Flats', unitTypes: [{ type: 'APARTMENT' }], lines });
const contractor = (await ann.post<Row>(partner.path, { name: 'An Phat', code: 'AP', type: 'CONTRACTOR' })).data;

async function start(id: unknown) {
  await change(handoverSchedule, String(id), {
    status: 'PENDING_EXECUTION',
    employeeId: ann.id,
    scheduledAt: new Date(),
    endAt: new Date(Date.now() + 60_000),
  });
  const started = await ann.put(`${handoverSchedule.path}/${id}/start`, {});
  if (started.status !== 200) throw new Error(started.text);
  return String(id);
}
/** Unit with a started inspection. */
async function begun(unitId?: string) {
  const own = { code: `H-${++n}`, type: 'APARTMENT', blockId: site.blockId, floorId: site.floorId };
  const home = unitId ?? (await ann.post<Row>(unit.path, own)).data.id;
  const row = (await ann.post<Row>(handoverUnit.path, { unitId: home })).data;
  const [first] = (await ann.get<Row[]>(`${handoverSchedule.path}?filter[unitId][]=${home}`)).data;
  return { unitId: home, rowId: row.id, id: await start(first?.id) };
}
/** Unit handed over with a defect of its floor. */
async function handed(unitId?: string, own: object = {}) {
  const made = await begun(unitId);
  const tablet = tabletOf(ann, made.id);
  await tablet.fill({ l1: { result: 'FAIL', note: 'Uneven', ...own } });
  await tablet.sign('owner', 'employee');
  const done = await tablet.accept();
  if (done.status !== 200) throw new Error(done.text);
  const [defect] = (await ann.get<Row[]>(`${path}?filter[unitId][]=${made.unitId}`)).data;
  return { ...made, defect: defect as Row };
}
const act = (id: unknown, name: string, body: object = {}, who = ann) => who.put<Row>(`${path}/${id}/${name}`, body);
const rowOf = async (id: unknown) => (await ann.get<Row>(`${handoverUnit.path}/${id}`)).data;
const roundOf = async (id: unknown) => (await ann.get<Row>(`${handoverSchedule.path}/${id}`)).data;

it('stands among the works of its contractor', async () => {
  const { defect } = await handed();
  await act(defect.id, 'assign', { partnerId: contractor.id });
  const { data } = await ann.get<Row[]>(`${partner.path}/${contractor.id}/works?kind=DEFECT`);
  expect(data.find(({ id }) => id === defect.id)).toMatchObject({
    kind: 'DEFECT',
    title: 'Hall · Item A: Uneven',
    status: 'NOT_REPAIRED',
    scheduledDate: addDays(today, 30),
  });
  const [group] = (await ann.get<Row[]>(`${path}/groups?by=partner&filter[partnerId][]=${contractor.id}`)).data;
  expect(group).toMatchObject({ key: contractor.id, name: 'An Phat', open: data.length, toConfirm: 0 });
  const book = await rowsOfSheet((await ann.file(`${path}/list-for/${contractor.id}?format=xlsx`)).body);
  expect(String(book[1]?.[0])).toMatch(/\d\d:\d\d \d\d\/\d\d\/\d{4}/);
  expect(String(book[2]?.[0])).toMatch(/^http.*\/handover\/.*partnerId=/);
  expect(book[4]?.[3]).toBe('Uneven');
});

it('comes of a FAIL line, once, with a day by which it is repaired', async () => {
  const { defect, rowId, id } = await handed();
  expect(defect).toMatchObject({
    status: 'NOT_REPAIRED',
    description: 'Uneven',
    dueOn: addDays(today, 30),
    phase: 'HANDOVER',
    scheduleId: id,
    itemId: floorItem,
    roomId,
    category: 'FLOOR',
    round: 1,
  });
  expect(defect.code).toMatch(/^LB-\d{4}-\d{5}$/);
  expect(await rowOf(rowId)).toMatchObject({ openDefects: 1, blockingDefects: 0, repairedDefects: 0 });
  expect(await roundOf(id)).toMatchObject({ status: 'PENDING_REPAIR', openDefects: 1 });
});

it('is there as soon as its line fails, says what the line says, and goes when that passes before it is signed', async () => {
  const { unitId, rowId, id } = await begun();
  const tablet = tabletOf(ann, id);
  const all = async () => (await ann.get<Row[]>(`${path}?filter[unitId][]=${unitId}`)).data;
  const opens = async () => [(await rowOf(rowId)).openDefects, (await roundOf(id)).openDefects];
  await tablet.send(part('lines.l1', { result: 'FAIL' }), part('lines.l2', { result: 'FAIL', note: 'Sticks' }));
  const [first, second] = (await all()).toSorted((a, b) => String(a.code).localeCompare(String(b.code)));
  expect([first?.description, second?.description]).toEqual(['Hall · Item A', 'Sticks']);
  expect(await opens()).toEqual([2, 2]);
  const told = part('lines.l1', { note: 'Uneven', blocking: true });
  await tablet.send(told);
  await tablet.send(told);
  await tablet.send(part('photos.l1.photo-1', { file: await drawing(ann) }));
  const uneven = (await ann.get<Row>(`${path}/${first?.id}`)).data;
  expect(uneven).toMatchObject({ description: 'Uneven', blocking: true, floorId: site.floorId });
  expect(uneven.imagesBefore).toHaveLength(1);
  expect(await rowOf(rowId)).toMatchObject({ openDefects: 2, blockingDefects: 1 });
  await tablet.send(part('lines.l1', { blocking: false }), part('lines.l2', { result: 'PASS' }));
  expect((await all()).map(({ code }) => code)).toEqual([first?.code]);
  expect(await opens()).toEqual([1, 1]);
  // A rejected defect is not created again by the same failed line.
  await tablet.send(part('lines.xa', { room: 'Hall', item: 'A crack', result: 'FAIL', note: 'By the door' }));
  const added = (await all()).find(({ description }) => description === 'By the door');
  await act(added?.id, 'reject', { reason: 'As it was designed' });
  await tablet.fill({ l1: { result: 'FAIL', note: 'Uneven' }, xa: {} });
  await tablet.sign('owner', 'employee');
  expect((await tablet.accept()).data).toMatchObject({ status: 'PENDING_REPAIR', openDefects: 1 });
  expect((await all()).map(({ code }) => code).toSorted()).toEqual([first?.code, added?.code].toSorted());
  expect((await ann.get<Row>(`${path}/${first?.id}`)).data).toMatchObject({
    foundOn: today,
    dueOn: addDays(today, 30),
    // Warranty period of the item, from the day of the handover.
    warrantyUntil: addMonths(today, 24),
  });
  expect(await opens()).toEqual([1, 1]);
});

it('is deleted the same day when it was entered by hand, also while its flat is inspected', async () => {
  const { unitId, rowId, id } = await begun();
  const make = async () =>
    (await ann.post<Row>(path, { unitId, roomId, itemId: doorItem, description: 'The door sticks' })).data;
  const [first, second] = [await make(), await make()];
  expect(first.scheduleId).toBe(id);
  expect((await ann.delete(`${path}/${first.id}`)).status).toBe(200);
  expect(await rowOf(rowId)).toMatchObject({ openDefects: 1 });
  await act(second.id, 'assign', { employeeId: ben.id });
  const touched = await ann.delete(`${path}/${second.id}`);
  expect([touched.status, touched.code]).toEqual([409, 'DEFECT_CLOSED']);
  expect(touched.error.message).toBe(text('en', 'handover-defect.state.used'));
  // Defects found by the sheet belong to their line, and cannot be deleted.
  await tabletOf(ann, id).send(part('lines.l1', { result: 'FAIL', note: 'Uneven' }));
  const [found] = (await ann.get<Row[]>(`${path}?filter[unitId][]=${unitId}&filter[itemId][]=${floorItem}`)).data;
  expect((await ann.delete(`${path}/${found?.id}`)).status).toBe(409);
});

it('belongs to the round that finds it again: the round before counts it no more', async () => {
  const { unitId, rowId, id } = await begun();
  const first = tabletOf(ann, id);
  await first.fill({ l1: { result: 'FAIL', note: 'Uneven' }, l2: { result: 'FAIL', note: 'Sticks' } });
  await first.sign('employee');
  await first.refuse({ reason: 'Not as promised' });
  expect(await roundOf(id)).toMatchObject({ status: 'NOT_ACCEPTED', openDefects: 2 });
  await ann.put(`${handoverSchedule.path}/${id}/re-inspect`, {});
  const rounds = (await ann.get<Row[]>(`${handoverSchedule.path}?filter[unitId][]=${unitId}`)).data;
  const again = await start(rounds.find(({ round }) => round === 2)?.id);
  const second = tabletOf(ann, again);
  await second.fill({ l1: { result: 'FAIL', note: 'Still uneven' } });
  expect([await roundOf(id), await roundOf(again)]).toMatchObject([{ openDefects: 2 }, { openDefects: 0 }]);
  await second.sign('owner', 'employee');
  await second.accept();
  expect([await roundOf(id), await roundOf(again)]).toMatchObject([{ openDefects: 0 }, { openDefects: 1 }]);
  expect(await rowOf(rowId)).toMatchObject({ openDefects: 1 });
});

it('needs a picture where it is grave, and ends its round once somebody looked', async () => {
  const { defect, rowId, id } = await handed();
  const { version } = (await ann.get<Row>(`${path}/${defect.id}`)).data;
  await ann.put(`${path}/${defect.id}`, { version, severity: 'MAJOR' });
  const bare = await act(defect.id, 'repair', { note: 'Sanded' });
  expect([bare.status, bare.code]).toEqual([422, 'PHOTO_REQUIRED']);
  await act(defect.id, 'assign', { partnerId: contractor.id, employeeId: ben.id });
  expect((await act(defect.id, 'repair', { imagesAfter: [await drawing(ann)] })).data).toMatchObject({
    status: 'REPAIRED',
    repairedOn: today,
  });
  expect(await rowOf(rowId)).toMatchObject({ openDefects: 1, repairedDefects: 1 });
  const back = await act(defect.id, 'return', { reason: 'Still uneven' });
  expect(back.data).toMatchObject({ status: 'NOT_REPAIRED', returns: 1 });
  expect((await roundOf(id)).status).toBe('PENDING_REPAIR');
  await act(defect.id, 'repair', {});
  // A confirmation dated before the repair counts as today.
  const seen = { rating: 4, confirmedOn: addDays(today, -1) };
  expect((await act(defect.id, 'confirm', seen)).data).toMatchObject({
    closed: true,
    confirmedOn: today,
    confirmedBy: 'STAFF',
    rating: 4,
  });
  expect(await roundOf(id)).toMatchObject({ status: 'COMPLETE', openDefects: 0 });
  expect(await rowOf(rowId)).toMatchObject({ openDefects: 0, repairedDefects: 0, scheduleStatus: 'COMPLETE' });
  // Confirmed defects are closed, and no further action is offered.
  const { data: seenRow } = await ann.get<Row>(`${path}/${defect.id}`);
  for (const name of ['confirm', 'return'] as const) {
    const closed = await act(defect.id, name, { reason: 'Again' });
    expect([closed.status, closed.code]).toEqual([409, 'DEFECT_CLOSED']);
    expect(suits(handoverDefect.actions[name], seenRow)).toBe(false);
  }
});

it('was repaired and seen on the days that a walk without a network says', async () => {
  const { defect } = await handed();
  const [repairedOn, confirmedOn] = [addDays(today, -2), addDays(today, -1)];
  await change(handoverDefect, String(defect.id), { foundOn: repairedOn });
  expect((await act(defect.id, 'repair', { repairedOn })).data).toMatchObject({ repairedOn });
  expect((await act(defect.id, 'confirm', { confirmedOn })).data).toMatchObject({ confirmedOn, closed: true });
});

it('is closed by exactly one of two who confirm the last two at once', async () => {
  const { id, unitId, rowId, defect } = await handed();
  const more = await ann.post<Row>(path, { unitId, roomId, itemId: doorItem, description: 'The door sticks' });
  expect(more.status, more.text).toBe(201);
  // Found after the handover: a warranty claim without a round.
  expect(more.data).toMatchObject({ phase: 'WARRANTY', scheduleId: null });
  await change(handoverDefect, more.data.id, { scheduleId: id });
  await change(handoverSchedule, id, { openDefects: 2 });
  for (const one of [defect.id, more.data.id]) await act(one, 'repair', {});
  const answers = await Promise.all([act(defect.id, 'confirm'), act(more.data.id, 'confirm')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await roundOf(id)).toMatchObject({ status: 'COMPLETE', openDefects: 0 });
  expect((await rowOf(rowId)).openDefects).toBe(0);
});

it('is rejected by who approves alone, and counts no more', async () => {
  const { defect, rowId } = await handed();
  await site.allow({ HANDOVER: ['read', 'write', 'updateStatus'] });
  expect((await act(defect.id, 'reject', { reason: 'As built' }, carl)).status).toBe(403);
  expect((await act(defect.id, 'reject', { reason: 'As built' })).data).toMatchObject({ closed: true });
  expect((await rowOf(rowId)).openDefects).toBe(0);
  const open = await ann.get<Row[]>(`${path}?filter[unitId][]=${defect.unitId}&filter[closed][]=false`);
  expect(open.data).toEqual([]);
});

it('is found again, or seen to be repaired, in the next round', async () => {
  const { id, unitId, rowId } = await begun();
  const tablet = tabletOf(ann, id);
  await tablet.fill({
    l1: { result: 'FAIL', note: 'Uneven', blocking: true },
    l2: { result: 'FAIL', note: 'It sticks' },
  });
  await tablet.sign('employee');
  await tablet.refuse({ reason: 'Not fit to live in' });
  expect(await rowOf(rowId)).toMatchObject({ openDefects: 2, blockingDefects: 1 });
  const list = async () => (await ann.get<Row[]>(`${path}?filter[unitId][]=${unitId}&sort=createdAt`)).data;
  const held = await ann.put<Row>(`${handoverSchedule.path}/${id}/re-inspect`, {});
  expect([held.status, held.code]).toEqual([422, 'HANDOVER_BLOCKING']);
  for (const one of await list()) await act(one.id, 'repair', {});
  expect((await ann.put(`${handoverSchedule.path}/${id}/re-inspect`, {})).status).toBe(200);
  const rounds = await ann.get<Row[]>(
    `${handoverSchedule.path}?filter[unitId][]=${unitId}&filter[status][]=NOT_SCHEDULED`,
  );
  const next = await start(rounds.data[0]?.id);
  const again = tabletOf(ann, next);
  await again.fill({ l2: { result: 'FAIL', note: 'Still sticks' } });
  await again.sign('owner', 'employee');
  expect((await again.accept()).data.status).toBe('PENDING_REPAIR');
  const defects = await list();
  expect(defects.map(defect => [defect.itemId, defect.closed, defect.returns, defect.scheduleId])).toEqual(
    expect.arrayContaining([
      [floorItem, true, 0, next],
      [doorItem, false, 1, next],
    ]),
  );
  expect(defects).toHaveLength(2);
  expect(await rowOf(rowId)).toMatchObject({ openDefects: 1, blockingDefects: 0, status: 'HANDED_OVER' });
});

it('is told of by a household while the thing is under warranty', async () => {
  const { rowId } = await handed(site.unitId);
  const report = (body: object, key: string = randomUUID()) =>
    dora.post<Row>(`${path}/report`, body, { 'Idempotency-Key': key });
  const key = randomUUID();
  const told = await report({ roomId, itemId: doorItem, description: 'The door sticks' }, key);
  expect(told.status, told.text).toBe(201);
  expect(told.data).toMatchObject({ phase: 'WARRANTY', status: 'NOT_REPAIRED' });
  // Repeated, it is the same defect.
  const twice = await report({ roomId, itemId: doorItem, description: 'The door sticks' }, key);
  expect(twice.data.id).toBe(told.data.id);
  expect(told.data).not.toHaveProperty('repairCost');
  expect((await rowOf(rowId)).openDefects).toBe(2);
  expect((await emil.get(`${path}/${told.data.id}`)).status).toBe(404);
  const over = addDays(today, -1);
  const [round] = (await ann.get<Row[]>(`${handoverSchedule.path}?filter[unitId][]=${site.unitId}`)).data;
  await rowsIn(sheetCollection.name).updateOne({ scheduleId: String(round?.id) }, {
    $set: { 'lines.$[].warrantyUntil': over },
  } as never);
  // Items without a warranty period are never under warranty.
  const bare = { name: 'Meter', code: 'METER', category: 'METER', warrantyMonths: 0 };
  const itemId = (await ann.post<Row>(propertyItem.path, bare)).data.id;
  const claim = { roomId, itemId, description: 'It stands still' };
  const ofMeter = [await report(claim), await ann.post<Row>(path, { ...claim, unitId: site.unitId })];
  expect(ofMeter.map(({ code }) => code)).toEqual(['DEFECT_OUT_OF_WARRANTY', 'DEFECT_OUT_OF_WARRANTY']);
  const favour = { ...claim, unitId: site.unitId, reason: 'As a favour' };
  expect((await ann.post(path, favour)).status).toBe(201);
  const late = await report({ roomId, itemId: doorItem, description: 'It sticks again' });
  expect([late.status, late.code, late.error.data?.until]).toEqual([422, 'DEFECT_OUT_OF_WARRANTY', over]);
  const values = { unitId: site.unitId, roomId, itemId: doorItem, description: 'It sticks again' };
  expect((await ann.post(path, values)).code).toBe('DEFECT_OUT_OF_WARRANTY');
  expect((await ann.post(path, { ...values, reason: 'As a favour' })).status).toBe(201);
  // Before the handover no warranty has started.
  await change(unit, site.unitId, { handoverStatus: 'NOT_YET' });
  const soon = await report({ roomText: 'Hall', description: 'It drips' });
  await change(unit, site.unitId, { handoverStatus: 'HANDED_OVER' });
  expect([soon.status, soon.code]).toEqual([422, 'DEFECT_OUT_OF_WARRANTY']);
  expect(soon.error.message).toBe(text('en', 'handover-defect.state.notHandedOver'));
});

it('is late the day after its day, and right by silence a week after the household was told', async () => {
  const { defect, unitId } = await handed(site.otherUnitId);
  const move = (reason: string, dueOn: string, who = ann) => act(defect.id, 'move-due', { dueOn, reason }, who);
  await site.allow({ HANDOVER: ['read', 'write', 'updateStatus'] });
  for (const days of [31, 32, 33]) expect((await move('Waits for parts', addDays(today, days), carl)).status).toBe(200);
  const often = await move('Again', addDays(today, 34), carl);
  expect([often.status, often.code]).toEqual([422, 'DUE_MOVED_TOO_OFTEN']);
  const on = async (days: number) => {
    await defectsJob.run(new Date(Date.now() + days * DAY_MS));
    return (await ann.get<Row>(`${path}/${defect.id}`)).data;
  };
  expect([(await on(33)).overdue, (await on(34)).overdue]).toEqual([false, true]);
  await act(defect.id, 'repair', {});
  const words = () => notifications().countDocuments({ kind: 'DEFECT_TO_CONFIRM', unitId });
  expect([(await on(4)).closed, await words()]).toEqual([false, 0]);
  expect([(await on(5.1)).closed, await words()]).toEqual([false, 1]);
  expect(await on(7.1)).toMatchObject({ closed: true, confirmedBy: 'SYSTEM' });
  expect((await act(defect.id, 'return', { reason: 'It is not right' })).data).toMatchObject({
    closed: false,
    returns: 1,
    status: 'NOT_REPAIRED',
  });
  const list = await ann.file(`${path}/list-for/${contractor.id}?lang=en`);
  expect(list.body.subarray(0, 5).toString()).toBe('%PDF-');
});

it('counts what the list shows, after whatever was done', async () => {
  const { unitId, rowId } = await begun();
  const made: string[] = [];
  for (let at = 0; at < 6; at++) {
    const values = { unitId, roomText: `Place ${at}`, description: `Fault ${at}`, blocking: at % 2 === 0 };
    made.push((await ann.post<Row>(path, values)).data.id);
  }
  const acts = ['repair', 'confirm', 'return', 'reject', 'move-due'];
  let seed = 7;
  const next = (most: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % most;
  };
  for (let at = 0; at < 60; at++) {
    const name = acts[next(acts.length)] ?? 'repair';
    await act(made[next(made.length)], name, {
      ...(['return', 'reject', 'move-due'].includes(name) && { reason: 'Because' }),
      ...(name === 'move-due' && { dueOn: addDays(today, 40) }),
    });
  }
  const count = async (query: string) =>
    (await ann.get<Row[]>(`${path}?filter[unitId][]=${unitId}&filter[closed][]=false${query}&limit=100`)).data.length;
  expect(await rowOf(rowId)).toMatchObject({
    openDefects: await count(''),
    repairedDefects: await count('&filter[status][]=REPAIRED'),
    blockingDefects: await count('&filter[status][]=NOT_REPAIRED&filter[blocking][]=true'),
  });
});
