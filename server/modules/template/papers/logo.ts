import type { Ctx } from '../../../kit/base/context.ts';
import type { Raster } from '../../../kit/paper/pdf.ts';
import { rasterOf } from '../../../platform/projects/rasters.ts';

/** Enough for print at the size of a head. */
const SIDE = 480;

/** The picture at the head of a paper; null where there is none, or it cannot be read. */
export async function logoOf({ projectId }: Pick<Ctx, 'projectId'>, value: unknown): Promise<Raster | null> {
  const [id] = Array.isArray(value) ? value : [];
  return id ? rasterOf(projectId, String(id), SIDE) : null;
}
