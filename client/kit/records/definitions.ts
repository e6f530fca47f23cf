import type { Definition } from '@lobby/shared/kit/definition.ts';

/** The parts of a definition that references need. */
export type Target = Pick<
  Definition,
  'name' | 'code' | 'path' | 'apart' | 'offered' | 'opens' | 'route' | 'prefix' | 'actions'
> & { coded?: true };

const targets = new Map<string, Target>();

/** Registers the definitions that ref fields may point at; called once at start, since the kit imports no module. */
export function provideDefinitions(definitions: readonly Target[]): void {
  for (const definition of definitions) targets.set(definition.name, definition);
}

/** The definition that a ref field points at. */
export function targetOf(name: string): Target {
  const target = targets.get(name);
  if (!target) throw new Error(`no definition ${name}`);
  return target;
}

/** Whether records of a definition are named by a running code. */
export const isCoded = (name: string): boolean => targets.get(name)?.coded === true;

/** The definition with this permission code whose records have codes and can be opened; undefined if there is none. */
export const numberedIn = (code: string): string | undefined =>
  [...targets.values()].find(target => target.code === code && target.prefix && target.opens)?.name ??
  [...targets.values()].find(target => target.code === code && target.prefix && target.route)?.name;

/** Link to a record in a project; null if its definition has no screen. */
export function placeOf(name: string, projectId: string, id: string): string | null {
  const { opens, route } = targetOf(name);
  const place = opens ?? (route ? `${route}?id=` : null);
  return place && `/projects/${projectId}/${place}${id}`;
}

/** Whether an act removes its record; for unknown definitions only an erasure does. */
export function endsBy(name: string, action: string): boolean {
  const act = targets.get(name)?.actions?.[action];
  return act ? act.ends === true : action === 'erase';
}
