import { z } from 'zod';

/** Documents as SVG pages, to be printed from a screen. */
export const drawnPages = z.object({ pages: z.array(z.string()) });
