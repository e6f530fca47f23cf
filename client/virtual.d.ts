/** Made by the bundler (registry-plugin.ts): what the first load knows of each module. */
declare module 'virtual:registry' {
  import type { Registered } from '@lobby/shared/modules/menu.ts';

  export const registry: readonly Registered[];
}
