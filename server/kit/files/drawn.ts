import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Ctx } from '../base/context.ts';
import { files } from './file-store.ts';
import { readStored } from './sealed-file.ts';

/** How much the lightness of a picture varies at least where something is drawn in it. */
const INK = 2;

/** Whether something is drawn in a picture. */
export async function isDrawn(ctx: Ctx, id: string): Promise<boolean> {
  const row = await files().findOne({ _id: id, projectId: ctx.projectId });
  if (!row) return false;
  // Figures are those of a picture as it stands: what is drawn on nothing lies on white first.
  const onWhite = await sharp(await buffer(await readStored(row, 'file')))
    .flatten({ background: '#fff' })
    .greyscale()
    .png()
    .toBuffer();
  const { channels } = await sharp(onWhite).stats();
  return (channels[0]?.stdev ?? 0) >= INK;
}
