import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Words, withDefaults } from '@lobby/shared/kit/default-words.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { gatherWords, ownWords } from '@lobby/shared/kit/shared-words.ts';
import { type Plugin, runnerImport } from 'vite';

const LOCALES = join(import.meta.dirname, '../shared/locales');
const MODULES = join(import.meta.dirname, '../shared/modules/index.ts');
/** What every screen says. */
const ALWAYS = ['around', 'common', 'errors', 'import', 'installation', 'kit', 'menu', 'modules', 'place', 'shell'];
/** What the files of the nouns keep words for. */
const GATHERED = ['errors', 'menu', 'modules'];
/** Of these a screen is drawn without what the nouns keep for them. */
const OWN_FIRST = ['errors'];
/** What stands behind the words of each definition. */
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
 * `virtual:words/vi`: a language with what every screen says in it; the words of a module are a file of their own, for when they are asked for,
 * and so are the refusals of all modules.
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
  // The words of a definition with the defaults among them; those that stand in a file of all at theirs.
  async transform(json, id) {
    if (!id.startsWith(LOCALES)) return null;
    const [file = '', query] = id.split('?');
    const name = basename(file, '.json');
    if (GATHERED.includes(name) && query !== 'own') {
      const files = await readLocale(dirname(id));
      for (const one of files.keys()) this.addWatchFile(join(dirname(id), `${one}.json`));
      return { code: JSON.stringify(gatherWords(files).get(name)), map: null };
    }
    const own = ownWords(JSON.parse(json));
    definitions ??= readDefinitions();
    const { module, dependencies } = await definitions;
    const definition = module.MODULES.find(one => one.name === name);
    if (!definition) return { code: JSON.stringify(own), map: null, moduleType: 'json' };
    const defaults = join(dirname(id), `${DEFAULTS}.json`);
    for (const path of [MODULES, defaults, ...dependencies]) this.addWatchFile(path);
    const merged = withDefaults(definition, own, JSON.parse(await readFile(defaults, 'utf8')));
    return { code: JSON.stringify(merged), map: null };
  },
  watchChange() {
    definitions = undefined;
  },
};
