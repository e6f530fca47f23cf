import { POSITION_KEYS, permissionsOf } from '@lobby/server/demo/positions.ts';
import type { Route } from '@lobby/server/kit/http/route.ts';
import { sayNouns } from '@lobby/shared/kit/nouns.ts';
import type { Permissions } from '@lobby/shared/kit/permissions.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { isShown, menuOf, registered } from '@lobby/shared/modules/menu.ts';
import { RECORDLESS } from '@lobby/shared/modules/recordless-modules.ts';
import { describe, expect, it } from 'vitest';
import { callerOf } from '../setup/caller.ts';
import { allBut, DOORS } from '../setup/contract/route-access.ts';
import { moduleOf, NEVER, pathOf, ROUTES, titleOf } from '../setup/contract/routes.ts';
import { isProvedRoute, sampleOf } from '../setup/contract/sampling.ts';
import { readWords } from '../setup/contract/words.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite, type Site } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const other = await makeSite(server.url, 'Beta');
const nobody = callerOf(
  () => server.url,
  () => ({}),
);
const names = Object.fromEntries(
  Object.entries(readWords('en').get('modules') ?? {}).map(([code, name]) => [code, sayNouns(String(name), 'en')]),
);

const closed = ROUTES.filter(route => route.audience !== 'public');
const ofProject = closed.filter(route => route.audience === 'project');
const tried = ofProject.filter(isProvedRoute);
const knock = (who: Pick<Site['ann'], 'call'>, route: Route, headers: Record<string, string> = {}) =>
  who.call(route.method.toUpperCase(), pathOf(route), route.method === 'get' ? undefined : {}, headers);

describe('without a token', () => {
  it.each(closed.filter(isProvedRoute).map(route => [titleOf(route), route] as const))(
    '%s is 401',
    async (_, route) => {
      const answer = await knock(nobody, route, { 'X-Project-Id': site.id });
      expect([answer.status, answer.code]).toEqual([401, 'UNAUTHORIZED']);
      expect(answer.error).toMatchObject({ statusCode: 401, code: 'UNAUTHORIZED', message: expect.any(String) });
    },
  );

  it('a forged, an empty and a broken token are 401', async () => {
    for (const token of ['Bearer x.y.z', 'Bearer ', 'Basic YTpi', `Bearer ${site.ann.token.slice(0, -2)}xx`])
      expect((await nobody.get('/label', { Authorization: token, 'X-Project-Id': site.id })).status).toBe(401);
  });
});

describe('without a project', () => {
  it.each(tried.map(route => [titleOf(route), route] as const))('%s is 400', async (_, route) => {
    const answer = await knock(site.ann, route, { 'X-Project-Id': '' });
    expect([answer.status, answer.code]).toEqual([400, 'PROJECT_REQUIRED']);
  });

  it('a resident must name the unit', async () => {
    const answer = await site.dora.get('/pms/helpdesk', { 'X-Unit-Id': '' });
    expect([answer.status, answer.code]).toEqual([400, 'PROJECT_REQUIRED']);
  });
});

describe('in a project or unit where one has no place', () => {
  it.each(tried.map((route, n) => [titleOf(route), route, n] as const))('%s is 403', async (_, route, n) => {
    for (const foreign of sampleOf(moduleOf(route), [other.id, NEVER, 'no-id'], n, 1)) {
      const answer = await knock(site.ann, route, { 'X-Project-Id': foreign });
      expect([answer.status, answer.code], foreign).toEqual([403, 'EMPLOYEE_NOT_HAVE_PERMISSION']);
    }
    const theirs = [
      ['X-Unit-Id', site.otherUnitId],
      ['X-Unit-Id', NEVER],
      ['X-Project-Id', other.id],
    ] as const;
    for (const [name, id] of sampleOf(moduleOf(route), theirs, n, 1))
      expect((await knock(site.dora, route, { [name]: id })).status, name).toBe(403);
  });
});

describe.each(
  DOORS.filter(({ routes }) => routes.some(isProvedRoute)).map(
    door => [`${door.module} ${door.flags.join('|')}`, door] as const,
  ),
)('%s', (_, door) => {
  const { module, flags, routes } = door;

  it(`is the only door to ${routes.map(titleOf).join(', ')}`, async () => {
    await site.allow(allBut(door));
    for (const route of routes) {
      const answer = await knock(site.carl, route);
      expect([answer.status, answer.code], titleOf(route)).toEqual([403, 'EMPLOYEE_NOT_HAVE_PERMISSION']);
      // Where the money lies is not for everybody: that refusal does not name the module.
      const named = module !== fund.code;
      expect(answer.error.data).toEqual(named ? { module } : {});
      expect(answer.error.message.includes(names[module] ?? '')).toBe(named);
    }
  });

  it('opens it alone', async () => {
    for (const flag of flags) {
      await site.allow({ [module]: [flag] });
      for (const route of routes) expect((await knock(site.carl, route)).status, titleOf(route)).not.toBe(403);
    }
  });
});

it('opens to readers of what needs it', async () => {
  const shared = ofProject.flatMap(route => (route.readers ?? []).map(module => ({ route, module })));
  expect(shared.length).toBeGreaterThan(0);
  for (const { route, module } of shared) {
    await site.allow({ [module]: ['read'] });
    // Further demands of a call are not tested here.
    expect([200, 400], titleOf(route)).toContain((await knock(site.carl, route)).status);
  }
});

it('opens names for selects to readers of what refers to them, and nothing else', async () => {
  await site.allow({ HELP_DESK: ['read'] });
  expect((await site.carl.get('/member/options')).status).toBe(200);
  expect((await site.carl.get('/member')).status).toBe(403);
  expect((await site.carl.get(`/member/${site.dora.id}`)).status).toBe(403);
});

it('asks no flag of all staff but for what everybody needs', () => {
  expect(
    ofProject
      .filter(route => !route.flags && route.staff)
      .map(titleOf)
      .sort(),
  ).toEqual([
    'DELETE /views/:id',
    'GET /approval-flow/count-badges',
    'GET /approval-flow/waiting',
    'GET /count-badges',
    // Covers modules that the caller may read; the calls check each of them.
    'GET /dashboard/catalogue',
    'GET /dashboard/lists',
    'GET /dashboard/tiles',
    'GET /guide/:page',
    'GET /guide/index',
    'GET /histories/count-badges',
    'GET /histories/pms',
    'GET /home/figures',
    'GET /home/set-up',
    'GET /home/today',
    'GET /module',
    'GET /module/config',
    'GET /module/limit',
    // Open to readers of notices or announcements; the calls check it.
    'GET /outbox/messages',
    'GET /outbox/messages/:id',
    'GET /outbox/messages/:id/attachments/:n',
    'GET /outbox/messages/:id/raw',
    'GET /progress',
    'GET /progress/:id',
    'GET /search',
    // Covers modules whose sums the caller may see; the calls check each of them.
    'GET /statistics',
    'GET /statistics/:noun',
    'GET /statistics/:noun/export',
    'GET /statistics/:noun/people',
    'GET /statistics/:noun/people/export',
    // Open to readers of any of the books; the call checks it.
    'GET /transaction-lock-date',
    'GET /unit-group/:id/contact',
    'GET /unit-group/:id/reception',
    'GET /unit-group/:id/room-members',
    'GET /views',
    'GET /waiting',
    'GET /whats-new',
    'PATCH /histories/:id/read',
    'POST /outbox/messages/:id/answer',
    'POST /upload',
    'POST /views',
    'PUT /histories/read-all',
    'PUT /histories/view-all',
    'PUT /progress/:id/cancel',
    'PUT /views/:id',
    'PUT /whats-new/later',
    'PUT /whats-new/seen',
  ]);
});

describe('the menu', () => {
  const screens = [...MODULES, ...RECORDLESS].map(registered);
  const entries = menuOf(screens).flatMap(group => group.entries);
  /** Routes that the screen of an entry reads first: its list or report, else each of its routes without an id. */
  const readsOf = ({ route }: { route: string }) => {
    const path = screens.find(screen => screen.menu && screen.route === route)?.path ?? '';
    const gets = ofProject.filter(one => one.method === 'get' && one.staff && !one.path.includes(':'));
    const [own] = gets.filter(get => get.path === path);
    return own ? [own] : gets.filter(get => get.path.startsWith(`${path}/`));
  };
  const refusedOf = async (permissions: Permissions) => {
    await site.allow(permissions);
    const refused: string[] = [];
    for (const entry of entries.filter(one => isShown(permissions, one))) {
      const reads = readsOf(entry);
      const answers = await Promise.all(reads.map(read => knock(site.carl, read)));
      if (reads.length > 0 && answers.every(({ status }) => status === 403)) refused.push(entry.route);
    }
    return refused;
  };

  it.each(POSITION_KEYS)('of %s names no screen that refuses to be read', async key => {
    expect(entries.filter(entry => isShown(permissionsOf(key), entry)).length).toBeGreaterThan(0);
    expect(await refusedOf(permissionsOf(key))).toEqual([]);
  });

  it('shows with the least of rights no screen that needs more', async () => {
    const least = entries.map(({ module, flag }): Permissions => ({ [module]: ['read', ...(flag ? [flag] : [])] }));
    const wrong: string[] = [];
    for (const permissions of least) wrong.push(...(await refusedOf(permissions)));
    expect([...new Set(wrong)]).toEqual([]);
  });
});

describe('acts of residents', () => {
  const theirs = ofProject.filter(route => route.residents);

  it.each(tried.filter(route => !route.residents).map(route => [titleOf(route), route] as const))(
    '%s is closed to them',
    async (_, route) => {
      const answer = await knock(site.dora, route);
      expect([answer.status, answer.code]).toEqual([403, 'FORBIDDEN']);
    },
  );

  it('are few, and those that are theirs alone are closed to staff', async () => {
    expect(theirs.length).toBeGreaterThan(5);
    for (const route of theirs) expect((await knock(site.dora, route)).status, titleOf(route)).not.toBe(403);
    for (const route of theirs.filter(one => !one.staff)) {
      const answer = await knock(site.ann, route);
      expect([answer.status, answer.code]).toEqual([403, 'EMPLOYEE_NOT_HAVE_PERMISSION']);
    }
  });
});

describe('what is not listed', () => {
  it.each(['GET /nothing', 'GET /label/options/more', 'POST /constructor'])('%s is denied', async line => {
    const [method = '', path = ''] = line.split(' ');
    const answer = await site.ann.call(method, path);
    expect([answer.status, answer.code]).toEqual([404, 'NOT_FOUND']);
  });

  it.each([...Map.groupBy(ROUTES.filter(isProvedRoute), route => route.path)].map((one, n) => [...one, n] as const))(
    'no other method on %s',
    async (_, own, n) => {
      const [route] = own;
      const methods = own.map(one => one.method.toUpperCase());
      const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(one => !methods.includes(one));
      for (const method of sampleOf(route && moduleOf(route), others, n, 1))
        for (const who of [site.ann, nobody]) {
          const path = route ? pathOf(route) : '';
          const answer = await who.call(method, path);
          // Where a path with a parameter has the method, `options` is the id that never was.
          expect([400, 401, 403, 404, 405], `${method} ${path}`).toContain(answer.status);
          if (answer.status === 405) expect(answer.headers.get('Allow')?.split(', ')).not.toContain(method);
        }
    },
  );
});
