import { task } from '@lobby/shared/modules/task.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { expect, it } from 'vitest';
import { deskOf } from '../setup/desk.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben, carl } = site;
const desk = deskOf(site);

it('names what waits for the reader, where it is shown, and nothing of which there is none', async () => {
  expect((await ann.get('/waiting')).data).toEqual([]);
  const { id } = await desk.open();
  await desk.act(id, 'assign', { employeeId: ben.id });
  await ann.post(task.path, { title: 'Mend the pump', assigneeId: ben.id });
  const mine = (await ben.get<{ entity: string; mark: string; count: number; query: string }[]>('/waiting')).data;
  expect(mine.map(({ entity, mark, count }) => [entity, mark, count])).toEqual([
    [ticket.name, 'mine', 1],
    [task.name, 'mine', 1],
  ]);
  expect(mine[0]?.query).toContain('tab=all');
  expect(mine[0]?.query).toContain('assigneeId=me');
  // Nothing is Ann's, and she sees no count of what is Ben's.
  expect((await ann.get('/waiting')).data).toEqual([]);
  await site.allow({});
  expect((await carl.get('/waiting')).data).toEqual([]);
});
