import { REGISTRY } from '@lobby/shared/modules/registry.ts';
import type { Plugin } from 'vite';

const ID = 'virtual:registry';

/** `virtual:registry`: what the first load knows of each module, made at build from the definitions, which come with their screens. */
export const registry: Plugin = {
  name: 'registry',
  resolveId: id => (id === ID ? `\0${ID}` : null),
  load: id => (id === `\0${ID}` ? `export const registry = ${JSON.stringify(REGISTRY)};` : null),
};
