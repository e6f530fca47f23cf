import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Words, withDefaults } from '@lobby/shared/kit/default-words.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { gatherWords, ownWords } from '@lobby/shared/kit/shared-words.ts';
import { type Plugin, runnerImport } from 'vite';

const LOCALES = join(import.meta.dirname, '../shared/locales');
const MODULES = join(import.meta.dirname, '../shared/modules/index.ts');
/** Namespaces that every screen loads. */
const ALWAYS = ['around', 'common', 'errors', 'import', 'installation', 'kit', 'menu', 'modules', 'place', 'shell'];
/** Namespaces completed by words that the files of the nouns hold for them. */
const GATHERED = ['errors', 'menu', 'modules'];
/** Namespaces that load without the nouns' words first; those follow as `refusals`. */
const OWN_FIRST = ['errors'];
/** Default words, merged into the words of each definition. */
const DEFAULTS = 'defaults';

const WORDS = 'virtual:words/';

const readDefinitions = () => runnerImport<{ MODULES: readonly Definition[] }>(MODULES);
async function readLocale(folder: string): Promise<Map<string, Words>> {
  const names = readdirSync(folder).map(file => file.replace('.json', ''));
  const read = async (name: string): Promise<[string, Words]> => [
    name,
    JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')),
  ];
  return new Map(await Promise.all(names.map(read)));
}
let definitions: ReturnType<typeof readDefinitions> | undefined;

/**
 * `virtual:words/vi`: the words of a language. It holds the namespaces that every screen loads; those of each module, and the refusals
 * of all modules, are files of their own that load when they are asked for.
 */
export const words: Plugin = {
  name: 'words',
  enforce: 'pre',
  resolveId: id => (id.startsWith(WORDS) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${WORDS}`)) return null;
    const folder = join(LOCALES, id.slice(WORDS.length + 1));
    const modules = readdirSync(folder).map(file => file.replace('.json', ''));
    const path = (module: string, query = '') => JSON.stringify(join(folder, `${module}.json${query}`));
    const others = modules.filter(module => ![...ALWAYS, DEFAULTS].includes(module));
    return [
      ...ALWAYS.map((module, n) => `import always${n} from ${path(module, OWN_FIRST.includes(module) ? '?own' : '')};`),
      `export const always = { ${ALWAYS.map((module, n) => `${module}: always${n}`)} };`,
      `export const refusals = () => import(${path('errors')});`,
      `export const others = { ${others.map(module => `'${module}': () => import(${path(module)})`)} };`,
    ].join('\n');
  },
  // Merges a definition's words with the defaults; gathers words that nouns hold for a common file into that file.
  async transform(json, id) {
    if (!id.startsWith(LOCALES)) return null;
    const [file = '', query] = id.split('?');
    const name = basename(file, '.json');
    if (GATHERED.includes(name) && query !== 'own') {
      const files = await readLocale(dirname(id));
      for (const fileName of files.keys()) this.addWatchFile(join(dirname(id), `${fileName}.json`));
      return { code: JSON.stringify(gatherWords(files).get(name)), map: null };
    }
    const fileWords = ownWords(JSON.parse(json));
    definitions ??= readDefinitions();
    const { module, dependencies } = await definitions;
    const definition = module.MODULES.find(candidate => candidate.name === name);
    if (!definition) return { code: JSON.stringify(fileWords), map: null, moduleType: 'json' };
    const defaults = join(dirname(id), `${DEFAULTS}.json`);
    for (const path of [MODULES, defaults, ...dependencies]) this.addWatchFile(path);
    const merged = withDefaults(definition, fileWords, JSON.parse(await readFile(defaults, 'utf8')));
    return { code: JSON.stringify(merged), map: null };
  },
  watchChange() {
    definitions = undefined;
  },
};
