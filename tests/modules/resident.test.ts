import { dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { bookOf } from '../setup/files/sheets.ts';
import { change } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite, PASSWORD, signIn } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora } = site;
const path = resident.path;

let n = 0;
async function settle(values: Record<string, unknown> = {}) {
  return ann.post(path, { name: `Nguyễn Văn ${++n}`, unitId: site.unitId, role: 'MEMBER', ...values });
}
const made = async (values: Record<string, unknown> = {}) => {
  const answer = await settle(values);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.data;
};
const PLACE = { type: 'APARTMENT', blockId: site.blockId, floorId: site.floorId, area: 50 };
const homes = async (id: string) =>
  (await ann.get<Row[]>(`/member-residency?filter[residentId][]=${id}&sort=createdAt`)).data;
const told = (
  answer: { status: number; error: { data?: { fields?: Record<string, { code: string }> } } },
  field: string,
) => [answer.status, answer.error.data?.fields?.[field]?.code];

describe('a resident', () => {
  it('has a home from the first day, and sorts by the given name', async () => {
    const { id, ...rest } = await made({ name: 'Trần Thị  Ánh', birthday: '1990-02-01', movedInAt: '2020-05-01' });
    expect(rest).toMatchObject({ name: 'Trần Thị Ánh', sortName: 'Ánh Trần Thị', birthYear: 1990, living: true });
    expect(rest.birthday).toBe('*****');
    expect(await homes(id)).toMatchObject([
      { unitId: site.unitId, role: 'MEMBER', movedInAt: '2020-05-01', living: true },
    ]);
  });

  it.each([
    ['phone', '0987 000 111', 'RESIDENT_PHONE_EXISTS'],
    ['email', 'Twice@Example.test', 'RESIDENT_EMAIL_EXISTS'],
    ['identifier', '079085001234', 'RESIDENT_IDENTIFIER_EXISTS'],
    ['visa', 'VN12345678', 'RESIDENT_VISA_EXISTS'],
  ])('shares its %s with nobody', async (field, value, code) => {
    await made({ [field]: value });
    expect(told(await settle({ [field]: value }), field)).toEqual([409, code]);
  });

  it.each([
    ['identifier', '1234567', 'TOO_SHORT'],
    ['identifier', '1234567890123456', 'TOO_LONG'],
    ['identifier', '0790-85001', 'IDENTIFIER_INVALID'],
    ['taxCode', '12345678', 'TOO_SHORT'],
    ['taxCode', '12345678901234', 'TOO_LONG'],
    ['taxCode', '12345678a', 'DIGITS_ONLY'],
    ['birthday', '2999-01-01', 'DATE_IN_FUTURE'],
    ['visaExpiry', '2020-01-01', 'DATE_IN_PAST'],
    ['name', 'A', 'TOO_SHORT'],
    ['name', '0912 345', 'RESIDENT_NAME_INVALID'],
    ['name', '- -', 'RESIDENT_NAME_INVALID'],
    ['role', 'KING', 'CHOICE_INVALID'],
    ['nationality', 'XX', 'CHOICE_INVALID'],
    ['gender', 'NONE', 'CHOICE_INVALID'],
    ['unitId', undefined, 'REQUIRED'],
  ])('is refused with %s %s', async (field, value, code) => {
    expect(told(await settle({ [field]: value }), field)).toEqual([400, code]);
  });

  it('has a tax code of 10 or 13 digits where it is a company’s', async () => {
    const of = async (taxCode: string) => told(await settle({ company: 'Công ty An Phú', taxCode }), 'taxCode');
    expect(await of('12345678901')).toEqual([400, 'TAX_CODE_LENGTH']);
    expect((await settle({ company: 'Công ty An Phú', taxCode: '0123456789' })).status).toBe(201);
  });

  it.each([
    ['rentTo', { rentFrom: '2026-02-01', rentTo: '2026-01-31' }],
    ['temporaryTo', { temporaryFrom: '2026-02-01', temporaryTo: '2026-01-31' }],
  ])('ends nothing before it begins: %s', async (field, values) => {
    expect(told(await settle(values), field)).toEqual([422, 'DATES_REVERSED']);
    expect((await settle({ ...values, [field]: '2026-02-01' })).status).toBe(201);
  });

  it('is not registered after the visa has ended', async () => {
    const today = dayOf(new Date(), VIETNAM);
    expect((await settle({ movedInAt: today, visaExpiry: today })).status).toBe(201);
    const { id } = await made({ visaExpiry: today });
    await change(resident, id, { visaExpiry: '2020-12-31' });
    const act = (movedInAt: string) =>
      ann.put(`${path}/${id}/move-in`, { unitId: site.otherUnitId, role: 'RENTER', movedInAt });
    expect(told(await act('2021-01-01'), 'movedInAt')).toEqual([400, 'RESIDENT_VISA_EXPIRED']);
    expect((await act('2020-12-31')).status).toBe(200);
  });

  it('is not the second householder of a unit, also of ten at once', async () => {
    expect(told(await settle({ role: 'HOUSEHOLDER' }), 'role')).toEqual([409, 'RESIDENT_HOUSEHOLDER_EXISTS']);
    const floorId = site.floorId;
    const unit = await ann.post('/unit', {
      code: 'A-99.01',
      type: 'APARTMENT',
      blockId: site.blockId,
      floorId,
      area: 50,
    });
    const all = await Promise.all(
      Array.from({ length: 10 }, () => settle({ role: 'HOUSEHOLDER', unitId: unit.data.id })),
    );
    expect(all.map(one => one.status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });
});

describe('a home', () => {
  it('is added and left by acts, with its dates', async () => {
    const person = await made({ name: 'Lê Hai Nhà', movedInAt: '2020-01-01' });
    const act = (name: string, input: Record<string, unknown>) => ann.put(`${path}/${person.id}/${name}`, input);
    const second = { unitId: site.otherUnitId, role: 'RENTER', rentFrom: '2026-01-01', movedInAt: '2026-01-01' };
    expect((await act('move-in', second)).data).toMatchObject({
      unitId: site.unitId,
      unitIds: [site.unitId, site.otherUnitId],
    });
    expect(told(await act('move-in', second), 'unitId')).toEqual([409, 'RESIDENT_ALREADY_IN_UNIT']);
    const third = (await ann.post('/unit', { ...PLACE, code: 'A-97.01' })).data.id;
    const rented = { unitId: third, role: 'RENTER', rentFrom: '2026-02-01' };
    expect(told(await act('move-in', { ...rented, rentTo: '2026-01-31' }), 'rentTo')).toEqual([422, 'DATES_REVERSED']);
    const found = await ann.get<Row[]>(`${path}?filter[unitIds][]=${site.otherUnitId}&filter[q]=le hai`);
    expect(found.data).toHaveLength(1);
    expect((await act('main-home', { unitId: site.otherUnitId })).data).toMatchObject({
      unitId: site.otherUnitId,
      role: 'RENTER',
    });
    const gone = await act('move-out', { unitId: site.otherUnitId, movedOutAt: '2026-06-30' });
    expect(gone.data).toMatchObject({ unitId: site.unitId, role: 'MEMBER', unitIds: [site.unitId], living: true });
    expect(told(await act('move-out', { unitId: site.otherUnitId }), 'unitId')).toEqual([422, 'RESIDENT_NOT_IN_UNIT']);
    expect(told(await act('move-out', { unitId: site.unitId, movedOutAt: '2019-12-31' }), 'movedOutAt')).toEqual([
      422,
      'DATES_REVERSED',
    ]);
    expect((await act('move-out', { unitId: site.unitId })).data).toMatchObject({ unitIds: [], living: false });
    for (const name of ['move-out', 'make-householder', 'main-home'])
      expect((await act(name, { unitId: site.unitId })).code).toBe('STATUS_NOT_ALLOWED');
    expect(await homes(person.id)).toMatchObject([
      { unitId: site.unitId, living: false },
      { unitId: site.otherUnitId, movedInAt: '2026-01-01', movedOutAt: '2026-06-30', living: false },
    ]);
    expect((await act('move-in', { unitId: site.otherUnitId, role: 'MEMBER' })).data).toMatchObject({
      unitId: site.otherUnitId,
      living: true,
    });
  });

  it('changes its householder in one step', async () => {
    const heir = await made({ name: 'Trần Thừa Kế' });
    const before = await ann.get(`${path}/${dora.id}`);
    expect(before.data.role).toBe('HOUSEHOLDER');
    expect((await ann.put(`${path}/${heir.id}/make-householder`, { unitId: site.unitId })).data.role).toBe(
      'HOUSEHOLDER',
    );
    expect((await ann.get(`${path}/${dora.id}`)).data.role).toBe('MEMBER');
    const all = await ann.get<Row[]>(`/member-residency?filter[unitId][]=${site.unitId}&limit=100`);
    expect(all.data.filter(one => one.role === 'HOUSEHOLDER').map(one => one.residentId)).toEqual([heir.id]);
    await ann.put(`${path}/${dora.id}/make-householder`, { unitId: site.unitId });
  });

  it('does not change by an edit, but what is told of it does', async () => {
    const person = await made();
    const moved = await ann.put(`${path}/${person.id}`, { version: 1, unitId: site.otherUnitId });
    expect(told(moved, 'unitId')).toEqual([422, 'RESIDENT_MOVES_BY_ACTS']);
    expect((await ann.put(`${path}/${person.id}`, { version: 1, role: 'CO_HOUSEHOLDER', owner: true })).status).toBe(
      200,
    );
    expect(await homes(person.id)).toMatchObject([{ role: 'CO_HOUSEHOLDER', owner: true }]);
  });

  it('goes with its resident', async () => {
    const person = await made();
    expect((await ann.delete(`${path}/${person.id}`)).status).toBe(200);
    expect(await homes(person.id)).toEqual([]);
  });
});

it('an account opens every home of its person, and closes with the last', async () => {
  const { emil } = site;
  const both = { unitId: site.unitId, role: 'CO_HOUSEHOLDER' };
  expect((await ann.put(`${path}/${emil.id}/move-in`, both)).status).toBe(200);
  const { data } = await signIn(server.url, 'resident', emil.email, PASSWORD);
  expect(data.units).toMatchObject([
    { unitId: site.otherUnitId, role: 'HOUSEHOLDER' },
    { unitId: site.unitId, role: 'CO_HOUSEHOLDER' },
  ]);
  const there = { 'X-Unit-Id': site.unitId };
  expect((await emil.get('/pms/helpdesk', there)).status).toBe(200);
  expect((await emil.post('/pms/helpdesk', { title: 'Here too', content: 'Yes' }, there)).data.unitId).toBe(
    site.unitId,
  );
  await ann.put(`${path}/${emil.id}/move-out`, { unitId: site.unitId });
  expect((await emil.get('/pms/helpdesk', there)).status).toBe(403);
  expect((await emil.get('/pms/helpdesk')).status).toBe(200);
});

it('a spreadsheet of residents brings their homes, and one householder for each', async () => {
  const floorId = site.floorId;
  const unit = await ann.post('/unit', {
    code: 'A-98.01',
    type: 'APARTMENT',
    blockId: site.blockId,
    floorId,
    area: 50,
  });
  const row = (name: string, role: string) => ({
    name,
    role,
    unitId: unit.data.id,
    birthday: '1980-12-31',
    movedInAt: '2021-01-02',
  });
  const send = async (rows: Record<string, unknown>[], part = '') =>
    ann.post<Row & { faults: Row[] }>(
      `${path}/import${part}`,
      formOf([{ name: 'a.xlsx', body: await bookOf(ann, resident, rows) }]),
    );
  const two = [row('Đỗ Một', 'HOUSEHOLDER'), row('Đỗ Hai', 'HOUSEHOLDER')];
  const { data } = await send(two, '/preview');
  expect(data.faults).toMatchObject([{ row: 3, field: 'role', code: 'RESIDENT_HOUSEHOLDER_EXISTS' }]);
  expect((await send([two[0] ?? {}, row('Đỗ Ba', 'CO_HOUSEHOLDER')])).data).toMatchObject({ created: 2 });
  const all = await ann.get<Row[]>(`/member-residency?filter[unitId][]=${unit.data.id}`);
  expect(all.data.map(one => one.role).sort()).toEqual(['CO_HOUSEHOLDER', 'HOUSEHOLDER']);
});
