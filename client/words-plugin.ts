import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { withDefaults } from '@lobby/shared/kit/default-words.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type Plugin, runnerImport } from 'vite';

const LOCALES = join(import.meta.dirname, '../shared/locales');
const MODULES = join(import.meta.dirname, '../shared/modules/index.ts');
/** What every screen says. */
const ALWAYS = ['around', 'common', 'errors', 'import', 'installation', 'kit', 'menu', 'modules', 'place', 'shell'];
/** What stands behind the words of each definition. */
const DEFAULTS = 'defaults';

const WORDS = 'virtual:words/';

const readDefinitions = () => runnerImport<{ MODULES: readonly Definition[] }>(MODULES);
let definitions: ReturnType<typeof readDefinitions> | undefined;

/** `virtual:words/vi`: a language with what every screen says in it; the words of a module are a file of their own, for when they are asked for. */
export const words: Plugin = {
  name: 'words',
  enforce: 'pre',
  resolveId: id => (id.startsWith(WORDS) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${WORDS}`)) return null;
    const folder = join(LOCALES, id.slice(WORDS.length + 1));
    const modules = readdirSync(folder).map(file => file.replace('.json', ''));
    const path = (module: string) => JSON.stringify(join(folder, `${module}.json`));
    const others = modules.filter(module => ![...ALWAYS, DEFAULTS].includes(module));
    return [
      ...ALWAYS.map((module, n) => `import always${n} from ${path(module)};`),
      `export const always = { ${ALWAYS.map((module, n) => `${module}: always${n}`)} };`,
      `export const others = { ${others.map(module => `'${module}': () => import(${path(module)})`)} };`,
    ].join('\n');
  },
  // The words of a definition with the defaults among them.
  async transform(json, id) {
    if (!id.startsWith(LOCALES)) return null;
    definitions ??= readDefinitions();
    const { module, dependencies } = await definitions;
    const definition = module.MODULES.find(({ name }) => name === basename(id, '.json'));
    if (!definition) return null;
    const defaults = join(dirname(id), `${DEFAULTS}.json`);
    for (const path of [MODULES, defaults, ...dependencies]) this.addWatchFile(path);
    const merged = withDefaults(definition, JSON.parse(json), JSON.parse(await readFile(defaults, 'utf8')));
    return { code: JSON.stringify(merged), map: null };
  },
  watchChange() {
    definitions = undefined;
  },
};
