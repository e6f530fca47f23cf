import { MODULES } from './index.ts';
import { menuOf, type Registered, registered } from './menu.ts';
import { RECORDLESS } from './recordless-modules.ts';

/** All modules in the form of the client's first load, built in by client/registry-plugin.ts. */
export const REGISTRY: readonly Registered[] = [...MODULES, ...RECORDLESS].map(registered);

export const MENU = menuOf(REGISTRY);
