import { MODULES } from '@lobby/shared/modules/index.ts';
import type { FileGuard } from '../kit/files/file-routes.ts';
import type { Route } from '../kit/http/route.ts';
import { serve } from '../kit/serve.ts';
import type { HomeFigure } from '../platform/home/figures.ts';
import { routesOf } from '../platform/server-module.ts';
import { SERVER_MODULES } from './modules.ts';

/** Checks who may read files of a module's records, beyond the signed link. */
export const fileGuards: Readonly<Record<string, FileGuard>> = Object.assign(
  {},
  ...SERVER_MODULES.map(module => module.fileGuards),
);

/** Home page figures that modules compute themselves. */
export const homeFigures: readonly HomeFigure[] = SERVER_MODULES.flatMap(({ figures = [] }) => figures);

/** Routes of all modules; definitions without a server module get the standard routes. */
export function moduleRoutes(): readonly Route[] {
  const special = SERVER_MODULES.flatMap(module => routesOf(module, MODULES, SERVER_MODULES));
  const served = new Set(special.map(({ path }) => path));
  const usual = MODULES.filter(({ path }) => !served.has(path)).flatMap(definition => serve(definition, {}, MODULES));
  return SERVER_MODULES.reduce<readonly Route[]>(
    (routes, { decorateRoutes }) => decorateRoutes?.(routes) ?? routes,
    [...special, ...usual],
  );
}
