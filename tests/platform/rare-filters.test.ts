import { isScan } from '@lobby/server/kit/records/lists/scans.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { deskOf } from '../setup/house/desk.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const desk = deskOf(site);

it.each([
  [{}, false],
  [{ status: 'COMPLETED' }, false],
  [{ residentId: 'x' }, false],
  [{ unitId: 'x', priority: 'high' }, false],
  [{ createdAt: { $gte: new Date(0) }, priority: 'high' }, false],
  [{ keys: 'leak', rating: 1 }, false],
  [{ priority: 'urgent' }, true],
  [{ status: 'COMPLETED', labelIds: 'x' }, true],
  [{ typeId: 'x', $or: [{ departmentId: 'y' }] }, true],
])('%o walks a whole project: %s', (asked, expected) => {
  expect(isScan(ticket, { projectId: site.id, deletedAt: null, ...asked })).toBe(expected);
});

it('many lists that no index narrows take turns, and each is answered', async () => {
  for (const priority of ['urgent', 'urgent', 'low']) await desk.open({ priority });
  const kinds = ['urgent', 'low', 'high'].flatMap(one => [
    `priority][]=${one}`,
    `rating][from]=1&filter[priority][]=${one}`,
  ]);
  const answers = await Promise.all(
    Array.from({ length: 48 }, (_, n) => site.ann.get<Row[]>(`${ticket.path}?filter[${kinds[n % kinds.length]}`)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers.slice(0, 6).map(({ data }) => data.length)).toEqual([2, 0, 1, 0, 0, 0]);
});
