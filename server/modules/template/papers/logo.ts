import sharp from 'sharp';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Raster } from '../../../kit/paper/pdf.ts';
import { printable, renderRaster } from '../../../platform/projects/paper/rasters.ts';

/** Sufficient for print at the size of the head. */
const SIDE = 480;
/** Resolution for rasterising SVGs. */
const DENSITY = 600;

/** Logo of a document; null if there is none, or it cannot be read. */
export async function loadLogo(
  { projectId }: Pick<Ctx, 'projectId'>,
  logo: readonly string[] | null | undefined,
): Promise<Raster | null> {
  const [id] = logo ?? [];
  return id ? renderRaster(projectId, id, SIDE) : null;
}

const logos = new Map<string, Promise<Raster | null>>();
const MOST_KNOWN = 50;

/** A picture stored as data URL, of a project or white label; cached, so that documents share the object. */
export function pictureRaster(data: string | null | undefined): Promise<Raster | null> {
  if (!data) return Promise.resolve(null);
  const cached = logos.get(data);
  if (cached) return cached;
  if (logos.size >= MOST_KNOWN) logos.clear();
  const bytes = Buffer.from(data.slice(data.indexOf(',') + 1), 'base64');
  const made = printable(sharp(bytes, { density: DENSITY }), SIDE).catch(() => null);
  logos.set(data, made);
  return made;
}
