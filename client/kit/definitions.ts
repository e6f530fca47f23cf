import type { Definition } from '@lobby/shared/kit/definition.ts';

/** What refs need to know of a definition. */
export type Target = Pick<Definition, 'name' | 'code' | 'path'>;

const targets = new Map<string, Target>();

/** Tells the kit which definitions ref fields may point at; once, at start: the kit knows no module. */
export function provideDefinitions(definitions: readonly Target[]): void {
  for (const definition of definitions) targets.set(definition.name, definition);
}

/** The definition that a ref field points at. */
export function targetOf(name: string): Target {
  const target = targets.get(name);
  if (!target) throw new Error(`no definition ${name}`);
  return target;
}
