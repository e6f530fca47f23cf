import { allRoutes } from '@lobby/server/app/app.ts';
import type { Route } from '@lobby/server/kit/http/route.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';

/** An id without a record. */
export const NEVER = 'f'.repeat(24);

/** All routes of the product. */
export const ROUTES: readonly Route[] = allRoutes();

/** Parameters that are not ids. */
const FIXED: Readonly<Record<string, string>> = { part: 'file', status: 'CANCELLED' };

/** Path of a route with its parameters filled in. */
export function pathOf(route: Route, params: Record<string, string> = {}): string {
  return route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? FIXED[name] ?? NEVER);
}

export const titleOf = (route: Route) => `${route.method.toUpperCase()} ${route.path}`;

/** Module of a route, by the longest matching path. */
export const moduleOf = ({ path }: Route): Definition | undefined =>
  MODULES.filter(module => path === module.path || path.startsWith(`${module.path}/`)).sort(
    (a, b) => b.path.length - a.path.length,
  )[0];

/** Pattern of the paths that a route answers; parameters have the shape that the route declares. */
export const patternOf = ({ path, shapes }: Route): RegExp =>
  new RegExp(`^${path.replace(/:(\w+)/g, (_, name) => shapes?.[name]?.source.replace(/^\^|\$$/g, '') ?? '[^/]+')}$`);
