import { MODULES } from './index.ts';
import { menuOf, type Registered, registered } from './menu.ts';
import { RECORDLESS } from './recordless-modules.ts';

/** Every module that has landed, as the client's first load knows it; the client gets it from its build (client/registry-plugin.ts). */
export const REGISTRY: readonly Registered[] = [...MODULES, ...RECORDLESS].map(registered);

export const MENU = menuOf(REGISTRY);
