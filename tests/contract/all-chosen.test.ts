import { chosenIds } from '@lobby/server/kit/records/multi.ts';
import { answers, removes } from '@lobby/shared/kit/definition.ts';
import { describe, expect, it } from 'vitest';
import { PROVED } from '../setup/proved.ts';
import { makeRecord, systemIn } from '../setup/records.ts';
import { samplesOf } from '../setup/samples.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const samples = samplesOf(site);
const { ann } = site;

const MANY = PROVED.filter(one => removes(one) || Object.values(one.actions ?? {}).some(({ multi }) => multi));
describe.each(MANY.map(definition => [definition.name, definition] as const))('all %ss', (_, definition) => {
  it.runIf(answers(definition, 'list'))('are those that were there when all were chosen', async () => {
    const before = await makeRecord(site.id, definition, await samples.input(definition.fields));
    const chosenAt = (await ann.get('/progress')).headers.get('X-Time') ?? '';
    const later = await makeRecord(site.id, definition, await samples.input(definition.fields));
    const { ids, refused } = await chosenIds(
      await systemIn(site.id),
      definition,
      { isAll: true, filter: {}, chosenAt },
      [],
    );
    expect(ids).toContain(before._id);
    expect(ids).not.toContain(later._id);
    expect(refused).toContainEqual({ id: later._id, code: 'CAME_SINCE', message: expect.any(String) });
    const now = await chosenIds(await systemIn(site.id), definition, { isAll: true, filter: {} }, []);
    expect(now.ids).toEqual(expect.arrayContaining([before._id, later._id]));
  });
});
