import { document } from '@lobby/shared/modules/document.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { folder } from '@lobby/shared/modules/folder.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { makeRecord, stored } from '../setup/records.ts';
import { listen, pause } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite, type Person } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const other = await makeSite(server.url, 'Beta');
const { ann, dora, emil } = site;

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF');
let n = 0;
const shelf = async (parentId: string | null = null) =>
  (await ann.post(folder.path, { name: `Shelf ${++n}`, parentId })).data.id;
async function keep(values: Record<string, unknown> = {}): Promise<string> {
  const [file] = (await ann.post<Row[]>('/upload', formOf([{ name: 'a.pdf', body: PDF }]))).data;
  const given = { name: `Paper ${++n}`, folderId: await shelf(), file: [file?.id], ...values };
  return (await ann.post(document.path, given)).data.id;
}
const share = (id: string, input: Record<string, unknown>) => ann.put(`${document.path}/${id}/share`, input);
const ears = async () =>
  Promise.all(
    [[dora, site.unitId] as const, [emil, site.otherUnitId] as const, [other.dora, other.unitId] as const].map(
      async ([who, unitId]) => {
        const ear = await listen(server.url, who.token);
        expect(await ear.ask('subscribe', { unitId, modules: [document.code] })).toMatchObject({
          ok: true,
          denied: [],
        });
        return ear;
      },
    ),
  );
type Ear = Awaited<ReturnType<typeof ears>>[number];
const told = (ear: Ear, id: string) => ear.events.filter(event => event.entityId === id).map(({ action }) => action);

it('residents hear of what is shared with them alone, and of its removal when it is so no more', async () => {
  const [doras, emils, strangers] = await ears();
  if (!doras || !emils || !strangers) throw new Error('nobody listens');
  const { cursor } = await doras.ask('subscribe', { unitId: site.unitId, modules: [document.code] });
  const id = await keep();
  await share(id, { audience: 'UNITS', unitIds: [site.unitId] });
  const first = await doras.hear(one => one.entityId === id);
  expect(first).toMatchObject({
    action: 'share',
    data: { id, name: expect.any(String), folderId: expect.any(String) },
  });
  for (const hidden of ['audience', 'unitIds', 'blockIds']) expect(first.data).not.toHaveProperty(hidden);
  await ann.put(`${document.path}/${id}`, { version: 2, name: `Renamed ${n}` });
  await share(id, { audience: 'UNITS', unitIds: [site.unitId, site.otherUnitId] });
  await share(id, { audience: 'RESIDENTS' });
  await share(id, { audience: 'UNITS', unitIds: [site.otherUnitId] });
  const gone = await doras.hear(one => one.entityId === id && one.action === 'remove');
  expect(gone.data).toBeNull();
  await ann.put(`${document.path}/${id}`, { version: 6, name: `Again ${n}` });
  await ann.delete(`${document.path}/${id}`);
  await emils.hear(one => one.entityId === id && one.action === 'remove');
  await ann.put(`${document.path}/${id}/restore`, { version: 8 });
  await emils.hear(one => one.entityId === id && one.action === 'restore');
  await pause(200);
  expect(told(doras, id)).toEqual(['share', 'update', 'remove']);
  expect(told(emils, id)).toEqual(['share', 'update', 'remove', 'restore']);
  expect(strangers.events).toEqual([]);
  const missed = await doras.ask('subscribe', { unitId: site.unitId, modules: [document.code], since: cursor });
  expect(missed.events?.filter(event => event.entityId === id).map(({ action }) => action)).toEqual(told(doras, id));
});

it('a unit that comes to stand in another block is told to read again', async () => {
  const [doras] = await ears();
  const beta = (await makeRecord(site.id, block, { name: 'Block B' }))._id;
  const id = await keep({ audience: 'UNITS', blockIds: [beta] });
  const { data } = await ann.get(`${unit.path}/${site.unitId}`);
  const up = (await makeRecord(site.id, floor, { name: '3', blockId: beta, order: 3 }))._id;
  expect(
    (await ann.put(`${unit.path}/${site.unitId}`, { version: data.version, blockId: beta, floorId: up })).status,
  ).toBe(200);
  await doras?.hear(one => one.action === 'permissions');
  await ann.put(`${document.path}/${id}`, { version: 1, name: `Block ${n}` });
  await doras?.hear(one => one.entityId === id);
});

it('many at once, and folders, are told without saying which', async () => {
  const [doras, emils] = await ears();
  if (!doras || !emils) throw new Error('nobody listens');
  const folderId = await shelf();
  const [file = ''] = (await stored(document, await keep())).file as string[];
  const papers = Array.from({ length: 201 }, (_, k) =>
    makeRecord(site.id, document, { name: `Many ${k}`, folderId, file: [file] }),
  );
  const ids = (await Promise.all(papers)).map(({ _id }) => _id);
  expect((await ann.put(`${document.path}/share-multi`, { ids, audience: 'RESIDENTS' })).status).toBe(202);
  for (const ear of [doras, emils]) {
    const hint = await ear.hear(one => one.action === 'share' && one.entityId === null);
    expect(hint.data).toBeNull();
  }
  await ann.put(`${folder.path}/${folderId}`, { version: 1, name: `Kept ${n}` });
  const renamed = await doras.hear(one => one.entity === folder.name);
  expect(renamed).toMatchObject({ entityId: null, data: null });
});

it('residents see the folders on the way to what they see, counted as they see it', async () => {
  const [top, aside] = [await shelf(), await shelf()];
  const low = await shelf(top);
  const tree = async (who: Person) =>
    (await who.get<Row[]>(`${folder.path}/tree`)).data.filter(({ id }) => [top, low, aside].includes(String(id)));
  await keep({ folderId: low, audience: 'UNITS', unitIds: [site.otherUnitId] });
  for (const folderId of [low, aside, top]) await keep({ folderId });
  expect(await tree(ann)).toHaveLength(3);
  expect(await tree(dora)).toEqual([]);
  const seen = await tree(emil);
  expect(seen.map(({ id, count }) => [id, count])).toEqual([
    [top, 0],
    [low, 1],
  ]);
  expect((await dora.get(`${folder.path}/${top}`)).status).toBe(403);
  expect((await emil.get<Row[]>(`${document.path}?filter[folderId][]=${low}`)).data).toHaveLength(1);
});
