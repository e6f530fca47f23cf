import { expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const other = await makeSite(server.url, 'Beta');
const { ann, dora, unitId } = site;

interface Read {
  path: string;
  query?: Record<string, string | string[]>;
}
const batch = (who: Caller, reads: readonly Read[]) => who.post<({ data: Row } | null)[]>('/batch', { reads });
const alone = async (who: Caller, path: string) => (await who.get<Row>(path)).data;

it('answers reads in their order, as they answer by themselves', async () => {
  const reads = ['/auth/me', '/module', `/unit-group/${site.id}`, '/module/config', '/preferences'];
  const { data, status, text } = await batch(ann, [
    ...reads.map(path => ({ path })),
    { path: '/unit/options', query: { ids: [unitId] } },
    { path: '/dictionary', query: { language: 'en' } },
  ]);
  expect(status, text).toBe(200);
  for (const [at, path] of reads.slice(1).entries()) expect(data[at + 1]?.data, path).toEqual(await alone(ann, path));
  expect(data[0]?.data).toMatchObject({ user: { id: expect.any(String) }, cursor: expect.any(String) });
  expect(data[5]?.data).toEqual(await alone(ann, `/unit/options?ids[]=${unitId}`));
  expect(data[6]?.data).toEqual(await alone(ann, '/dictionary?language=en'));
});

it('refuses each read as it is refused by itself, and answers the others', async () => {
  const { data } = await batch(dora, [
    { path: '/auth/me' },
    { path: '/employee/options' },
    { path: `/unit-group/${other.id}` },
    { path: '/unit/options', query: { ids: ['nobody'] } },
    { path: '/unit/options', query: { unknown: 'x' } },
    { path: '/preferences' },
  ]);
  expect(data.map(one => one !== null)).toEqual([
    true,
    (await dora.get('/employee/options')).status === 200,
    false,
    false,
    false,
    true,
  ]);
});

it('reads neither what is not meant for it nor for nobody', async () => {
  const paths = [
    '/unit',
    '/nowhere',
    '/auth/logout',
    `/unit-group/${site.id}/settings`,
    '/batch',
    '/files/x',
    '//auth/me',
  ];
  const { data } = await batch(
    ann,
    paths.map(path => ({ path })),
  );
  expect(data).toEqual(paths.map(() => null));
  const signedOut = await ann.post('/batch', { reads: [{ path: '/auth/me' }] }, { Authorization: '' });
  expect(signedOut.status).toBe(401);
});

it('takes at least one read and at most twenty', async () => {
  for (const count of [0, 21])
    expect(
      (
        await batch(
          ann,
          Array.from({ length: count }, () => ({ path: '/auth/me' })),
        )
      ).status,
    ).toBe(400);
});
