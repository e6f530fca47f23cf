import type { Definition } from '@lobby/shared/kit/definition.ts';

/** Path of the options of a definition -> modules on which read lets somebody see the names of its records: those that refer to it. */
export type Referrers = ReadonlyMap<string, readonly string[]>;

/** The definitions that the fields of a definition, and the inputs of its acts, point at. */
const targetsOf = (definition: Definition, all: readonly Definition[]): Definition[] =>
  Object.values({
    ...definition.fields,
    ...Object.assign({}, ...Object.values(definition.actions ?? {}).map(action => action.input)),
  }).flatMap(field => {
    if (typeof field !== 'object' || !field || !('to' in field) || typeof field.to !== 'string') return [];
    return all.find(one => one.name === field.to) ?? [];
  });

/** Which modules' readers may see the options of a definition. */
export function referrersOf(definitions: readonly Definition[]): Referrers {
  const map = new Map<string, string[]>();
  for (const definition of definitions)
    for (const { path } of targetsOf(definition, definitions))
      map.set(`${path}/options`, [...(map.get(`${path}/options`) ?? []), definition.code]);
  return map;
}

/** Module -> modules of which its readers see the names of records. */
export function namesSeenBy(definitions: readonly Definition[]): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(definitions, ({ code }) => code);
  return new Map(
    [...groups].map(([code, own]) => [
      code,
      own.flatMap(one => targetsOf(one, definitions)).map(target => target.code),
    ]),
  );
}
