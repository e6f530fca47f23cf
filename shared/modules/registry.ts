import { MODULES } from './index.ts';
import { menuOf, type Registered, registered } from './menu.ts';
import { RECORDLESS } from './recordless-modules.ts';

/** All modules as the client's first load knows them; the client gets it at build time (client/registry-plugin.ts). */
export const REGISTRY: readonly Registered[] = [...MODULES, ...RECORDLESS].map(registered);

export const MENU = menuOf(REGISTRY);
