import { labelGroup } from '@lobby/shared/modules/label-group.ts';
import { expect, it } from 'vitest';
import { startServer } from '../setup/server/server.ts';
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
  // Nor can the type of a label in a group be changed.
  expect((await change(`/label/${label.id}`, 3, { type: 'UNIT' })).error.data?.fields).toHaveProperty('groupId');
  const unitLabel = (await ann.post('/label', { name: 'Thuê', shortName: 'T', type: 'UNIT' })).data;
  await ann.put(`/unit/${site.unitId}/label`, { labelIds: [unitLabel.id] });
  const used = await change(`/label/${unitLabel.id}`, 1, { type: 'TASK' });
  expect([used.status, used.code]).toEqual([409, 'LABEL_IN_USE']);
  expect(used.error.message).toContain('1 unit');
});
