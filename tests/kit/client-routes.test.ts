import { readFileSync } from 'node:fs';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { CODES, RECORDLESS } from '@lobby/shared/modules/recordless-modules.ts';
import { expect, it } from 'vitest';

/** A screen, or a page on paper: its path in a project and the module whose readers see it. */
const SCREEN = /screen\(\s*'([^']+)',\s*'([A-Z_]+)',/g;
const source = readFileSync(new URL('../../client/routes.tsx', import.meta.url), 'utf8');
const screens = [...source.matchAll(SCREEN)].map(([, path = '', code = '']) => ({ path, code }));

it('opens each screen to readers of a module that there is', () => {
  expect(screens.length).toBeGreaterThan(90);
  expect(screens.filter(({ code }) => !CODES.includes(code))).toEqual([]);
});

it.each(
  [...MODULES, ...RECORDLESS].flatMap(({ name, code, ...rest }) =>
    'route' in rest && rest.route ? [{ name, code, route: rest.route }] : [],
  ),
)('opens the screen of $name where its definition says, to its readers', ({ code, route }) => {
  const [path] = route.split('?');
  expect(screens).toContainEqual({ path, code });
});
