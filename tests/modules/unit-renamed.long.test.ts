import { ticket } from '@lobby/shared/modules/ticket.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { deskOf } from '../setup/house/desk.ts';
import { copies, rowsIn, stored } from '../setup/records.ts';
import { until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const MANY = 2000;

it('thousands of tickets of one unit are done in seconds, and others do not wait', async () => {
  const site = await makeSite(server.url, 'Delta');
  const made = await deskOf(site).open({ title: 'Mass' });
  await copies(ticket, made.id, MANY, n => ({ code: `YC-2401-${n}` }));
  const begun = performance.now();
  const { version } = await stored(unit, site.unitId);
  expect((await site.ann.put(`${unit.path}/${site.unitId}`, { version, code: 'M-10.10' })).status).toBe(200);
  const renamed = performance.now() - begun;
  let slowest = 0;
  await until(async () => {
    const asked = performance.now();
    const answer = await site.ann.get<Row[]>(`${ticket.path}?filter[q]=m1010`);
    slowest = Math.max(slowest, performance.now() - asked);
    return Number(answer.headers.get('Content-Range')?.split('/')[1]) === MANY + 1;
  });
  expect(renamed).toBeLessThan(1000);
  expect(slowest).toBeLessThan(1000);
  const [sample] = await rowsIn('tickets').find({ projectId: site.id, code: 'YC-2401-77' }).toArray();
  expect(sample).toMatchObject({ version: 1 });
});
