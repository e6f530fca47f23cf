import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { rulesByName } from '@lobby/server/migrations/2026-11-30-rules-by-name.ts';
import { clockJob } from '@lobby/server/modules/ticket/clocks/update-clocks.ts';
import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { assignmentRule } from '@lobby/shared/modules/assignment-rule.ts';
import { department, employee, position } from '@lobby/shared/modules/employee.ts';
import { serviceLevel } from '@lobby/shared/modules/service-level.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { workSchedule } from '@lobby/shared/modules/work-schedule.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { deskOf } from '../setup/house/desk.ts';
import { runTwice } from '../setup/migrated.ts';
import { change, makeRecord, rowsIn, stored } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const desk = deskOf(site);
const { ann, ben, dora } = site;

let n = 0;
const level = async (values: Record<string, unknown>) => {
  const made = await ann.post(serviceLevel.path, { name: `Level ${++n}`, workingTime: false, ...values });
  expect(made.status).toBe(201);
  return made.data;
};
const rule = async (values: Record<string, unknown>) => {
  const made = await ann.post(assignmentRule.path, { name: `Rule ${++n}`, ...values });
  expect(made.status).toBe(201);
  return made.data;
};
/** Employee who can be assigned tickets, and has none. */
async function worker(departmentId = site.departmentId): Promise<string> {
  const chief = (await ann.get<Row[]>(`${position.path}?filter[q]=Chief`)).data[0];
  const values = { name: 'Worker', email: `level${++n}@example.test`, departmentId, positionIds: [chief?.id] };
  return (await makeRecord(site.id, employee, values, { status: 'ACTIVE' }))._id;
}
const minutes = (row: Row, field: string, from = 'createdAt') =>
  Math.round((Date.parse(String(row[field])) - Date.parse(String(row[from]))) / MINUTE_MS);
const later = (count: number) => new Date(Date.now() + count * MINUTE_MS);
const kinds = async (id: string) => (await desk.told(id)).map(({ kind }) => kind);

describe('what is promised', () => {
  it('is said by the closest level, else by the type', async () => {
    const type = await desk.type({ slaHours: 5 });
    expect(minutes(await desk.open({ typeId: type.id }), 'dueAt')).toBe(300);
    await level({ typeId: type.id, resolutionHours: 3 });
    await level({ typeId: type.id, priority: 'urgent', resolutionHours: 1 });
    const [usual, urgent] = [
      await desk.open({ typeId: type.id }),
      await desk.open({ typeId: type.id, priority: 'urgent' }),
    ];
    expect([minutes(usual, 'dueAt'), minutes(urgent, 'dueAt')]).toEqual([180, 60]);
    const other = await desk.open({ typeId: (await desk.type({ slaHours: 7 })).id });
    expect([minutes(other, 'dueAt'), other.serviceLevel]).toEqual([420, null]);
    // Changing the priority changes the service level.
    const { data } = await ann.put<Row>(`${ticket.path}/${usual.id}`, { version: usual.version, priority: 'urgent' });
    expect(minutes(data, 'dueAt')).toBe(60);
  });

  it('is not nothing, and is not seen by residents', async () => {
    const empty = await ann.post(serviceLevel.path, { name: 'Empty' });
    expect(empty.error.data?.fields?.firstAnswerMinutes?.code).toBe('SERVICE_LEVEL_EMPTY');
    const type = await desk.type();
    await level({ typeId: type.id, firstAnswerMinutes: 30 });
    const asked = await desk.open({ typeId: type.id }, dora);
    expect(Object.keys(asked)).not.toContain('answerDueAt');
    expect(minutes(await desk.read(asked.id), 'answerDueAt')).toBe(30);
  });

  it('ends with an answer, and begins again with the next question', async () => {
    const type = await desk.type();
    await level({ typeId: type.id, firstAnswerMinutes: 30, nextAnswerMinutes: 60 });
    const { id } = await desk.open({ typeId: type.id }, dora);
    await desk.say(id, 'A note', { private: true });
    expect((await desk.read(id)).answerDueAt).not.toBeNull();
    await desk.say(id, 'We come');
    expect(await desk.read(id)).toMatchObject({ answerDueAt: null, firstAnsweredAt: expect.any(String) });
    await desk.say(id, 'When?', {}, dora);
    const asked = await desk.read(id);
    expect(minutes(asked, 'answerDueAt', 'lastMessageAt')).toBe(60);
    await desk.say(id, 'Please!', {}, dora);
    expect((await desk.read(id)).answerDueAt).toBe(asked.answerDueAt);
  });

  it('is warned of once and told once when broken, to those named above too', async () => {
    const type = await desk.type({ assigneeId: ben.id });
    await level({ typeId: type.id, firstAnswerMinutes: 100, warnPercent: 80, escalateToIds: [ann.id] });
    const { id } = await desk.open({ typeId: type.id }, dora);
    await clockJob.run(later(70));
    expect(await kinds(id)).not.toContain('HELP_DESK_WARNED');
    await Promise.all([clockJob.run(later(81)), clockJob.run(later(81))]);
    await clockJob.run(later(82));
    expect((await kinds(id)).filter(one => one === 'HELP_DESK_WARNED')).toHaveLength(1);
    await Promise.all([clockJob.run(later(101)), clockJob.run(later(101))]);
    await clockJob.run(later(110));
    const told = (await desk.told(id)).filter(one => one.kind === 'HELP_DESK_BREACHED');
    expect(told.map(one => one.employeeIds.toSorted())).toEqual([[ann.id, ben.id].toSorted()]);
    expect(await desk.read(id)).toMatchObject({ answerLate: true, awaitsReply: true });
    await desk.say(id, 'Sorry');
    expect(await desk.read(id)).toMatchObject({ answerLate: false, answerDueAt: null });
  });

  it('stands still while the resident is waited for, and goes on with a word of theirs', async () => {
    const type = await desk.type();
    await level({ typeId: type.id, resolutionHours: 2, firstAnswerMinutes: 60 });
    const { id } = await desk.open({ typeId: type.id });
    await desk.act(id, 'approve');
    const held = (await desk.act(id, 'hold', { note: 'Needs the key' })).data;
    expect(held).toMatchObject({ onHold: true });
    expect((await desk.act(id, 'hold')).status).toBe(409);
    await clockJob.run(later(300));
    expect(await kinds(id)).not.toContain('HELP_DESK_WARNED');
    await desk.say(id, 'The key is at the desk', {}, dora);
    const resumed = await desk.read(id);
    expect(resumed).toMatchObject({ onHold: false, heldAt: null });
    expect(Date.parse(String(resumed.dueAt))).toBeGreaterThan(Date.parse(String(held.dueAt)));
    expect(minutes(resumed, 'answerDueAt', 'lastMessageAt')).toBe(60);
    await desk.act(id, 'hold');
    expect((await desk.act(id, 'resume')).data.onHold).toBe(false);
    await desk.act(id, 'complete');
    const ended = await stored(ticket, id);
    expect([ended.clockAt, ended.answerDueAt, ended.onHold]).toEqual([null, null, false]);
  });
});

describe('who gets a request', () => {
  it('is whose turn it is, also of many at once, and nobody beyond what each can have', async () => {
    const type = await desk.type();
    const [one, other] = [await worker(), await worker()];
    await rule({ typeIds: [type.id], employeeIds: [one, other], capacity: 3 });
    const made = await Promise.all(Array.from({ length: 8 }, () => desk.open({ typeId: type.id }, dora)));
    const rows = await Promise.all(made.map(({ id }) => desk.read(id)));
    const of = (id: string | null) => rows.filter(({ assigneeId }) => assigneeId === id).length;
    expect([of(one), of(other), of(null)]).toEqual([3, 3, 2]);
  });

  it('is the least busy one, of the block and the people meant', async () => {
    const type = await desk.type({ assigneeId: ann.id });
    await rule({ typeIds: [type.id], blockIds: [site.blockId], employeeIds: [ben.id], method: 'LEAST_BUSY' });
    expect((await desk.open({ typeId: type.id })).assigneeId).toBe(ben.id);
    const place = await desk.open({ typeId: (await desk.type({ assigneeId: ann.id })).id });
    expect(place.assigneeId).toBe(ann.id);
    const nobody = await ann.post(assignmentRule.path, { name: 'Nobody' });
    expect(nobody.error.data?.fields?.departmentId?.code).toBe('ASSIGNMENT_RULE_NOBODY');
  });

  it('is the next one when nobody answers, and nobody when there is no next', async () => {
    const type = await desk.type();
    const made = await rule({ typeIds: [type.id], employeeIds: [ann.id, ben.id], returnMinutes: 30 });
    const first = await desk.open({ typeId: type.id }, dora);
    const { assigneeId } = await desk.read(first.id);
    await clockJob.run(later(20));
    expect((await desk.read(first.id)).assigneeId).toBe(assigneeId);
    await Promise.all([clockJob.run(later(31)), clockJob.run(later(31))]);
    const next = (await desk.read(first.id)).assigneeId;
    expect([ann.id, ben.id].filter(id => id !== assigneeId)).toEqual([next]);
    expect((await kinds(first.id)).filter(one => one === 'HELP_DESK_RETURNED')).toHaveLength(1);
    await ann.put(`${assignmentRule.path}/${made.id}`, { version: made.version, active: false });
    await clockJob.run(later(65));
    expect((await desk.read(first.id)).assigneeId).toBeNull();
    // A ticket with a reply keeps its assignee.
    await ann.put(`${assignmentRule.path}/${made.id}`, { version: Number(made.version) + 1, active: true });
    const kept = await desk.open({ typeId: type.id }, dora);
    const before = (await desk.read(kept.id)).assigneeId;
    await desk.say(kept.id, 'I come');
    await clockJob.run(later(65));
    expect((await desk.read(kept.id)).assigneeId).toBe(before);
  });

  it('is chosen for a ticket that nobody has once its type has a rule, and not again for who let it lapse', async () => {
    const [plain, ruled] = [await desk.type(), await desk.type()];
    await rule({ typeIds: [ruled.id], employeeIds: [ben.id], returnMinutes: 30 });
    const open = await desk.open({ typeId: plain.id });
    await clockJob.run(later(1));
    expect((await desk.read(open.id)).assigneeId).toBeNull();
    const { version } = await desk.read(open.id);
    expect((await ann.put(`${ticket.path}/${open.id}`, { version, typeId: ruled.id })).status).toBe(200);
    // Before the job of the minute, which would find it too.
    await expect.poll(async () => (await desk.read(open.id)).assigneeId).toBe(ben.id);
    await Promise.all([clockJob.run(later(1)), clockJob.run(later(1))]);
    expect((await kinds(open.id)).filter(one => one === 'HELP_DESK_ASSIGNED_BY_RULE')).toHaveLength(1);
    await clockJob.run(later(65));
    await clockJob.run(later(66));
    expect((await desk.read(open.id)).assigneeId).toBeNull();
  });

  it('is named with the rule in the history, whichever way it acted, until somebody else is chosen by hand', async () => {
    const [plain, ruled] = [await desk.type(), await desk.type()];
    const { name } = await rule({ typeIds: [ruled.id], employeeIds: [ann.id, ben.id], returnMinutes: 30 });
    const history = async (id: string) =>
      (await ann.get<{ action: string; after: Row }[]>(`${ticket.path}/${id}/activities`)).data
        .filter(({ after }) => after?.ruleName)
        .map(({ action, after }) => [action, after.ruleName, [ann.id, ben.id].includes(String(after.assigneeId))]);
    const made = await desk.open({ typeId: ruled.id }, dora);
    expect(Object.keys(made)).not.toContain('ruleName');
    expect(await desk.read(made.id)).toMatchObject({ ruleName: name });
    expect(await history(made.id)).toEqual([['create', name, true]]);
    const moved = await desk.open({ typeId: plain.id });
    await ann.put(`${ticket.path}/${moved.id}`, { version: moved.version, typeId: ruled.id });
    await expect.poll(() => history(moved.id)).toEqual([['rule', name, true]]);
    await clockJob.run(later(31));
    expect((await history(made.id)).map(([action]) => action)).toEqual(['return', 'create']);
    const { version, assigneeId } = await desk.read(made.id);
    const employeeId = assigneeId === ann.id ? ben.id : ann.id;
    expect((await ann.put(`${ticket.path}/${made.id}/assign`, { version, employeeId })).status).toBe(200);
    expect((await desk.read(made.id)).ruleName).toBeNull();
  });

  it('is named with the rule on tickets from before rules were named, unless a person chose somebody since', async () => {
    const type = await desk.type();
    const { id, name } = await rule({ typeIds: [type.id], employeeIds: [ann.id, ben.id], returnMinutes: 30 });
    const [byRule, byHand] = [await desk.open({ typeId: type.id }), await desk.open({ typeId: type.id })];
    const { version, assigneeId } = await desk.read(byHand.id);
    const employeeId = assigneeId === ann.id ? ben.id : ann.id;
    expect((await desk.act(byHand.id, 'assign', { version, employeeId })).status).toBe(200);
    const plain = await desk.open({ typeId: (await desk.type()).id });
    const tickets = [byRule, byHand, plain].map(one => one.id);
    await rowsIn(collectionOf(ticket)).updateMany({ _id: { $in: tickets } }, { $unset: { ruleName: '' } });
    await rowsIn(collectionOf(assignmentRule)).updateOne({ _id: id }, { $unset: { unfit: '' } });
    const named = () => Promise.all(tickets.map(async one => (await desk.read(one)).ruleName));
    expect(await named()).toEqual([null, null, null]);
    await runTwice(rulesByName, [ticket, assignmentRule]);
    expect(await named()).toEqual([name, null, null]);
    const listed = await ann.get<Row[]>(`${assignmentRule.path}?filter[unfit][]=false&limit=100`);
    expect(listed.data.map(one => one.id)).toContain(id);
  });

  it('is somebody who may write: other people and departments are refused by name, and missed once they are gone', async () => {
    const office = await makeRecord(site.id, department, { name: `Readers ${++n}` });
    const type = await desk.type();
    const body = { name: `Unfit ${n}`, typeIds: [type.id], departmentId: office._id };
    const refused = await ann.post(assignmentRule.path, body);
    expect([refused.status, refused.code]).toEqual([422, 'ASSIGNMENT_NOT_FIT']);
    expect(refused.error.data?.fields?.departmentId?.message).toMatch(/^Nobody who works in this department/);
    const people = await ann.post(assignmentRule.path, { name: `Unfit ${n}`, employeeIds: [site.carl.id, ben.id] });
    expect(people.error.data?.fields?.employeeIds?.message).toMatch(/^Carl may not write/);
    const off = await ann.post<Row>(assignmentRule.path, { ...body, active: false });
    expect(off.status).toBe(201);
    const edit = (values: object, version: number) =>
      ann.put<Row>(`${assignmentRule.path}/${off.data.id}`, { version, ...values });
    expect((await edit({ active: true }, 1)).code).toBe('ASSIGNMENT_NOT_FIT');
    const only = await worker(office._id);
    expect((await edit({ active: true }, 1)).status).toBe(200);
    const read = async () => (await ann.get<Row>(`${assignmentRule.path}/${off.data.id}`)).data;
    await clockJob.run(later(1));
    expect((await read()).unfit).toBe(false);
    await change(employee, only, { status: 'INACTIVE' });
    await clockJob.run(later(2));
    await clockJob.run(later(3));
    expect(await read()).toMatchObject({ unfit: true, version: 2 });
    const told = await rowsIn('notifications').find({ 'subject.id': off.data.id }).toArray();
    expect(new Set(told.map(({ kind, count }) => `${kind} ${count}`))).toEqual(new Set(['ASSIGNMENT_RULE_UNFIT 1']));
    await worker(office._id);
    await clockJob.run(later(4));
    expect((await read()).unfit).toBe(false);
  });

  it('keeps its type from being removed, which says all that still uses it', async () => {
    const type = await desk.type();
    await desk.open({ typeId: type.id });
    await rule({ typeIds: [type.id], employeeIds: [ben.id] });
    const refused = await ann.delete(`${ticketType.path}/${type.id}`);
    expect(refused.status).toBe(409);
    expect(refused.error.message).toMatch(
      /1 request\b.* and .*1 (assignment )?rule\b|1 (assignment )?rule\b.* and .*1 request\b/,
    );
  });

  it('is somebody on shift, where only those are meant', async () => {
    const office = await makeRecord(site.id, department, { name: `Off ${++n}` });
    await makeRecord(site.id, workSchedule, { name: `Never ${n}`, departmentId: office._id, counts: false });
    const off = await worker(office._id);
    const type = await desk.type();
    const made = await rule({ typeIds: [type.id], departmentId: office._id, onShift: true });
    expect((await desk.open({ typeId: type.id })).assigneeId).toBeNull();
    await ann.put(`${assignmentRule.path}/${made.id}`, { version: made.version, onShift: false });
    expect((await desk.open({ typeId: type.id })).assigneeId).toBe(off);
  });
});
