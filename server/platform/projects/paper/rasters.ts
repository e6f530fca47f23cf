import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import { files } from '../../../kit/files/file-store.ts';
import { readStored } from '../../../kit/files/sealed-file.ts';
import type { Raster } from '../../../kit/paper/pdf.ts';

/** Sufficient for a small picture on paper, in pixels. */
const SIDE = 240;

/** A picture on white background, scaled down to `side`. */
export async function printable(picture: Sharp, side: number): Promise<Raster | null> {
  const { data, info } = await picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return info.channels === 3 ? { width: info.width, height: info.height, rgb: data } : null;
}

/** A picture prepared for PDF; null if it cannot be read. */
export async function renderRaster(projectId: string, id: string, side = SIDE): Promise<Raster | null> {
  const row = await files().findOne({ _id: id, projectId });
  if (!row?.type.startsWith('image/')) return null;
  try {
    return await printable(sharp(await buffer(await readStored(row, 'file'))), side);
  } catch {
    return null;
  }
}

/** Limit of pictures per document. */
const PICTURES = 200;
/** The printable ones of a record's pictures. */
export async function renderRasters(projectId: string, ids: unknown): Promise<Raster[]> {
  const rasters: Raster[] = [];
  for (const id of Array.isArray(ids) ? ids.slice(0, PICTURES) : []) {
    const raster = await renderRaster(projectId, String(id));
    if (raster) rasters.push(raster);
  }
  return rasters;
}
