import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf, type Stored } from '@lobby/server/kit/store/schema.ts';
import { projects } from '@lobby/server/platform/projects/projects.ts';
import { employee, position } from '@lobby/shared/modules/employee.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { makeRecord } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { everything, makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const other = await makeSite(server.url, 'Beta');
const { ann, carl } = site;

describe('a new building after another', () => {
  const found = (values: object, headers = {}) =>
    ann.post<Row & { code: string; taken: Record<string, number> }>(
      '/unit-group',
      { name: 'Gamma', timeZone: 'Asia/Tokyo', parts: [], ...values },
      headers,
    );
  const rowsOf = (projectId: string, name: string) => db().collection<Stored>(name).find({ projectId }).toArray();

  it('takes over what is wanted, with its maker as Admin', async () => {
    await makeRecord(site.id, unit, {
      code: 'A-99.01',
      type: 'APARTMENT',
      blockId: site.blockId,
      floorId: site.floorId,
      state: 'IN_USE',
      area: 55,
    });
    await ann.put('/dictionary/own', {
      version: 0,
      languages: { en: { words: { unit: { one: 'villa' } }, texts: {} } },
    });
    const parts = ['positions', 'types', 'labels', 'calendar', 'settings', 'words', 'features', 'structure'];
    await ann.post('/pms/helpdesk-type', {
      name: 'Lift',
      slaHours: 24,
      departmentId: site.departmentId,
      assigneeId: ann.id,
    });
    await ann.post('/work-schedule', { name: 'Office', monday: '8-12', departmentId: site.departmentId });
    await ann.post('/holiday', { name: 'Tết', startsOn: '2027-02-05', endsOn: '2027-02-09' });
    const key = { 'Idempotency-Key': 'gamma' };
    const made = await found({ code: 'gm', parts }, key);
    expect(made.status).toBe(201);
    expect(made.data).toMatchObject({
      name: 'Gamma',
      code: 'GM',
      taken: { block: 1, floor: 1, unit: 3, 'ticket-type': 1, 'work-schedule': 1, holiday: 1 },
    });
    expect((await found({ code: 'gm', parts }, key)).data).toEqual(made.data);
    const { id } = made.data;
    const [units, floors, types, staff, places] = await Promise.all(
      [unit, floor, { name: 'ticket-type' }, employee, position].map(one =>
        rowsOf(id, collectionOf(one as typeof unit)),
      ),
    );
    expect(units?.map(one => [one.state, one.floorId === floors?.[0]?._id])).toEqual(Array(3).fill(['EMPTY', true]));
    expect(types?.[0]).toMatchObject({
      name: 'Lift',
      assigneeId: null,
      departmentId: expect.not.stringMatching(site.departmentId),
    });
    expect(staff).toEqual([expect.objectContaining({ name: 'Ann', status: 'ACTIVE', userId: ann.userId })]);
    expect(places?.find(place => place.name === 'Chief')?.permissions).toEqual(everything);
    expect(places?.find(place => place.admin === true)?._id).toBe(
      (staff?.[0]?.positionIds as string[] | undefined)?.[0],
    );
    expect(await projects().findOne({ _id: id })).toMatchObject({
      code: 'GM',
      timeZone: 'Asia/Tokyo',
      ticketExpiryDays: 7,
    });
    const there = { 'X-Project-Id': id };
    const [offices, [schedule]] = [
      (await ann.get<Row[]>('/department', there)).data,
      (await ann.get<Row[]>('/work-schedule', there)).data,
    ];
    expect(schedule).toMatchObject({ name: 'Office', monday: '08:00-12:00' });
    expect(offices.map(office => office.id)).toContain(schedule?.departmentId);
    const modules = (await ann.get<(Row & { code: string; write: boolean })[]>('/module', there)).data;
    expect(modules.find(module => module.code === 'UNIT')?.write).toBe(true);
    expect((await ann.get('/dictionary?language=en', there)).data).toMatchObject({ words: { unit: { one: 'villa' } } });
    const block = (await ann.get<Row[]>('/block', there)).data[0]?.id;
    const grown = await ann.post('/floor', { name: '12', blockId: block }, there);
    expect([grown.status, grown.code]).toEqual([409, 'FLOOR_EXISTS']);
    expect((await ann.get<Row[]>('/unit?filter[q]=A9901', there)).data).toHaveLength(1);
    expect((await ann.get('/unit', { 'X-Project-Id': other.id })).status).toBe(403);
    expect((await ann.get<Row[]>('/unit-group')).data.map(one => one.name).sort()).toEqual(['Alpha', 'Gamma']);
  });

  it('is whole without any part, and refuses a code that is taken', async () => {
    const made = await found({ name: 'Delta', code: 'DT' });
    expect(made.data.taken).toEqual({ department: 1, position: 1, employee: 1 });
    const again = await found({ name: 'Delta 2', code: 'dt' });
    expect([again.status, again.error.data?.fields?.code?.code]).toEqual([409, 'PROJECT_CODE_EXISTS']);
    const many = await Promise.all([1, 2, 3].map(() => found({ name: 'Race', code: 'RC' })));
    expect(many.map(one => one.status).sort()).toEqual([201, 409, 409]);
    expect((await found({ code: 'x y' })).error.data?.fields?.code?.code).toBe('CODE_INVALID');
    await site.allow({ UNIT_GROUP: ['read', 'updateInfo', 'updateStatus'] });
    expect((await carl.post('/unit-group', { name: 'No', code: 'NO', timeZone: 'Asia/Tokyo', parts: [] })).status).toBe(
      403,
    );
  });
});
