import { MODULES } from '@lobby/shared/modules/index.ts';
import { RECORDLESS } from '@lobby/shared/modules/recordless-modules.ts';
import { expect, it } from 'vitest';
import { litOn } from '../../../client/shell/menu.ts';

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
