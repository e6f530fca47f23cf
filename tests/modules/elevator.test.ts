import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { elevator, elevatorClosure } from '@lobby/shared/modules/elevator.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { describe, expect, it } from 'vitest';
import { at, movesIn, week } from '../setup/amenities/moves.ts';
import type { Row } from '../setup/caller.ts';
import { change } from '../setup/records.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { inDays } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const second = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const { ann, dora } = site;
const path = elevatorReservation.path;
const { make, body, lift, move, asked, act, free, read, toldTo } = movesIn(site);

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

  it('with other hours, fewer places or out of use names the moves that no longer fit', async () => {
    const { id, version } = await lift({ capacity: 2 });
    const [first, other] = [(await move(id, 4, 9, 11)).data, (await move(id, 4, 10, 12)).data];
    const unfit = async () => {
      const { data } = await ann.get<Row[]>(`${elevator.path}/${id}/unfit`);
      return data.map(({ id: one, reason }) => [one, reason]);
    };
    expect(await unfit()).toEqual([]);
    await ann.put(`${elevator.path}/${id}`, { version, capacity: 1 });
    expect(await unfit()).toEqual([
      [first.id, 'ELEVATOR_SLOT_TAKEN'],
      [other.id, 'ELEVATOR_SLOT_TAKEN'],
    ]);
    await ann.put(`${elevator.path}/${id}`, { version: version + 1, capacity: 2, ...week('09:00-11:00') });
    expect(await unfit()).toEqual([[other.id, 'ELEVATOR_OUT_OF_HOURS']]);
    await ann.put(`${elevator.path}/${id}`, { version: version + 2, active: false });
    expect((await unfit()).map(([, reason]) => reason)).toEqual(Array(2).fill('ELEVATOR_NOT_FOR_UNIT'));
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
    expect((await dora.get(`${elevator.path}/${far.id}/free?date=${inDays(3)}`)).status).toBe(404);
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
    await change(elevatorClosure, later.id, { startAt: new Date(Date.now() - HOUR_MS) });
    expect((await act(elevatorClosure.path, later, 'end')).status).toBe(200);
    expect((await free(id, 3, 120))[0]).toMatchObject({ start: at(3, 8), end: at(3, 12) });
  });
});
