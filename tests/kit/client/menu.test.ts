import { permissionsOf } from '@lobby/server/demo/positions.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { isShown } from '@lobby/shared/modules/menu.ts';
import { RECORDLESS } from '@lobby/shared/modules/recordless-modules.ts';
import { MENU } from '@lobby/shared/modules/registry.ts';
import { House } from 'lucide-react';
import { expect, it, vi } from 'vitest';
import { chosen } from '../../../client/kit/session/preferences.ts';
import { type Command, commandsHere, useCommand } from '../../../client/kit/ui/keyboard/commands.ts';
import { litOn, type MenuGroup, menuBelow } from '../../../client/shell/menu/menu.ts';
import { usePins, usualPins } from '../../../client/shell/menu/pins.ts';
import { readWords } from '../../setup/contract/words.ts';
import { renderHook, settle } from './render-hook.ts';

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
  // Statistics without a menu entry belong to the entry of their screen.
  expect(litOn('/p/statistics/receipt', [{ to: '/p/receipt' }])).toBe('/p/receipt');
});

const TRADES = ['admin', 'reception', 'service', 'accountant', 'technician'] as const;
it.each(TRADES)('pins what the day of a %s begins with, all of it open to them', position => {
  const permissions = permissionsOf(position);
  const open = MENU.flatMap(({ entries }) => entries).filter(entry => isShown(permissions, entry));
  const pins = usualPins(permissions);
  expect(pins.length).toBeGreaterThan(1);
  expect(pins.filter(key => !open.some(entry => entry.key === key))).toEqual([]);
});

it('pins for accountants where money comes in', () =>
  expect(usualPins(permissionsOf('accountant'))).toEqual(['payment', 'bills', 'bankStatements', 'feeNotices']));

/** Letters of the least phone's fifth of a line; those of East Asia take two. */
const LINE = 12;
const widthOf = (word: string) => [...word].reduce((sum, letter) => sum + (letter > '\u2fff' ? 2 : 1), 0);
it.each(LANGUAGES)('says in %s what is pinned in one line of the bar on phones', language => {
  const words = (readWords(language).get('menu') ?? {}) as Record<string, string> & { short?: Record<string, string> };
  const pins = [...new Set(TRADES.flatMap(position => usualPins(permissionsOf(position))))];
  const said = pins.map(key => (words.short?.[key] ?? words[key] ?? '').replace(/\[\[|\]\]/g, ''));
  expect(said.filter(word => word === '' || widthOf(word) > LINE)).toEqual([]);
});

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

it('keeps what somebody pins in their order, instead of what their trade has', async () => {
  const menu = [
    {
      key: 'payments',
      label: 'Payments',
      icon: House,
      entries: ['payment', 'bills', 'receipts'].map(key => ({ key, label: key, to: `/${key}` })),
    },
  ];
  const pins = await renderHook(usePins, 'p', menu);
  expect(pins.at.entries).toEqual([]);
  expect(pins.at.own).toBe(false);
  pins.at.toggle('receipts');
  await settle();
  pins.at.toggle('bills');
  await settle();
  expect(pins.at.entries.map(({ key }) => key)).toEqual(['receipts', 'bills']);
  expect(chosen('pins/p')).toEqual(['receipts', 'bills']);
  pins.at.toggle('receipts');
  await settle();
  expect(pins.at.entries.map(({ key }) => key)).toEqual(['bills']);
  expect(pins.at.own).toBe(true);
});

it('offers in the palette what the screen in view can do, and no more once that is left', async () => {
  const run = vi.fn();
  const command = { key: 'export', label: 'Export', icon: House, run };
  const screen = await renderHook(useCommand, command as Command | null);
  expect(commandsHere()).toEqual([command]);
  await screen.with(null);
  expect(commandsHere()).toEqual([]);
});
