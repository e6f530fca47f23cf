import { sayNouns } from '@lobby/shared/kit/nouns.ts';
import { useEffect, useState } from 'react';
import { languageNow } from '../words.ts';

interface Words {
  [key: string]: string | Words;
}
const FILES = import.meta.glob<{ default: Words }>(
  '../../../shared/locales/*/{defaults,elevator-reservation,construction-registration,card-registration}.json',
);
const read = async (name: string): Promise<Words> =>
  (await FILES[`../../../shared/locales/${languageNow()}/${name}.json`]?.())?.default ?? {};

const at = (words: Words | null, path: readonly string[]): string | null => {
  let found: string | Words | undefined = words ?? undefined;
  for (const part of path) found = typeof found === 'object' ? found[part] : undefined;
  return typeof found === 'string' ? sayNouns(found, languageNow()) : null;
};

export interface ModuleWords {
  name: string;
  field: (name: string) => string;
  option: (name: string, value: unknown) => string;
  status: (status: string) => string;
}

/** Loads the words of a module, falling back to those of all modules; null until they are loaded. */
export function useModuleWords(name: string): ModuleWords | null {
  const [words, setWords] = useState<{ own: Words; usual: Words } | null>(null);
  useEffect(() => {
    let here = true;
    void Promise.all([read(name), read('defaults')]).then(([own, usual]) => here && setWords({ own, usual }));
    return () => {
      here = false;
    };
  }, [name]);
  if (!words) return null;
  const say = (...path: string[]) => at(words.own, path) ?? at(words.usual, path) ?? path.at(-1) ?? '';
  return {
    name: say('plural'),
    field: field => say('fields', field),
    option: (field, value) => (typeof value === 'string' && value ? say('options', field, value) : ''),
    status: status => say('statuses', status),
  };
}
