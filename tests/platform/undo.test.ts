import { MODULES } from '@lobby/shared/modules/index.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { labelGroup } from '@lobby/shared/modules/label-group.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { expect, it } from 'vitest';
import { deskOf } from '../setup/house/desk.ts';
import { copies, rowsIn } from '../setup/records.ts';
import { listen, until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben, carl } = site;

let n = 0;
const addLabel = async (more: Record<string, unknown> = {}) => {
  const values = { name: `Label ${++n}`, shortName: `L${n}`, type: 'HELP_DESK', ...more };
  return (await ann.post(label.path, values)).data;
};
const removed = async (id: string) => (await ann.delete(`${label.path}/${id}`)).data;
const back = (id: string, version: number, who = ann) => who.put(`${label.path}/${id}/restore`, { version });

it('every inverse is an act of its module that leaves the status alone, from where the act leads', () => {
  for (const { name, undo = {}, actions = {}, fields, flags } of MODULES)
    for (const [act, { action, input = {} }] of Object.entries(undo)) {
      if (act === 'remove') {
        expect([name, action, flags.includes('delete')]).toEqual([name, 'restore', true]);
        continue;
      }
      const [done, inverse] = [actions[act], actions[action]];
      expect([name, act, done?.to, inverse?.to]).toEqual([name, act, undefined, undefined]);
      expect(inverse?.from).toEqual(expect.arrayContaining([...(done?.from ?? [])]));
      for (const [given, field] of Object.entries(input)) {
        expect(Object.keys(inverse?.input ?? {})).toContain(given);
        expect(Object.keys(fields)).toContain(field);
      }
    }
});

it('a removed record comes back as it was, and the others hear of it', async () => {
  const made = await addLabel();
  const ear = await listen(server.url, ben.token);
  await ear.ask('subscribe', { projectId: site.id, modules: ['LABEL'] });
  const { version } = await removed(made.id);
  expect(version).toBe(2);
  const { status, data } = await back(made.id, 2);
  expect(status).toBe(200);
  expect(data).toMatchObject({ id: made.id, name: made.name, version: 3 });
  expect((await ann.get(`${label.path}/${made.id}`)).status).toBe(200);
  expect((await ann.get<unknown[]>(`${label.path}?filter[q]=${made.shortName}`)).data).toHaveLength(1);
  const event = await ear.hear(one => one.action === 'restore');
  expect(event).toMatchObject({ entityId: made.id, version: 3, data: { name: made.name } });
});

it('counts what came back', async () => {
  const total = async () => (await ann.get<{ total: number }>(`${label.path}/count-badges`)).data.total;
  const before = await total();
  const made = await addLabel();
  await removed(made.id);
  expect(await total()).toBe(before);
  await back(made.id, 2);
  expect(await total()).toBe(before + 1);
});

it('is refused when it is there already, changed meanwhile, taken, or points at what is gone', async () => {
  const made = await addLabel();
  expect((await back(made.id, 1)).code).toBe('STATUS_CHANGED');
  await removed(made.id);
  expect((await back(made.id, 1)).code).toBe('STATUS_CHANGED');
  const [one, two] = await Promise.all([back(made.id, 2), back(made.id, 2, ben)]);
  expect([one.status, two.status].sort()).toEqual([200, 409]);

  const taken = await addLabel();
  await removed(taken.id);
  await ann.post(label.path, { name: taken.name, shortName: 'Other', type: taken.type });
  const refused = await back(taken.id, 2);
  expect([refused.status, Object.keys(refused.error.data?.fields ?? {})]).toEqual([409, ['name']]);

  const group = (await ann.post(labelGroup.path, { name: 'Gone', shortName: 'GONE', type: 'HELP_DESK' })).data;
  const inside = await addLabel({ groupId: group.id });
  await removed(inside.id);
  await ann.delete(`${labelGroup.path}/${group.id}`);
  expect((await back(inside.id, 2)).code).toBe('REFERENCE_NOT_FOUND');
});

it('needs the right to delete, and the project', async () => {
  const made = await addLabel();
  await removed(made.id);
  await site.allow({ LABEL: ['read', 'write'] });
  expect((await back(made.id, 2, carl)).status).toBe(403);
  const beta = await makeSite(server.url, 'Beta');
  expect((await back(made.id, 2, beta.ann)).status).toBe(404);
});

it('taking, assigning and labelling are taken back by the inverse act, unless somebody changed the request meanwhile', async () => {
  const { data: made } = await ann.post(ticket.path, { title: 'One', content: 'x', unitId: site.unitId });
  const path = `${ticket.path}/${made.id}`;
  const claimed = (await ann.put(`${path}/claim`, { version: 1 })).data;
  expect(claimed.assigneeId).toBe(ann.id);
  const free = await ann.put(`${path}/assign`, { employeeId: null, version: claimed.version });
  expect(free.data.assigneeId).toBeNull();
  const again = (await ann.put(`${path}/claim`, { version: free.data.version })).data;
  await ben.put(`${path}/assign`, { employeeId: ben.id });
  const late = await ann.put(`${path}/assign`, { employeeId: null, version: again.version });
  expect([late.code, late.error.data?.by]).toEqual(['STATUS_CHANGED', { id: ben.id, name: ben.name }]);
  const one = await addLabel();
  const labelled = (await ann.put(`${path}/label`, { labelIds: [one.id] })).data;
  const bare = await ann.put(`${path}/label`, { labelIds: [], version: labelled.version });
  expect([bare.status, bare.data.labelIds]).toEqual([200, []]);
});

interface Many {
  done: string[];
  refused: { id: string; code: string }[];
}
const many = async (path: string, body: object, who = ann) => (await who.put<Many>(path, body)).data;

it('an act on many is taken back from those it was done to, each as it was before, but not from what somebody changed since', async () => {
  const { open, path } = deskOf(site);
  const [a, b, c] = await Promise.all([open(), open(), open()]);
  const ids = [a.id, b.id, c.id];
  await ann.put(`${path}/${b.id}/assign`, { employeeId: ben.id });
  const holder = async (id: string) => (await ann.get(`${path}/${id}`)).data.assigneeId;
  expect((await many(`${path}/assign-multi`, { ids, employeeId: ann.id })).done).toEqual(ids);
  await ben.put(`${path}/${c.id}/assign`, { employeeId: ben.id });
  const undone = await many(`${path}/undo-assign-multi`, { ids });
  expect(undone).toMatchObject({ done: [a.id, b.id], refused: [{ id: c.id, code: 'STATUS_CHANGED' }] });
  expect(await Promise.all(ids.map(holder))).toEqual([null, ben.id, ben.id]);
  // The same call once more takes nothing back again.
  expect((await many(`${path}/undo-assign-multi`, { ids })).done).toEqual([]);
  expect(await holder(a.id)).toBeNull();
});

it('only who did it takes it back, with the right to, in the project', async () => {
  const { open, path } = deskOf(site);
  const { id } = await open();
  const one = await addLabel();
  await many(`${path}/label-multi`, { ids: [id], labelIds: [one.id] });
  const undo = (who = ann) => who.put<Many>(`${path}/undo-label-multi`, { ids: [id] });
  expect((await undo(ben)).data.refused).toMatchObject([{ code: 'STATUS_CHANGED' }]);
  await site.allow({ HELP_DESK: ['read'] });
  expect((await undo(carl)).status).toBe(403);
  const gamma = await makeSite(server.url, 'Gamma');
  expect((await undo(gamma.ann)).data.refused).toMatchObject([{ code: 'NOT_FOUND' }]);
  expect((await undo()).data.done).toEqual([id]);
});

it('what was removed together comes back together', async () => {
  const ids = [(await addLabel()).id, (await addLabel()).id];
  await many(`${label.path}/delete-multi`, { ids });
  expect((await many(`${label.path}/undo-remove-multi`, { ids })).done).toEqual(ids);
  for (const id of ids) expect((await ann.get(`${label.path}/${id}`)).status).toBe(200);
});

it('work in the background is taken back as a whole, by its own', async () => {
  const desk = deskOf(site);
  const { id } = await desk.open();
  const ids = await copies(ticket, id, 230, k => ({ code: `U-${k}` }));
  const one = await addLabel();
  const run = (path: string, body: object) => ann.put<{ progressId: string }>(`${desk.path}/${path}`, body);
  const ended = (count: number) =>
    until(async () => (await rowsIn('progress').countDocuments({ projectId: site.id, state: 'done' })) === count);
  const begun = (await run('label-multi', { ids, labelIds: [one.id] })).data;
  await ended(1);
  const labelled = () => rowsIn('tickets').countDocuments({ projectId: site.id, labelIds: one.id });
  expect(await labelled()).toBe(230);
  expect((await ben.put(`${desk.path}/undo-label-multi`, begun)).code).toBe('REFERENCE_NOT_FOUND');
  expect((await run('undo-label-multi', begun)).status).toBe(202);
  await ended(2);
  expect(await labelled()).toBe(0);
});
