import { DECLARED } from '@lobby/shared/modules/declared.ts';
import { REGISTRY } from '@lobby/shared/modules/registry.ts';
import type { Plugin } from 'vite';

const MADE = {
  registry: REGISTRY,
  declared: [...DECLARED],
};
const PREFIX = 'virtual:';
const isMade = (name: string): name is keyof typeof MADE => Object.hasOwn(MADE, name);

/**
 * Facts about all modules, read at build from definitions, which themselves load with their screens: `virtual:registry`, in the first load,
 * and `virtual:declared`, the flags of each permission module.
 */
export const registry: Plugin = {
  name: 'registry',
  resolveId: id => (id.startsWith(PREFIX) && isMade(id.slice(PREFIX.length)) ? `\0${id}` : null),
  load(id) {
    const name = id.slice(PREFIX.length + 1);
    return id.startsWith(`\0${PREFIX}`) && isMade(name)
      ? `export const ${name} = ${JSON.stringify(MADE[name])};`
      : null;
  },
};
