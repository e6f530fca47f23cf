import { globSync, readFileSync } from 'node:fs';
import { countsThings, isCounted } from '@lobby/shared/modules/reconciliation.ts';
import { expect, it } from 'vitest';

const root = new URL('../../server/modules/', import.meta.url);
const sources = globSync('{ledger,reconciliation}/**/*.ts', { cwd: root }).map(file =>
  readFileSync(new URL(file.replaceAll('\\', '/'), root), 'utf8'),
);
/** Names of listed rules, including overridden names. */
const LISTED = sources.flatMap(source => [
  ...[...source.matchAll(/(?<!\.\.\.)\blistWrong\('([A-Z_]+)'/g)].map(([, rule]) => String(rule)),
  ...[...source.matchAll(/\.\.\.listWrong\(.*rule: '([A-Z_]+)'/g)].map(([, rule]) => String(rule)),
]);

it('rules that count things are never written as money', () => {
  expect(LISTED.length).toBeGreaterThan(8);
  expect(LISTED.filter(rule => !isCounted(rule))).toEqual([]);
  expect([isCounted('RECEIPT_USED'), isCounted('FUNDS')]).toEqual([false, false]);
  expect([countsThings('CODES'), countsThings('BALANCES')]).toEqual([true, false]);
});
