import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROUTES, titleOf } from '../setup/routes.ts';

/** The calls of the specification whose modules have landed, as it writes them (rules.md 7). */
const CALLS = [
  'GET /pms/helpdesk',
  'GET /pms/helpdesk/export',
  'PUT /pms/helpdesk/:id/approve',
  'PUT /pms/helpdesk/:id/complete',
  'PUT /pms/helpdesk/:id/label',
  'GET /pms/helpdesk/count-badges',
  'GET /rental-contract',
  'POST /rental-contract',
  'PUT /rental-contract/:id',
  'DELETE /rental-contract/:id',
  'PUT /rental-contract/:id/terminate',
  'PUT /rental-contract/:id/liquidate',
  'GET /unit-group/:id/room-members',
  'GET /unit-group/:id',
  'GET /module',
  'POST /upload',
  'GET /activity/list',
];
/** And those that the interfaces fix beside them (api.md). */
const FIXED = [
  'POST /auth/login',
  'POST /auth/refresh',
  'POST /auth/logout',
  'GET /auth/me',
  'PUT /auth/password',
  'POST /auth/password/forgot',
  'POST /auth/password/reset',
  'POST /auth/register',
  'POST /emails/unsubscribe',
  'POST /resident/auth/login',
  'GET /progress/:id',
  'POST /pms/helpdesk',
  'GET /pms/helpdesk/:id',
  'PUT /pms/helpdesk/:id',
  'GET /pms/helpdesk/:id/activities',
  'GET /pms/helpdesk/:id/messages',
  'POST /pms/helpdesk/:id/messages',
  ...['reject', 'assign', 'claim', 'start', 'rate'].map(act => `PUT /pms/helpdesk/:id/${act}`),
  ...['approve', 'reject', 'assign', 'label', 'complete'].map(act => `PUT /pms/helpdesk/${act}-multi`),
];

let printed: string[][] = [];
beforeAll(() => {
  const script = join(import.meta.dirname, '../../scripts/routes.ts');
  const lines = execFileSync(process.execPath, [script], { encoding: 'utf8' }).trim().split('\n');
  printed = lines.slice(1, -1).map(line => line.split(/ {2,}/));
});

describe('the printed table of routes', () => {
  it.each([...CALLS, ...FIXED])('has %s', call => {
    const [method, path] = call.split(' ');
    const found = printed.filter(([a, b]) => a === method && b === `/api${path}`);
    expect(found).toHaveLength(1);
  });

  it('is what is mounted', () => {
    expect(printed.map(([method, path]) => `${method} ${path?.replace('/api', '')}`)).toEqual(ROUTES.map(titleOf));
    for (const row of printed) expect(row).toHaveLength(5);
  });

  it('has for each module the standard calls that it declares', () => {
    const has = (method: string, path: string) => printed.some(([a, b]) => a === method && b === `/api${path}`);
    for (const { name, path, calls, flags } of MODULES) {
      const expected: Record<string, [string, string]> = {
        list: ['GET', path],
        create: ['POST', path],
        detail: ['GET', `${path}/:id`],
        update: ['PUT', `${path}/:id`],
        remove: ['DELETE', `${path}/:id`],
        options: ['GET', `${path}/options`],
        badges: ['GET', `${path}/count-badges`],
        activities: ['GET', `${path}/:id/activities`],
        export: ['GET', `${path}/export`],
      };
      for (const [call, [method, at]] of Object.entries(expected)) {
        const flagged =
          (call !== 'remove' || flags.includes('delete')) && (call !== 'export' || flags.includes('export'));
        const declared = (calls?.some(one => one === call) ?? true) && flagged;
        expect(has(method, at), `${name} ${call}`).toBe(declared);
      }
    }
  });

  it('tells who may call', () => {
    const callers = (method: string, path: string) =>
      printed.find(([a, b]) => a === method && b === `/api${path}`)?.[3];
    expect(callers('PUT', '/pms/helpdesk/:id/approve')).toBe('approve');
    expect(callers('POST', '/pms/helpdesk')).toBe('write, residents');
    expect(callers('PUT', '/pms/helpdesk/:id/rate')).toBe('residents');
    expect(callers('POST', '/auth/login')).toBe('anybody');
    expect(callers('GET', '/auth/me')).toBe('signed in');
  });
});

/** Which flag each kind of call asks for (api.md, Flags of calls). */
function flagOf(method: string, last: string, acts: readonly string[]): string | undefined {
  const act = last
    .replace('-multi', '')
    .replace(/^undo-/, '')
    .replace(/^remove$/, 'delete');
  if (['approve', 'reject'].includes(act) && acts.includes(act)) return 'approve';
  if (['assign', 'claim', 'label', 'invite', 'new-version', 'move', 'share'].includes(act) && acts.includes(act))
    return 'write';
  if (acts.includes(act)) return 'updateStatus';
  if (act === 'delete' || act === 'restore') return 'delete';
  if (act === 'template') return 'write';
  if (act === 'reveal') return 'readEncrypted';
  if (act === 'export') return 'export';
  if (act === 'export-encrypted') return 'exportEncrypted';
  return { GET: 'read', POST: 'write', PUT: 'write', DELETE: 'delete' }[method];
}

/** The replies to answer with are for those who may answer; a merge takes a record away. */
const OWN: Readonly<Record<string, string>> = {
  replies: 'write',
  duplicates: 'delete',
  merge: 'delete',
  'two-people': 'delete',
  removed: 'delete',
  'person-file': 'exportEncrypted',
  erase: 'delete',
  'erase-removed': 'delete',
};

it('asks of each call the flag that is said of its kind', () => {
  for (const { path, code, actions = {}, flags } of MODULES)
    for (const route of ROUTES.filter(one => one.path === path || one.path.startsWith(`${path}/`))) {
      if (MODULES.some(other => other.path.startsWith(`${path}/`) && route.path.startsWith(other.path))) continue;
      const last = route.path.split('/').at(-1) ?? '';
      const flag = OWN[last] ?? flagOf(route.method.toUpperCase(), last, Object.keys(actions));
      expect([titleOf(route), route.module, route.flags]).toEqual([titleOf(route), code, [flag]]);
      expect(flags, titleOf(route)).toContain(flag);
    }
});

it('has no two routes of one method and path, and none hidden behind another', () => {
  const titles = ROUTES.map(titleOf);
  expect(new Set(titles).size).toBe(titles.length);
  for (const [n, route] of ROUTES.entries()) {
    const example = route.path.replace(/:\w+/g, 'f'.repeat(24));
    const first = ROUTES.findIndex(
      one => one.method === route.method && new RegExp(`^${one.path.replace(/:\w+/g, '[^/]+')}$`).test(example),
    );
    expect(first, titleOf(route)).toBe(n);
  }
});
