/** Made by the bundler (vite.config.ts): what every screen says, and how to read the words of the other modules. */
declare module 'virtual:words/*' {
  import type { ResourceKey } from 'i18next';

  export const always: Record<string, ResourceKey>;
  export const others: Record<string, () => Promise<{ default: ResourceKey }>>;
}
