import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { fail } from './fail.ts';

/** Decoding takes memory by the pixel: what claims more is refused before it is decoded. */
const MOST_PIXELS = 50_000_000;
const LONGEST_SIDE = 2400;
const THUMB_SIDE = 320;

export interface ReadFile {
  type: string;
  /** The image made anew (no metadata, no second content), or null for other files. */
  image: Buffer | null;
  thumb: Buffer | null;
}

/** Tells a file's type by its content and makes images anew; a broken or oversized image is refused. */
export async function readImage(body: Buffer): Promise<ReadFile> {
  const type = (await fileTypeFromBuffer(body))?.mime ?? 'application/octet-stream';
  if (type !== 'image/jpeg' && type !== 'image/png') return { type, image: null, thumb: null };
  try {
    const source = sharp(body, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).rotate();
    const sized = source
      .clone()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true });
    const image = await (type === 'image/png' ? sized.png() : sized.jpeg({ quality: 85, mozjpeg: true })).toBuffer();
    const thumb = await source
      .clone()
      .resize({ width: THUMB_SIDE, height: THUMB_SIDE, fit: 'cover' })
      .webp({ quality: 75 })
      .toBuffer();
    return { type, image, thumb };
  } catch {
    return fail('FILE_NOT_READABLE');
  }
}
