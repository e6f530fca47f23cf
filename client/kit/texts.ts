import type { Language } from '@lobby/shared/kit/languages.ts';
import type { ResourceKey } from 'i18next';

interface Words {
  always: Record<string, ResourceKey>;
  others: Record<string, () => Promise<ResourceKey>>;
}

/** A language comes in one file with what every screen says; the words of a module when they are first asked for. */
const languages = import.meta.glob<Words>('./words/*.ts');

const wordsOf = async (language: Language): Promise<Words> =>
  (await languages[`./words/${language}.ts`]?.()) ?? { always: {}, others: {} };

/** Reads the words of a module in a language; null where it has none. */
export async function readWords(language: Language, module: string): Promise<ResourceKey | null> {
  const { always, others } = await wordsOf(language);
  const path = `../../../shared/locales/${language}/${module}.json`;
  return always[path] ?? (await others[path]?.()) ?? null;
}

/** Every text of a language by `file:key`, as the product itself has it: for whoever words it anew. */
export async function readTexts(language: Language): Promise<[key: string, text: string][]> {
  const { always, others } = await wordsOf(language);
  const walk = (value: unknown, path: string): [string, string][] =>
    typeof value === 'string'
      ? [[path, value]]
      : Object.entries(value as object).flatMap(([key, inner]) =>
          walk(inner, path.endsWith(':') ? path + key : `${path}.${key}`),
        );
  const later = Object.entries(others).map(async ([path, load]) => [path, await load()] as const);
  return [...Object.entries(always), ...(await Promise.all(later))].flatMap(([path, words]) =>
    walk(words, `${path.split('/').at(-1)?.replace('.json', '')}:`),
  );
}
