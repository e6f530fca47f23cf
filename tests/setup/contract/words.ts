import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Words, withDefaults } from '@lobby/shared/kit/default-words.ts';
import type { Language } from '@lobby/shared/kit/languages.ts';
import { gatherWords } from '@lobby/shared/kit/shared-words.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';

const LOCALES = join(import.meta.dirname, '../../../shared/locales');

/** A locale file as stored: without the defaults of definitions, but with texts that belong to other files. */
export const readFile = (language: Language, name: string): Words =>
  JSON.parse(readFileSync(join(LOCALES, language, `${name}.json`), 'utf8'));

/** Texts of a language by file as the screens get them, with the defaults of definitions. */
export function readWords(language: Language): ReadonlyMap<string, Words> {
  const defaults = readFile(language, 'defaults');
  const names = readdirSync(join(LOCALES, language)).map(file => file.replace('.json', ''));
  const files = gatherWords(new Map(names.map(name => [name, readFile(language, name)])));
  return new Map(
    [...files]
      .filter(([name]) => name !== 'defaults')
      .map(([name, own]) => {
        const definition = MODULES.find(module => module.name === name);
        return [name, definition ? withDefaults(definition, own, defaults) : own];
      }),
  );
}

/** `<file>:<key>` -> text. */
export function textsOf(words: ReadonlyMap<string, Words>): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (value: string | Words, path: string) => {
    if (typeof value === 'string') texts.set(path, value);
    else
      for (const [key, inner] of Object.entries(value)) walk(inner, path.endsWith(':') ? path + key : `${path}.${key}`);
  };
  for (const [file, own] of words) walk(own, `${file}:`);
  return texts;
}
