import { globSync, readFileSync } from 'node:fs';
import { notificationTarget, residentTarget } from '@lobby/shared/kit/notification-target.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { CODES } from '@lobby/shared/modules/recordless-modules.ts';
import { expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const app = read('client/resident/App.tsx');

/** Page names in a table of the app. */
const pagesIn = (table: string): string[] => {
  const [, body = ''] = new RegExp(`const ${table}: [^=]*= \\{([\\s\\S]*?)\\n\\};`).exec(app) ?? [];
  return [...body.matchAll(/^ {2}'?([\w-]+)'?:/gm)].map(([, name = '']) => name);
};
const pages = new Set(['PAGES', 'GUEST_PAGES', 'DOORS'].flatMap(pagesIn));

it('knows the pages of the residents’ app', () => expect(pages.size).toBeGreaterThan(25));

it('leads from mails, papers and codes to pages that are there', () => {
  // Links built from an address or the home of the product; API calls have another prefix.
  const links = globSync('server/**/*.ts', { cwd: ROOT }).flatMap(path =>
    [...read(path).matchAll(/(?:\}|homeUrl\(`)\/resident\/([\w-]+)/g)].map(([, page = '']) => ({ path, page })),
  );
  expect(links.length).toBeGreaterThan(8);
  expect(links.filter(({ page }) => !pages.has(page))).toEqual([]);
});

it('leads from every notification to a page that is there', () => {
  const targets = CODES.map(module => residentTarget({ module, id: 'x' }).split('/')[1] ?? '');
  expect(targets.filter(page => page !== '' && !pages.has(page))).toEqual([]);
});

it('leads from what staff and residents are told of to somewhere else than home', () => {
  const codes = new Map(MODULES.map(({ name, code }) => [name.replace(/-(\w)/g, (_, one) => one.toUpperCase()), code]));
  const told = globSync('server/modules/**/*.ts', { cwd: ROOT })
    .flatMap(path =>
      [...read(path).matchAll(/\{ module: (\w+)\.code, id\b/g)].map(([, name = '']) => ({
        path,
        code: codes.get(name) ?? '',
      })),
    )
    .filter(({ code }) => code !== '');
  expect(told.length).toBeGreaterThan(25);
  const isHome = (module: string) => {
    const subject = { module, id: 'x', title: 'x' };
    return notificationTarget('p', subject) === '/projects/p' && residentTarget(subject) === '/';
  };
  expect(told.filter(({ code }) => isHome(code))).toEqual([]);
});
