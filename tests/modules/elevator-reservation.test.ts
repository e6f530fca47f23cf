import { movesJob } from '@lobby/server/modules/elevator-reservation/jobs.ts';
import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { describe, expect, it } from 'vitest';
import { at, movesIn, week } from '../setup/amenities/moves.ts';
import type { Row } from '../setup/caller.ts';
import { change, stored } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { inDays } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, emil } = site;
const path = elevatorReservation.path;
const { lift, move, asked, act, read, toldTo } = movesIn(site);

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
      `${path}/calendar?from=${inDays(3)}&to=${inDays(3)}&elevatorId=${id}`,
    );
    expect(data.rows.map(row => row.id).sort()).toEqual([form.id, other.id].sort());
    expect((await ann.get(`${path}/calendar?from=${inDays(3)}&to=${inDays(90)}`)).status).toBe(400);
  });

  it('begins at most an hour early, and frees the rest when it ends early', async () => {
    const { id } = await lift(week('00:00-24:00'));
    const form = (await move(id, 3, 8, 10)).data;
    expect((await act(path, form, 'in-progress')).code).toBe('ELEVATOR_TOO_EARLY');
    const start = new Date(Date.now() - HOUR_MS / 2);
    const end = new Date(Date.now() + 2 * HOUR_MS);
    await change(elevatorReservation, form.id, { expectedStartAt: start, expectedEndAt: end });
    expect((await act(path, form, 'in-progress', { licensePlate: '29C-123.45' })).data).toMatchObject({
      status: 'IN_PROGRESS',
      licensePlate: '29C-123.45',
    });
    const done = await act(path, form, 'complete', { at: new Date(Date.now() + HOUR_MS).toISOString() });
    expect(done.error.data?.fields?.at?.code).toBe('DATE_IN_FUTURE');
    expect((await act(path, form, 'complete')).status).toBe(200);
    expect((await stored(elevatorReservation, form.id)).actualEndAt).toBeInstanceOf(Date);
  });

  it('is of today while its day lasts', async () => {
    const { id } = await lift();
    const form = (await move(id, 9, 8, 10)).data;
    const today = async () =>
      (await ann.get<Row[]>(`${path}?filter[onToday][]=true&limit=100`)).data.some(row => row.id === form.id);
    expect(await today()).toBe(false);
    for (let n = 0; n < 2; n++) await movesJob.run(new Date(at(9, 7)));
    expect(await today()).toBe(true);
    expect((await read(form.id)).version).toBe(form.version);
    await change(elevatorReservation, form.id, { status: 'COMPLETED' });
    await movesJob.run(new Date(at(10, 0.5)));
    expect(await today()).toBe(false);
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
      expectedStartAt: new Date(Date.now() + from * HOUR_MS),
      expectedEndAt: new Date(Date.now() + to * HOUR_MS),
    });
    await change(elevatorReservation, gone.id, times(-3, -2));
    await change(elevatorReservation, late.id, { ...times(-2, -1), status: 'IN_PROGRESS' });
    await change(elevatorReservation, next.id, times(-0.1, 1));
    await change(elevatorReservation, soon.id, {
      expectedStartAt: new Date(at(1, 9)),
      expectedEndAt: new Date(at(1, 10)),
    });
    const evening = new Date(Math.max(Date.parse(at(0, 18.5)), Date.now()));
    for (let n = 0; n < 2; n++) await movesJob.run(new Date());
    expect(await read(gone.id)).toMatchObject({ status: 'CANCELLED', reason: 'NO_SHOW' });
    expect(await read(late.id)).toMatchObject({ status: 'IN_PROGRESS', late: true });
    expect(await read(next.id)).toMatchObject({ conflict: 'OVERRUN' });
    await act(path, late, 'complete');
    expect(await read(next.id)).toMatchObject({ conflict: null });
    for (let n = 0; n < 2; n++) await movesJob.run(evening);
    expect((await toldTo(dora)).filter(kind => kind === 'ELEVATOR_RESERVATION_REMINDER')).toHaveLength(1);
  });
});
