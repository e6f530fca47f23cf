import type { Words as Branch } from '@lobby/shared/kit/default-words.ts';
import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { sayNouns } from '@lobby/shared/kit/nouns.ts';
import { readWords, textsOf } from '../../setup/contract/words.ts';

type Values = Readonly<Record<string, string | number>>;
/** The words of `ticket:actions.approve` in one language. */
export type Words = (key: string, values?: Values) => string;

/** The words that the client shows, for finding things on its screens; English where a language has none yet. */
export function wordsOf(language: Language): Words {
  const files = [language, 'en' as const].map(readWords);
  return (key, values = {}) => {
    const [file = '', path = ''] = key.split(':');
    const found = files.find(words => words.has(file))?.get(file) ?? {};
    const text = pick(found, path) ?? pick(found, `${path}_other`);
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
  const texts = LANGUAGES.flatMap(language =>
    [...textsOf(readWords(language)).values()].map(text => sayNouns(text, language)),
  );
  return new Set(texts.filter(text => text.includes('{{')));
}
