import sharp from 'sharp';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Raster } from '../../../kit/paper/pdf.ts';
import { printable, renderRaster } from '../../../platform/projects/rasters.ts';

/** Enough for print at the size of a head. */
const SIDE = 480;
/** An SVG is drawn as large as it is read. */
const DENSITY = 600;

/** The picture at the head of a paper; null where there is none, or it cannot be read. */
export async function loadLogo({ projectId }: Pick<Ctx, 'projectId'>, value: unknown): Promise<Raster | null> {
  const [id] = Array.isArray(value) ? value : [];
  return id ? renderRaster(projectId, String(id), SIDE) : null;
}

const known = new Map<string, Promise<Raster | null>>();
const MOST_KNOWN = 50;

/** A picture that is kept as data, of a project or a white label; read once, and the same object for all papers. */
export function pictureRaster(data: string | null | undefined): Promise<Raster | null> {
  if (!data) return Promise.resolve(null);
  const found = known.get(data);
  if (found) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const bytes = Buffer.from(data.slice(data.indexOf(',') + 1), 'base64');
  const made = printable(sharp(bytes, { density: DENSITY }), SIDE).catch(() => null);
  known.set(data, made);
  return made;
}
