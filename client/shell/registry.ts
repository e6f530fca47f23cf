import { registry } from 'virtual:registry';
import { menuOf, type Registered } from '@lobby/shared/modules/menu.ts';

export const REGISTRY: readonly Registered[] = registry;

export const MENU = menuOf(REGISTRY);

/** All permission modules, without duplicates. */
export const CODES: readonly string[] = [...new Set(REGISTRY.map(({ code }) => code))];
