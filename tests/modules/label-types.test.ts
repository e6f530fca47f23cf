import { db } from '@lobby/server/kit/database/database.ts';
import type { Stored } from '@lobby/server/kit/store/schema.ts';
import { typesOfLabels } from '@lobby/server/migrations/2026-11-23-labels.ts';
import { labelGroup } from '@lobby/shared/modules/label-group.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;

it('the type of a label and of a group is fixed once they are used', async () => {
  const top = (await ann.post(labelGroup.path, { name: 'Top', shortName: 'TOP', type: 'TASK' })).data.id;
  const label = (await ann.post('/label', { name: 'Dùng', shortName: 'D', type: 'TASK' })).data;
  const change = (path: string, version: number, values: object) => ann.put(path, { version, ...values });
  expect((await change(`/label/${label.id}`, 1, { type: 'HELP_DESK' })).status).toBe(200);
  const wrong = await change(`/label/${label.id}`, 2, { groupId: top });
  expect([wrong.status, Object.keys(wrong.error.data?.fields ?? {})]).toEqual([422, ['groupId']]);
  expect((await change(`/label/${label.id}`, 2, { type: 'TASK', groupId: top })).status).toBe(200);
  const regrouped = await change(`${labelGroup.path}/${top}`, 1, { type: 'UNIT' });
  expect([regrouped.status, regrouped.code]).toEqual([409, 'LABEL_IN_USE']);
  // Nor does a label leave its group behind by its type alone.
  expect((await change(`/label/${label.id}`, 3, { type: 'UNIT' })).error.data?.fields).toHaveProperty('groupId');
  const unitLabel = (await ann.post('/label', { name: 'Thuê', shortName: 'T', type: 'UNIT' })).data;
  await ann.put(`/unit/${site.unitId}/label`, { labelIds: [unitLabel.id] });
  const used = await change(`/label/${unitLabel.id}`, 1, { type: 'TASK' });
  expect([used.status, used.code]).toEqual([409, 'LABEL_IN_USE']);
  expect(used.error.message).toContain('1 unit');
});

it('labels and groups of before get their types; a group of two types becomes two', async () => {
  const { ann: own, id: projectId } = await makeSite(server.url, 'Old');
  const base = { projectId, version: 1, updatedAt: new Date(), deletedAt: null };
  let age = 0;
  const old = (_id: string, values: object) => ({ ...base, _id, createdAt: new Date(++age), ...values });
  await db()
    .collection<Stored>('label-groups')
    .insertMany([
      old('top', { name: 'Khu vực', parentId: null, uniq: { name: 'khu vuc' } }),
      old('low', { name: 'Khu-vực', parentId: 'top', uniq: { name: 'khu-vuc' } }),
      old('none', { name: 'Trống', parentId: 'low', uniq: { name: 'trong' } }),
    ]);
  await db()
    .collection<Stored>('labels')
    .insertMany(
      (['UNIT', 'UNIT', 'TASK'] as const).map((type, at) =>
        old(`label${at}`, {
          name: `Nhãn ${at}`,
          shortName: `N${at}`,
          type,
          groupId: at ? 'low' : 'top',
          color: 'grey',
          uniq: { name: `nhan ${at}`, shortName: `n${at}` },
        }),
      ),
    );
  await typesOfLabels.run();
  await typesOfLabels.run();
  const made = (await own.get<Row[]>(`${labelGroup.path}?sort=name`)).data;
  expect(made.map(({ name, type, shortName }) => [name, type, shortName])).toEqual(
    expect.arrayContaining([
      ['Khu vực', 'UNIT', 'KHU VUC'],
      ['Khu vực', 'TASK', 'KHU VUC'],
      ['Khu-vực', 'UNIT', 'KHU VUC 2'],
      ['Khu-vực', 'TASK', 'KHU VUC 2'],
      ['Trống', 'TASK', 'TRONG'],
    ]),
  );
  expect(made).toHaveLength(5);
  const groupOf = (id: unknown) => made.find(one => one.id === id);
  for (const { parentId, type } of made) if (parentId) expect(groupOf(parentId)?.type).toBe(type);
  for (const { groupId, type } of (await own.get<Row[]>('/label')).data) expect(groupOf(groupId)?.type).toBe(type);
  const twin = { name: 'Nhãn 0', shortName: 'N9', type: 'TASK', color: 'grey' };
  expect((await own.post('/label', twin)).status).toBe(201);
  expect((await own.post('/label', { ...twin, type: 'UNIT' })).status).toBe(409);
});
