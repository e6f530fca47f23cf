import { users } from '@lobby/server/platform/auth/users.ts';
import { department, employee, position } from '@lobby/shared/modules/employee.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, Row } from '../setup/caller.ts';
import { change, makeRecord, rowsIn, stored } from '../setup/records.ts';
import { ASKING, listen, until } from '../setup/server/listener.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { everything, makeSite, PASSWORD, signIn } from '../setup/world.ts';

const server = await startServer();
const second = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const { ann, ben, carl } = site;

let n = 0;
const hire = (values: Record<string, unknown> = {}) =>
  ann.post(employee.path, { name: `Người ${++n}`, email: `new${n}@example.test`, ...values });
const made = async (values: Record<string, unknown> = {}): Promise<Row> => {
  const answer = await hire(values);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.data;
};
const told = (answer: Answer<Row>, field: string) => [answer.status, answer.error.data?.fields?.[field]?.code];
const act = (id: string, name: string, input = {}) => ann.put(`${employee.path}/${id}/${name}`, input);
const held = (row: Row) => row.positionIds as string[];
const invitations = (to: string) => rowsIn('mails').countDocuments({ kind: 'invite', to });

let office: Row;
let chief: Row;
beforeAll(async () => {
  const [room, place] = [await makeRecord(site.id, department, { name: 'Admin' }, { admin: true }), { name: 'Admin' }];
  office = { ...room, id: room._id, status: '' };
  const held = await makeRecord(site.id, position, { ...place, departmentId: room._id }, { admin: true });
  chief = { ...held, id: held._id, status: '' };
});

describe('staff', () => {
  it('are invited as they are made, once however often it is sent', async () => {
    const values = { name: 'Mai', email: 'Mai@Example.test' };
    const twice = [
      await ann.post(employee.path, values, { 'Idempotency-Key': 'mai-once' }),
      await ann.post(employee.path, values, { 'Idempotency-Key': 'mai-once' }),
    ];
    expect(twice.map(one => [one.status, one.data.id])).toEqual(Array(2).fill([201, twice[0]?.data.id]));
    expect(twice[0]?.data).toMatchObject({ status: 'PENDING', email: 'mai@example.test' });
    expect(await users().countDocuments({ email: 'mai@example.test', verified: false })).toBe(1);
    expect(told(await hire({ email: 'MAI@example.test' }), 'email')).toEqual([409, 'EMPLOYEE_EMAIL_EXISTS']);
  });

  it('come in at once where the account is proved theirs, in several projects', async () => {
    const away = await makeSite(server.url, 'Beta');
    const person = await made({ name: 'Ben', email: away.ben.email });
    expect(person.status).toBe('ACTIVE');
    const { data } = await signIn(server.url, 'staff', away.ben.email, PASSWORD);
    expect(data.employees.map(one => one.projectId).sort()).toEqual([site.id, away.id].sort());
  });

  it.each([
    ['phone', { phone: '0987 000 222' }, 409, 'EMPLOYEE_PHONE_EXISTS'],
    ['email', { email: 'nobody' }, 400, 'EMAIL_INVALID'],
    ['endedOn', { startedOn: '2026-02-01', endedOn: '2026-01-31' }, 422, 'DATES_REVERSED'],
    ['cardNumber', { cardNumber: 'NV#1' }, 400, 'CODE_INVALID'],
    ['name', { name: '' }, 400, 'REQUIRED'],
  ])('are refused at %s', async (field, values, status, code) => {
    if (field === 'phone') await made(values);
    expect(told(await hire(values), field)).toEqual([status, code]);
  });

  it('hold a position of their department', async () => {
    const other = await ann.post(department.path, { name: 'Elsewhere' });
    const place = await ann.post(position.path, { name: 'Guard', departmentId: other.data.id });
    const wrong = await hire({ departmentId: site.departmentId, positionIds: [place.data.id] });
    expect(told(wrong, 'positionIds')).toEqual([422, 'POSITION_NOT_IN_DEPARTMENT']);
    await made({ departmentId: other.data.id, positionIds: [place.data.id] });
    expect((await ann.delete(`${department.path}/${other.data.id}`)).code).toBe('IN_USE');
    expect((await ann.delete(`${position.path}/${place.data.id}`)).code).toBe('IN_USE');
  });

  it('are invited again by the act, and by many at once', async () => {
    const doc = await makeRecord(site.id, employee, { name: 'From a sheet', email: 'sheet@example.test' });
    expect(doc).toMatchObject({ status: 'PENDING', userId: null });
    const { status } = await ann.put(`${employee.path}/invite-multi`, { ids: [doc._id] });
    expect(status).toBe(200);
    expect((await stored(employee, doc._id)).userId).toEqual(expect.any(String));
    expect(await users().countDocuments({ email: 'sheet@example.test' })).toBe(1);
    expect((await act(doc._id, 'invite')).status).toBe(200);
    expect(await users().countDocuments({ email: 'sheet@example.test' })).toBe(1);
    expect(await invitations('sheet@example.test')).toBeGreaterThanOrEqual(0);
  });

  it.each(['ban', 'disable', 'deactivate'])('are out at once after %s, at every server', async name => {
    const away = await makeSite(server.url, `Gone ${name}`);
    const ear = await listen(second.url, away.carl.token);
    await away.allow({ HELP_DESK: ['read'] });
    await until(
      async () => (await ear.ask('subscribe', { projectId: away.id, modules: ['HELP_DESK'] })).denied?.length === 0,
      ASKING,
    );
    const path = `${employee.path}/${away.carl.id}/${name}`;
    expect((await away.ann.put(path, { reason: 'Because' })).status).toBe(200);
    await until(async () => !(await ear.ask('subscribe', { projectId: away.id, modules: ['HELP_DESK'] })).ok, ASKING);
    expect((await away.carl.at(second.url).get(ticket.path)).status).toBe(403);
    expect((await away.ann.put(`${employee.path}/${away.carl.id}/activate`, {})).status).toBe(200);
    expect((await away.carl.get(ticket.path)).status).toBe(200);
  });

  it.each(['absent', 'dispatch'])('work on after %s', async name => {
    await site.allow({ HELP_DESK: ['read'] });
    expect((await act(carl.id, name)).status).toBe(200);
    expect((await carl.get(ticket.path)).status).toBe(200);
    expect((await act(carl.id, 'activate')).status).toBe(200);
  });
});

describe('departments and positions', () => {
  it('have names of their own; positions within their department', async () => {
    expect(told(await ann.post(department.path, { name: 'OFFICE alpha' }), 'name')).toEqual([409, 'DEPARTMENT_EXISTS']);
    const place = { name: 'chief', departmentId: site.departmentId };
    expect(told(await ann.post(position.path, place), 'name')).toEqual([409, 'POSITION_EXISTS']);
    expect((await ann.post(position.path, { ...place, departmentId: office.id })).status).toBe(201);
    expect((await ann.post(position.path, { name: 'X', departmentId: 'f'.repeat(24) })).code).toBe(
      'REFERENCE_NOT_FOUND',
    );
  });

  it('of the Admin stay as they are', async () => {
    for (const [{ path }, { id, version }] of [
      [department, office],
      [position, chief],
    ] as const) {
      expect((await ann.put(`${path}/${id}`, { name: 'Other', version })).code).toBe('ADMIN_FIXED');
      expect((await ann.delete(`${path}/${id}`)).code).toBe('ADMIN_FIXED');
    }
    const rights = await ann.put(`${position.path}/${chief.id}/permissions`, {
      version: chief.version,
      permissions: {},
    });
    expect(rights.code).toBe('ADMIN_FIXED');
  });
});

describe('the Admin position', () => {
  const admins: Row[] = [];
  let carlHeld: string[] = [];
  beforeAll(async () => {
    carlHeld = (await stored(employee, carl.id)).positionIds as string[];
    for (const person of [ann, ben]) admins.push(await giveAdmin(person.id));
  });
  // Retries of a test start from the same state.
  beforeEach(async () => {
    for (const { id } of admins) await change(employee, id, { status: 'ACTIVE' });
  });
  async function giveAdmin(id: string): Promise<Row> {
    const { positionIds } = await stored(employee, id);
    const doc = await change(employee, id, { positionIds: [...(positionIds as string[]), chief.id] });
    return { ...doc, id: doc._id, status: doc.status ?? '' };
  }

  it('is given by an Admin alone', async () => {
    await site.allow({ ...everything });
    const { data } = await carl.get(`${employee.path}/${carl.id}`);
    const body = { version: data.version, positionIds: [...held(data), chief.id] };
    expect(told(await carl.put(`${employee.path}/${carl.id}`, body), 'positionIds')).toEqual([
      403,
      'ADMIN_GIVEN_BY_ADMIN',
    ]);
  });

  const active = async () => {
    const found = await Promise.all(admins.map(({ id }) => stored(employee, id)));
    return found.filter(one => one.status === 'ACTIVE').length;
  };

  it.each(['deactivate', 'ban', 'dispatch'])('keeps one of two who are made to %s at once', async name => {
    // An inactive Admin does not count as the last one.
    await change(employee, carl.id, { positionIds: [...new Set([...carlHeld, chief.id])], status: 'ABSENT' });
    const both = await Promise.all(admins.map(({ id }) => carl.put(`${employee.path}/${id}/${name}`, { reason: 'x' })));
    expect(both.map(one => one.status).sort(), both.map(one => one.text).join()).toEqual([200, 409]);
    expect(both.find(one => one.status === 409)?.code).toBe('ADMIN_LAST');
    expect(await active()).toBe(1);
    await change(employee, carl.id, { positionIds: carlHeld, status: 'ACTIVE' });
  });

  it('keeps one of two who ban each other', async () => {
    const both = await Promise.all(
      admins.map(({ id }, at) => (at ? ann : ben).put(`${employee.path}/${id}/ban`, { reason: 'x' })),
    );
    const [done, refused] = both.toSorted((a, b) => a.status - b.status);
    expect(done?.status).toBe(200);
    // If banned before the own request is processed, the user has no permission.
    expect(['ADMIN_LAST', 'ADMIN_KEPT_BY_ADMIN', 'EMPLOYEE_NOT_HAVE_PERMISSION']).toContain(refused?.code);
    expect(await active()).toBe(1);
  });

  it('is not left empty by an edit or a removal', async () => {
    await change(employee, ben.id, { status: 'ABSENT' });
    const { data } = await ann.get(`${employee.path}/${ann.id}`);
    const without = held(data).filter(id => id !== chief.id);
    const edit = await ann.put(`${employee.path}/${ann.id}`, { version: data.version, positionIds: without });
    expect([edit.status, edit.code]).toEqual([409, 'ADMIN_LAST']);
    expect((await ben.delete(`${employee.path}/${ann.id}`)).code).toBe('ADMIN_LAST');
    expect(await stored(employee, ann.id)).toMatchObject({ version: data.version, deletedAt: null });
  });
});
