import { department, employee, position } from '@lobby/shared/modules/employee.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { rowsOfSheet, sheetOf } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite, type Site } from '../setup/world.ts';

const server = await startServer();
const [own, second] = [await makeSite(server.url, 'Own'), await makeSite(server.url, 'Second')];

/** Two departments, with a position of the same name in each, and one of its own in the other. */
async function places({ ann }: Site): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const name of ['Kỹ thuật A', 'Kỹ thuật B']) {
    const { data } = await ann.post<Row>(department.path, { name });
    ids[name] = data.id;
    const made = await ann.post<Row>(position.path, { name: 'Thợ điện', departmentId: data.id });
    ids[`${name} Thợ điện`] = made.data.id;
  }
  const lone = await ann.post<Row>(position.path, { name: 'Thợ nước', departmentId: ids['Kỹ thuật B'] });
  return { ...ids, lone: lone.data.id };
}
const [here, there] = [await places(own), await places(second)];
const preview = async (positions: string) => {
  const body = await sheetOf([
    ['name', 'email', 'departmentId', 'positionIds'],
    ['Kiều Văn Hai', 'hai@another.test', 'Kỹ thuật A', positions],
  ]);
  const form = formOf([{ name: 'rows.xlsx', body }]);
  const { data } = await second.ann.post<{ faults: Row[] }>(`${employee.path}/import/preview`, form);
  return data.faults.map(({ field, code }) => [field, code]);
};

it('two positions of one name go out with their departments, and come back as two', async () => {
  const positionIds = [here['Kỹ thuật A Thợ điện'], here['Kỹ thuật B Thợ điện'], here.lone];
  const person = { name: 'Kiều Văn Hai', email: 'hai@own.test', departmentId: here['Kỹ thuật A'], positionIds };
  expect((await own.ann.post(employee.path, person)).status).toBe(201);
  const [head = [], ...rows] = await rowsOfSheet(
    (await own.ann.file(`${employee.path}/export?filter[q]=hai@own`)).body,
  );
  const cells = rows.find(row => row.includes('Kiều Văn Hai')) ?? [];
  expect(cells[head.indexOf('Positions')]).toBe('Thợ điện (Kỹ thuật A), Thợ điện (Kỹ thuật B), Thợ nước');
  const form = formOf([{ name: 'rows.xlsx', body: await sheetOf([head, cells]) }]);
  expect((await second.ann.post(`${employee.path}/import`, form)).data).toMatchObject({ created: 1 });
  const [back] = (await second.ann.get<Row[]>(`${employee.path}?filter[q]=hai@own`)).data;
  expect(back?.positionIds).toEqual([there['Kỹ thuật A Thợ điện'], there['Kỹ thuật B Thợ điện'], there.lone]);
});

it('a name alone is that of the row’s department, or the only one; twice it is refused', async () => {
  expect(await preview('Thợ điện')).toEqual([]);
  expect(await preview('thợ điện, thợ nước')).toEqual([]);
  expect(await preview('Thợ điện, Thợ điện')).toEqual([['positionIds', 'IMPORT_NAME_UNKNOWN']]);
  expect(await preview('Thợ điện (Kỹ thuật C)')).toEqual([['positionIds', 'IMPORT_NAME_UNKNOWN']]);
});
