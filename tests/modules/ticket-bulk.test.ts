import { expiryJob, overdueJob } from '@lobby/server/modules/ticket/jobs.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { NEVER } from '../setup/contract/routes.ts';
import { samplesOf } from '../setup/contract/samples.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { deskOf } from '../setup/house/desk.ts';
import { change, copies, countOf, rowsIn } from '../setup/records.ts';
import { listen, until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite, type Site } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const desk = deskOf(site);
const samples = samplesOf(site);
const { ann, ben, dora } = site;

interface Done {
  done: string[];
  refused: { id: string; code: string; message: string }[];
}
interface Progress {
  id: string;
  done: number;
  of: number;
  refused: unknown[];
  state: string;
}

describe('an act on many', () => {
  it('is done to those that allow it, and says of each other why not', async () => {
    const [a, b, gone] = [await desk.open(), await desk.open(), await desk.after('reject')];
    const ids = [a.id, gone.id, b.id, NEVER];
    const { status, data } = await ann.put<Done>(`${desk.path}/approve-multi`, { ids, employeeId: ben.id });
    expect([status, data.done]).toEqual([200, [a.id, b.id]]);
    expect(data.refused).toEqual([
      { id: gone.id, code: 'STATUS_NOT_ALLOWED', message: expect.any(String) },
      { id: NEVER, code: 'NOT_FOUND', message: expect.any(String) },
    ]);
    for (const id of data.done) {
      expect(await desk.read(id)).toMatchObject({ status: 'APPROVED', assigneeId: ben.id, version: 2 });
      expect((await desk.entries(id)).map(one => one.action)).toEqual(['approve', 'create']);
    }
  });

  it('by filter means what the filter finds and the act may be done to', async () => {
    const fresh = await makeSite(server.url, 'Gamma');
    const own = deskOf(fresh);
    const [high, low] = [await own.open({ priority: 'high' }), await own.open({ priority: 'low' })];
    const { data } = await fresh.ann.put<Done>(`${desk.path}/approve-multi`, {
      isAll: true,
      filter: { priority: ['high'] },
    });
    expect(data).toEqual({ done: [high.id], refused: [] });
    // A range without bounds matches everything.
    const all = { isAll: true, filter: { createdAt: {} }, reason: 'Closed' };
    const rest = await fresh.ann.put<Done>(`${desk.path}/reject-multi`, all);
    expect(rest.data).toEqual({ done: [low.id], refused: [] });
  });

  it('by filter leaves out what came after all were chosen, and names it', async () => {
    const fresh = await makeSite(server.url, 'Theta');
    const own = deskOf(fresh);
    const edit = async (row: Row, values: Record<string, unknown>) => {
      const { data } = await fresh.ann.put(`${own.path}/${row.id}`, { version: row.version, ...values });
      return data;
    };
    const [seen, calm] = [await own.open({ priority: 'urgent' }), await own.open({ priority: 'low' })];
    const { headers } = await fresh.ann.get(own.path);
    const chosenAt = headers.get('X-Time');
    const made = await own.open({ priority: 'urgent' });
    const risen = await edit(calm, { priority: 'urgent' });
    // Changes of fields outside of the filter do not exclude a record.
    await edit(seen, { title: 'Another title' });
    const body = { isAll: true, filter: { priority: ['urgent'] }, chosenAt, reason: 'Closed' };
    const { status, data } = await fresh.ann.put<Done>(`${own.path}/reject-multi`, body);
    expect([status, data.done]).toEqual([200, [seen.id]]);
    expect(data.refused.map(({ id, code }) => [id, code]).sort()).toEqual(
      [made.id, risen.id].sort().map(id => [id, 'CAME_SINCE']),
    );
    expect((await own.read(made.id)).status).toBe('WAITING_APPROVAL');
    const wrong = await fresh.ann.put(`${own.path}/reject-multi`, { ...body, chosenAt: 'then' });
    expect([wrong.status, wrong.error.data?.fields?.chosenAt?.code]).toEqual([400, 'DATE_INVALID']);
  });

  it('needs ids or all, and its input', async () => {
    for (const body of [
      {},
      { ids: [] },
      { ids: [NEVER], isAll: true },
      { isAll: false },
      { isAll: true, filter: { x: 1 } },
      { ids: ['x'] },
    ])
      expect((await ann.put(`${desk.path}/approve-multi`, body)).status, JSON.stringify(body)).toBe(400);
    const none = await ann.put(`${desk.path}/approve-multi`, { ids: [] });
    expect(none.error.data?.fields?.ids).toMatchObject({ code: 'TOO_FEW', params: { min: 1 } });
    const answer = await ann.put(`${desk.path}/reject-multi`, { ids: [NEVER] });
    expect(answer.error.data?.fields?.reason?.code).toBe('REQUIRED');
  });
});

/** Bulk tickets without history. */
const mass = async (where: Site, count: number, own: (n: number) => Record<string, unknown> = () => ({})) => {
  const { id } = await deskOf(where).open();
  return copies(ticket, id, count, n => ({ code: `M-${id.slice(-6)}-${n}`, ...own(n) }));
};

describe('an act on more than 200', () => {
  it('goes on in the background, tells how far it is, and every screen by chunks', async () => {
    const many = await makeSite(server.url, 'Delta');
    const live = await listen(server.url, many.ann.token);
    await live.ask('subscribe', { projectId: many.id, modules: ['HELP_DESK'] });
    const ids = [...(await mass(many, 230)), NEVER];
    const started = await many.ann.put<{ progressId: string }>(`${desk.path}/approve-multi`, { ids });
    expect(started.status).toBe(202);
    const { progressId } = started.data;
    const last = await live.other('progress', data => data.id === progressId && data.state === 'done');
    expect(last).toEqual({ id: progressId, done: 230, of: 231, refused: 1, state: 'done' });
    const { data } = await many.ann.get<Progress>(`/progress/${progressId}`);
    expect(data).toMatchObject({ done: 230, of: 231, state: 'done', refused: [{ id: NEVER, code: 'NOT_FOUND' }] });
    expect(await countOf(ticket, many.id, { status: 'APPROVED' })).toBe(230);
    const chunks = await until(() => {
      const told = live.events.filter(event => event.action === 'approve');
      return told.reduce((sum, one) => sum + Number(one.data.count), 0) === 230 && told;
    });
    expect(chunks.length).toBeLessThan(5);
    for (const chunk of chunks)
      expect(chunk).toMatchObject({ entityId: null, module: 'HELP_DESK', actor: { id: many.ann.id } });
    const [entry] = await deskOf(many).entries(ids[0] ?? '');
    expect(entry).toMatchObject({ action: 'approve', actor: { id: many.ann.id, name: 'Ann' } });
    expect((await many.ben.get(`/progress/${progressId}`)).status).toBe(404);
    expect((await many.ben.put(`/progress/${progressId}/cancel`)).status).toBe(404);
    const counts = await many.ann.get<{ tabs: Record<string, number> }>(`${desk.path}/count-badges`);
    expect(counts.data.tabs.going).toBe(230);
  });

  it('stops when it is told to', async () => {
    const many = await makeSite(server.url, 'Epsilon');
    await mass(many, 600);
    const started = await many.ann.put<{ progressId: string }>(`${desk.path}/approve-multi`, {
      isAll: true,
      filter: {},
    });
    const path = `/progress/${started.data.progressId}`;
    expect((await many.ann.put(`${path}/cancel`)).status).toBe(200);
    expect((await many.ann.get<Progress>(path)).data.state).toBe('cancelled');
    const after = await until(async () => {
      const first = await countOf(ticket, many.id, { status: 'APPROVED' });
      await new Promise(resolve => setTimeout(resolve, 300));
      return (await countOf(ticket, many.id, { status: 'APPROVED' })) === first && { count: first };
    });
    expect(after.count).toBeLessThan(600);
    // The part processed before the cancellation is reported.
    expect(await until(async () => (await many.ann.get<Progress>(path)).data.done === after.count)).toBe(true);
    expect((await many.ann.get<Progress>(path)).data.state).toBe('cancelled');
    expect((await many.ann.put(`${path}/cancel`)).status).toBe(404);
  });
});

describe('an export', () => {
  it('has every row of the filter, in its order, in words, and is remembered', async () => {
    const own = await makeSite(server.url, 'Zeta');
    const place = deskOf(own);
    await mass(own, 1500, n => ({
      title: `Row ${String(n).padStart(4, '0')}`,
      priority: n % 3 ? 'low' : 'urgent',
      createdAt: new Date(Date.parse('2099-01-01T17:30:00Z') + n),
    }));
    await place.open({ title: '=1+1', priority: 'high' });
    const { status, headers, body } = await own.ann.file(
      `${desk.path}/export?sort=createdAt&filter[priority][]=urgent`,
    );
    expect([status, headers.get('Content-Type')]).toEqual([200, expect.stringContaining('spreadsheetml')]);
    expect(headers.get('Content-Disposition')).toContain('tickets.xlsx');
    const [head = [], ...rows] = await rowsOfSheet(body);
    expect(rows).toHaveLength(500);
    const column = (name: string) => rows.map(row => row[head.indexOf(name)]);
    expect(column('Title')).toEqual(rows.map((_, n) => `Row ${String(n * 3).padStart(4, '0')}`));
    expect(new Set(column('Priority'))).toEqual(new Set(['Urgent']));
    expect(new Set(column('Status'))).toEqual(new Set(['To be accepted']));
    expect(new Set(column('Unit'))).toEqual(new Set(['ZA-12.08']));
    expect(column('Created')[0]).toBe('02/01/2099 00:30');
    const all = await rowsOfSheet((await own.ann.file(`${desk.path}/export`)).body);
    expect(all).toHaveLength(1 + (await countOf(ticket, own.id)));
    // A spreadsheet would evaluate it.
    expect(all.flat().filter(cell => /^[=+@-]/.test(cell))).toEqual([]);
    expect(all.flat()).toContain("'=1+1");
    const kept = await rowsIn('events').find({ projectId: own.id, action: 'export' }).toArray();
    expect(kept.map(row => row.actor)).toEqual(Array(2).fill({ id: own.ann.id, name: 'Ann' }));
    expect((await own.ann.get(`${desk.path}/export?filter[nothing]=1`)).status).toBe(400);
  });
});

describe('the jobs', () => {
  const DAY = DAY_MS;

  it('mark open tickets whose time has passed, once, as the system', async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const [late, done] = [await desk.open({ dueAt: soon }), await desk.open({ dueAt: soon })];
    await desk.act(done.id, 'reject', { reason: 'No' });
    const later = new Date(Date.now() + 61_000);
    expect(await overdueJob.run(new Date())).toBe(0);
    const marked = await Promise.all([overdueJob.run(later), overdueJob.run(later)]);
    expect(marked[0] + marked[1]).toBe(1);
    expect(await overdueJob.run(later)).toBe(0);
    expect(await desk.read(late.id)).toMatchObject({ overdue: true, status: 'WAITING_APPROVAL', version: 1 });
    expect((await desk.read(done.id)).overdue).toBe(false);
    const entries = (await desk.entries(late.id)).filter(one => one.action === 'overdue');
    expect(entries).toMatchObject([{ actor: { id: 'system', name: 'Lobby' } }]);
    const counts = await ann.get<{ marks: Record<string, number> }>(`${desk.path}/count-badges`);
    expect(counts.data.marks.overdue).toBe(await countOf(ticket, site.id, { overdue: true }));
  });

  it('expire what nobody approved in the project’s days, and tell the resident', async () => {
    const [old, young, approved] = [await desk.open({}, dora), await desk.open(), await desk.after('approve')];
    for (const one of [old, approved])
      await change(ticket, one.id, { createdAt: new Date(Date.now() - 7 * DAY - 1000) });
    await change(ticket, young.id, { createdAt: new Date(Date.now() - 7 * DAY + 60_000) });
    const runs = await Promise.all([expiryJob.run(new Date()), expiryJob.run(new Date())]);
    expect(runs[0] + runs[1]).toBe(1);
    expect(
      [await desk.read(old.id), await desk.read(young.id), await desk.read(approved.id)].map(one => one.status),
    ).toEqual(['EXPIRED', 'WAITING_APPROVAL', 'APPROVED']);
    expect((await desk.entries(old.id))[0]).toMatchObject({ action: 'expire', actor: { id: 'system' } });
    expect(await desk.told(old.id)).toContainEqual({ kind: 'HELP_DESK_EXPIRED', unitId: site.unitId, employeeIds: [] });
    expect((await desk.act(old.id, 'approve')).code).toBe('STATUS_NOT_ALLOWED');
  });
});

it('labels many at once', async () => {
  const labelIds = [await samples.ref('label', { type: 'HELP_DESK' })];
  const tickets = await Promise.all(Array.from({ length: 5 }, () => desk.open()));
  const { data } = await ann.put<Done>(`${desk.path}/label-multi`, { ids: tickets.map(one => one.id), labelIds });
  expect(data.done).toHaveLength(5);
  const found = await ann.get<Row[]>(`${desk.path}?filter[labelIds][]=${labelIds[0]}&limit=100`);
  expect(found.data.map(one => one.id)).toEqual(expect.arrayContaining(data.done));
});

it('adds labels to many and removes others, and leaves what else they had', async () => {
  const { path } = label;
  const make = async (name: string) => (await ann.post(path, { name, shortName: name, type: 'HELP_DESK' })).data.id;
  const [leak, urgent, old] = [await make('Leak'), await make('Urgent'), await make('Old')];
  const [first, second] = [await desk.open({ labelIds: [leak, old] }), await desk.open({ labelIds: [urgent] })];
  const ids = [first.id, second.id];
  const change = { add: [urgent], remove: [old] };
  expect((await ann.put<Done>(`${desk.path}/label-multi`, { ids, ...change })).data).toEqual({
    done: ids,
    refused: [],
  });
  expect((await desk.read(first.id)).labelIds).toEqual([leak, urgent]);
  expect((await desk.read(second.id)).labelIds).toEqual([urgent]);
  expect((await desk.entries(first.id))[0]).toMatchObject({
    action: 'label',
    before: { labelIds: [leak, old] },
    after: { labelIds: [leak, urgent] },
  });
  // Labels can also be changed on a single record; undo restores the previous labels of each record.
  expect((await desk.act(second.id, 'label', { add: [old] })).data.labelIds).toEqual([urgent, old]);
  await ann.put(`${desk.path}/undo-label-multi`, { ids: [first.id] });
  expect((await desk.read(first.id)).labelIds).toEqual([leak, old]);
});

it('refuses a change of labels that is none, and more labels than there may be', async () => {
  const { id } = await desk.open();
  for (const answer of [await desk.act(id, 'label'), await ann.put(`${desk.path}/label-multi`, { ids: [id] })])
    expect([answer.status, answer.error.data?.fields?.labelIds?.code]).toEqual([400, 'REQUIRED']);
  const made = await Promise.all(
    Array.from({ length: 21 }, async (_, n) => {
      const values = { name: `Many ${n}`, shortName: `M${n}`, type: 'HELP_DESK' };
      return (await ann.post(label.path, values)).data.id;
    }),
  );
  await desk.act(id, 'label', { add: made.slice(0, 20) });
  const over = await desk.act(id, 'label', { add: made.slice(20) });
  expect([over.status, over.error.data?.fields?.add]).toMatchObject([400, { code: 'TOO_MANY', params: { max: 20 } }]);
  // Labels removed in the same request make room.
  const { data } = await desk.act(id, 'label', { add: made.slice(20), remove: made.slice(0, 1) });
  expect(data.labelIds).toEqual(made.slice(1));
});
