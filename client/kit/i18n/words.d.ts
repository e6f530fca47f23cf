/** Created by the bundler (vite.config.ts): words of all screens, and loaders of all refusals and of other modules' words. */
declare module 'virtual:words/*' {
  import type { ResourceKey } from 'i18next';

  export const always: Record<string, ResourceKey>;
  export const refusals: () => Promise<{ default: ResourceKey }>;
  export const others: Record<string, () => Promise<{ default: ResourceKey }>>;
}
