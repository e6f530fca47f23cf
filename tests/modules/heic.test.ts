import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { formOf } from '../setup/contract/samples.ts';
import { deskOf } from '../setup/house/desk.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
const photo = (name: string) => readFileSync(join(import.meta.dirname, 'photos', name));
const send = (name: string, body: Buffer) => ann.post<Row[]>('/upload', formOf([{ name, body }]));

it('a photograph in HEIC is made a JPG: upright, without what its phone wrote into it', async () => {
  const { status, data } = await send('IMG_0001.HEIC', photo('small.heic'));
  expect([status, data[0]?.type]).toEqual([201, 'image/jpeg']);
  const read = await ann.file(String(data[0]?.url));
  expect(read.headers.get('Content-Type')).toBe('image/jpeg');
  expect(decodeURIComponent(read.headers.get('Content-Disposition') ?? '')).toContain('IMG_0001.HEIC.jpg');
  expect(photo('small.heic').toString('latin1')).toContain('SECRET-PLACE');
  expect(read.body.toString('latin1')).not.toContain('SECRET-PLACE');
  const { data: colours, info } = await sharp(read.body).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([120, 80]);
  // Blue on the left, red on the right.
  const at = (x: number) => [...colours.subarray((40 * 120 + x) * 3, (40 * 120 + x) * 3 + 3)];
  expect(at(20)[2]).toBeGreaterThan(150);
  expect(at(100)[0]).toBeGreaterThan(150);
  const turned = await ann.file(String((await send('b.heic', photo('turned.heic'))).data[0]?.url));
  expect(await sharp(turned.body).metadata()).toMatchObject({ width: 80, height: 120 });
  // Accepted in any picture field.
  expect((await deskOf(site).open({ images: [data[0]?.id] })).images).toHaveLength(1);
});

it('one that claims more pixels than a photograph has, or breaks off, is refused', async () => {
  const huge = photo('small.heic');
  const at = huge.indexOf('ispe') + 8;
  huge.writeUInt32BE(30_000, at);
  huge.writeUInt32BE(30_000, at + 4);
  for (const body of [huge, photo('small.heic').subarray(0, 400)]) {
    const { status, code } = await send('a.heic', body);
    expect(status).toBe(422);
    expect(['FILE_HEIC', 'FILE_NOT_READABLE', 'PICTURE_TOO_LARGE']).toContain(code);
  }
});
