import type { Figure } from '../load/figure.ts';
import { callerOf } from '../setup/caller.ts';
import { allBut, DOORS } from '../setup/contract/route-access.ts';
import { pathOf, ROUTES, titleOf } from '../setup/contract/routes.ts';
import { isProvedRoute } from '../setup/contract/sampling.ts';
import { openArena } from './arena.ts';
import { held, newTally } from './verdict.ts';

/** Ways to name a path that is not the path. */
const ODD = [
  (path: string) => `${path}/more/and/more`,
  (path: string) => `${path}%2f`,
  (path: string) => `/x${path}`,
  (path: string) => `${path};x`,
];

/** X2: every route with its flags off, and what is listed nowhere. */
export const x2: Figure = {
  id: 'x2',
  title: 'every action flag off',
  async run(stage, quick) {
    const { site, url, allow, close } = await openArena(stage, { foreign: false, shared: quick });
    try {
      const doors = newTally();
      for (const door of quick ? DOORS.filter((_, n) => n % 5 === 0) : DOORS) {
        await allow(allBut(door));
        for (const route of door.routes) {
          const body = route.method === 'get' ? undefined : {};
          const { status } = await site.carl.call(route.method.toUpperCase(), pathOf(route), body);
          doors.tried++;
          if (status !== 403) doors.fallen.push(`${titleOf(route)} without ${door.flags}: ${status}`);
        }
      }
      await allow({});
      const nobody = callerOf(
        () => url,
        () => ({ 'X-Project-Id': site.id }),
      );
      const [closed, strangers] = [newTally(), newTally()];
      for (const route of ROUTES.filter(isProvedRoute)) {
        const [method, path] = [route.method.toUpperCase(), pathOf(route)];
        if (route.audience === 'public' || /logout/.test(path)) continue;
        const body = route.method === 'get' ? undefined : {};
        const unsigned = await nobody.call(method, path, body);
        strangers.tried++;
        if (unsigned.status !== 401) strangers.fallen.push(`${titleOf(route)} without a token: ${unsigned.status}`);
        for (const odd of ODD) {
          const { status } = await site.carl.call(method, odd(path), body);
          closed.tried++;
          if (status < 400 || status >= 500) closed.fallen.push(`${method} ${odd(path)}: ${status}`);
        }
      }
      return [
        held('let in without the flag', doors),
        held('let in without a token', strangers),
        held('let in by a path that is not listed', closed),
      ];
    } finally {
      await close();
    }
  },
};
