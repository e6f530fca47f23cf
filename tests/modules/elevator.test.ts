import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf, type Stored } from '@lobby/server/kit/store/schema.ts';
import { timesOfElevators } from '@lobby/server/migrations/2026-11-25-elevators.ts';
import { turnMoves } from '@lobby/server/modules/elevator-reservation/jobs.ts';
import { elevator, elevatorClosure } from '@lobby/shared/modules/elevator.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { WEEKDAYS } from '@lobby/shared/modules/work-schedule.ts';
import { describe, expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { change, stored } from '../setup/records.ts';
import { startBeside, startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const second = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, emil, unitId } = site;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONE = 7 * HOUR;

/** An hour in Vietnam, some days from now. */
const at = (days: number, hour: number) =>
  new Date(Math.floor((Date.now() + ZONE) / DAY) * DAY - ZONE + days * DAY + hour * HOUR).toISOString();
const dayOf = (days: number) => new Date(Date.parse(at(days, 0)) + ZONE).toISOString().slice(0, 10);
const week = (hours: string) => Object.fromEntries(WEEKDAYS.map(day => [day, hours]));

const make = async (path: string, values: object, who: Caller = ann): Promise<Row> => {
  const made = await who.post(path, values);
  if (made.status !== 201) throw new Error(made.text);
  return made.data;
};
let names = 0;
const lift = (own: object = {}) =>
  make(elevator.path, { name: `Thang ${++names}`, ...week('08:00-12:00, 13:30-17:30'), ...own });
const body = (elevatorId: string, days: number, from: number, to: number, own: object = {}) => ({
  ...{ unitId, residentId: dora.id, type: 'IN', elevatorId, goodsName: 'Sofa', regulationAgreed: true },
  ...{ expectedStartAt: at(days, from), expectedEndAt: at(days, to), ...own },
});
const path = elevatorReservation.path;
const move = (elevatorId: string, days: number, from: number, to: number, own: object = {}) =>
  ann.post(path, body(elevatorId, days, from, to, own));
const asked = (elevatorId: string, days: number, from: number, to: number) => {
  const { unitId: _unit, residentId: _resident, ...own } = body(elevatorId, days, from, to);
  return emil.post(path, own);
};
const act = (of: string, { id }: Row, name: string, input: object = {}) => ann.put(`${of}/${id}/${name}`, input);
const free = async (id: string, days: number, minutes: number, who: Caller = ann) =>
  (await who.get<Row[]>(`${elevator.path}/${id}/free?date=${dayOf(days)}&minutes=${minutes}`)).data;
const read = async (id: string) => (await ann.get(`${path}/${id}`)).data;
const toldTo = async (who: Caller) => (await who.get<Row[]>('/histories/pms?limit=50')).data.map(({ kind }) => kind);

describe('an elevator', () => {
  it('is free in its hours, as long as a move of that length fits', async () => {
    const { id } = await lift({ capacity: 1, ...week('08:00-12:00') });
    expect(await free(id, 3, 120)).toEqual([{ start: at(3, 8), end: at(3, 12), left: 1 }]);
    expect((await move(id, 3, 9, 11)).status).toBe(201);
    expect(await free(id, 3, 120)).toEqual([]);
    expect(await free(id, 3, 60)).toEqual([
      { start: at(3, 8), end: at(3, 9), left: 1 },
      { start: at(3, 11), end: at(3, 12), left: 1 },
    ]);
  });

  it('takes as many moves at once as it can, and says how many are left', async () => {
    const { id } = await lift({ capacity: 2 });
    expect((await move(id, 3, 9, 11)).status).toBe(201);
    expect((await free(id, 3, 60)).find(({ start }) => start === at(3, 9))).toMatchObject({ left: 1 });
    expect((await move(id, 3, 9, 11)).status).toBe(201);
    const third = await move(id, 3, 9, 11);
    expect([third.status, third.code]).toEqual([409, 'ELEVATOR_SLOT_TAKEN']);
    expect(third.error.data).toMatchObject({
      free: [
        { start: at(3, 13.5), end: at(3, 15.5) },
        { start: at(3, 15.5), end: at(3, 17.5) },
        { start: at(4, 8), end: at(4, 10) },
      ],
    });
  });

  it('of 60 at once through two servers takes one, and names free times to the others', async () => {
    const { id } = await lift();
    const tries = await Promise.all(
      Array.from({ length: 60 }, (_, n) => ann.at(n % 2 ? server.url : second.url).post(path, body(id, 3, 10, 12))),
    );
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = tries.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(one => `${one.status} ${one.code}`))).toEqual(new Set(['409 ELEVATOR_SLOT_TAKEN']));
    for (const one of refused) expect(one.error.data?.free).toHaveLength(3);
    expect((await move(id, 3, 8, 10)).status).toBe(201);
  });

  it('pauses after a move as long as it is set', async () => {
    const { id } = await lift({ bufferMinutes: 30 });
    expect((await move(id, 3, 8, 10)).status).toBe(201);
    expect((await move(id, 3, 10, 12)).code).toBe('ELEVATOR_SLOT_TAKEN');
    expect((await move(id, 3, 10.5, 12)).status).toBe(201);
  });

  it('takes a move within one span of its hours alone', async () => {
    const { id } = await lift();
    const over = await move(id, 3, 11, 14);
    expect([over.status, over.error.data?.fields?.expectedStartAt?.code]).toEqual([422, 'ELEVATOR_OUT_OF_HOURS']);
    expect((await move(id, 3, 10, 9)).error.data?.fields?.expectedEndAt?.code).toBe('ELEVATOR_TIMES_REVERSED');
    expect((await move(id, -1, 9, 10)).error.data?.fields?.expectedStartAt?.code).toBe('ELEVATOR_IN_PAST');
  });

  it('with a reservation, also one that is over, stays', async () => {
    const { id } = await lift();
    const form = (await move(id, 3, 9, 11)).data;
    const refused = await ann.delete(`${elevator.path}/${id}`);
    expect([refused.status, refused.code, refused.error.data?.count]).toEqual([409, 'IN_USE', 1]);
    await act(path, form, 'cancel', { reason: 'Đổi ngày' });
    expect((await ann.delete(`${elevator.path}/${id}`)).code).toBe('IN_USE');
    expect((await ann.delete(`${elevator.path}/${(await lift()).id}`)).status).toBe(200);
  });

  it('is shown to residents of its block, and those of no block to all', async () => {
    const block = await make('/block', { name: 'Khối xa' });
    const [own, all, far, off] = [
      await lift({ blockId: site.blockId }),
      await lift(),
      await lift({ blockId: block.id }),
      await lift({ active: false }),
    ];
    const shown = (await dora.get<Row[]>(`${elevator.path}/options`)).data.map(({ id }) => id);
    expect(shown).toEqual(expect.arrayContaining([own.id, all.id]));
    expect(shown).not.toContain(far.id);
    expect(shown).not.toContain(off.id);
    expect((await dora.get(`${elevator.path}/${far.id}/free?date=${dayOf(3)}`)).status).toBe(404);
    expect((await move(far.id, 3, 9, 10)).code).toBe('ELEVATOR_NOT_FOR_UNIT');
    expect((await move(off.id, 3, 9, 10)).code).toBe('ELEVATOR_NOT_FOR_UNIT');
  });

  it('has whole steps', async () => {
    const wrong = await ann.post(elevator.path, { name: 'Lệch', slotMinutes: '30', minMinutes: 45 });
    expect([wrong.status, wrong.error.data?.fields?.minMinutes?.code]).toEqual([400, 'ELEVATOR_TIMES_INVALID']);
    const { data } = await ann.post(elevator.path, { name: 'Theo mặc định' });
    expect(data).toMatchObject({ monday: '08:00-12:00, 13:30-17:30', sunday: null, capacity: 1, slotMinutes: '30' });
  });
});

describe('a closure', () => {
  const closed = (elevatorId: string, days: number, from: number, to: number) =>
    ann.post(elevatorClosure.path, { elevatorId, startAt: at(days, from), endAt: at(days, to), reason: 'Bảo trì' });

  it('takes its own time, and no other closure with it', async () => {
    const { id } = await lift();
    expect((await closed(id, 3, 9, 10)).status).toBe(201);
    expect((await closed(id, 3, 10, 11)).status).toBe(201);
    const third = await closed(id, 3, 9.5, 10.5);
    expect([third.status, third.code]).toEqual([409, 'CLOSURE_OVERLAPS']);
    expect((await closed(id, 3, 10, 9)).error.data?.fields?.endAt?.code).toBe('CLOSURE_REVERSED');
    expect(await free(id, 3, 60)).toEqual([
      { start: at(3, 8), end: at(3, 9), left: 1 },
      { start: at(3, 11), end: at(3, 12), left: 1 },
      { start: at(3, 13.5), end: at(3, 17.5), left: 1 },
    ]);
    expect((await move(id, 3, 9, 10)).code).toBe('ELEVATOR_CLOSED');
  });

  it('marks the moves that it meets, tells their units, and lets them go when it is gone', async () => {
    const { id } = await lift();
    const form = (await move(id, 3, 9, 11)).data;
    const { data } = await closed(id, 3, 8, 10);
    expect((await read(form.id)).conflict).toBe('CLOSED');
    expect(await toldTo(dora)).toContain('ELEVATOR_RESERVATION_CONFLICT');
    expect((await ann.delete(`${elevatorClosure.path}/${data.id}`)).status).toBe(200);
    expect((await read(form.id)).conflict).toBeNull();
    expect(await toldTo(dora)).toContain('ELEVATOR_RESERVATION_CONFLICT_OVER');
  });

  it('over a move that waits keeps it from approval', async () => {
    const { id } = await lift();
    const form = (await asked(id, 3, 9, 11)).data;
    const { data } = await closed(id, 3, 9, 10);
    expect((await act(path, form, 'approve')).code).toBe('ELEVATOR_CLOSED');
    await ann.delete(`${elevatorClosure.path}/${data.id}`);
    expect((await act(path, form, 'approve')).status).toBe(200);
    await act(path, form, 'cancel', { reason: 'Xong' });
  });

  it('that goes on is ended; one that does not is not', async () => {
    const { id } = await lift();
    const later = (await closed(id, 3, 9, 10)).data;
    expect((await act(elevatorClosure.path, later, 'end')).code).toBe('STATUS_NOT_ALLOWED');
    await change(elevatorClosure, later.id, { startAt: new Date(Date.now() - HOUR) });
    expect((await act(elevatorClosure.path, later, 'end')).status).toBe(200);
    expect((await free(id, 3, 120))[0]).toMatchObject({ start: at(3, 8), end: at(3, 12) });
  });
});

describe('a reservation', () => {
  it('of residents waits, within what the building allows; staff are not bound', async () => {
    const { id } = await lift();
    const first = await asked(id, 5, 8, 10);
    expect(first.data).toMatchObject({ status: 'WAITING', regulationEdition: 0 });
    expect((await asked(id, 5, 10, 12)).status).toBe(201);
    expect((await asked(id, 6, 8, 10)).code).toBe('MOVE_LIMIT_REACHED');
    expect((await asked(id, 200, 8, 10)).code).toBe('MOVE_TOO_FAR');
    expect((await asked(id, 6, 8, 8.25)).error.data?.fields?.expectedEndAt?.code).toBe('ELEVATOR_LENGTH_INVALID');
    expect((await asked(id, 6, 8.1, 9.1)).error.data?.fields?.expectedStartAt?.code).toBe('ELEVATOR_LENGTH_INVALID');
    expect((await move(id, 6, 8, 8.25)).data).toMatchObject({ status: 'APPROVED' });
    expect(await toldTo(ann)).toContain('ELEVATOR_RESERVATION_WAITING');
  });

  it('stands on the rules, and is for somebody of the unit', async () => {
    const { id } = await lift();
    for (const regulationAgreed of [false, undefined]) {
      const refused = await move(id, 3, 9, 10, { regulationAgreed });
      expect([refused.status, refused.error.data?.fields?.regulationAgreed?.code]).toEqual([
        400,
        regulationAgreed === undefined ? 'REQUIRED' : 'REGULATION_NOT_AGREED',
      ]);
    }
    expect((await move(id, 3, 9, 10, { residentId: emil.id })).code).toBe('RESIDENT_NOT_IN_UNIT');
  });

  it('is edited by its household while it waits, and removed when it holds nothing', async () => {
    const { id } = await lift();
    const form = (await move(id, 3, 9, 10)).data;
    expect((await ann.delete(`${path}/${form.id}`)).code).toBe('STATUS_NOT_ALLOWED');
    const edit = { version: form.version, goodsName: 'Tủ lạnh' };
    expect((await dora.put(`${path}/${form.id}`, edit)).code).toBe('STATUS_NOT_ALLOWED');
    await change(elevatorReservation, form.id, { status: 'WAITING' });
    expect((await dora.put(`${path}/${form.id}`, { ...edit, version: form.version + 1 })).status).toBe(200);
    expect((await emil.put(`${path}/${form.id}`, { ...edit, version: form.version + 2 })).status).toBe(404);
    expect((await ann.delete(`${path}/${form.id}`)).status).toBe(200);
  });

  it('moved to another time is judged like a new one, without itself, and told', async () => {
    const { id } = await lift();
    const [form, other] = [(await move(id, 3, 8, 10)).data, (await move(id, 3, 10, 12)).data];
    const put = (from: number, to: number, version: number) =>
      ann.put(`${path}/${form.id}`, { version, expectedStartAt: at(3, from), expectedEndAt: at(3, to) });
    expect((await put(9, 11, 1)).code).toBe('ELEVATOR_SLOT_TAKEN');
    expect((await put(8, 9.5, 1)).status).toBe(200);
    expect(await toldTo(dora)).toContain('ELEVATOR_RESERVATION_CHANGED');
    const { data } = await ann.get<{ rows: Row[] }>(
      `${path}/calendar?from=${dayOf(3)}&to=${dayOf(3)}&elevatorId=${id}`,
    );
    expect(data.rows.map(row => row.id).sort()).toEqual([form.id, other.id].sort());
    expect((await ann.get(`${path}/calendar?from=${dayOf(3)}&to=${dayOf(90)}`)).status).toBe(400);
  });

  it('begins at most an hour early, and frees the rest when it ends early', async () => {
    const { id } = await lift(week('00:00-24:00'));
    const form = (await move(id, 3, 8, 10)).data;
    expect((await act(path, form, 'in-progress')).code).toBe('ELEVATOR_TOO_EARLY');
    const start = new Date(Date.now() - HOUR / 2);
    const end = new Date(Date.now() + 2 * HOUR);
    await change(elevatorReservation, form.id, { expectedStartAt: start, expectedEndAt: end });
    expect((await act(path, form, 'in-progress', { licensePlate: '29C-123.45' })).data).toMatchObject({
      status: 'IN_PROGRESS',
      licensePlate: '29C-123.45',
    });
    const done = await act(path, form, 'complete', { at: new Date(Date.now() + HOUR).toISOString() });
    expect(done.error.data?.fields?.at?.code).toBe('DATE_IN_FUTURE');
    expect((await act(path, form, 'complete')).status).toBe(200);
    expect((await stored(elevatorReservation, form.id)).actualEndAt).toBeInstanceOf(Date);
  });

  it('is found by its plate however it is written', async () => {
    const { id } = await lift();
    const form = (await move(id, 7, 9, 10, { licensePlate: '29C-123.45' })).data;
    const { data } = await ann.get<Row[]>(`${path}?filter[q]=29c12345`);
    expect(data.map(row => row.id)).toContain(form.id);
  });

  it('that nobody came for is given up; one that is not over is late, and stands in the way of the next', async () => {
    const { id } = await lift(week('00:00-24:00'));
    const [gone, late, next, soon] = [
      (await move(id, 8, 8, 9)).data,
      (await move(id, 8, 9, 10)).data,
      (await move(id, 8, 10, 11)).data,
      (await move(id, 8, 11, 12)).data,
    ];
    const times = (from: number, to: number) => ({
      expectedStartAt: new Date(Date.now() + from * HOUR),
      expectedEndAt: new Date(Date.now() + to * HOUR),
    });
    await change(elevatorReservation, gone.id, times(-3, -2));
    await change(elevatorReservation, late.id, { ...times(-2, -1), status: 'IN_PROGRESS' });
    await change(elevatorReservation, next.id, times(-0.1, 1));
    await change(elevatorReservation, soon.id, {
      expectedStartAt: new Date(at(1, 9)),
      expectedEndAt: new Date(at(1, 10)),
    });
    const evening = new Date(Math.max(Date.parse(at(0, 18.5)), Date.now()));
    for (let n = 0; n < 2; n++) await turnMoves(new Date());
    expect(await read(gone.id)).toMatchObject({ status: 'CANCELLED', reason: 'NO_SHOW' });
    expect(await read(late.id)).toMatchObject({ status: 'IN_PROGRESS', late: true });
    expect(await read(next.id)).toMatchObject({ conflict: 'OVERRUN' });
    await act(path, late, 'complete');
    expect(await read(next.id)).toMatchObject({ conflict: null });
    for (let n = 0; n < 2; n++) await turnMoves(evening);
    expect((await toldTo(dora)).filter(kind => kind === 'ELEVATOR_RESERVATION_REMINDER')).toHaveLength(1);
  });
});

it('what was stored before is an elevator with hours by weekday, and a move with what was expected', async () => {
  const { id } = await lift();
  const made = (await move(id, 9, 9, 10)).data;
  const lifts = db().collection<Stored>('lifts');
  const { monday: _monday, kind: _kind, ...base } = await stored(elevator, id);
  await lifts.insertOne({
    ...base,
    _id: 'f'.repeat(24),
    name: 'Thang cũ',
    uniq: { name: 'thang cu' },
    hours: '07:00-11:00',
    capacity: 9,
  });
  await db()
    .collection<Stored>(collectionOf(elevatorReservation))
    .updateOne(
      { _id: made.id },
      {
        $rename: {
          ...{ elevatorId: 'liftId', expectedStartAt: 'startAt', expectedEndAt: 'endAt' },
          ...{ actualStartAt: 'realStartAt', actualEndAt: 'realEndAt' },
        },
        $unset: { blockId: '', goods: '', staffNote: '' },
      },
    );
  for (let n = 0; n < 2; n++) await timesOfElevators.run();
  const { data } = await ann.get(`${elevator.path}/${'f'.repeat(24)}`);
  expect(data).toMatchObject({
    monday: '07:00-11:00',
    sunday: '07:00-11:00',
    capacity: 5,
    kind: 'GOODS',
    active: true,
  });
  expect(await read(made.id)).toMatchObject({ elevatorId: id, expectedStartAt: at(9, 9), goods: [], conflict: null });
  expect((await stored(elevatorReservation, made.id)).blockId).toBe(site.blockId);
});
