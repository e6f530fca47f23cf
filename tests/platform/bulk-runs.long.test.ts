import { employee, position } from '@lobby/shared/modules/employee.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { deskOf } from '../setup/house/desk.ts';
import { change, copies, countOf, rowsIn, stored } from '../setup/records.ts';
import { listen, until } from '../setup/server/listener.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();

interface Run extends Row {
  entity: string;
  action: string;
  of: number;
  input: Row;
}

async function busySite(name: string, count: number) {
  const site = await makeSite(server.url, name);
  const desk = deskOf(site);
  const { id } = await desk.open();
  const ids = await copies(ticket, id, count, n => ({ code: `M-${name}-${n}` }));
  return { site, desk, ids };
}

it('residents hear of bulk work on what is theirs, and of nothing else', async () => {
  const { site, desk, ids } = await busySite('Alpha', 230);
  const dora = await listen(server.url, site.dora.token);
  const emil = await listen(server.url, site.emil.token);
  const { cursor } = await dora.ask('subscribe', { unitId: site.unitId, modules: [ticket.code] });
  await emil.ask('subscribe', { unitId: site.otherUnitId, modules: [ticket.code] });
  await site.ann.put(`${desk.path}/approve-multi`, { ids });
  const told = await dora.hear(event => event.action === 'approve');
  expect(told).toMatchObject({ entityId: null, entity: 'ticket', data: null });
  const back = await listen(server.url, site.dora.token);
  const missed = await back.ask('subscribe', { unitId: site.unitId, modules: [ticket.code], since: cursor });
  expect(missed.events?.some(event => event.id === told.id)).toBe(true);
  const label = await site.ann.post('/label', { name: 'Loud', shortName: 'L', type: 'HELP_DESK' });
  await site.ann.put(`${desk.path}/label-multi`, { ids, labelIds: [label.data.id] });
  await until(async () => (await rowsIn('progress').countDocuments({ projectId: site.id, state: 'done' })) === 2);
  await new Promise(resolve => setTimeout(resolve, 300));
  expect(dora.events.filter(event => event.action === 'label')).toEqual([]);
  expect(emil.events).toEqual([]);
});

it('what runs is found again by who began it, with what was asked for', async () => {
  const { site, desk, ids } = await busySite('Beta', 400);
  const { ann, ben } = site;
  const begun = await ann.put<{ progressId: string }>(`${desk.path}/reject-multi`, { ids, reason: 'Twice' });
  const { data } = await ann.get<Run[]>('/progress');
  expect(data).toMatchObject([
    { id: begun.data.progressId, entity: 'ticket', action: 'reject', of: 400, input: { reason: 'Twice' } },
  ]);
  expect((await ben.get<Run[]>('/progress')).data).toEqual([]);
  await until(async () => (await ann.get<Run[]>('/progress')).data.length === 0);
});

it('work whose server was killed does not stay running', async () => {
  const { site, desk, ids } = await busySite('Gamma', 2000);
  const second = await startBeside(server);
  const begun = await site.ann.at(second.url).put<{ progressId: string }>(`${desk.path}/approve-multi`, { ids });
  const path = `/progress/${begun.data.progressId}`;
  second.kill();
  const { data } = await site.ann.get<Run>(path);
  expect(data.state).toBe('running');
  // Nobody moves its lease on: it runs out.
  const lease = await rowsIn('progress').findOne({ _id: begun.data.progressId });
  expect(Number(lease?.until) - Date.now()).toBeLessThanOrEqual(15_000);
  await rowsIn('progress').updateOne({ _id: begun.data.progressId }, { $set: { until: new Date(Date.now() - 1) } });
  expect((await site.ann.get<Run>(path)).data.state).toBe('failed');
  expect((await site.ann.get<Run[]>('/progress')).data).toEqual([]);
});

/** Work of Carl on 1,000 requests, whose rights end while it goes on; answers how it ended. */
async function endedBy(name: string, end: (site: Awaited<ReturnType<typeof busySite>>['site']) => Promise<unknown>) {
  const { site, desk, ids } = await busySite(name, 1000);
  const rights = { HELP_DESK: ['read', 'approve'] } as const;
  await site.allow(rights);
  await until(async () => (await site.carl.get(`${desk.path}?limit=1`)).status === 200);
  const body = { ids, reason: 'Twice' };
  const begun = await site.carl.put<{ progressId: string }>(`${desk.path}/reject-multi`, body);
  expect(begun.status).toBe(202);
  await end(site);
  const row = await until(async () => {
    const found = await rowsIn('progress').findOne({ _id: begun.data.progressId });
    return found && found.state !== 'running' && found;
  });
  const refused = row.refused as { code: string; message: string }[];
  const done = await countOf(ticket, site.id, { status: 'REJECTED' });
  return { row, refused, done, of: ids.length };
}

it('work whose owner loses the right to it refuses the rest, with the reason', async () => {
  const { row, refused, done, of } = await endedBy('Delta', site => site.allow({ HELP_DESK: ['read'] }));
  expect(row).toMatchObject({ state: 'done', done });
  expect(done).toBeLessThan(of);
  expect(refused).toHaveLength(of - done);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['EMPLOYEE_NOT_HAVE_PERMISSION']));
  expect(refused[0]?.message).toContain('Help desk');
});

it('work whose owner is shut out refuses the rest', async () => {
  const { refused, done, of } = await endedBy('Epsilon', site => change(employee, site.carl.id, { status: 'BANNED' }));
  expect(done).toBeLessThan(of);
  expect(refused.at(-1)?.code).toBe('EMPLOYEE_NOT_HAVE_PERMISSION');
});

it('an Admin sees and stops what others began', async () => {
  const { site, desk, ids } = await busySite('Zeta', 2000);
  const { ann, ben } = site;
  const begun = await ann.put<{ progressId: string }>(`${desk.path}/reject-multi`, { ids, reason: 'Twice' });
  const path = `/progress/${begun.data.progressId}`;
  expect((await ben.put(`${path}/cancel`)).status).toBe(404);
  const { positionIds } = await stored(employee, ben.id);
  await change(position, String((positionIds as string[])[0]), { admin: true });
  await until(async () => (await ben.get(path)).status === 200);
  const { data } = await ben.get<Run[]>('/progress');
  expect(data).toMatchObject([{ id: begun.data.progressId, by: { id: ann.id, name: 'Ann' } }]);
  expect((await ben.put(`${path}/cancel`)).status).toBe(200);
  await until(async () => (await ann.get<Run>(path)).data.state === 'cancelled');
  expect(await countOf(ticket, site.id, { status: 'REJECTED' })).toBeLessThan(ids.length);
});
