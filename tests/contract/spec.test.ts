import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { CODES } from '@lobby/shared/modules/recordless-modules.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { OWN_FLAGS } from '../setup/contract/own-flags.ts';
import { patternOf, ROUTES, titleOf } from '../setup/contract/routes.ts';

const both = (path: string, ...methods: string[]) => methods.map(method => `${method} ${path}`);
const puts = (path: string, ...acts: string[]) => acts.map(act => `PUT ${path}/:id/${act}`);
const form = (path: string) => [
  ...both(path, 'GET', 'POST'),
  ...both(`${path}/:id`, 'PUT', 'DELETE'),
  ...['export', 'regulation', 'count-badges'].map(part => `GET ${path}/${part}`),
  ...puts(path, 'approve', 'cancel', 'in-progress', 'complete'),
];

/** Every call of the specification, as it writes them (rules.md 7), by the permission module that answers it. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  TASK: [
    'GET /request/list',
    'GET /request/:id',
    'POST /request',
    'PUT /request/:id',
    'PUT /request/:id/change-progress/:status',
    'POST /request/duplicate',
    'GET /request/export-data',
    'GET /request/count-badges',
    'GET /request/:id/activities',
    'GET /request/:id/timeline',
  ],
  HELP_DESK: [
    'GET /pms/helpdesk',
    'GET /pms/helpdesk/export',
    'GET /pms/helpdesk/count-badges',
    ...puts('/pms/helpdesk', 'approve', 'complete', 'label'),
  ],
  MEMBER_COMMUNICATE: [
    'POST /rooms/create',
    'GET /rooms',
    'GET /rooms/read-status',
    'GET /rooms/count-badges',
    ...puts('/rooms', 'active', 'inactive'),
    ...both('/rooms/:id/messages', 'GET', 'POST'),
    'PUT /rooms/:id/messages/:messageId/read',
    'PUT /rooms/:id/messages/readall',
  ],
  AMENITIES_ORDERS: [
    'GET /utility-group/booking',
    'GET /utility-group/:id/available-slots',
    'POST /utility-booking/check',
    ...both('/utility-booking', 'GET', 'POST'),
    ...both('/utility-booking/:id', 'GET', 'PUT'),
    ...puts('/utility-booking', 'reject', 'approve'),
    ...['pay-manual-fee', 'pay-manual-surcharge', 'refund-deposits', 'refund-surcharge', 'refund-fee'].map(
      act => `POST /utility-booking/:id/${act}`,
    ),
    'GET /utility-booking/count-badges',
    'GET /amenities/booking/export',
  ],
  // The refund of what was paid by card comes with online payment.
  ONLINE_TRANSACTION: ['POST /payment/refund/:id/booking'],
  ACCESS_MANAGEMENT: [
    ...both('/visitor', 'GET', 'POST'),
    'DELETE /visitor/:id',
    'POST /visitor/create-multi',
    'GET /visitor/count-badges',
    ...puts('/visitor', 'approve', 'cancel', 'in-progress', 'complete'),
    ...['approve', 'in-progress', 'complete'].map(act => `PUT /visitor/${act}-multi`),
    'GET /form-data/guest-unit',
    'PUT /guest-unit/:id',
    'GET /guest-unit/:id/history',
    'PUT /form-data/visitor/:id',
  ],
  INVENTORY_TRANSFER_MANAGEMENT: form('/elevator-reservation'),
  CONSTRUCTION_MANAGEMENT: [
    ...form('/construction-registration'),
    ...puts('/construction-registration', 'deposit/deposit', 'deposit/refund'),
  ],
  CARD_REGISTRATION_MANAGEMENT: [
    'GET /card-registration',
    'GET /card-registration/:id',
    'GET /card-registration/count-badges',
    'POST /card-registration/vehicle',
    'POST /card-registration/resident',
    ...puts(
      '/card-registration',
      'cancel',
      'approve',
      'deposit',
      'refund',
      'in-progress',
      'deposit/confirm',
      'complete',
    ),
  ],
  RENTAL_CONTRACT: [
    ...both('/rental-contract', 'GET', 'POST'),
    ...both('/rental-contract/:id', 'PUT', 'DELETE'),
    ...puts('/rental-contract', 'terminate', 'liquidate'),
    'GET /rental-contract/:id/history',
    'GET /rental-contract/count-badges',
  ],
  NOTIFICATION: [
    'GET /histories/pms',
    'GET /histories/count-badges',
    'PUT /histories/read-all',
    'PUT /histories/view-all',
    'PATCH /histories/:id/read',
    'POST /installations',
  ],
  LOCK_DATE: [
    ...both('/transaction-lock-date', 'GET', 'POST'),
    'POST /lock-date',
    'POST /lock-date/update',
    'GET /lock-date/list',
  ],
  ACTIVITY: ['GET /activity/list'],
  // With them the calls that need no right but to be there.
  UNIT_GROUP: [
    'GET /unit-group',
    ...both('/unit-group/:id', 'GET', 'PUT'),
    'GET /unit-group-type/list',
    'GET /unit-group/:id/room-members',
    'POST /upload',
    'POST /histories/count-badges/multi-unit-group',
    'GET /country-codes',
    'GET /cities',
    'GET /wards',
    'GET /check-maintenance',
    'GET /dictionary',
    'GET /module',
    'GET /module/config',
    'GET /module/limit',
  ],
};
/** The bell belongs to everybody, and asks for no permission. */
const isLanded = (code: string) => CODES.includes(code) || code === 'NOTIFICATION';
const OF_SPEC = Object.entries(CALLS).flatMap(([code, calls]) => calls.map(call => [call, isLanded(code)] as const));
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
  const timesIn = (call: string) => {
    const [method, path] = call.split(' ');
    return printed.filter(([a, b]) => a === method && b === `/api${path}`).length;
  };

  it.each(OF_SPEC)('has %s once its module has landed', (call, landed) => {
    expect(timesIn(call)).toBe(landed ? 1 : 0);
  });

  it.each(FIXED)('has %s', call => {
    expect(timesIn(call)).toBe(1);
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
        // The specification's own call makes a lock by its day alone; a run begins by one, a payment online by what it pays, a statement by its file.
        if (
          ['lock-date', 'bill-run', 'online-transaction', 'sync-run', 'bank-statement'].includes(name) &&
          call === 'create'
        )
          continue;
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

/** Calls with another flag: approvers need no right to flows, bills of a service need the right to sums, works of a partner that to works. */
const ASKED_ELSEWHERE = new Set([
  'GET /approval-flow/count-badges',
  'GET /approval-flow/waiting',
  'GET /service/:id/months',
  'GET /partner/:id/works',
  // When the product itself is kept up, which has its own call beside that of a building's works.
  'PUT /maintenance',
]);

it('asks of each call the flag that is said of its kind', () => {
  for (const { path, code, actions = {}, flags } of MODULES)
    for (const route of ROUTES.filter(one => one.path === path || one.path.startsWith(`${path}/`))) {
      if (MODULES.some(other => other.path.startsWith(`${path}/`) && route.path.startsWith(other.path))) continue;
      // Another module's, under the same path: told from an id by its shape.
      if (ASKED_ELSEWHERE.has(titleOf(route)) || route.shapes) continue;
      const last = route.path.split('/').at(-1) ?? '';
      // Free slots are read with the right to book.
      if (last === 'available-slots') continue;
      const flag =
        OWN_FLAGS[titleOf(route)] ?? OWN_FLAGS[last] ?? flagOf(route.method.toUpperCase(), last, Object.keys(actions));
      expect([titleOf(route), route.module, route.flags]).toEqual([titleOf(route), code, [flag]]);
      expect(flags, titleOf(route)).toContain(flag);
    }
});

it('has no two routes of one method and path, and none hidden behind another', () => {
  const titles = ROUTES.map(titleOf);
  expect(new Set(titles).size).toBe(titles.length);
  for (const own of Map.groupBy(ROUTES, ({ method }) => method).values()) {
    const patterns = own.map(patternOf);
    for (const [n, route] of own.entries()) {
      const example = route.path.replace(/:(\w+)/g, (_, name) => 'f'.repeat(route.shapes?.[name] ? 43 : 24));
      expect(
        patterns.findIndex(pattern => pattern.test(example)),
        titleOf(route),
      ).toBe(n);
    }
  }
});
