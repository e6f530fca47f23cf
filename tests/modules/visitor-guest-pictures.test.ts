import { guest } from '@lobby/shared/modules/guest.ts';
import { expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { samplesOf } from '../setup/contract/samples.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, carl, unitId } = site;
const { upload } = samplesOf(site);

interface Shown {
  values: Record<string, string>;
  files: Record<'idImages' | 'faceImage', { url: string }[]>;
}
const several = (count: number) => Promise.all(Array.from({ length: count }, upload));
const pictures = async (id: string, who: Caller) => {
  const { data } = await who.get<Row>(`${guest.path}/${id}`);
  return [data.idImages, data.faceImage].flat() as { url: string; thumbUrl: string | null }[];
};

it('keeps five pictures of papers and one of the face for who may see them, and lets them go with the guest', async () => {
  const body = { name: 'Chị Lan', unitId, phone: '0912345678' };
  const many = await ann.post(guest.path, { ...body, idImages: await several(6) });
  expect(many.error.data?.fields?.idImages?.code).toBe('TOO_MANY');
  const faces = await ann.post(guest.path, { ...body, faceImage: await several(2) });
  expect(faces.error.data?.fields?.faceImage?.code).toBe('TOO_MANY');
  const made = await ann.post<Row>(guest.path, { ...body, idImages: await several(5), faceImage: await several(1) });
  expect(made.status, made.text).toBe(201);
  const { id } = made.data;
  await site.allow({ ACCESS_MANAGEMENT: ['read', 'write'] });
  const hidden = await pictures(id, carl);
  expect(hidden).toHaveLength(6);
  expect(hidden.map(({ url, thumbUrl }) => [url, thumbUrl])).toEqual(Array(6).fill(['', null]));
  // Users with the permission also see the masked pictures on opening, and opening is not logged.
  expect(await pictures(id, ann)).toEqual(hidden);
  const looks = async () =>
    (await ann.get<Row[]>(`${guest.path}/${id}/activities`)).data.filter(({ action }) => action === 'reveal').length;
  expect(await looks()).toBe(0);
  expect((await carl.put(`${guest.path}/${id}/reveal`)).status).toBe(403);
  const { data: shown } = await ann.put<Shown>(`${guest.path}/${id}/reveal`);
  expect(shown.values.phone).toBe('+84912345678');
  const links: string[] = [...shown.files.idImages, ...shown.files.faceImage].map(({ url }) =>
    url.replace(/^\/api/, ''),
  );
  expect(links).toHaveLength(6);
  for (const each of links) expect((await ann.file(each)).status).toBe(200);
  expect(await looks()).toBe(1);
  const [link = ''] = links;
  expect((await ann.put(`${guest.path}/${id}/erase`, { reason: 'Asked to' })).status).toBe(200);
  expect((await ann.file(link)).status).not.toBe(200);
});
