/** Made by the bundler (registry-plugin.ts): what the first load knows of each module. */
declare module 'virtual:registry' {
  import type { Registered } from '@lobby/shared/modules/menu.ts';

  export const registry: readonly Registered[];
}

/** Made by the bundler (registry-plugin.ts): the flags that each permission module declares. */
declare module 'virtual:declared' {
  import type { Flag } from '@lobby/shared/kit/permissions.ts';

  export const declared: readonly (readonly [code: string, flags: readonly Flag[]])[];
}
