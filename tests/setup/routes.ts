import { allRoutes } from '@lobby/server/app/app.ts';
import type { Route } from '@lobby/server/kit/http/route.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';

/** An id that no record has. */
export const NEVER = 'f'.repeat(24);

/** All routes of the product. */
export const ROUTES: readonly Route[] = allRoutes();

/** Parameters that are no ids. */
const FIXED: Readonly<Record<string, string>> = { part: 'file', status: 'CANCELLED' };

/** The path of a route with its parameters filled in. */
export function pathOf(route: Route, params: Record<string, string> = {}): string {
  return route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? FIXED[name] ?? NEVER);
}

export const titleOf = (route: Route) => `${route.method.toUpperCase()} ${route.path}`;

/** The module whose path a route is on: the longest that fits. */
export const moduleOf = ({ path }: Route): Definition | undefined =>
  MODULES.filter(one => path === one.path || path.startsWith(`${one.path}/`)).sort(
    (a, b) => b.path.length - a.path.length,
  )[0];

/** The paths that a route answers: what its parameters look like, where it says so. */
export const patternOf = ({ path, shapes }: Route): RegExp =>
  new RegExp(`^${path.replace(/:(\w+)/g, (_, name) => shapes?.[name]?.source.replace(/^\^|\$$/g, '') ?? '[^/]+')}$`);
