import { permissionsOf } from '@lobby/server/demo/positions.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { isShown } from '@lobby/shared/modules/menu.ts';
import { RECORDLESS } from '@lobby/shared/modules/recordless-modules.ts';
import { MENU } from '@lobby/shared/modules/registry.ts';
import { House } from 'lucide-react';
import { expect, it } from 'vitest';
import { litOn, type MenuGroup, menuBelow } from '../../../client/shell/menu.ts';
import { usualPins } from '../../../client/shell/pins.ts';

const ENTRIES = [...MODULES, ...RECORDLESS].flatMap(one =>
  'menu' in one && one.menu && 'route' in one && one.route ? [{ to: `/projects/p/${one.route}` }] : [],
);

it('lights one entry of the menu on each screen, its own', () => {
  expect(ENTRIES.length).toBeGreaterThan(60);
  for (const { to } of ENTRIES) {
    expect(litOn(to, ENTRIES)).toBe(to);
    expect(litOn(`${to}/below`, ENTRIES)).toBe(to);
  }
  expect(litOn('/projects/p/nowhere', ENTRIES)).toBeNull();
});

it('lights the nearest of those above a path', () => {
  const entries = [{ to: '/p/statistics' }, { to: '/p/statistics/cashbook' }];
  expect(litOn('/p/statistics/cashbook', entries)).toBe('/p/statistics/cashbook');
  expect(litOn('/p/statistics/ticket', entries)).toBe('/p/statistics');
});

it.each(['admin', 'reception', 'service', 'accountant', 'technician'] as const)(
  'pins what the day of a %s begins with, all of it open to them',
  position => {
    const permissions = permissionsOf(position);
    const open = MENU.flatMap(({ entries }) => entries).filter(entry => isShown(permissions, entry));
    const pins = usualPins(permissions);
    expect(pins.length).toBeGreaterThan(1);
    expect(pins.filter(key => !open.some(entry => entry.key === key))).toEqual([]);
  },
);

it('pins for accountants where money comes in', () =>
  expect(usualPins(permissionsOf('accountant'))).toEqual(['payment', 'bills', 'bankStatements', 'feeNotices']));

it('has each screen once, and settings apart from the work of the day', () => {
  const group = (key: string, keys: readonly string[], settings = false): MenuGroup => ({
    key,
    label: key,
    icon: House,
    settings,
    entries: keys.map(one => ({ key: one, label: one, to: `/${one}` })),
  });
  const menu = [group('fees', ['bills', 'usages']), group('alone', ['payment']), group('setup', ['tariffs'], true)];
  const { daily, settings } = menuBelow(menu, [{ key: 'bills' }, { key: 'payment' }]);
  const keysOf = (groups: readonly MenuGroup[]) => groups.flatMap(({ entries }) => entries.map(({ key }) => key));
  expect(keysOf(daily)).toEqual(['usages']);
  expect(keysOf(settings)).toEqual(['tariffs']);
  expect(MENU.filter(one => one.settings).map(({ key }) => key)).toEqual(['accountingSetup', 'system']);
});
