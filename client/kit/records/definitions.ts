import type { Definition } from '@lobby/shared/kit/definition.ts';

/** What refs need to know of a definition. */
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

/** Whether records of a definition are called by a running code. */
export const isCoded = (name: string): boolean => targets.get(name)?.coded === true;

/** The name of the definition with a code of its own and records that are opened by it; undefined where there is none. */
export const numberedIn = (code: string): string | undefined =>
  [...targets.values()].find(one => one.code === code && one.prefix && one.opens)?.name ??
  [...targets.values()].find(one => one.code === code && one.prefix && one.route)?.name;

/** Where a record of a definition opens in a project; null where it has no screen. */
export function placeOf(name: string, projectId: string, id: string): string | null {
  const { opens, route } = targetOf(name);
  const place = opens ?? (route ? `${route}?id=` : null);
  return place && `/projects/${projectId}/${place}${id}`;
}

/** Whether an act leaves no record behind; of what is unknown here an erasure does. */
export function endsBy(name: string, action: string): boolean {
  const act = targets.get(name)?.actions?.[action];
  return act ? act.ends === true : action === 'erase';
}
