import { label } from '@lobby/shared/modules/label.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { describe, expect, it } from 'vitest';
import { samplesOf } from '../setup/contract/samples.ts';
import { stored } from '../setup/records.ts';
import { listen, pause } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, carl, dora } = site;
const samples = samplesOf(site);
const rename = async (code: string) => {
  const { version } = await stored(unit, site.unitId);
  expect((await ann.put(`${unit.path}/${site.unitId}`, { version, code })).status).toBe(200);
};

describe('who reads requests but no units', () => {
  it('hears that a unit is called otherwise, and nothing else of it', async () => {
    await site.allow({ [ticket.code]: ['read'] });
    const live = await listen(server.url, carl.token);
    const asked = { projectId: site.id, modules: [unit.code, ticket.code] };
    const answer = await live.ask<{ denied: string[]; names: string[]; cursor: string }>('subscribe', asked);
    expect(answer).toMatchObject({ denied: [unit.code], names: [unit.code] });
    await rename('R-01.01');
    const heard = await live.hear(one => one.entityId === site.unitId);
    expect(heard).toMatchObject({ action: 'rename', entity: 'unit', data: null, actor: { id: 'system' } });
    expect(JSON.stringify(heard)).not.toContain('R-01.01');
    const { version } = await stored(unit, site.unitId);
    await ann.put(`${unit.path}/${site.unitId}`, { version, note: 'Quiet' });
    await pause(400);
    expect(live.events.filter(event => event.entityId === site.unitId)).toHaveLength(1);
    // Missed renames are answered, too.
    const again = await listen(server.url, carl.token);
    const { events = [] } = await again.ask('subscribe', { ...asked, since: answer.cursor });
    expect(events.map(event => [event.action, event.entityId])).toEqual([['rename', site.unitId]]);
    // No names are followed for a module whose records refer to none.
    expect(await again.ask('subscribe', { projectId: site.id, modules: ['DOCUMENT'] })).toMatchObject({ names: [] });
  });

  it('hears no more of it once the right is gone', async () => {
    const live = await listen(server.url, carl.token);
    await live.ask('subscribe', { projectId: site.id, modules: [unit.code] });
    await site.allow({ [label.code]: ['read'] });
    await live.hear(one => one.action === 'permissions');
    await rename('R-03.03');
    await pause(400);
    expect(live.events.filter(event => event.action === 'rename')).toEqual([]);
  });
});

it('a resident hears that the type of a request is called otherwise', async () => {
  const made = await samples.record(ticketType);
  const live = await listen(server.url, dora.token);
  const asked = { unitId: site.unitId, modules: [ticketType.code] };
  const answer = await live.ask<{ names?: string[] }>('subscribe', asked);
  expect(answer.names).toEqual([ticketType.code]);
  await ann.put(`${ticketType.path}/${made.id}`, { version: 1, name: 'Otherwise' });
  expect(await live.hear(one => one.entityId === made.id)).toMatchObject({ action: 'rename', data: null });
});
