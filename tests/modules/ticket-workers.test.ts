import { type User, users } from '@lobby/server/platform/auth/users.ts';
import { department, employee, position } from '@lobby/shared/modules/employee.ts';
import { task } from '@lobby/shared/modules/task.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import { describe, expect, it } from 'vitest';
import type { Answer, Row } from '../setup/caller.ts';
import { NEVER } from '../setup/contract/routes.ts';
import { deskOf } from '../setup/house/desk.ts';
import { change, makeRecord, rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const desk = deskOf(site);
const { ann, ben, carl, dora } = site;
const fault = (answer: Answer<unknown>, field: string) => [answer.status, answer.error?.data?.fields?.[field]?.code];
const REFUSED = [422, 'EMPLOYEE_NOT_SUITABLE'];

let hired = 0;
/** Employee with help desk permissions, in a given status. */
async function worker(name: string, status: string, office = site.departmentId): Promise<string> {
  const chief = (await ann.get<Row[]>(`${position.path}?filter[q]=Chief`)).data[0];
  const values = { name, email: `worker${++hired}@example.test`, departmentId: office, positionIds: [chief?.id] };
  return (await makeRecord(site.id, employee, values, { status }))._id;
}

describe('work is given only to those who can do it', () => {
  it.each(['INACTIVE', 'BANNED', 'DISABLED', 'PENDING', 'ABSENT'])('not to whoever is %s', async status => {
    const [{ id }, employeeId] = [await desk.open(), await worker('Gone', status)];
    expect(fault(await desk.act(id, 'assign', { employeeId }), 'employeeId')).toEqual(REFUSED);
    expect(fault(await desk.act(id, 'approve', { employeeId }), 'employeeId')).toEqual(REFUSED);
    const many = await ann.put(`${desk.path}/assign-multi`, { ids: [id], employeeId });
    expect(fault(many, 'employeeId')).toEqual(REFUSED);
    const type = await ann.post(ticketType.path, { name: `Of ${status}`, slaHours: 1, assigneeId: employeeId });
    expect(fault(type, 'assigneeId')).toEqual(REFUSED);
    expect(await desk.read(id)).toMatchObject({ status: 'WAITING_APPROVAL', assigneeId: null });
  });

  it('not to those who may only read requests, until they may write', async () => {
    const { id } = await desk.open();
    await site.allow({ HELP_DESK: ['read', 'approve', 'updateStatus'] });
    expect(fault(await desk.act(id, 'assign', { employeeId: carl.id }), 'employeeId')).toEqual(REFUSED);
    // Employees who cannot be assigned are not assigned by starting the ticket either.
    await desk.act(id, 'approve');
    expect((await desk.act(id, 'start', {}, carl)).data).toMatchObject({ status: 'PROCESSING', assigneeId: null });
    await site.allow({ HELP_DESK: ['read', 'write'] });
    expect((await desk.act(id, 'assign', { employeeId: carl.id })).data.assigneeId).toBe(carl.id);
  });

  it('nor as members of a task', async () => {
    const left = await worker('Mai Đã Nghỉ', 'INACTIVE');
    const made = await ann.post(task.path, { title: 'Mend the pump', memberIds: [ben.id, left] });
    expect(fault(made, 'memberIds')).toEqual(REFUSED);
    const { data } = await ann.post(task.path, { title: 'Mend the pump', memberIds: [ben.id] });
    const added = await ann.put(`${task.path}/${data.id}`, { version: 1, memberIds: [ben.id, left] });
    expect(fault(added, 'memberIds')).toEqual(REFUSED);
  });

  it('not back to whoever has left when a common assignment is taken back', async () => {
    const left = await worker('Leaver', 'ACTIVE');
    const { id } = await desk.open();
    await desk.act(id, 'assign', { employeeId: left });
    await ann.put(`${desk.path}/assign-multi`, { ids: [id], employeeId: ben.id });
    await change(employee, left, { status: 'INACTIVE' });
    const { data } = await ann.put<{ done: string[]; refused: { code: string }[] }>(`${desk.path}/undo-assign-multi`, {
      ids: [id],
    });
    expect([data.done, data.refused[0]?.code]).toEqual([[], 'EMPLOYEE_NOT_SUITABLE']);
  });
});

it('passes over a default assignee who has left, and names them to the administrators once a day', async () => {
  const left = await worker('Nguyễn Văn Đi', 'ACTIVE');
  const type = await desk.type({ assigneeId: left });
  expect((await desk.open({ typeId: type.id })).assigneeId).toBe(left);
  const boss = await makeRecord(site.id, position, { name: 'Admin', departmentId: site.departmentId }, { admin: true });
  const values = { name: 'Boss', email: 'boss@example.test', positionIds: [boss._id] };
  await makeRecord(site.id, employee, values, { status: 'ACTIVE', userId: NEVER });
  await users().insertOne({ _id: NEVER, kind: 'staff', logins: ['boss'], disabled: false } as User);
  await change(employee, left, { status: 'INACTIVE' });
  for (const who of [ann, dora]) expect((await desk.open({ typeId: type.id }, who)).assigneeId ?? null).toBeNull();
  const rows = await rowsIn('notifications').find({ 'subject.id': type.id }).toArray();
  expect(rows).toMatchObject([
    {
      kind: 'HELP_DESK_DEFAULT_UNFIT',
      userId: NEVER,
      subject: { module: 'HELP_DESK_TYPE', id: type.id, title: type.name, person: 'Nguyễn Văn Đi' },
    },
  ]);
  // The type can still be edited, and keeps its assignee until that is changed.
  const edited = await ann.put(`${ticketType.path}/${type.id}`, {
    version: type.version,
    slaHours: 3,
    assigneeId: left,
  });
  expect(edited.status).toBe(200);
});

describe('who can be given work', () => {
  const members = async () =>
    (await ann.get<Row[]>(`/unit-group/${site.id}/room-members?roomType=HELP_DESK`)).data.map(one => [
      one.name,
      one.department,
      one.onShift,
    ]);

  it('is listed with department and position, those on shift first', async () => {
    const night = (await makeRecord(site.id, department, { name: 'Bảo vệ' }))._id;
    await worker('Đào Ca Đêm', 'ACTIVE', night);
    expect((await members()).at(-1)).toEqual(['Đào Ca Đêm', 'Bảo vệ', null]);
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    const always = Object.fromEntries(days.map(day => [day, '00:00-24:00']));
    await makeRecord(site.id, workSchedule, { name: 'Ca trực', departmentId: night, ...always });
    expect((await members())[0]).toEqual(['Đào Ca Đêm', 'Bảo vệ', true]);
    await makeRecord(site.id, workSchedule, { name: 'Văn phòng', departmentId: site.departmentId });
    expect(await members()).toContainEqual(['Ann', 'Office Alpha', false]);
  });
});
