import { mostBytes, UPLOAD_LIMIT } from '@lobby/shared/kit/upload-limits.ts';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { fail, Refusal } from '../base/errors.ts';
import { decoding } from '../http/workload.ts';
import { readHeif } from './heif.ts';
import { isOldOffice, oldOfficeType } from './old-office.ts';

/** Decoding takes memory by the pixel: larger pictures are refused before they are decoded. */
const MOST_PIXELS = 50_000_000;
/** Assumed for a photograph whose dimensions sharp cannot read. */
const USUAL_PIXELS = 12_000_000;
const HEIF = new Set(['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence']);
const LONGEST_SIDE = 2400;
const THUMB_SIDE = 320;

// No picture is read twice.
sharp.cache(false);

export interface ReadFile {
  type: string;
  /** The re-encoded image (without metadata or appended content), or null for other files. */
  image: Buffer | null;
  thumb: Buffer | null;
}

function assertPixels(width: number, height: number): void {
  if (width * height > MOST_PIXELS) fail('PICTURE_TOO_LARGE', { max: MOST_PIXELS / 1_000_000 });
}

/** Detects a file's type by its content and re-encodes images. Refuses a broken or too large image. */
export async function readImage(body: Buffer, who: string): Promise<ReadFile> {
  const type = (await fileTypeFromBuffer(body))?.mime ?? 'application/octet-stream';
  if (isOldOffice(body)) return { type: oldOfficeType(body) ?? type, image: null, thumb: null };
  if (HEIF.has(type)) return readPhoto(body, who);
  if (type !== 'image/jpeg' && type !== 'image/png') return { type, image: null, thumb: null };
  // Checked before re-encoding, which may shrink it.
  if (body.length > mostBytes(type)) fail('PAYLOAD_TOO_LARGE');
  try {
    const { width, height } = await sharp(body, { limitInputPixels: false }).metadata();
    assertPixels(width, height);
    return await decoding(who, width * height, () =>
      makeAnew(sharp(body, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).rotate(), type),
    );
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('FILE_NOT_READABLE');
  }
}

/** Converts a HEIC photograph to JPEG. It weighs twice, because its pixels are in memory beside the original. */
async function readPhoto(body: Buffer, who: string): Promise<ReadFile> {
  if (body.length > UPLOAD_LIMIT.picture) fail('PAYLOAD_TOO_LARGE');
  return decoding(who, 2 * (await claimed(body)), async () => {
    const pixels = await readHeif(body, MOST_PIXELS);
    if (!pixels) throw new Refusal('FILE_HEIC');
    const { data, width, height } = pixels;
    return makeAnew(sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: '#fff' }), 'image/jpeg');
  });
}

/** The pixel count that a photograph claims; its decoder checks it again. */
async function claimed(body: Buffer): Promise<number> {
  const { width, height } = await sharp(body, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ width: 1, height: USUAL_PIXELS }));
  assertPixels(width, height);
  return width * height;
}

async function makeAnew(picture: Sharp, type: string): Promise<ReadFile> {
  const sized = picture.resize({
    width: LONGEST_SIDE,
    height: LONGEST_SIDE,
    fit: 'inside',
    withoutEnlargement: true,
  });
  const image = await (type === 'image/png' ? sized.png() : sized.jpeg({ quality: 85, mozjpeg: true })).toBuffer();
  // Made from the already resized image, so that the original is decoded once.
  const thumb = await sharp(image)
    .resize({ width: THUMB_SIDE, height: THUMB_SIDE, fit: 'cover' })
    .webp({ quality: 75 })
    .toBuffer();
  return { type, image, thumb };
}
