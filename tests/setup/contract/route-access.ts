import { referrersOf } from '@lobby/server/kit/http/referrers.ts';
import type { Route } from '@lobby/server/kit/http/route.ts';
import { type Flag, type Permissions, sees } from '@lobby/shared/kit/permissions.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { everything } from '../world.ts';
import { ROUTES } from './routes.ts';

/** Routes opened by the same module, flags and readers. */
export interface Door {
  module: string;
  flags: readonly Flag[];
  routes: readonly Route[];
}

const guarded = ROUTES.filter(route => route.audience === 'project' && route.flags && route.staff);

/** All doors of the API. */
export const DOORS: readonly Door[] = [
  ...Map.groupBy(guarded, ({ module, flags, readers = [] }) =>
    [module, flags?.join('|'), ...readers].join(' '),
  ).values(),
].map(routes => ({ module: routes[0]?.module ?? '', flags: routes[0]?.flags ?? [], routes }));

const referrers = referrersOf(MODULES);

/** All permissions except those that open a door. */
export function allBut({ module, flags, routes }: Door): Permissions {
  // Names for selects are open to readers of modules that refer to them.
  const referring = new Set(routes.flatMap(route => [...(referrers.get(route.path) ?? []), ...(route.readers ?? [])]));
  return Object.fromEntries(
    Object.entries(everything).map(([code, all = []]) => [
      code,
      all.filter(
        flag =>
          !(code === module && flags.some(one => one === flag || (one === 'read' && sees([flag])))) &&
          !(referring.has(code) && sees([flag])),
      ),
    ]),
  );
}
