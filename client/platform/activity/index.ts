import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';

/** Changes of a record of any module. */
export const EntityChanges = lazyPart(async () => (await import('./EntityChanges.tsx')).EntityChanges);
