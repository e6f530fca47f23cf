import { unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, unitId, otherUnitId } = site;
const ids = [unitId, otherUnitId];
const standing = async () =>
  (await ann.get<Row[]>(`${unit.path}?sort=code`)).data.map(one => [one.buildStatus, one.handoverStatus]);

it('one call sets build status, handover status or both of many units, and can be undone', async () => {
  const both = await ann.put(`${unit.path}/standing-multi`, { ids, buildStatus: 'RAW', handoverStatus: 'HANDED_OVER' });
  expect(both.data).toEqual({ done: ids, refused: [] });
  const run = await ann.put(`${unit.path}/standing-multi`, { ids: [unitId], buildStatus: 'COMPLETE' });
  expect(run.data).toMatchObject({ done: [unitId] });
  expect(await standing()).toEqual([
    ['COMPLETE', 'HANDED_OVER'],
    ['RAW', 'HANDED_OVER'],
  ]);
  const back = await ann.put(`${unit.path}/undo-standing-multi`, { ids: [unitId] });
  expect(back.data).toMatchObject({ done: [unitId] });
  expect((await standing())[0]).toEqual(['RAW', 'HANDED_OVER']);
});

it('is not changed to nothing', async () => {
  const { status, error } = await ann.put(`${unit.path}/${unitId}/standing`, {});
  expect([status, error.data?.fields?.buildStatus?.code]).toEqual([400, 'REQUIRED']);
});

it('a file of chosen rows holds those alone, of the own project', async () => {
  const taken = async (chosen: string[]) => {
    const answer = await fetch(`${server.url}/api${unit.path}/export`, {
      method: 'PUT',
      headers: {
        Authorization: `Bearer ${site.ann.token}`,
        'X-Project-Id': site.id,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ ids: chosen }),
    });
    return (await rowsOfSheet(Buffer.from(await answer.arrayBuffer()))).length - 1;
  };
  expect(await taken(ids)).toBe(2);
  expect(await taken([otherUnitId])).toBe(1);
  const other = await makeSite(server.url, 'Beta');
  expect(await taken([other.unitId])).toBe(0);
});
