import { tasksJob } from '@lobby/server/modules/task/jobs.ts';
import { nextAfter } from '@lobby/server/modules/task/rules.ts';
import { HOUR_MS, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { department } from '@lobby/shared/modules/employee.ts';
import { task } from '@lobby/shared/modules/task.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { describe, expect, it, vi } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { deskOf } from '../setup/house/desk.ts';
import { change, stored } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { WAIT } from '../setup/time/limit.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben, carl } = site;
const desk = deskOf(site);

const make = async (values: Record<string, unknown> = {}, who = ann) => {
  return who.create(task.path, { title: 'Mend the pump', ...values });
};
const act = (id: string, name: string, input: Record<string, unknown> = {}, who = ann) =>
  who.put(`${task.path}/${id}/${name}`, input);
const told = async (who = ben) =>
  (await who.get<{ kind: string; title: string }[]>('/histories/pms?limit=5')).data.map(({ kind }) => kind);
const soon = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

describe('a task', () => {
  it('is told to who does it, goes its way, and tells who asked for it', async () => {
    const { id, status, creatorId } = await make({ assigneeId: ben.id });
    expect([status, creatorId]).toEqual(['NOT_STARTED', ann.id]);
    expect((await told())[0]).toBe('REQUEST_ASSIGNED');
    expect((await act(id, 'complete')).status).toBe(409);
    expect((await act(id, 'start', {}, ben)).data.status).toBe('IN_PROGRESS');
    const held = await ben.put(`${task.path}/${id}/change-progress/ON_HOLD`, { note: 'No spare parts', progress: 60 });
    expect(held.data).toMatchObject({ status: 'ON_HOLD', reason: 'No spare parts', progress: 60 });
    const silent = await ben.put(`${task.path}/${id}/hold`, {});
    expect(silent.status).toBe(400);
    const done = await ben.put(`${task.path}/${id}/change-progress/COMPLETED`, { note: 'Runs again' });
    expect(done.data).toMatchObject({ status: 'COMPLETED', result: 'Runs again', progress: 100 });
    expect((await ben.put(`${task.path}/${id}/change-progress/EXPIRED`, {})).status).toBe(400);
    expect(await told(ann)).toContain('REQUEST_COMPLETED');
    const timeline = await ann.get<Row[]>(`${task.path}/${id}/timeline`);
    expect(timeline.data.map(one => one.status)).toEqual(['NOT_STARTED', 'IN_PROGRESS', 'ON_HOLD', 'COMPLETED']);
    expect(timeline.data[2]).toMatchObject({ note: 'No spare parts', by: { id: ben.id, name: 'Ben' }, minutes: 0 });
    expect((await act(id, 'rate', { rating: 4 }, ben)).code).toBe('TASK_NOT_YOURS');
    expect((await act(id, 'rate', { rating: 5 })).data.rating).toBe(5);
    expect((await act(id, 'rate', { rating: 1 })).code).toBe('TASK_ALREADY_RATED');
  });

  it('names who of its people has not read the last word', async () => {
    const { id } = await make({ assigneeId: ben.id });
    const at = `${task.path}/${id}/messages`;
    const unread = async (who = ben) =>
      (await who.get<Row[]>(`${task.path}?filter[unreadIds][]=me&limit=100`)).data.map(one => one.id);
    await ann.post(at, { content: 'The pump is hot' });
    expect([await unread(), await unread(ann)]).toEqual([[id], []]);
    expect((await ann.get<Row>(`${task.path}/${id}`)).data).toMatchObject({ unreadIds: [ben.id], messageCount: 1 });
    // Read on two screens at the same time.
    await Promise.all([ben.get(at), ben.get(at)]);
    expect(await unread()).toEqual([]);
    await ben.post(at, { content: 'I see to it' });
    expect([await unread(), await unread(ann)]).toEqual([[], [id]]);
    await ann.post(at, { content: 'Thank you' });
    expect([await unread(), await unread(ann)]).toEqual([[id], []]);
  });

  it('keeps the word that comes with each change of its status', async () => {
    const { id } = await make({ needsApproval: true, approverId: ben.id, assigneeId: ben.id });
    const progress = (status: string, body: object) =>
      ben.put<Row>(`${task.path}/${id}/change-progress/${status}`, body);
    const words = {
      APPROVED: 'Go ahead',
      IN_PROGRESS: 'On the way',
      ON_HOLD: 'No spare parts',
      COMPLETED: 'Runs again',
    };
    for (const [status, note] of Object.entries(words)) {
      const done = await progress(status, { note, ...(status === 'COMPLETED' && { result: 'New pump' }) });
      expect(done.data).toMatchObject({ progressNote: note });
    }
    const { data } = await ann.get<Row[]>(`${task.path}/${id}/timeline`);
    expect(data.map(one => one.note)).toEqual([null, ...Object.values(words)]);
    const { data: history } = await ann.get<Row[]>(`${task.path}/${id}/activities`);
    expect(JSON.stringify(history)).toContain('On the way');
    // A change without a note clears the previous one.
    const other = await make();
    await ben.put(`${task.path}/${other.id}/change-progress/IN_PROGRESS`, { note: 'Begun' });
    expect((await act(other.id, 'hold', { reason: 'Rain' })).data).toMatchObject({
      progressNote: null,
      reason: 'Rain',
    });
  });

  it('that needs approval waits for it, and names who gives it', async () => {
    const nobody = await ann.post(task.path, { title: 'Buy', needsApproval: true });
    expect(nobody.error.data?.fields).toMatchObject({ approverId: { code: 'REQUIRED' } });
    const { id, status } = await make({ needsApproval: true, approverId: ben.id });
    expect([status, (await told())[0]]).toEqual(['PENDING', 'REQUEST_TO_APPROVE']);
    expect((await act(id, 'start')).status).toBe(409);
    const other = await act(id, 'approve');
    expect([other.status, other.code]).toEqual([403, 'TASK_APPROVER_ONLY']);
    const approved = await ben.put(`${task.path}/${id}/change-progress/APPROVED`, {});
    expect(approved.data.status).toBe('NOT_STARTED');
    const { id: unwanted } = await make({ needsApproval: true, approverId: ben.id });
    expect((await act(unwanted, 'reject', { reason: 'No money' }, ben)).data.status).toBe('REJECTED');
    expect((await act(unwanted, 'approve', {}, ben)).status).toBe(409);
  });

  it('cannot end while its subtasks go on, which are due no later', async () => {
    const whole = await make({ dueAt: soon(48) });
    const late = await ann.post(task.path, { title: 'Step', parentId: whole.id, dueAt: soon(72) });
    expect(late.error.data?.fields).toMatchObject({ dueAt: { code: 'TASK_DUE_AFTER_REQUEST' } });
    const step = await make({ parentId: whole.id, dueAt: soon(24) });
    const deeper = await ann.post(task.path, { title: 'Deeper', parentId: step.id });
    expect(deeper.error.data?.fields).toMatchObject({ parentId: { code: 'TASK_TOO_DEEP' } });
    const { version } = await stored(task, whole.id);
    const early = await ann.put(`${task.path}/${whole.id}`, { version, dueAt: soon(12) });
    expect(early.error.data?.fields).toMatchObject({ dueAt: { code: 'REQUEST_DUE_BEFORE_TASKS' } });
    await act(whole.id, 'start');
    for (const [name, input, code] of [
      ['complete', {}, 'REQUEST_TASKS_IN_PROGRESS'],
      ['cancel', { reason: 'No' }, 'REQUEST_CANNOT_CANCEL_TASKS_EXIST'],
    ] as const) {
      const refused = await act(whole.id, name, input);
      expect([refused.status, refused.code, refused.error.data?.names]).toEqual([422, code, step.code]);
    }
    await act(step.id, 'start');
    await act(step.id, 'complete');
    expect(await stored(task, whole.id)).toMatchObject({ subtaskCount: 1, subtaskDone: 1, progress: 99 });
    expect((await ann.delete(`${task.path}/${whole.id}`)).code).toBe('IN_USE');
    expect((await act(whole.id, 'complete')).data.status).toBe('COMPLETED');
    const after = await ann.post(task.path, { title: 'Too late', parentId: whole.id });
    expect(after.error.data?.fields).toMatchObject({ parentId: { code: 'TASK_PARENT_ENDED' } });
  });

  it('and a new subtask of it: one of two at once sees the other', async () => {
    for (let n = 0; n < 5; n++) {
      const whole = await make();
      await act(whole.id, 'start');
      const [part, end] = await Promise.all([
        ann.post(task.path, { title: 'Step', parentId: whole.id }),
        act(whole.id, 'complete', {}, ben),
      ]);
      expect([part.status === 201, end.status === 200].filter(Boolean)).toHaveLength(1);
    }
  });

  it('is seen by who sees its parent or one of its subtasks', async () => {
    await site.allow({ TASK: ['read', 'write'] });
    const pumps = await ann.create(department.path, { name: 'Pumps' });
    const own = { departmentId: pumps.id, assigneeId: ben.id };
    const whole = await make(own);
    const part = await make({ ...own, parentId: whole.id });
    const step = await make({ ...own, parentId: whole.id, assigneeId: carl.id });
    const seen = async () => {
      const listed = (await carl.get<Row[]>(`${task.path}?filter[departmentId][]=${pumps.id}`)).data.map(
        ({ id }) => id,
      );
      const opened = await Promise.all(
        [whole, part, step].map(async ({ id }) => ((await carl.get(`${task.path}/${id}`)).status === 200 ? [id] : [])),
      );
      expect(listed.toSorted()).toEqual(opened.flat().toSorted());
      return listed.toSorted();
    };
    const edit = async ({ id }: Row, values: object) => {
      const { version } = (await ann.get<Row>(`${task.path}/${id}`)).data;
      expect((await ann.put(`${task.path}/${id}`, { version, ...values })).status).toBe(200);
    };
    const sees = (...tasks: Row[]) =>
      vi.waitFor(async () => expect(await seen()).toEqual(tasks.map(({ id }) => id).toSorted()), WAIT);
    await sees(whole, step);
    await act(step.id, 'assign', { employeeId: ben.id });
    await sees();
    await edit(whole, { memberIds: [carl.id] });
    await sees(whole, part, step);
    await edit(whole, { memberIds: [] });
    await sees();
    await edit(part, { memberIds: [carl.id] });
    await sees(whole, part);
    await ann.delete(`${task.path}/${part.id}`);
    await sees();
  });

  it('starts its request, which is not completed before it', async () => {
    const { id } = await desk.after('approve');
    const work = await make({ ticketId: id });
    expect(work.unitId).toBe(site.unitId);
    const refused = await desk.act(id, 'complete');
    expect([refused.status, refused.code, refused.error.data?.names]).toEqual([
      422,
      'TICKET_HAS_OPEN_TASKS',
      work.code,
    ]);
    await act(work.id, 'start');
    expect((await stored(ticket, id)).status).toBe('PROCESSING');
    expect((await ann.get(`${desk.path}/${id}/tasks`)).data).toMatchObject([
      { id: work.id, title: 'Mend the pump', status: 'IN_PROGRESS' },
    ]);
    await act(work.id, 'complete');
    expect((await stored(ticket, id)).openTasks).toBe(0);
    expect((await desk.act(id, 'complete')).data.status).toBe('COMPLETED');
  });

  it('and the end of its request: never is one completed with work open', async () => {
    for (let n = 0; n < 10; n++) {
      const { id } = await desk.after('approve');
      const [work, end] = await Promise.all([
        ann.post(task.path, { title: 'At once', ticketId: id }),
        ben.put(`${desk.path}/${id}/complete`, {}),
      ]);
      expect([work.status === 201, end.status === 200].filter(Boolean)).toHaveLength(1);
    }
  });

  it('approves a request that waits, and is not made for one that has ended', async () => {
    const waiting = await desk.open();
    await make({ ticketId: waiting.id });
    expect(await stored(ticket, waiting.id)).toMatchObject({ status: 'APPROVED', openTasks: 1, approverId: ann.id });
    const ended = await desk.after('reject');
    const late = await ann.post(task.path, { title: 'Late', ticketId: ended.id });
    expect([late.status, late.code]).toEqual([422, 'TASK_TICKET_ENDED']);
  });

  it('is received by whoever does it alone, and belongs to one request for good', async () => {
    const { id } = await make({ assigneeId: ben.id });
    expect((await act(id, 'receive')).code).toBe('TASK_NOT_YOURS');
    const received = await act(id, 'receive', {}, ben);
    expect([received.data.status, received.data.receivedAt]).toEqual(['NOT_STARTED', expect.any(String)]);
    const [one, two] = [await desk.open(), await desk.open()];
    expect((await act(id, 'link', { ticketId: one.id })).data.ticketId).toBe(one.id);
    expect((await act(id, 'link', { ticketId: two.id })).error.data?.fields).toMatchObject({
      ticketId: { code: 'TASK_FIXED' },
    });
  });

  it('is everybody’s only while it has neither department nor somebody who does it', async () => {
    await site.allow({ TASK: ['read'] });
    const seen = async (id: string) => (await site.carl.get(`${task.path}/${id}`)).status;
    const free = await make();
    expect(await seen(free.id)).toBe(200);
    await change(task, free.id, { departmentId: null, assigneeId: ben.id });
    expect(await seen(free.id)).toBe(404);
    expect((await site.carl.get<Row[]>(`${task.path}/list?limit=100`)).data.map(one => one.id)).not.toContain(free.id);
    await change(task, free.id, { memberIds: [site.carl.id] });
    expect(await seen(free.id)).toBe(200);
    await site.allow({});
  });

  it('is copied with its subtasks, to be done once more', async () => {
    const whole = await make({ assigneeId: ben.id, priority: 'high' });
    await make({ title: 'Step', parentId: whole.id });
    const { data, status, text } = await ann.post(`${task.path}/duplicate`, { id: whole.id });
    if (status !== 201) throw new Error(text);
    expect([status, data.status, data.priority, data.assigneeId]).toEqual([201, 'NOT_STARTED', 'high', ben.id]);
    const parts = await ann.get<Row[]>(`${task.path}/list?filter[parentId][]=${data.id}`);
    expect(parts.data.map(({ title }) => title)).toEqual(['Step']);
    expect(data.subtaskCount).toBe(1);
    const alone = { id: whole.id, title: 'Again', subtasks: false };
    const bare = await ann.post(`${task.path}/duplicate`, alone);
    expect(bare.data).toMatchObject({ title: 'Again', subtaskCount: 0, dueAt: null, ticketId: null });
  });
});

describe('the clock', () => {
  it('tells what is due soon and what is late, and gives it up after the days of the project', async () => {
    const count = async () => (await ann.get<Record<string, number>>('/count-badges')).data.TASK ?? 0;
    const { id } = await make({ assigneeId: ben.id });
    await change(task, id, { dueAt: new Date(Date.now() + HOUR_MS / 2) });
    await Promise.all([tasksJob.run(new Date()), tasksJob.run(new Date())]);
    expect((await told()).filter(kind => kind === 'REQUEST_DUE_SOON')).toHaveLength(1);
    const before = await count();
    const dueAt = new Date(Date.now() - HOUR_MS);
    await change(task, id, { dueAt });
    await Promise.all([tasksJob.run(new Date()), tasksJob.run(new Date())]);
    expect(await stored(task, id)).toMatchObject({ status: 'NOT_STARTED', overdue: true });
    expect((await told()).filter(kind => kind === 'REQUEST_OVERDUE')).toHaveLength(1);
    expect(await count()).toBe(before + 1);
    const later = new Date(dueAt.getTime() + 7 * 24 * HOUR_MS + 1000);
    await Promise.all([tasksJob.run(later), tasksJob.run(later)]);
    expect((await stored(task, id)).status).toBe('EXPIRED');
    expect(await count()).toBe(before);
    await act(id, 'start');
    expect(await stored(task, id)).toMatchObject({ status: 'IN_PROGRESS', overdue: true });
    await act(id, 'complete');
    expect(await stored(task, id)).toMatchObject({ status: 'COMPLETED', overdue: false });
  });

  it('begins what comes again, once, and stops where it was told to', async () => {
    const { id } = await make({ title: 'Test the alarm', repeat: 'WEEKLY', assigneeId: ben.id });
    const dueAt = new Date(Date.now() - HOUR_MS);
    await change(task, id, { dueAt });
    await Promise.all([tasksJob.run(new Date()), tasksJob.run(new Date())]);
    const all = await ann.get<Row[]>(`${task.path}?filter[q]=alarm`);
    expect(all.data).toHaveLength(2);
    const next = all.data.find(one => one.id !== id);
    expect([next?.dueAt, next?.repeat]).toEqual([nextAfter(dueAt, 'WEEKLY', VIETNAM).toISOString(), 'WEEKLY']);
    expect((await stored(task, id)).repeat).toBeNull();

    const last = await make({ title: 'Only once more', repeat: 'DAILY', repeatUntil: '2020-01-01' });
    await change(task, last.id, { dueAt });
    await tasksJob.run(new Date());
    expect((await ann.get<Row[]>(`${task.path}?filter[q]=once more`)).data).toHaveLength(1);
  });

  it.each([
    ['2026-01-31T10:00:00.000Z', 'MONTHLY', '2026-02-28T10:00:00.000Z'],
    ['2028-02-29T10:00:00.000Z', 'YEARLY', '2029-02-28T10:00:00.000Z'],
    ['2026-11-30T10:00:00.000Z', 'QUARTERLY', '2027-02-28T10:00:00.000Z'],
    ['2026-12-28T10:00:00.000Z', 'WEEKLY', '2027-01-04T10:00:00.000Z'],
    ['2026-12-31T10:00:00.000Z', 'DAILY', '2027-01-01T10:00:00.000Z'],
    // In Vietnam it is the next day already.
    ['2026-02-28T23:30:00.000Z', 'MONTHLY', '2026-03-31T23:30:00.000Z'],
    ['2026-01-30T23:00:00.000Z', 'MONTHLY', '2026-02-27T23:00:00.000Z'],
  ])('after %s %s comes %s', (at, every, next) => {
    expect(nextAfter(new Date(at), every, VIETNAM).toISOString()).toBe(next);
  });
});
