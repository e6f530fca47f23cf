import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Ctx } from '../base/context.ts';
import { files } from './file-store.ts';
import { readStored } from './sealed-file.ts';

/** Least variation of lightness in a picture that counts as drawn on. */
const INK = 2;

/** Whether a picture, such as a signature, is not blank. */
export async function isDrawn(ctx: Ctx, id: string): Promise<boolean> {
  const row = await files().findOne({ _id: id, projectId: ctx.projectId });
  if (!row) return false;
  // Statistics are those of the picture as seen, so a transparent background becomes white first.
  const onWhite = await sharp(await buffer(await readStored(row, 'file')))
    .flatten({ background: '#fff' })
    .greyscale()
    .png()
    .toBuffer();
  const { channels } = await sharp(onWhite).stats();
  return (channels[0]?.stdev ?? 0) >= INK;
}
