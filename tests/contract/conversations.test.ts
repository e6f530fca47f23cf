import { answers } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { ROUTES } from '../setup/contract/routes.ts';
import { samplesOf } from '../setup/contract/samples.ts';
import { listen } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const samples = samplesOf(site);
const { ann, dora, unitId } = site;

const talked = ROUTES.filter(({ method, path }) => method === 'post' && path.endsWith('/:id/messages')).map(
  ({ path }) => path.slice(0, -'/:id/messages'.length),
);
const threads = MODULES.filter(definition => talked.includes(definition.path));

/** A record that is talked about; what residents read is of the household of the site. */
async function talk(definition: (typeof MODULES)[number]): Promise<string> {
  if (!answers(definition, 'create'))
    return (await ann.post<Row>(`${definition.path}/create`, { unitId, content: 'Hello' })).data.id;
  const input = await samples.input(definition.fields);
  const own = definition.resident ? { unitId } : {};
  const { status, data, text } = await ann.post<Row>(definition.path, { ...input, ...own });
  expect(status, text).toBe(201);
  return data.id;
}

it('stands on every conversation', () => {
  expect(threads.map(({ path }) => path).toSorted()).toEqual([...new Set(talked)].toSorted());
  expect(threads.length).toBeGreaterThan(3);
});

describe.each(threads.map(definition => [definition.name, definition] as const))('%s', (_, definition) => {
  const at = (id: string) => `${definition.path}/${id}/messages`;

  it('takes no type that it does not know, and none that is the server’s alone', async () => {
    const id = await talk(definition);
    const before = (await ann.get<Row[]>(at(id))).data.length;
    for (const type of ['INTERNAL', 'note', 'SYSTEM', 'LINK', '', null, 7]) {
      const answer = await ann.post(at(id), { content: 'What is it?', type });
      expect([answer.status, answer.code], String(type)).toEqual([400, 'VALIDATION_FAILED']);
      expect(Object.keys(answer.error.data?.fields ?? {})).toEqual(['type']);
    }
    if (definition.resident)
      for (const type of ['NOTE', 'INTERNAL', 'SYSTEM']) {
        const answer = await dora.post(at(id), { content: 'What is it?', type });
        expect([answer.status, Object.keys(answer.error.data?.fields ?? {})], type).toEqual([400, ['type']]);
      }
    expect((await ann.get<Row[]>(at(id))).data).toHaveLength(before);
  });

  it('keeps a note among staff, whichever way it is called one', async () => {
    const id = await talk(definition);
    const ear = await listen(server.url, dora.token);
    if (definition.resident) await ear.ask('subscribe', { unitId, modules: [definition.code] });
    const ways = [
      { type: 'NOTE' },
      { private: true },
      { type: 'TEXT', private: true },
      { type: 'NOTE', private: false },
    ];
    for (const [n, way] of ways.entries()) {
      const said = await ann.post<Row>(at(id), { content: `Among us ${n}`, ...way });
      expect([said.status, said.data.type, said.data.private], JSON.stringify(way)).toEqual([201, 'NOTE', true]);
    }
    if (!definition.resident) return;
    const open = await ann.post<Row>(at(id), { content: 'For you', type: 'TEXT' });
    expect([open.status, open.data.type, open.data.private]).toEqual([201, 'TEXT', false]);
    await ear.hear(event => event.entityId === id && event.message?.content === 'For you');
    const read = await Promise.all([
      dora.get(at(id)),
      dora.get(`${definition.path}/${id}`),
      dora.get(definition.path),
      dora.get('/histories/pms?limit=100'),
    ]);
    expect(read.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(read[0]?.text).toContain('For you');
    for (const { text } of read) expect(text).not.toContain('Among us');
    expect(JSON.stringify(ear.events)).not.toContain('Among us');
  });

  it.runIf(definition.resident)('takes nothing public that was written for another unit', async () => {
    const id = await talk(definition);
    const said = await ann.post(at(id), { content: 'For others', unitId: site.otherUnitId });
    expect([409, 422], said.text).toContain(said.status);
    expect((await dora.get(at(id))).text).not.toContain('For others');
    expect((await ann.post(at(id), { content: 'For you', unitId })).status).toBe(201);
  });
});

it('makes no request, which the household reads, of what staff note among themselves', async () => {
  const id = await talk(room);
  const note = await ann.post<Row>(`${room.path}/${id}/messages`, { content: 'Owes us three months', type: 'NOTE' });
  const at = `${room.path}/${id}/messages/${note.data.id}`;
  const refused = await ann.post(`${at}/ticket`, { title: 'Talk to them' });
  expect([refused.status, refused.code]).toEqual([422, 'NOTE_STAYS_INTERNAL']);
  expect((await ann.post(`${at}/task`, { title: 'Talk to them' })).status).toBe(201);
  for (const path of [`${room.path}/${id}/messages`, ticket.path, '/histories/pms?limit=100'])
    expect((await dora.get(path)).text).not.toMatch(/three months|Talk to them/);
});
