import type { ResourceKey } from 'i18next';

/** What every screen says. */
export const always = import.meta.glob<ResourceKey>(
  '../../../shared/locales/en/{around,common,errors,import,installation,kit,menu,modules,place,shell}.json',
  { eager: true, import: 'default' },
);
export const others = import.meta.glob<ResourceKey>(
  [
    '../../../shared/locales/en/*.json',
    '!../../../shared/locales/en/{around,common,errors,import,installation,kit,menu,modules,place,shell}.json',
  ],
  { import: 'default' },
);
