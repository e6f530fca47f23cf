import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { answers, type Definition } from '@lobby/shared/kit/definition.ts';
import { ERRORS } from '@lobby/shared/kit/errors.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { MENU } from '@lobby/shared/modules/menu.ts';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** `<file>:<key>` -> text, for one language. */
function textsOf(language: Language): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (value: unknown, path: string) => {
    if (typeof value === 'string') texts.set(path, value);
    else
      for (const [key, inner] of Object.entries(value as object))
        walk(inner, path.endsWith(':') ? path + key : `${path}.${key}`);
  };
  for (const file of globSync(join(root, `shared/locales/${language}/*.json`)))
    walk(JSON.parse(readFileSync(file, 'utf8')), `${basename(file, '.json')}:`);
  return texts;
}

const byLanguage = new Map(LANGUAGES.map(language => [language, textsOf(language)]));
const textsIn = (language: Language) => byLanguage.get(language) ?? new Map<string, string>();
const model = textsIn(DEFAULT_LANGUAGE);

/** English alone of the five tells one from many. */
const PLURAL = /_(one|other)$/;
const params = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort();

describe.each(LANGUAGES.map(language => [language]))('words in %s', language => {
  const texts = textsIn(language);

  it('are all there', () => {
    expect(model.size).toBeGreaterThan(100);
    expect([...model.keys()].filter(key => !texts.has(key))).toEqual([]);
  });

  it('are no more than the others have', () => {
    const extra = [...texts.keys()].filter(key => !model.has(key));
    expect(extra.filter(key => !(key.endsWith('_one') && model.has(key.replace(PLURAL, '_other'))))).toEqual([]);
  });

  it('carry the same values and no stray spaces', () => {
    const wrong = [...texts].filter(([key, text]) => {
      const wanted = params(model.get(key) ?? model.get(key.replace(PLURAL, '_other')) ?? '');
      const given = params(text);
      // "One minute" needs no number.
      const same = key.endsWith('_one') ? given.every(one => wanted.includes(one)) : String(given) === String(wanted);
      return !same || text.trim() !== text || text === '' || text.normalize('NFC') !== text;
    });
    expect(wrong).toEqual([]);
  });

  if (language !== DEFAULT_LANGUAGE)
    it('are not left in Vietnamese', () => {
      const letters = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/i;
      expect([...texts].filter(([, text]) => letters.test(text))).toEqual([]);
    });
});

/** What the screens and files of a definition ask for by its own names. */
function keysOf(definition: Definition): string[] {
  const { fields, statuses = {}, actions = {}, list } = definition;
  const keys = ['name', 'plural', 'fields.createdAt', 'fields.updatedAt'];
  keys.push(...Object.keys(fields).map(name => `fields.${name}`));
  if (definition.statuses) keys.push('fields.status');
  keys.push(...Object.keys(statuses).map(status => `statuses.${status}`));
  const acts = (['create', 'update', 'remove'] as const).filter(call => answers(definition, call));
  if (!definition.flags.includes('delete')) acts.splice(acts.indexOf('remove'), Number(acts.includes('remove')));
  keys.push(...[...acts, ...Object.keys(actions)].map(name => `actions.${name}`));
  for (const action of Object.values(actions))
    keys.push(
      ...[...Object.keys(action.input ?? {}), ...(action.reason ? ['reason'] : [])].map(name => `inputs.${name}`),
    );
  for (const [name, field] of Object.entries({
    ...fields,
    ...Object.assign({}, ...Object.values(actions).map(one => one.input)),
  }))
    if (isChoice(field)) keys.push(...field.options.map(option => `options.${name}.${option}`));
  keys.push(...Object.keys(list.tabs ?? {}).map(tab => `tabs.${tab}`));
  keys.push(...Object.keys(list.marks ?? {}).map(mark => `marks.${mark}`));
  return keys.map(key => `${definition.name}:${key}`);
}

const isChoice = (field: unknown): field is { options: readonly string[] } =>
  typeof field === 'object' && field !== null && 'kind' in field && field.kind === 'choice' && 'options' in field;

/** The codes of field errors are a type: they are read where it is declared. */
const fieldCodes = () => {
  const source = readFileSync(join(root, 'shared/kit/errors.ts'), 'utf8');
  const union = /type FieldCode =([^;]+);/.exec(source)?.[1] ?? '';
  return [...union.matchAll(/'(\w+)'/g)].map(match => match[1] ?? '');
};

const wanted = [
  ...MODULES.flatMap(keysOf),
  ...MODULES.map(definition => `modules:${definition.code}`),
  ...[...Object.keys(ERRORS), ...fieldCodes(), ...MODULES.flatMap(one => Object.keys(one.errors ?? {}))].map(
    code => `errors:${code}`,
  ),
  ...MENU.flatMap(group => [`groups.${group.key}`, ...group.entries.map(entry => entry.key)]).map(key => `menu:${key}`),
];

describe('what is asked for by name', () => {
  it.each(MODULES.map(definition => [definition.name, definition] as const))(
    '%s has all its words',
    (_, definition) => {
      expect(keysOf(definition).filter(key => !model.has(key))).toEqual([]);
    },
  );

  it('every error, module and menu entry has its words', () => {
    expect(fieldCodes().length).toBeGreaterThan(15);
    expect(wanted.filter(key => !model.has(key))).toEqual([]);
  });
});

const sources = globSync(['client/**/*.{ts,tsx}', 'server/**/*.ts', 'shared/**/*.ts'], {
  cwd: root,
  exclude: ['**/node_modules', '**/dist', 'server/demo/**'],
})
  .map(path => readFileSync(join(root, path), 'utf8'))
  .join('\n');

/** Whether the sources name a key: whole, or up to a part that is filled in. */
function isNamed(key: string): boolean {
  const [file = '', path = ''] = key.replace(PLURAL, '').split(':');
  const literal = [path, `${file}:${path}`, `${file}.${path}`];
  if (literal.some(text => [`'${text}'`, `"${text}"`, `\`${text}\``].some(quoted => sources.includes(quoted))))
    return true;
  const parts = path.split('.');
  // `actions.${name}`, `${definition.name}:empty.title`
  return (
    parts.some((_, n) => n > 0 && sources.includes(`${parts.slice(0, n).join('.')}.\${`)) ||
    sources.includes(`}:${path}`) ||
    parts.some((_, n) => n > 0 && sources.includes(`}.${parts.slice(n).join('.')}\``))
  );
}

it('has no words that nobody asks for', () => {
  const asked = new Set(wanted);
  expect([...model.keys()].filter(key => !asked.has(key) && !isNamed(key))).toEqual([]);
});
