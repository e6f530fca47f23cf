import { registry } from 'virtual:registry';
import { menuOf, type Registered } from '@lobby/shared/modules/menu.ts';

/** Every module that has landed. */
export const REGISTRY: readonly Registered[] = registry;

export const MENU = menuOf(REGISTRY);

/** Every permission module, once. */
export const CODES: readonly string[] = [...new Set(REGISTRY.map(({ code }) => code))];
