import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { changedModules, changesIn, modulesOf, pathsIn } from '../../scripts/turns.ts';

const dir = mkdtempSync(join(tmpdir(), 'lobby-turns-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const namesAt = (...paths: string[]) => changedModules(MODULES, [paths]).map(one => one.name);

describe('the turns of modules', () => {
  it('come to every module in eight days, to each once', () => {
    const days = [
      '2026-11-30T23:59:59Z',
      '2026-12-01T00:00:00Z',
      ...[2, 3, 4, 5, 6, 7].map(day => `2026-12-0${day}T12:00:00Z`),
    ].map(day => new Date(day));
    const turns = days.map(day => modulesOf(MODULES, day));
    expect(turns.flat().toSorted(byName)).toEqual(MODULES.toSorted(byName));
    for (const turn of turns) expect(turn.length).toBeLessThan(MODULES.length / 4);
    expect(modulesOf(MODULES, new Date('2026-12-08T08:00:00Z'))).toEqual(turns[0]);
  });

  it('stay as they are through a day, and when a module is added', () => {
    const [morning, evening] = [new Date('2026-12-01T00:00:00Z'), new Date('2026-12-01T23:59:59Z')];
    expect(modulesOf(MODULES, evening)).toEqual(modulesOf(MODULES, morning));
    const fewer = MODULES.slice(0, -1);
    expect(modulesOf(fewer, morning)).toEqual(modulesOf(MODULES, morning).filter(one => fewer.includes(one)));
  });
});

describe('a changed file', () => {
  it.each([
    ['shared/modules/ticket-type.ts', ['assignment-rule', 'service-level', 'ticket-reply', 'ticket-type']],
    ['server/modules/resident/merge/merge.ts', ['residency', 'resident']],
    ['client/modules/staff/page.tsx', ['employee']],
    ['client/modules/authorization/page.tsx', ['department', 'position']],
    ['shared/locales/ko/partner.json', ['partner']],
    ['shared/locales/vi/menu.json', []],
    ['shared/modules/index.ts', []],
    ['server/kit/ticket/label.ts', []],
    ['tests/modules/ticket.test.ts', []],
  ])('%s is of %j', (path, names) => expect(namesAt(path).toSorted()).toEqual(names));

  it('is of no module where most of them changed at once', () => {
    const all = MODULES.map(one => `shared/locales/vi/${one.name}.json`);
    expect(namesAt(...all)).toEqual([]);
    expect(changedModules(MODULES, [all, ['shared/modules/label.ts']]).map(one => one.code)).toEqual([
      'LABEL',
      'LABEL',
    ]);
  });

  const diff = (path: string, ...lines: string[]) =>
    [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, '@@ -1 +1 @@', ...lines, ''].join('\n');

  it('is not one that was only moved, or imports what was', () => {
    const moved = 'diff --git a/old.ts b/new.ts\nsimilarity index 100%\nrename from old.ts\nrename to new.ts\n';
    const follows = diff('follows.ts', "-import { x } from '../a.ts';", "+import { x } from '../b/a.ts';");
    const further = diff('further.ts', "-} from '../a.ts';", "+} from '../b/a.ts';", '+');
    const changed = diff('changed.ts', "-import { x } from '../a.ts';", '-const y = x;', '+const y = 2 * x;');
    expect(new Set(pathsIn(moved + follows + further + changed))).toEqual(new Set(['changed.ts']));
  });
});

const hasGit = (() => {
  try {
    return execFileSync('git', ['--version']).length > 0;
  } catch {
    return false;
  }
})();

describe('the history', () => {
  it('is read from git, with what is not committed', async ({ skip }) => {
    if (!hasGit) skip('no git was found on the PATH');
    const at = (name: string) => join(dir, name);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.test', ...args], { cwd: dir });
    const commit = () => {
      git('add', '-A');
      git('commit', '-qm', 'x');
    };
    git('init', '-q');
    mkdirSync(at('there'));
    for (const name of ['old', 'moved', 'there/edited']) writeFileSync(at(name), `${name}\n`.repeat(20));
    commit();
    for (let n = 0; n < 19; n++) {
      writeFileSync(at('counted'), String(n));
      commit();
    }
    renameSync(at('moved'), at('there/moved'));
    commit();
    writeFileSync(at('there/edited'), 'else');
    writeFileSync(at('new'), 'new');
    const changes = await changesIn(dir);
    expect(changes).toHaveLength(21);
    expect(new Set(changes.flat())).toEqual(new Set(['counted', 'there/edited', 'new']));
    execFileSync('git', ['clone', '-q', '--depth', '1', `file://${dir}`, at('shallow')]);
    expect(await changesIn(at('shallow'))).toEqual([]);
  });

  it('may be missing', async () => {
    expect(await changesIn(tmpdir())).toEqual([]);
  });
});

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
