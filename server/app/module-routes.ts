import { MODULES } from '@lobby/shared/modules/index.ts';
import type { FileGuard } from '../kit/files/file-routes.ts';
import type { Route } from '../kit/http/route.ts';
import { serve } from '../kit/serve.ts';
import type { HomeFigure } from '../platform/home/figures.ts';
import { routesOf } from '../platform/server-module.ts';
import { SERVER_MODULES } from './modules.ts';

/** Who may read the files of a module's records, where a signed link alone does not say it. */
export const fileGuards: Readonly<Record<string, FileGuard>> = Object.assign(
  {},
  ...SERVER_MODULES.map(module => module.fileGuards),
);

/** The numbers of the first page that modules count themselves. */
export const homeFigures: readonly HomeFigure[] = SERVER_MODULES.flatMap(({ figures = [] }) => figures);

/** The routes of all modules; a definition that no module serves is served as it stands. */
export function moduleRoutes(): readonly Route[] {
  const special = SERVER_MODULES.flatMap(module => routesOf(module, MODULES, SERVER_MODULES));
  const served = new Set(special.map(({ path }) => path));
  const usual = MODULES.filter(({ path }) => !served.has(path)).flatMap(definition => serve(definition, {}, MODULES));
  return SERVER_MODULES.reduce<readonly Route[]>(
    (routes, { decorateRoutes }) => decorateRoutes?.(routes) ?? routes,
    [...special, ...usual],
  );
}
