/** Made by the bundler (vite.config.ts): what every screen says, and how to read the refusals of all modules and the words of the others. */
declare module 'virtual:words/*' {
  import type { ResourceKey } from 'i18next';

  export const always: Record<string, ResourceKey>;
  export const refusals: () => Promise<{ default: ResourceKey }>;
  export const others: Record<string, () => Promise<{ default: ResourceKey }>>;
}
