import { labelGroup } from '@lobby/shared/modules/label-group.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { change, rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const { ann } = await makeSite(server.url, 'Alpha');

let n = 0;
async function group(parentId: string | null = null): Promise<string> {
  const made = await ann.post(labelGroup.path, {
    name: `Group ${++n}`,
    shortName: `G${n}`,
    type: 'TASK',
    parentId,
  });
  expect(made.status).toBe(201);
  return made.data.id;
}
const move = (id: string, parentId: string | null, version = 1) =>
  ann.put(`${labelGroup.path}/${id}`, { version, parentId });

it('a group moves anywhere but into itself and what stands below it', async () => {
  const top = await group();
  const middle = await group(top);
  const low = await group(middle);
  for (const into of [top, middle, low]) {
    const answer = await move(top, into);
    expect([answer.status, answer.code]).toEqual([422, 'LABEL_GROUP_IN_ITSELF']);
    expect(answer.error.data?.fields?.parentId?.code).toBe('LABEL_GROUP_IN_ITSELF');
  }
  const other = await group();
  expect((await move(middle, other)).data.parentId).toBe(other);
  expect((await move(top, low)).data.parentId).toBe(low);
  expect((await move(middle, null, 2)).data.parentId).toBeNull();
});

it('a ring of groups that is stored already hangs nobody', async () => {
  const [a, b, c] = [await group(), await group(), await group()];
  await change(labelGroup, a, { parentId: b });
  await rowsIn('label-groups').updateOne({ _id: b }, { $set: { parentId: a } });
  expect((await move(c, a)).status).toBe(200);
  expect((await move(a, null, 2)).data.parentId).toBeNull();
});

it('a label has one name within its type, whatever its case and spaces', async () => {
  const label = { type: 'HELP_DESK', color: 'teal' };
  expect((await ann.post('/label', { ...label, name: 'Điện nước', shortName: 'DN' })).status).toBe(201);
  for (const [name, shortName, field] of [
    ['ĐIỆN  NƯỚC', 'X1', 'name'],
    ['điện nước', 'X2', 'name'],
    ['Khác', 'dn', 'shortName'],
  ] as const) {
    const answer = await ann.post('/label', { ...label, name, shortName });
    expect([answer.status, Object.keys(answer.error.data?.fields ?? {})]).toEqual([409, [field]]);
  }
  expect((await ann.post('/label', { ...label, type: 'TASK', name: 'Điện nước', shortName: 'DN' })).status).toBe(201);
});

it('the tree has every group once, with the labels that are directly in it', async () => {
  const top = await group();
  const low = await group(top);
  const label = await ann.post('/label', { name: 'Trong nhóm', shortName: 'TN', type: 'TASK', groupId: low });
  const tree = async () => (await ann.get<Row[]>(`${labelGroup.path}/tree`)).data;
  expect((await tree()).filter(({ id }) => id === top || id === low)).toMatchObject([
    { id: top, parentId: null, count: 0 },
    { id: low, parentId: top, count: 1 },
  ]);
  const refused = await ann.delete(`${labelGroup.path}/${low}`);
  expect([refused.status, refused.code]).toEqual([409, 'IN_USE']);
  expect(refused.error.message).toBe('It cannot be deleted: it is still used by 1 label.');
  const above = await ann.delete(`${labelGroup.path}/${top}`);
  expect(above.error.message).toBe('It cannot be deleted: it is still used by 1 subgroup.');
  await ann.delete(`/label/${label.data.id}`);
  expect((await tree()).find(({ id }) => id === low)).toMatchObject({ count: 0 });
  expect((await ann.delete(`${labelGroup.path}/${low}`)).status).toBe(200);
  expect((await tree()).some(({ id }) => id === low)).toBe(false);
});

it('the tree stands as its names are read: Đ after D, 9 before 10', async () => {
  const names = ['Khu Đông', 'Khu Em', 'Khu 10', 'Khu Dưới', 'Khu 9'];
  for (const [at, name] of names.entries())
    await ann.post(labelGroup.path, { name, shortName: `K${at}`, type: 'TASK' });
  const tree = (await ann.get<Row[]>(`${labelGroup.path}/tree`)).data.map(({ name }) => String(name));
  expect(tree.filter(name => names.includes(name))).toEqual(['Khu 9', 'Khu 10', 'Khu Dưới', 'Khu Đông', 'Khu Em']);
});
