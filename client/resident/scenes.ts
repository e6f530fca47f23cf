const FILES = import.meta.glob<string>('./scenes/*.svg', { eager: true, query: '?url', import: 'default' });

/** The address of a drawing; the worker keeps them all. */
export const sceneUrl = (name: string): string => FILES[`./scenes/${name}.svg`] ?? '';
