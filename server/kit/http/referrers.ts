import type { Definition } from '@lobby/shared/kit/definition.ts';

/** Path of a definition's options -> modules whose readers may see the names of its records, because they refer to them. */
export type Referrers = ReadonlyMap<string, readonly string[]>;

/** Definitions that the fields and act inputs of a definition refer to. */
const targetsOf = (definition: Definition, all: readonly Definition[]): Definition[] =>
  Object.values({
    ...definition.fields,
    ...Object.assign({}, ...Object.values(definition.actions ?? {}).map(action => action.input)),
  }).flatMap(field => {
    if (typeof field !== 'object' || !field || !('to' in field) || typeof field.to !== 'string') return [];
    if ('readersOnly' in field) return [];
    return all.find(target => target.name === field.to) ?? [];
  });

export function referrersOf(definitions: readonly Definition[]): Referrers {
  const map = new Map<string, string[]>();
  for (const definition of definitions)
    for (const { path } of targetsOf(definition, definitions))
      map.set(`${path}/options`, [...(map.get(`${path}/options`) ?? []), definition.code]);
  return map;
}

/** Module -> modules whose record names its readers may see. */
export function namesSeenBy(definitions: readonly Definition[]): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(definitions, ({ code }) => code);
  return new Map(
    [...groups].map(([code, group]) => [
      code,
      group.flatMap(definition => targetsOf(definition, definitions)).map(target => target.code),
    ]),
  );
}
