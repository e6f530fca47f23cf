import { globSync, readFileSync } from 'node:fs';
import { residentTarget } from '@lobby/shared/kit/notification-target.ts';
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
