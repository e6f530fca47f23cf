import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const client = join(import.meta.dirname, '../../../client');
const sources = globSync('{kit,modules}/**/*.tsx', { cwd: client }).map(
  path => [path, readFileSync(join(client, path), 'utf8')] as const,
);

it('names of files stand isolated, so that their letters cannot turn the words beside them', () => {
  const shown = sources.flatMap(([path, source]) =>
    [...source.matchAll(/^.*\bfile\??\.name\b.*$/gm)].map(([line]) => [path, line.trim()] as const),
  );
  expect(shown.length).toBeGreaterThan(8);
  // In attributes the name is safe only without text beside it.
  const safe = /<bdi[^>]*>\{file\.name\}|isolated\(file\??\.name|\b(title|alt|download)=\{file\.name\}/;
  expect(shown.filter(([, line]) => !safe.test(line))).toEqual([]);
});
