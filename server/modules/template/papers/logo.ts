import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Ctx } from '../../../kit/base/context.ts';
import { files } from '../../../kit/files/file-store.ts';
import { readStored } from '../../../kit/files/sealed-file.ts';
import type { Raster } from '../../../kit/paper/pdf.ts';

/** Enough for print at the size of a head. */
const SIDE = 480;

/** The picture at the head of a paper; null where there is none, or it cannot be read. */
export async function logoOf({ projectId }: Pick<Ctx, 'projectId'>, value: unknown): Promise<Raster | null> {
  const [id] = Array.isArray(value) ? value : [];
  const row = id ? await files().findOne({ _id: String(id), projectId }) : null;
  if (!row?.type.startsWith('image/')) return null;
  try {
    const { data, info } = await sharp(await buffer(await readStored(row, 'file')))
      .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return info.channels === 3 ? { width: info.width, height: info.height, rgb: data } : null;
  } catch {
    return null;
  }
}
