import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { sayNouns } from '@lobby/shared/kit/nouns.ts';

const LOCALES = join(import.meta.dirname, '../../../shared/locales');

type Branch = { readonly [key: string]: Branch | string };
type Values = Readonly<Record<string, string | number>>;
/** The words of `ticket:actions.approve` in one language. */
export type Words = (key: string, values?: Values) => string;

/** The words that the client shows, for finding things on its screens; English where a language has none yet. */
export function wordsOf(language: Language): Words {
  const files = new Map<string, Branch>();
  const fileOf = (name: string) => {
    const paths = [language, 'en'].map(one => join(LOCALES, one, `${name}.json`));
    const found = files.get(name) ?? JSON.parse(readFileSync(paths.find(existsSync) ?? '', 'utf8'));
    files.set(name, found);
    return found;
  };
  return (key, values = {}) => {
    const [file = '', path = ''] = key.split(':');
    const text = pick(fileOf(file), path) ?? pick(fileOf(file), `${path}_other`);
    if (text === undefined) throw new Error(`there are no words ${key}`);
    return sayNouns(text, language).replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}

function pick(branch: Branch, path: string): string | undefined {
  let found: Branch | string | undefined = branch;
  for (const name of path.split('.')) found = typeof found === 'object' ? found[name] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** The product's texts in which something is to be filled in, as a screen would say them unfilled; staff write such texts too. */
export function unfilledTexts(): ReadonlySet<string> {
  const textsIn = (branch: Branch | string): string[] =>
    typeof branch === 'string' ? [branch] : Object.values(branch).flatMap(textsIn);
  const texts = LANGUAGES.flatMap(language =>
    globSync(join(LOCALES, language, '*.json'))
      .flatMap(path => textsIn(JSON.parse(readFileSync(path, 'utf8'))))
      .map(text => sayNouns(text, language)),
  );
  return new Set(texts.filter(text => text.includes('{{')));
}
