import { visitor } from '@lobby/shared/modules/visitor.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const { ann, unitId } = await makeSite(server.url, 'Inside');
const make = async (values: object) => (await ann.post<Row>(visitor.path, values)).data;

it('the list of visitors inside counts a guest with companions and household from the entry on', async () => {
  const [here, nowhere] = [
    await make({ name: 'Hoa', unitId, companions: 2 }),
    await make({ name: 'Bảo trì', destination: 'Office' }),
  ];
  const inside = async () => {
    const { data } = await ann.get<{ visits: number; persons: number; rows: Row[] }>(`${visitor.path}/inside`);
    return { ...data, own: data.rows.filter(({ id }) => [here.id, nowhere.id].includes(id)) };
  };
  const before = await inside();
  expect(before.own).toEqual([]);
  for (const one of [nowhere, here]) await ann.put(`${visitor.path}/${one.id}/in-progress`, {});
  const after = await inside();
  expect([after.visits, after.persons]).toEqual([before.visits + 2, before.persons + 4]);
  // Visits without a unit come last.
  expect(after.own).toMatchObject([
    { name: 'Hoa', persons: 3, block: expect.any(String), floor: expect.any(String), unit: expect.any(String) },
    { name: 'Bảo trì', persons: 1, block: null, unit: null },
  ]);
  const sheet = await rowsOfSheet((await ann.file(`${visitor.path}/inside/export`)).body);
  expect(sheet.at(-1)).toContain(String(after.persons));
  for (const one of [nowhere, here]) await ann.put(`${visitor.path}/${one.id}/complete`, {});
  expect((await inside()).visits).toBe(before.visits);
});
