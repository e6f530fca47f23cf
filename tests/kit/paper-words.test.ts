import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shareWords, text } from '@lobby/server/kit/base/messages.ts';
import { inLanguage } from '@lobby/server/modules/handover-unit/units/ready-made.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { expect, it } from 'vitest';
import { readWords } from '../setup/contract/words.ts';

shareWords(MODULES);
const root = join(import.meta.dirname, '../../server');
/** Function that returns texts of a group, with its name and the group. */
const SAYER = /const (\w+) = \(key: string[^)]*\) =>\s*text\(\w+, `([\w.-]+)\.\$\{key\}`/g;

/** Text keys used by the server through such functions: the file, and the full key. */
const said = globSync('**/*.ts', { cwd: root }).flatMap(file => {
  const source = readFileSync(join(root, file), 'utf8');
  const sayers = [...source.matchAll(SAYER)];
  return [...source.matchAll(/\b(\w+)\('([\w.]+)'/g)].flatMap(({ 1: name, 2: key, index }) => {
    const sayer = sayers.findLast(one => one[1] === name && one.index < index);
    return sayer ? [{ file, key: `${sayer[2]}.${key}` }] : [];
  });
});

it('says no key in place of words', () => {
  expect(said.length).toBeGreaterThan(100);
  for (const language of LANGUAGES)
    for (const { file, key } of said) expect(text(language, key, { count: 2 }), `${file}: ${key}`).not.toBe(key);
});

it('counts as the interface does', () => {
  const days = '28/11';
  expect(text('en', 'handover-schedule.paper.count', { days, count: 1 })).toBe('28/11 · 1 appointment');
  expect(text('en', 'handover-schedule.paper.count', { days, count: 2 })).toBe('28/11 · 2 appointments');
  expect(readWords('vi').get('handover-schedule')).toMatchObject({
    paper: { count_other: '{{days}} · {{count}} lịch' },
  });
  expect(text('vi', 'handover-schedule.paper.count', { days, count: 1 })).toBe('28/11 · 1 lịch');
});

it('says rooms and things of the ready-made set in the language of a paper, and leaves what a building calls otherwise', () => {
  expect(['Hành lang', 'Cửa chính', 'bộ'].map(word => inLanguage(word, 'en'))).toEqual([
    'Hallway',
    'Front door',
    'set',
  ]);
  expect(inLanguage('Hallway', 'vi')).toBe('Hành lang');
  expect(inLanguage('Phòng thờ', 'en')).toBe('Phòng thờ');
});
