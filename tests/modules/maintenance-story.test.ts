import { plansJob, worksJob } from '@lobby/server/modules/maintenance/index.ts';
import { notifications } from '@lobby/server/platform/notifications/notifications.ts';
import { addDays, DAY_MS, dayOf, instantAt, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { elevatorClosure } from '@lobby/shared/modules/elevator.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { maintenanceChecklist } from '@lobby/shared/modules/maintenance-checklist.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { supply, warehouse } from '@lobby/shared/modules/supply.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { movesIn } from '../setup/amenities/moves.ts';
import type { Caller, Row } from '../setup/caller.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Basement');
// Ann is the chief engineer, Ben the technician.
const { ann, ben } = site;
const { path } = maintenance;
const today = dayOf(new Date(), VIETNAM);
const made = ann.create;
const read = async (at: string, id: unknown, who: Caller = ann) => (await who.get<Row>(`${at}/${id}`)).data;
const act = (id: unknown, name: string, input: object = {}, who: Caller = ben) =>
  who.put<Row>(`${path}/${id}/${name}`, input);
const picture = async (text: string, who: Caller = ben) => {
  const line = Buffer.from(
    `<svg width="120" height="60"><path d="M5 50 L115 8" stroke="black" stroke-width="5"/><text y="20">${text}</text></svg>`,
  );
  const body = await sharp({ create: { width: 120, height: 60, channels: 3, background: '#fff' } })
    .composite([{ input: line }])
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('files', new File([new Uint8Array(body)], `${text}.png`, { type: 'image/png' }));
  return String((await who.post<Row[]>('/upload', form)).data[0]?.id);
};
const { lift, move } = movesIn(site);
const groupId = (await made(systemGroup.path, { code: 'LIFT', name: 'Lifts' })).id;
const systemId = (await made(technicalSystem.path, { code: 'A', name: 'Lifts of A', groupId })).id;
const goodsLift = await lift();
const machine = await made(device.path, { code: 'A1', name: 'Lift A1', systemId, elevatorId: goodsLift.id });
const store = await made(warehouse.path, { name: 'Basement', code: 'K1', keeperId: ann.id });
const pad = await made(supply.path, { name: 'Brake pad', code: 'MP', unitName: 'cái' });
const received = await made(stockDocument.path, {
  kind: 'RECEIPT',
  reason: 'OTHER',
  warehouseId: store.id,
  lines: [{ supplyId: pad.id, quantity: 3, unitPrice: 150_000 }],
});
await ann.put(`${stockDocument.path}/${received.id}/post`, {});
const LABELS = ['Doors', 'Brakes', 'Ropes', 'Oil'];

it('comes of its plan, is done in the basement, and is what the engineer sees next week', async () => {
  const list = await made(maintenanceChecklist.path, {
    name: 'Lift monthly',
    kind: 'MAINTENANCE',
    items: [
      ...LABELS.map(label => ({ label, kind: 'CHECK' })),
      { label: 'Gap', kind: 'NUMBER', min: 2, max: 2.5, unitName: 'mm' },
    ],
  });
  await ann.put(`${maintenanceChecklist.path}/${list.id}/publish`, {});
  const plan = await made(maintenancePlan.path, {
    name: 'Lifts weekly',
    kind: 'MAINTENANCE',
    deviceIds: [machine.id],
    assigneeIds: [ben.id],
    frequency: 'WEEKLY',
    startsOn: addDays(today, 3),
    holidays: 'KEEP',
    leadDays: 9,
    startTime: '09:00',
    durationMinutes: 120,
    checklistId: list.id,
    requiresPhoto: true,
    requiresSignature: true,
    closesLift: true,
    parts: [{ supplyId: pad.id, quantity: 2 }],
  });
  const worksOf = async () =>
    (await ann.get<Row[]>(`${path}?filter[planId][]=${plan.id}&sort=scheduledDate&limit=100`)).data;
  expect((await worksOf()).map(one => one.scheduledDate)).toEqual([addDays(today, 3)]);
  const [work] = await worksOf();

  // Residents with a reservation of that day are notified that the lift is closed.
  const moving = await move(goodsLift.id, 3, 9, 10);
  expect(moving.status).toBe(201);
  await worksJob.run(new Date());
  const closures = async () => (await ann.get<Row[]>(`${elevatorClosure.path}?filter[source][]=MAINTENANCE`)).data;
  expect(await closures()).toMatchObject([
    {
      source: 'MAINTENANCE',
      startAt: instantAt(addDays(today, 3), 9 * 60, VIETNAM).toISOString(),
      endAt: instantAt(addDays(today, 3), 11 * 60, VIETNAM).toISOString(),
    },
  ]);
  expect((await read(elevatorReservation.path, moving.data.id)).conflict).toBe('CLOSED');

  // On the morning of the day: the technician is notified once, and the phone loads all necessary data.
  const day = new Date(`${addDays(today, 3)}T01:00:00Z`);
  await Promise.all([worksJob.run(day), worksJob.run(day)]);
  expect(await notifications().countDocuments({ kind: 'MAINTENANCE_TODAY', 'subject.id': ben.id })).toBe(1);
  const { data: taken } = await ben.get<{ works: Row[]; supplies: Row[] }>(`${path}/snapshot`);
  expect(taken.works).toMatchObject([
    {
      id: work?.id,
      target: { of: 'device', name: 'Lift A1' },
      requiresSignature: true,
      parts: [{ supplyId: pad.id, quantity: 2 }],
    },
  ]);
  expect((taken.works[0] as Row & { items: Row[] }).items.map(({ label }) => label)).toEqual([...LABELS, 'Gap']);
  expect(taken.supplies.map(({ name }) => name)).toContain('Brake pad');

  // Actions queued offline are sent in order, and twice because the first responses were lost.
  const at = new Date().toISOString();
  const [first, second, third, signed] = [
    await picture('one'),
    await picture('two'),
    await picture('three'),
    await picture('sign'),
  ];
  const said = [
    ...LABELS.slice(0, 3).map((_label, n) => ({ n: n + 1, result: 'PASS', at, key: `key-${n + 1}` })),
    { n: 4, result: 'FAIL', note: 'It leaks', images: [third], at, key: 'key-4' },
    { n: 5, value: '2,5', at, key: 'key-5' },
  ];
  const end = {
    completedOn: today,
    imagesAfter: [first, second],
    signatures: [signed],
    parts: [{ supplyId: pad.id, warehouseId: null, quantity: 2 }],
    labour: [{ employeeId: ben.id, minutes: 95, day: today }],
    laborCost: 400_000,
    repair: true,
    offline: true,
  };
  for (let sending = 0; sending < 2; sending++) {
    await act(work?.id, 'start');
    for (const one of said) await act(work?.id, 'answer', { items: [one] });
    await act(work?.id, 'complete', end);
  }
  const done = (await read(path, work?.id)) as Row & { imagesAfter: Row[]; signatures: Row[]; items: Row[] };
  expect(done).toMatchObject({
    status: 'COMPLETED',
    completedBy: ben.id,
    progress: 100,
    failedItems: 1,
    partsCost: 300_000,
    totalCost: 700_000,
    unposted: false,
    labour: [{ employeeId: ben.id, minutes: 95 }],
  });
  expect(done.imagesAfter.map(({ id }) => id)).toEqual([first, second]);
  expect(done.signatures.map(({ id }) => id)).toEqual([signed]);
  expect(done.items.map(({ result }) => result)).toEqual(['PASS', 'PASS', 'PASS', 'FAIL', 'PASS']);
  expect((await read(supply.path, pad.id)).stock).toBe(1);
  expect(await closures()).toEqual([]);
  expect((await read(elevatorReservation.path, moving.data.id)).conflict).toBeNull();

  // A week later the engineer sees due works, costs and failures.
  await plansJob.run(new Date(Date.now() + 7 * DAY_MS));
  const due = (await worksOf()).filter(({ status }) => status === 'SCHEDULED');
  expect(due.map(one => one.scheduledDate)).toEqual([addDays(today, 10)]);
  expect(await read(device.path, machine.id)).toMatchObject({
    lastMaintenanceDate: today,
    nextMaintenanceDate: addDays(today, 10),
  });
  const figures = await read(`${maintenancePlan.path}`, `${plan.id}/figures`);
  expect(figures).toEqual({
    done: 1,
    onTime: 1,
    onTimePercent: 100,
    skipped: 0,
    overdue: 0,
    failedItems: 1,
    meanMinutes: 95,
    cost: 700_000,
  });
  const repairs = (await ann.get<Row[]>(`${path}?filter[kind][]=CORRECTIVE`)).data;
  expect(repairs).toMatchObject([{ status: 'WAITING', deviceId: machine.id }]);
  expect(String((await read(path, repairs[0]?.id)).description)).toContain('It leaks');
});

it('is on paper before and after it is done', async () => {
  const one = await made(path, { title: 'Oil', kind: 'MAINTENANCE', deviceId: machine.id, scheduledDate: today });
  const paper = async () => {
    const answer = await fetch(`${server.url}/api${path}/${one.id}/print?lang=vi`, {
      headers: { Authorization: `Bearer ${ann.token}`, 'X-Project-Id': site.id },
    });
    const body = Buffer.from(await answer.arrayBuffer());
    return [answer.status, answer.headers.get('content-type'), body.subarray(0, 4).toString()];
  };
  expect(await paper()).toEqual([200, 'application/pdf', '%PDF']);
  await act(one.id, 'start');
  await act(one.id, 'complete', { result: 'Done' });
  expect(await paper()).toEqual([200, 'application/pdf', '%PDF']);
});
