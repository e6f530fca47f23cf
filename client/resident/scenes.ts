const FILES = import.meta.glob<string>('./scenes/*.svg', { eager: true, query: '?url', import: 'default' });

/** Address of an illustration; the service worker caches them all. */
export const sceneUrl = (name: string): string => FILES[`./scenes/${name}.svg`] ?? '';
