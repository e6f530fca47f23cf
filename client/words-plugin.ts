import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const LOCALES = join(import.meta.dirname, '../shared/locales');
/** What every screen says. */
const ALWAYS = ['around', 'common', 'errors', 'import', 'installation', 'kit', 'menu', 'modules', 'place', 'shell'];

const WORDS = 'virtual:words/';

/** `virtual:words/vi`: a language with what every screen says in it; the words of a module are a file of their own, for when they are asked for. */
export const words: Plugin = {
  name: 'words',
  resolveId: id => (id.startsWith(WORDS) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${WORDS}`)) return null;
    const folder = join(LOCALES, id.slice(WORDS.length + 1));
    const modules = readdirSync(folder).map(file => file.replace('.json', ''));
    const path = (module: string) => JSON.stringify(join(folder, `${module}.json`));
    const others = modules.filter(module => !ALWAYS.includes(module));
    return [
      ...ALWAYS.map((module, n) => `import always${n} from ${path(module)};`),
      `export const always = { ${ALWAYS.map((module, n) => `${module}: always${n}`)} };`,
      `export const others = { ${others.map(module => `'${module}': () => import(${path(module)})`)} };`,
    ].join('\n');
  },
};
