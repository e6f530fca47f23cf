import { ticket } from '@lobby/shared/modules/ticket.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { deskOf } from '../setup/desk.ts';
import { listen, until } from '../setup/listener.ts';
import { copies, rowsIn } from '../setup/records.ts';
import { startBeside, startServer } from '../setup/server.ts';
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
  await until(
    async () => (await rowsIn('progress').countDocuments({ projectId: site.id, state: 'done' })) === 2,
    20_000,
  );
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
  await until(async () => (await ann.get<Run[]>('/progress')).data.length === 0, 20_000);
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
}, 60_000);
