import type { Language } from '@lobby/shared/kit/languages.ts';
import type { ResourceKey } from 'i18next';

const files = import.meta.glob<{ default: ResourceKey }>('../../shared/locales/*/*.json');

/** Reads the words of a module in a language; undefined where it has none. */
export const fileOf = (language: string, module: string) => files[`../../shared/locales/${language}/${module}.json`];

/** Every text of a language by `file:key`, as the product itself has it: for whoever words it anew. */
export async function readTexts(language: Language): Promise<[key: string, text: string][]> {
  const own = Object.entries(files).filter(([path]) => path.includes(`/locales/${language}/`));
  const walk = (value: unknown, path: string): [string, string][] =>
    typeof value === 'string'
      ? [[path, value]]
      : Object.entries(value as object).flatMap(([key, inner]) =>
          walk(inner, path.endsWith(':') ? path + key : `${path}.${key}`),
        );
  const read = await Promise.all(
    own.map(async ([path, load]) => walk((await load()).default, `${path.split('/').at(-1)?.replace('.json', '')}:`)),
  );
  return read.flat();
}
